"""What an audit says of somebody's data as a Coq file, proved by computation.

The file needs nothing but Coq. It holds the theories of `proofs/referees/coq/learners/`, in which the bound is proved for any data, then
the examples as integers over one denominator, and comparators. Coq runs the learner, and computes bounds from the comparators: no order
of the examples makes more updates; if the comparator separates them, no sequence of them does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt, lcm

from perceptron import Examples, Perceptron
from perceptron.errors import InputError
from proofs.audit.record import Audit
from proofs.referees.coq.standalone import boolean, comment, learners

THEORIES = ("Rational", "Learners", "Bound", "Certify")  # in the order in which they build on each other


@dataclass(frozen=True)
class Comparator:
    """Integers u and g = γ·(denominator of the data): what `bound` in `Certify.v` takes. `loss` is its loss, in the same unit."""

    u: tuple[int, ...]
    g: int
    loss: int
    bound: int


def coq_file(audit: Audit) -> str:
    """The Coq file for an audit of the Perceptron from zero; a bound that says no more than M ≤ rounds is left out. Raises InputError."""
    learner = audit.run.learner
    if not isinstance(learner, Perceptron) or learner.origin is not None or audit.kernel is not None:
        raise InputError("a Coq file certifies bounds of the Perceptron from zero; for other learners write a .json, which `check` judges")
    examples = audit.data.examples
    found = [c for b in audit.bounds if (c := comparator(examples, b.u, b.gamma, audit.run.passes)) is not None]
    order = min((c for c in found if c.bound < audit.rounds), key=lambda c: c.bound, default=None)
    sequence = min((c for c in found if not c.loss), key=lambda c: c.bound, default=None)
    claims = [] if order is None else [_claim("order", "Permutation l data", examples, order)]
    if sequence is not None:
        claims.append(_claim("sequence", "incl l data", examples, sequence))
    return "".join([_head(audit, order, sequence), learners(THEORIES), *_data(audit), _run(audit), *claims])


def comparator(examples: Examples, u: tuple[Fraction, ...], gamma: Fraction, passes: int) -> Comparator | None:
    """(u, γ) in integers, with the bound that Coq will compute; None where it has none. A γ below all margins becomes the least margin."""
    scale = lcm(*(a.denominator for a in u), (gamma * examples.denominator).denominator)
    whole = tuple(int(a * scale) for a in u)
    margins = [sum(a * b for a, b in zip(whole, z, strict=True)) for z in examples.folded()]
    g = max(int(gamma * scale * examples.denominator), min(margins))
    loss = passes * sum(max(0, g - m) for m in margins)
    c = max(sum(a * a for a in z) for z in examples.folded()) * sum(a * a for a in whole)
    if g <= 0:
        return None
    return Comparator(whole, g, loss, (c + 2 * g * loss + isqrt(c * c + 4 * g * loss * c)) // (2 * g * g))


def _head(audit: Audit, order: Comparator | None, sequence: Comparator | None) -> str:
    passes = "" if audit.run.passes == 1 else f", {audit.run.passes} times over,"
    lines = [f"in their order{passes} the Perceptron makes {audit.run.M} updates (`updates_made`)"]
    if order is not None:
        lines += [f"in every order{passes} at most {order.bound}, whatever it does at ties (`every_order_bounded`)"]
    if sequence is not None:
        lines += [f"on every sequence of them, however long, at most {sequence.bound} (`every_sequence_bounded`)"]
    return (
        f"(** The examples of {comment(audit.data.name)}:\n{';'.join(f'{chr(10)}    {line}' for line in lines)}.\n\n"
        "    `coqc` on this file checks it; what it prints at the end says that nothing is assumed.  To believe the claims, read the\n"
        "    definitions in `Learners`, the data, and the theorems; the rest is proof. *)\n"
    )


def _data(audit: Audit) -> Iterator[str]:
    examples, passes = audit.data.examples, audit.run.passes
    yield "\nFrom Coq Require Import List ZArith Permutation.\nImport ListNotations.\nOpen Scope Z_scope.\n"
    yield f"\n(** Each row is an example, times {examples.denominator}, with its label: true for +1. *)\nDefinition once : list row := [\n"
    yield ";\n".join(
        f"([{'; '.join(str(a * y) for a in z)}], {boolean(y == 1)})" for z, y in zip(examples.folded(), examples.labels, strict=True)
    )
    rows = "once" if passes == 1 else f"flat_map (fun _ => once) (seq 0 {passes})"
    yield f"\n].\nDefinition rows : list row := {rows}.\nDefinition data : list example := examples {examples.denominator} rows.\n"


def _run(audit: Audit) -> str:
    ties = {"mistake": "mistake", 1: "(predicts true)", -1: "(predicts false)"}[audit.run.learner.ties]  # type: ignore[attr-defined]
    return (
        f"\nTheorem updates_made : Z.of_nat (updates (perceptron {ties}) data) = {audit.run.M}.\n"
        f"Proof. vm_cast_no_check (eq_refl {audit.run.M}). Qed.\nPrint Assumptions updates_made.\n"
    )


def _claim(name: str, condition: str, examples: Examples, c: Comparator) -> str:
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
