"""That there always is what a definition introduces, as a proof that the kernel replays.

For a group of facts D₁(N), D₂(N), … about a new name N, at one index, two theorems are made.  The first is a lemma: D₁(N), D₂(N), … lead
to something that does not speak of N.  The second leads to the same from the facts before it: they give a term t with D₁(t), D₂(t), …, and
the kernel's rule `cut` puts t in the place of N.  Where t needs a root or a reciprocal, the rules `root` and `inverse` want a proof that
the number is not negative, or positive; `signs` looks for one.

Three principles are not the kernel's, and are looked at by form: equations that give each value by earlier ones have a solution
(`equations`), a space has room for new axes (`axes`), and a number that is not negative has a whole part.  That it is not negative, and
that a logarithm is one of a positive number, is for the kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from proofs.derive.authoring.derivation import Derivation
from proofs.kernel import Formula, Polynomial, Proof, Rejected, Theorem, replay
from proofs.verify.checks.existence.construction import Construction, Missing
from proofs.verify.checks.existence.equations import EQUATIONS
from proofs.verify.checks.existence.recipes import RECIPES, are_factors, beyond_middle, kind
from proofs.verify.checks.existence.shapes import Shape, constant
from proofs.verify.checks.existence.signs import Signs


def has_recipe(words: Iterable[str]) -> bool:
    """Whether facts of such shapes have a way to be shown to introduce something; another want is theirs."""
    found = set(words)
    return found <= EQUATIONS or found == {"axis"} or frozenset(map(kind, found)) in RECIPES or found == {"positive"}


def exists(group: Sequence[Shape], given: Sequence[tuple[str, Formula]]) -> Theorem | None:
    """The kernel's theorem that what is `given` leaves room for what the group introduces; None if there is none."""
    recipe = RECIPES.get(frozenset(kind(shape.word) for shape in group))
    if recipe is None or any(shape.fact.premises != group[0].fact.premises for shape in group):
        return None
    construction = Construction(group, given)
    try:
        construction.defined()
        return construction.theorem(recipe(construction))
    except (Missing, Rejected):
        return None


def positive(p: Polynomial, given: Sequence[tuple[str, Formula]]) -> Theorem | None:
    """The kernel's theorem that p > 0, from what is given; None if it is not found."""
    return _signed(given, lambda signs: signs.positive(p))


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


def _signed(given: Sequence[tuple[str, Formula]], ask: Callable[[Signs], str | None]) -> Theorem | None:
    d = Derivation("a sign", given)
    line = ask(Signs(d))
    return None if line is None else replay(Proof(d.id, d.hypotheses, tuple(d.steps), line), {})
