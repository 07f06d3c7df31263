"""A stored instance as a Coq file: Coq computes that each hypothesis holds with its values up to the horizon, and that the claim fails.

The file needs nothing but Coq. The proved line is `breaks` in `proofs/referees/coq/instances/Instances.v`: the formulas are those of
`Claims.v`, and ∀k means k ≤ horizon, as for the judge in `models`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flint import fmpz

from perceptron.errors import InputError
from proofs.conjecture.surd import Surd
from proofs.referees.coq.encode import Encoder, Untranslatable, fraction, list_items
from proofs.referees.coq.theories import comment, modules
from proofs.referees.coq.toolchain import closure, read_theories
from proofs.statements.instance import Instance, surd
from proofs.theorems.witnesses.models import Claiming

THEORY = "instances/Instances"


def theories() -> dict[str, str]:
    """The theories in which an instance is judged, in the order in which they build on each other."""
    return closure(THEORY, {**read_theories("theory"), **read_theories("learners"), **read_theories("instances")})


def coq_file(item: Claiming, what: str, instance: Instance) -> str:
    """The Coq file for an instance that breaks the claim without the hypothesis that it names. Raises InputError as `judgement` does."""
    dropped = f" without {comment(what)}" if what in item.hypotheses else f", {comment(what)}" if what else ""
    head = (
        f"(** {comment(item.id)}{dropped}: with these values the claim is false.\n\n"
        f"    `coqc` on this file checks it.  ∀k means k <= {instance.horizon} here.  To believe it, read `Syntax`, `Meaning`,\n"
        "    what stands before `exactly` in `Instances`, the values and the claim. *)\n"
    )
    shown = "Import Syntax Meaning Instances.\n"  # their names before those of the other modules
    return "".join([head, modules(theories()), shown, judgement(item, what, instance), "Print Assumptions broken.\n"])


def judgement(item: Claiming, what: str, instance: Instance, short: Callable[[str], str] = str) -> str:
    """The values and their theorem, for a theory that imports `THEORY`. Raises InputError for a name without a value, and for a formula of
    which Coq has no word. `short`: another text for a formula, such as a name that it was given."""
    weaker = item.without(what) if what else item
    encoder = Encoder()
    encoder.meet([*(fact.formula for fact in weaker.facts), weaker.claim])
    try:
        hypotheses = [f"(* {comment(fact.name)} *) {short(encoder.formula(fact.formula))}" for fact in weaker.facts]
        claim = short(encoder.formula(weaker.claim))
    except Untranslatable as error:
        raise InputError(f"Coq is not told of what {item.id} speaks of: {error}") from None
    entries = [f"(* {comment(name)} *) {_entry(kind, name, instance)}" for kind, name in encoder.numbers]
    return (
        "\n#[local] Open Scope Q_scope.\n"
        f"Definition the_values : table := Table {instance.horizon} {instance.base or instance.horizon + 1} {_lines(entries)}.\n"
        f"Definition the_claim : statement := Statement {_lines(hypotheses)}\n  {claim}.\n"
        "Theorem broken : breaks the_values the_claim.\nProof. apply judged. vm_cast_no_check (eq_refl true). Qed.\n"
    )


def _entry(kind: str, name: str, instance: Instance) -> str:
    """The value of a name."""
    kinds: dict[str, tuple[Mapping[str, Any], str, Callable[[Any], str]]] = {
        "nat": (instance.naturals, "Whole", str),
        "real": (instance.reals, "Single", _number),
        "seq": (instance.sequences, "Sequence", lambda values: list_items(map(_number, values))),
        "vec": (instance.vectors, "Point", _point),
        "vseq": (instance.vector_sequences, "Path", lambda values: list_items(map(_point, values))),
    }
    values, word, written = kinds[kind]
    if name not in values:
        raise InputError(f"{name} has no value")
    return f"{word} {written(values[name])}"


def _number(value: Any) -> str:
    """Σ c√n, with each n free of squares, so that Coq finds terms with the same root."""
    total = Surd.rational(0)
    for n, c in surd(value).terms.items():
        outside = 1
        for prime, power in fmpz(n).factor():
            outside *= int(prime) ** (int(power) // 2)
        total += Surd({n // outside**2: c * outside})
    return list_items(f"({fraction(c)}, {n}%positive)" for n, c in sorted(total.terms.items()))


def _point(coordinates: Sequence[Any]) -> str:
    return list_items(map(fraction, coordinates))


def _lines(items: Sequence[str]) -> str:
    return "[\n  " + ";\n  ".join(items) + "]"
