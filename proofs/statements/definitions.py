"""Definitions as their author thinks of them: a root, a reciprocal, a power, a sequence by its steps, a positive part.

Each gives the facts that introduce one name, in words and as kernel formulas, and says which name that is; what is said of N(k) is said for
every k.  A definition is no hypothesis, for there is such a thing whatever the reader chooses: `proofs.verify.checks.definitions` has the
kernel replay a proof of that, and rejects a page whose definition has none.  What the name is worth on an instance follows from it as well:
`proofs.statements.completion`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from proofs.derive.authoring.terms import Term, eq, every, ge, gt, implies, nat, null, real, seq, vseq
from proofs.kernel import Formula, Index, Nat, Polynomial, Vector
from proofs.kernel.axioms import ln
from proofs.statements.statement import Fact


def _fact(
    label: str, words: str, top: Polynomial | Vector, said: Formula, below: Term | None = None, over: Sequence[Index] | None = None
) -> Fact:
    """What is said of the name that `top` is, for every k below a number if `top` speaks of one, or for all of several numbers."""
    atom: Any = next(iter(top.parts if isinstance(top, Vector) else [a for monomial in top.terms for a, _ in monomial]))
    index = None if isinstance(atom, Nat) else atom.index
    if index is None:
        return Fact(label, words, said, top)
    for k in reversed([nat(index.name)] if over is None and isinstance(index.name, str) else over or ()):
        said = every(k, said, below)
    return Fact(label, words, said, seq(atom.name) if isinstance(top, Polynomial) else vseq(atom.name))


def defined(
    label: str,
    words: str,
    top: Polynomial | Vector,
    is_: Term | Vector,
    where: Formula | None = None,
    below: Term | None = None,
    over: Sequence[Index] | None = None,
) -> Fact:
    """That a name is this: N, or N(k), or N(k + 1) by what comes before it; `where` it is so, if not always; `over` all of these numbers.

    An indicator is 1 where something holds and 0 where it does not; a count grows by 1 there, and rests elsewhere."""
    vector = top - is_ if isinstance(top, Vector) and isinstance(is_, Vector) else top
    said = null(vector) if isinstance(vector, Vector) else eq(vector, is_)  # type: ignore[arg-type]
    return _fact(label, words, top, said if where is None else implies(where, said), below, over)


def sequence(
    label: str, name: seq | vseq, first: Term | Vector, then: Term | Vector, is_: str, grows: str = "", over: Index | None = None
) -> tuple[Fact, Fact]:
    """name(0) = first and name(k + 1) = then, which speaks of name(k): a sum, a power, a path, a turning sign."""
    return defined(f"{label} starts", is_, name(0), first), defined(label, grows or is_, name((over or nat("k")) + 1), then)


def root_of(label: str, name: Polynomial, of: Term, is_: str = "", squared: str = "", times: Term = 1) -> tuple[Fact, Fact]:
    """A length as the non-negative root of a squared length, or another root; name² · times is what is given."""
    length = label.startswith("‖")
    return (
        _fact(f"{label} ≥ 0", is_ or f"{label} is a {'length' if length else 'root'}", name, ge(name, 0)),
        _fact(
            label,
            squared or f"{label} squared is {'the inner product' if length else 'what it is the root of'}",
            name,
            eq(name**2 * times, of),
        ),
    )


def reciprocal_fact(label: str, of: Polynomial, words: str = "", name: Polynomial | None = None) -> Fact:
    """1/label as the reciprocal of what has that label."""
    name = real(f"1/{label}") if name is None else name
    return _fact(f"1/{label}", words or f"1/{label} is the reciprocal of {label}", name, eq(name * of, 1))


def power_of(label: str, name: Polynomial, logarithm: Term, words: str) -> tuple[Fact, Fact]:
    """e to the power of a number, or b to the power p where that is p·ln b."""
    positive, exact = gt(name, 0), eq(ln(name), logarithm)
    return _fact(f"{label} > 0", "a power is positive", name, positive), _fact(label, words, name, exact)


def positive_part(value: Polynomial, of: Polynomial, name: str) -> tuple[Fact, ...]:
    """value = max(0, of), by three facts."""
    return (
        Fact(f"{name} ≥ 0", "a positive part is not negative", ge(value, 0), value),
        Fact(f"{name} ≥ its argument", "a positive part is no less than what it is the part of", ge(value, of), value),
        Fact(name, "a positive part is 0 or its argument", eq(value * (value - of), 0), value),
    )
