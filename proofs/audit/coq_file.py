"""An audit of a user's data as a Coq file, proved by computation.

The file needs nothing but Coq. It holds the theories of `proofs/referees/coq/learners/`, in which the bound is proved for any data, then
the examples as integers over one denominator, and comparators. Coq runs the learner, and computes bounds from the comparators: no order
of the examples makes more updates; if the comparator separates them, no sequence of them does.

For the Margin Perceptron the bounds are those of the catalogue: their proof data is in the file too, and what carries them over to runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import floor, isqrt, lcm

from perceptron import Examples, MarginPerceptron, Perceptron
from perceptron.errors import InputError
from proofs.audit.record import Audit
from proofs.referees.coq.gate import carried_over
from proofs.referees.coq.theories import CoqClaim, boolean, comment, learners, rational
from proofs.theorems import catalogue

THEORIES = ("Rational", "Learners", "Bound", "Certify")  # in the order in which they build on each other


@dataclass(frozen=True)
class IntegerComparator:
    """Integers u and g = γ·(denominator of the data): what `bound` in `Certify.v` takes. `loss` is its loss, in the same unit."""

    u: tuple[int, ...]
    g: int
    loss: int
    bound: int


def coq_file(audit: Audit) -> str:
    """The Coq file for an audit of a learner from zero; a bound that says no more than M ≤ rounds is left out. Raises InputError."""
    learner = audit.run.learner
    if isinstance(learner, MarginPerceptron) and audit.kernel is None:
        return _margin_file(audit, learner)
    if not isinstance(learner, Perceptron) or learner.origin is not None or audit.kernel is not None:
        raise InputError(
            "a Coq file certifies bounds of the Perceptron and the Margin Perceptron from zero; for other learners write a .json, which"
            " `check` judges"
        )
    examples = audit.data.examples
    comparators = [c for b in audit.bounds if (c := comparator(examples, b.u, b.gamma, audit.run.passes)) is not None]
    order = min((c for c in comparators if c.bound < audit.rounds), key=lambda c: c.bound, default=None)
    sequence = min((c for c in comparators if not c.loss), key=lambda c: c.bound, default=None)
    claims = [] if order is None else [_claim("order", "Permutation l data", examples, order)]
    if sequence is not None:
        claims.append(_claim("sequence", "incl l data", examples, sequence))
    ties = {"mistake": "mistake", 1: "(predicts true)", -1: "(predicts false)"}[learner.ties]
    said = [] if order is None else [f"in every order at most {order.bound}, whatever it does at ties (`every_order_bounded`)"]
    if sequence is not None:
        said.append(f"on every sequence of them, however long, at most {sequence.bound} (`every_sequence_bounded`)")
    head = _head(audit, "Perceptron", said, "that nothing is assumed")
    return "".join([head, learners(THEORIES), *_data(audit), _run(audit, f"perceptron {ties}"), *claims])


def _margin_file(audit: Audit, learner: MarginPerceptron) -> str:
    examples, program = audit.data.examples, f"margin_perceptron ((1 - {rational(learner.eps)}) * {rational(learner.gamma)})"
    u = next((b.u for b in audit.bounds if b.asks_for_margin and b.gamma >= learner.gamma), None)
    claims, said = [], []
    if u is not None:
        whole = tuple(int(a * lcm(*(a.denominator for a in u))) for a in u)
        root, bound = margin_bound(examples, learner)
        checked = f"{examples.denominator} u {rational(learner.gamma)} {rational(learner.eps)} {rational(root)} rows {bound}"
        said = [f"on every sequence of them, however long, at most {bound} (`every_sequence_bounded`)"]
        claims = [
            f"\n(** A comparator that is ahead by γ on each example. *)\nDefinition u : list Z := [{'; '.join(map(str, whole))}].\n"
            f"Lemma checked : at_most {checked} = true.\nProof. vm_cast_no_check (eq_refl true). Qed.\n"
            f"Theorem every_sequence_bounded : forall l, incl l data -> Z.of_nat (updates ({program}) l) <= {bound}.\n"
            f"Proof. exact (margin_every_sequence {checked} checked). Qed.\nPrint Assumptions every_sequence_bounded.\n"
        ]
    head = _head(audit, "Margin Perceptron", said, "which axioms of the real numbers the bound rests on")
    return "".join([head, _margin_theories(), *_data(audit), _run(audit, program), *claims])


def _margin_theories() -> str:
    """The bounds of the Margin Perceptron with their proofs, and what carries them over to runs on data."""

    def prove(ids: list[str]) -> list[CoqClaim]:
        return [CoqClaim(b.proof, b.theorem, stated=id in ids) for id, b in catalogue.build_ids(ids).items()]

    return carried_over("folds/MarginData", prove)


def margin_bound(examples: Examples, learner: MarginPerceptron) -> tuple[Fraction, int]:
    """A number no less than √(1 + 8ε), and the bound that Coq will accept with it."""
    root = Fraction(isqrt(int((1 + 8 * learner.eps) * 10**24)) + 1, 10**12)
    factor = Fraction(2513, 1000) if learner.eps == Fraction(1, 2) else (1 + root) ** 2 / (16 * learner.eps**2)
    longest = Fraction(max(sum(a * a for a in z) for z in examples.signed_rows()), examples.denominator**2)
    return root, max(0, floor(factor * longest / learner.gamma**2) - 1)


def comparator(examples: Examples, u: tuple[Fraction, ...], gamma: Fraction, passes: int) -> IntegerComparator | None:
    """(u, γ) in integers, with the bound that Coq will compute; None where it has none. A γ below all margins becomes the least margin."""
    scale = lcm(*(a.denominator for a in u), (gamma * examples.denominator).denominator)
    whole = tuple(int(a * scale) for a in u)
    margins = [sum(a * b for a, b in zip(whole, z, strict=True)) for z in examples.signed_rows()]
    g = max(int(gamma * scale * examples.denominator), min(margins))
    loss = passes * sum(max(0, g - m) for m in margins)
    c = max(sum(a * a for a in z) for z in examples.signed_rows()) * sum(a * a for a in whole)
    if g <= 0:
        return None
    return IntegerComparator(whole, g, loss, (c + 2 * g * loss + isqrt(c * c + 4 * g * loss * c)) // (2 * g * g))


def _head(audit: Audit, learner: str, said: list[str], printed: str) -> str:
    passes = "" if audit.run.passes == 1 else f", {audit.run.passes} times over,"
    lines = [f"in their order{passes} the {learner} makes {audit.run.M} updates (`updates_made`)", *said]
    return (
        f"(** The examples of {comment(audit.data.name)}:\n{';'.join(f'{chr(10)}    {line}' for line in lines)}.\n\n"
        f"    `coqc` on this file checks it; what it prints at the end says {printed}.  To believe the claims, read the\n"
        "    definitions in `Learners`, the data, and the theorems; the rest is proof. *)\n"
    )


def _data(audit: Audit) -> Iterator[str]:
    examples, passes = audit.data.examples, audit.run.passes
    yield "\nFrom Coq Require Import List ZArith Permutation.\nImport ListNotations.\nOpen Scope Z_scope.\n"
    yield f"\n(** Each row is an example, times {examples.denominator}, with its label: true for +1. *)\nDefinition once : list row := [\n"
    yield ";\n".join(
        f"([{'; '.join(str(a * y) for a in z)}], {boolean(y == 1)})" for z, y in zip(examples.signed_rows(), examples.labels, strict=True)
    )
    rows = "once" if passes == 1 else f"flat_map (fun _ => once) (seq 0 {passes})"
    yield f"\n].\nDefinition rows : list row := {rows}.\nDefinition data : list example := examples {examples.denominator} rows.\n"


def _run(audit: Audit, program: str) -> str:
    return (
        f"\nTheorem updates_made : Z.of_nat (updates ({program}) data) = {audit.run.M}.\n"
        f"Proof. vm_cast_no_check (eq_refl {audit.run.M}). Qed.\nPrint Assumptions updates_made.\n"
    )


def _claim(name: str, condition: str, examples: Examples, c: IntegerComparator) -> str:
    """A comparator, the bound that Coq computes from it, and what that proves. `name` is order or sequence, as the theorems are called."""
    whole = f"u_{name} g_{name} rows"
    separated = f"Lemma separated : loss {whole} = 0.\nProof. vm_cast_no_check (eq_refl 0). Qed.\n" if name == "sequence" else ""
    used = f"every_{name} {examples.denominator} {whole} t l {c.bound} computed_{name}{' separated' * bool(separated)}"
    return (
        f"\n(** A comparator, and its γ times {examples.denominator}. *)\nDefinition u_{name} : list Z := [{'; '.join(map(str, c.u))}].\n"
        f"Definition g_{name} : Z := {c.g}.\n"
        f"Lemma computed_{name} : bound {whole} = Some {c.bound}.\nProof. vm_cast_no_check (eq_refl (Some {c.bound})). Qed.\n{separated}"
        f"Theorem every_{name}_bounded : forall t l, {condition} -> Z.of_nat (updates (perceptron t) l) <= {c.bound}.\n"
        f"Proof. intros t l. exact ({used}). Qed.\nPrint Assumptions every_{name}_bounded.\n"
    )
