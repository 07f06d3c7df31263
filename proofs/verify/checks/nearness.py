"""The nearness of an instance to breaking a claim: the tightness of a property, where there is no run and no M.

A comparison says that a sum of terms is not negative. With P the sum of the positive terms there and N that of the others, without their
signs, it says N ≤ P: so N/P is 1 at equality and above 1 where it is broken, at any scale. A claim that its author displays has two sides,
and the smaller over the greater stands in the place of N/P. Of a claim with several parts the nearest one counts.

    no_bound(item)         why the claim bounds nothing, by its formula: “an identity”, “a sign”; empty for a bound
    nearness(claim, …)     the ratio of the nearest part, in floats
    nearest(item)          the nearest of the instances that Hypothesis draws, aimed at that ratio; equality is decided exactly
    deciding_draws(item)   the draws of that search by which it has its result, for `kept_draws`
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction

from hypothesis import target

from perceptron.errors import InputError
from proofs.conjecture import nodes
from proofs.conjecture.surd import TooLarge
from proofs.derive.typesetting.sentences import print_formula
from proofs.falsify.search import draw
from proofs.kernel import Both, Compare, ForAll, Formula, Implies, Null, Polynomial
from proofs.statements.displayed import Display, Likely, Together
from proofs.statements.evaluation import Model, approximate, holds, value
from proofs.statements.instance import Draw
from proofs.statements.property import Property
from proofs.verify.checks.kept_draws import recall

BYTES = 80  # of one draw
DRAWS, QUICK_DRAWS = 300, 100  # most claims that have equality somewhere have it among the first ten
NEARLY = 1 - 1e-9  # a ratio from which equality is asked exactly
IDENTITY, SIGN = "an identity", "a sign"


# --- Which claims are bounds


def no_bound(item: Property) -> str:
    """Why the claim bounds nothing: it says that two things are equal, or that one is positive; empty if it is a bound."""
    if isinstance(item.displayed, Display) and _squares_vanish(item.displayed.relation):
        return IDENTITY
    found = {_kind(part, item) for part in _matrices(item.claim)}
    return "" if "" in found else IDENTITY if found == {IDENTITY} else SIGN


def _matrices(f: Formula) -> Iterator[Compare | Null]:
    """The comparisons that a claim ends in."""
    match f:
        case ForAll(body):
            yield from _matrices(body)
        case Implies(_, conclusion):
            yield from _matrices(conclusion)
        case Both(first, second):
            yield from (*_matrices(first), *_matrices(second))
        case _:
            yield f


def _kind(f: Compare | Null, item: Property) -> str:
    if isinstance(f, Null) or f.relation == "=":
        return IDENTITY
    return SIGN if len({c > 0 for c in f.left.terms.values()}) < 2 and _sides(item) is None else ""


def _squares_vanish(relation: nodes.Relation) -> bool:
    """Whether a displayed claim says that a sum of squares is at most 0, by which the kernel states equations between vectors."""
    return relation.op == "<=" and relation.right == nodes.Number(Fraction(0)) and _is_square(relation.left)


def _is_square(node: nodes.Node) -> bool:
    match node:
        case nodes.Add(left, right):
            return _is_square(left) and _is_square(right)
        case nodes.Mul(_, right):  # a weight before a square
            return _is_square(right)
        case nodes.Pow(_, exponent):
            return exponent.denominator == 1 and exponent % 2 == 0
    return False


def _sides(item: Property) -> tuple[Polynomial, Polynomial] | None:
    """The smaller and the greater side of a claim without quantifiers, as its author displays it; None where one of them is 0."""
    if not isinstance(item.displayed, Display) or not isinstance(item.claim, Compare) or item.claim.relation == "=":
        return None
    sides = item.displayed.sides([fact.formula for fact in item.facts])
    return sides if all(side.terms for side in sides) else None


# --- How near an instance is


def nearness(claim: Formula, model: Model, bound: tuple[int, ...] = ()) -> float | None:
    """The ratio N/P of the nearest part of a claim, in floats; None where no part has one, as where nothing stands on either side."""
    return max((r for compare, at in _in_force(claim, model, bound) if (r := _ratio(compare.left, model, at)) is not None), default=None)


def _in_force(claim: Formula, model: Model, bound: tuple[int, ...] = ()) -> Iterator[tuple[Compare, tuple[int, ...]]]:
    """The inequalities that the claim makes of the model, each with the values of its bound indices."""
    match claim:
        case Compare(_, ">=" | ">"):
            yield claim, bound
        case Both(first, second):
            yield from (*_in_force(first, model, bound), *_in_force(second, model, bound))
        case Implies(premise, conclusion) if holds(premise, model, bound):
            yield from _in_force(conclusion, model, bound)
        case ForAll(body):
            for k in range(model.horizon + 1):
                yield from _in_force(body, model, (k, *bound))


def _ratio(left: Polynomial, model: Model, bound: tuple[int, ...]) -> float | None:
    try:
        terms = [approximate(Polynomial({monomial: c}), model, bound) for monomial, c in left.terms.items()]
    except (InputError, TooLarge):
        return None
    return _share(-sum(t for t in terms if t < 0), sum(t for t in terms if t > 0))


def _share(smaller: float, greater: float) -> float | None:
    return smaller / greater if greater > 0 and smaller >= 0 else None


@dataclass(frozen=True)
class _Place:
    """An instance at which a part of the claim comes near: its ratio, whether both sides are equal, and the names and terms that are 0."""

    ratio: float
    equal: bool
    zeros: frozenset[str]


@dataclass(frozen=True)
class Nearest:
    """The nearest of the instances that keep all hypotheses.

    held: how many did; broken: whether the claim failed in one; ratio: of the nearest, rounded down; equal: whether its sides are equal.
    zeros: the term that is 0 in each instance with equality; elsewhere: the best ratio where that is not 0. They are empty where some
    equality has no such restriction."""

    held: int
    broken: bool
    ratio: str
    equal: bool
    zeros: tuple[str, ...] = ()
    elsewhere: str = ""


class _Enough(BaseException):
    """Nothing nearer can be drawn. It is not an Exception, so Hypothesis does not catch it."""


@dataclass(frozen=True)
class _Hit:
    """A draw whose instance keeps all hypotheses, and the places of each part of the claim there."""

    data: bytes
    places: tuple[list[_Place], ...]


def _aim_nowhere(ratio: float, *, label: str) -> None:
    """Draws that are kept are not aimed."""


@dataclass
class _Drawing:
    """Called with bytes: the places of one instance, for each part of the claim. `aim` gets the ratios there."""

    item: Property
    aim: Callable[..., object] = target
    drawn: list[_Hit] = field(default_factory=list)
    broken: bool = False

    def __post_init__(self) -> None:
        facts = [fact.formula for fact in self.item.facts]
        said = self.item.displayed
        parts = [part.formula(facts) for part in said.parts] if isinstance(said, Together) else [self.item.claim]
        self.parts = list(dict.fromkeys(part for part in parts if any(not _kind(f, self.item) for f in _matrices(part))))
        self.shown = _sides(self.item)

    def __call__(self, data: bytes) -> None:
        model = self.item.draw_choices(Draw(data)).model
        if self.item.failing_in(model):
            return
        try:
            self.broken |= not holds(self.item.claim, model)
        except InputError:
            return
        places = tuple(
            [place for compare, at in _in_force(part, model) if (place := self._place(compare, model, at)) is not None]
            for part in self.parts
        )
        self.drawn.append(_Hit(data, places))
        for number, found in enumerate(places):
            self.aim(max((place.ratio for place in found), default=0.0), label=f"part {number}")
        if self.broken or all(any(p.equal and not p.zeros for one in self.drawn for p in one.places[n]) for n in range(len(self.parts))):
            raise _Enough

    def result(self, drawn: Sequence[_Hit] | None = None) -> Nearest:
        """The nearest of the instances, or of some of them: of several inequalities the farthest one counts."""
        among = self.drawn if drawn is None else drawn
        parts = [_summary([place for one in among for place in one.places[number]]) for number in range(len(self.parts))]
        return replace(min(parts, key=lambda part: (part.equal, float(part.ratio))), held=len(among), broken=self.broken)

    def _place(self, compare: Compare, model: Model, at: tuple[int, ...]) -> _Place | None:
        ratio = None
        if self.shown is not None:
            try:
                ratio = _share(*(approximate(side, model, at) for side in self.shown))
            except (InputError, TooLarge):
                return None
        if ratio is None:
            ratio = _ratio(compare.left, model, at)
        if ratio is None:
            return None
        equal = ratio > NEARLY and _equal(compare, model, at)
        return _Place(ratio, equal, frozenset() if at else _zeros(compare.left, model))


def _equal(compare: Compare, model: Model, at: tuple[int, ...]) -> bool:
    try:
        return holds(Compare(compare.left, "="), model, at)
    except InputError:  # logarithms that no precision tells apart
        return False


def _zeros(left: Polynomial, model: Model) -> frozenset[str]:
    """The names in a comparison that are 0 in the model, or, where no name is, the terms."""

    def vanishing(terms: Sequence[Polynomial]) -> frozenset[str]:
        try:
            return frozenset(print_formula(Compare(term, "=")) for term in terms if not value(term, model).terms)
        except (InputError, TooLarge):
            return frozenset()

    return vanishing([Polynomial.atom(atom) for atom in {atom for monomial in left.terms for atom, _ in monomial}])


def nearest(item: Property, quick: bool = False) -> Nearest:
    """The nearest instance among a fixed number of draws, the same each time: of several inequalities the ratio of the farthest.

    quick: draw a third as many, or take the draws that such a search has found before.  Of a claim on a probability, which takes long to
    evaluate, a tenth of either is drawn."""
    found = recall(item) if quick else None
    if found is not None and found.nearest:
        drawing = _Drawing(item, _aim_nowhere)
        with suppress(_Enough):
            for data in found.nearest:
                drawing(data)
        result = replace(drawing.result(), held=found.held)
        if len(drawing.drawn) == len(found.nearest) and result.ratio == found.ratio:
            return result
    return _search(item, quick).result()


def _search(item: Property, quick: bool) -> _Drawing:
    drawing, draws = _Drawing(item), QUICK_DRAWS if quick else DRAWS
    with suppress(_Enough):
        draw(drawing, BYTES, 0, draws // 10 if isinstance(item.displayed, Likely) else draws)
    return drawing


def deciding_draws(item: Property) -> tuple[Nearest, tuple[bytes, ...]]:
    """The result of a quick search, and the draws by which alone it would be the same."""
    drawing = _search(item, quick=True)
    found, chosen = drawing.result(), drawing.drawn
    for one in drawing.drawn:
        fewer = [other for other in chosen if other is not one]
        if fewer and replace(drawing.result(fewer), held=found.held) == found:
            chosen = fewer
    return found, tuple(one.data for one in chosen)


def _summary(places: Sequence[_Place]) -> Nearest:
    equal = [place for place in places if place.equal]
    zeros = frozenset.intersection(*(place.zeros for place in equal)) if equal else frozenset[str]()
    other = max((place.ratio for place in places if not place.zeros >= zeros), default=0.0)
    ratio = "1" if equal else _down(max((place.ratio for place in places), default=0.0))
    return Nearest(0, False, ratio, bool(equal), tuple(sorted(zeros)), _down(other) if zeros else "")


def _down(ratio: float) -> str:
    """Six digits, rounded down as far as floats can decide, and never 1, which is for equality."""
    return f"{min(int(ratio * 10**6 + 1e-4), 10**6 - 1) / 10**6:.6f}".rstrip("0").rstrip(".")
