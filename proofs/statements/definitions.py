"""Definitions as their author thinks of them: a root, a reciprocal, a sequence by its steps, a positive part.

Each gives the facts that introduce one name, in words and as kernel formulas, and says which name that is.  A definition is no hypothesis,
for there is such a thing whatever the reader chooses: `proofs.verify.checks.definitions` has the kernel replay a proof of that, and rejects
a page whose definition has none.
"""

from __future__ import annotations

from proofs.derive.authoring.terms import Term, eq, every, ge, nat, null, real, seq, vseq
from proofs.kernel import Formula, Index, Polynomial, Vector
from proofs.statements.statement import Fact


def root_of(label: str, name: Polynomial, of: Term, is_: str = "", squared: str = "") -> tuple[Fact, ...]:
    """A length as the non-negative root of a squared length, or another root."""
    length = label.startswith("‖")
    return (
        Fact(f"{label} ≥ 0", is_ or f"{label} is a {'length' if length else 'root'}", ge(name, 0), name),
        Fact(label, squared or f"{label} squared is {'the inner product' if length else 'what it is the root of'}", eq(name**2, of), name),
    )


def reciprocal_fact(label: str, of: Polynomial) -> Fact:
    """1/label as the reciprocal of what has that label."""
    name = real(f"1/{label}")
    return Fact(f"1/{label}", f"1/{label} is the reciprocal of {label}", eq(name * of, 1), name)


def sequence(
    label: str, name: seq | vseq, first: Term | Vector, then: Term | Vector, is_: str, grows: str = "", over: Index | None = None
) -> tuple[Fact, Fact]:
    """name(0) = first and name(k + 1) = then, which speaks of name(k): a sum, a power, a path, a turning sign."""
    k = over or nat("k")
    return (
        Fact(f"{label} starts", is_, _equal(name(0), first), name),
        Fact(label, grows or is_, every(k, _equal(name(k + 1), then)), name),
    )


def _equal(a: Polynomial | Vector, b: Term | Vector) -> Formula:
    if isinstance(a, Polynomial):
        return eq(a, b)  # type: ignore[arg-type]
    return null(a - b) if isinstance(b, Vector) else null(a)


def positive_part(value: Polynomial, of: Polynomial, name: str) -> tuple[Fact, ...]:
    """value = max(0, of), by three facts."""
    return (
        Fact(f"{name} ≥ 0", "a positive part is not negative", ge(value, 0), value),
        Fact(f"{name} ≥ its argument", "a positive part is no less than what it is the part of", ge(value, of), value),
        Fact(name, "a positive part is 0 or its argument", eq(value * (value - of), 0), value),
    )
