"""That there always is what a definition introduces, as a proof that the kernel replays.

For a group of facts D₁(N), D₂(N), … about a new name N, at one index, two theorems are made.  The first is a lemma: D₁(N), D₂(N), … lead
to something that does not speak of N.  The second leads to the same from the facts before it: they give a term t with D₁(t), D₂(t), …, and
the kernel's rule `cut` puts t in the place of N.  Where t needs a root or a reciprocal, the rules `root` and `inverse` want a proof that
the number is not negative, or positive; `signs` looks for one.

Two principles are not the kernel's, and are looked at by form: a recurrence has a solution, and a number that is not negative has a whole
part.  That it is not negative is for the kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from proofs.derive.authoring.certificate import certificate, product, strict
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.terms import gt
from proofs.kernel import Compare, Formula, Polynomial, Proof, Rejected, Theorem, replay
from proofs.verify.checks.existence.construction import Construction, Missing
from proofs.verify.checks.existence.recipes import RECIPES, are_factors, beyond_middle, kind
from proofs.verify.checks.existence.shapes import Shape, constant
from proofs.verify.checks.existence.signs import Signs


def exists(group: Sequence[Shape], given: Sequence[tuple[str, Formula]]) -> Theorem | None:
    """The kernel's theorem that what is `given` leaves room for what the group introduces; None if there is none."""
    recipe = RECIPES.get(frozenset(kind(shape.word) for shape in group))
    if recipe is None or any(shape.fact.premises != group[0].fact.premises for shape in group):
        return None
    construction = Construction(group, given)
    try:
        return construction.theorem(recipe(construction))
    except (Missing, Rejected):
        return None


def positive(p: Polynomial, given: Sequence[tuple[str, Formula]]) -> Theorem | None:
    """The kernel's theorem that p > 0, from what is given; None if it is not found."""
    return _signed(given, lambda signs: signs.positive(p))


def contradictory(one: Sequence[Formula], other: Sequence[Formula]) -> bool:
    """Whether the kernel sees that two lists of premises cannot hold together: one premise of each adds up to 0 > 0."""
    return any(_clash(p, q) for p in one for q in other if isinstance(p, Compare) and isinstance(q, Compare))


def unique(group: Sequence[Shape], given: Sequence[tuple[str, Formula]]) -> Theorem | None:
    """The kernel's theorem by which one number only keeps an equation and a bound: the bound is not below the middle of the roots.

    Of two bounds that make up the equation the larger is one number in any case."""
    equation = next(shape for shape in group if shape.word == "quadratic")
    bounds = [shape for shape in group if shape is not equation]
    a = constant(equation.lead)
    if are_factors(equation, bounds):
        return _signed(given, lambda signs: signs.nonnegative(Polynomial.of(0)))
    least = [beyond_middle(equation.linear, a, e, s.rest) for s in bounds if a is not None and (e := constant(s.lead)) is not None]
    return next(filter(None, (_signed(given, lambda signs, m=m: signs.nonnegative(m)) for m in least)), None)  # type: ignore[misc]


def _clash(p: Compare, q: Compare) -> bool:
    for monomial, c in p.left.terms.items():
        if monomial and monomial in q.left.terms:
            scale = -c / q.left.terms[monomial]
            rest = p.left + scale * q.left
            value = Fraction(0) if not rest.terms else constant(rest)
            if scale <= 0 or value is None or "=" in (p.relation, q.relation):
                return False
            parts = (strict(-value), "p", product(scale, "q")) if value < 0 else (strict(1, "p"), product(scale, "q"))
            other = (strict(scale, "q"), "p")
            return any(_impossible(p, q, by) for by in ((parts,) if value < 0 else (parts, other)))
    return False


def _impossible(p: Compare, q: Compare, parts: tuple[Any, ...]) -> bool:
    d = Derivation("impossible", [("p", p), ("q", q)])
    d.have(gt(0, 0), by=certificate(*parts))
    try:
        replay(d.proof(), {})
    except Rejected:
        return False
    return True


def _signed(given: Sequence[tuple[str, Formula]], ask: Callable[[Signs], str | None]) -> Theorem | None:
    d = Derivation("a sign", given)
    line = ask(Signs(d))
    return None if line is None else replay(Proof(d.id, d.hypotheses, tuple(d.steps), line), {})
