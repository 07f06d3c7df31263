"""For each shape of a definition, the term that is put in the place of the name, and why the facts are true of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from proofs.derive.authoring.certificate import Certificate, certificate, combination, multiple, product, square, strict
from proofs.derive.authoring.terms import ge
from proofs.kernel import Compare, Formula, Null, Polynomial
from proofs.verify.checks.existence.construction import NOTHING, Construction, Missing
from proofs.verify.checks.existence.shapes import Shape, constant


def value(c: Construction) -> str:
    """N = p."""
    shape = c.of("value")
    return c.close(shape.rest * (-1 / _constant(shape.lead)), lambda _: combination())


def quotient(c: Construction) -> str:
    """aN = b with a > 0, or with a < 0; N may be a vector."""
    shape = c.of("quotient")
    if isinstance(shape.fact.body, Null):
        q, _, star = c.reciprocal(shape.lead, "·q")  # the vector is q times the others; that this is a vector is by form
        return c.d.forget(c.d.have(NOTHING, by=certificate()), star)
    a, rest = shape.lead, shape.rest
    try:
        q, _, star = c.reciprocal(a, "·q")
    except Missing:
        a, rest = -a, -rest
        q, _, star = c.reciprocal(a, "·q")
    sign = 1 if a == shape.lead else -1
    return c.close(-rest * q, lambda _: combination((-sign * rest, star)), star)


def root(c: Construction) -> str:
    """aN² = b, and perhaps N ≥ 0, with a > 0 and b ≥ 0."""
    shape = c.of("square")
    a, rest = (shape.lead, shape.rest) if c.signs.positive(shape.lead) else (-shape.lead, -shape.rest)
    q, above, star = c.reciprocal(a, "·q")
    below = c.d.have(ge(-rest * q, 0), by=certificate(product(c.nonnegative(-rest), above)))
    r, sign, squared, end = c.d.root(below, "·r")
    scale = 1 if a == shape.lead else -1
    by = combination((scale * a, squared), (-scale * rest, star))
    return c.close(r, lambda s: by if s is shape else sign, star, end)


def greater_root(c: Construction) -> str:
    """aN² + bN + c = 0 and bounds of N from below, by the greater root."""
    shape = c.of("quadratic")
    if len(c.group) == 1 and not shape.rest.terms:
        return c.close(Polynomial.of(0), lambda _: combination())
    a = _constant(shape.lead)
    below = shape.linear**2 - 4 * a * shape.rest
    r, sign, squared, end = c.d.root(c.nonnegative(below), "·r")
    up = 1 if a > 0 else -1
    term = (up * r - shape.linear) * (1 / (2 * a))

    def prove(s: Shape) -> Certificate:
        if s is shape:
            return combination((1 / (4 * a), squared))
        share = _constant(s.lead) / (2 * abs(a))  # the claim is share·(r − m) ≥ 0
        m = beyond_middle(shape.linear, a, _constant(s.lead), s.rest)
        least = c.signs.nonnegative(-m)
        if least is not None:
            return certificate(product(share, sign), product(share, least))
        enough = c.nonnegative(below - m**2)
        return certificate(strict(share**-2, "z", "z"), product(2 / share, "z", sign), enough, multiple(1, squared))

    return c.close(term, prove, end)


def larger(c: Construction) -> str:
    """N ≥ b/a, N ≥ d/c, and one of them is N, for positive a and c."""
    equation = c.of("quadratic")
    bounds = [shape for shape in c.group if shape is not equation]
    if not are_factors(equation, bounds):
        raise Missing
    scale = _ratio(equation.fact.body, bounds)
    (a, b), (e, f) = ((s.lead, -s.rest) for s in bounds)
    crossed = e * b - a * f
    made = [c.reciprocal(lead, f"·{i}") for i, lead in enumerate((a, e))]

    def by(first: bool, line: str) -> str:
        (q, above, star), at, other = (made[0], b, f) if first else (made[1], f, b)
        own = bounds[0] if first else bounds[1]

        def prove(s: Shape) -> Certificate:
            if s is own:
                return certificate(multiple(at, star))
            if s is equation:
                rival = bounds[1] if first else bounds[0]
                return combination((scale * at * (rival.lead * at * q + rival.rest), star))
            return certificate(product(line, above), multiple(other, star))

        return c.close(at * q, prove)

    line = c.d.cases(crossed, lambda yes: by(True, yes) if c.d.claims[yes] == ge(crossed, 0) else by(False, yes))
    return c.d.forget(line, *(star for _, _, star in made))


def slack(c: Construction) -> str:
    """N ≥ p, N ≥ q, …: by 1 + p² + q² + …"""
    least = {id(s): s.rest * (-1 / _constant(s.lead)) for s in c.group}
    term = sum((p * p for p in least.values()), Polynomial.of(1))

    def prove(s: Shape) -> Certificate:
        e = _constant(s.lead)
        others = [product(e, square(p)) for i, p in least.items() if i != id(s)]
        return certificate(*others, product(e, square(least[id(s)] - Fraction(1, 2))), product(e * Fraction(3, 4)))

    return c.close(term, prove)


def bound_of_squares(c: Construction) -> str:
    """N² ≥ p, N² ≥ q, … and perhaps N ≥ 0: by 1 + p² + q² + …"""
    least = {id(s): -s.rest * (1 / _constant(s.lead)) for s in c.group if s.word == "lower square"}
    total = sum((p * p for p in least.values()), Polynomial.of(0))

    def prove(s: Shape) -> Certificate:
        if s.word != "lower square":
            return certificate(*(square(p) for p in least.values()), product(1))
        e, own = _constant(s.lead), least[id(s)]
        others = [product(2 * e, square(p)) for i, p in least.items() if i != id(s)]
        squares = (product(e, square(root)) for root in (total, own, own - Fraction(1, 2)))
        return certificate(*squares, *others, product(e * Fraction(3, 4)))

    return c.close(1 + total, prove)


def whole_part(c: Construction) -> str:
    """N ≤ p < N + 1 for a whole N, with p ≥ 0; that there is one then is by form."""
    below, above = c.of("floor below"), c.of("floor above")
    step = constant(above.fact.body.left + below.fact.body.left)  # type: ignore[union-attr]
    if step is None or step != -_constant(below.lead):
        raise Missing
    return c.d.have(NOTHING, c.nonnegative(below.rest), by=certificate())


def power(c: Construction) -> str:
    """N > 0 and ln N = p: e to the power p."""
    shape = c.of("power")
    lead = _constant(shape.lead)
    p = shape.rest * (-1 / lead)
    above, logarithm = c.d.parts(c.d.axiom("ln-exp", p))
    term = c.d.claims[above].left  # type: ignore[union-attr]
    return c.close(term, lambda s: combination((lead, logarithm)) if s is shape else above)


def larger_or_greater(c: Construction) -> str:
    """The larger of two bounds, or the greater root."""
    try:
        return larger(c)
    except Missing:
        return greater_root(c)


RECIPES: dict[frozenset[str], Callable[[Construction], str]] = {
    frozenset({"value"}): value,
    frozenset({"quotient"}): quotient,
    frozenset({"square"}): root,
    frozenset({"square", "bound"}): root,
    frozenset({"quadratic"}): greater_root,
    frozenset({"quadratic", "bound"}): larger_or_greater,
    frozenset({"bound"}): slack,
    frozenset({"lower square"}): bound_of_squares,
    frozenset({"lower square", "bound"}): bound_of_squares,
    frozenset({"floor below", "floor above"}): whole_part,
    frozenset({"power"}): power,
    frozenset({"power", "positive"}): power,
}


def kind(word: str) -> str:
    return "bound" if word in ("lower", "not negative") else word


def beyond_middle(linear: Polynomial, a: Fraction, e: Fraction, f: Polynomial) -> Polynomial:
    """What the root of the discriminant has to reach, so that eN + f ≥ 0 for the greater root of aN² + …"""
    return (linear if a > 0 else -linear) - f * (2 * abs(a) / e)


def _constant(p: Polynomial) -> Fraction:
    c = constant(p)
    if c is None:
        raise Missing
    return c


def are_factors(equation: Shape, bounds: Sequence[Shape]) -> bool:
    """Whether the equation says that one of the two bounds is reached."""
    return len(bounds) == 2 and _ratio(equation.fact.body, bounds) != 0


def _ratio(equation: Formula, bounds: Sequence[Shape]) -> Fraction:
    """The number that the equation's left side is times the product of the bounds'; 0 if there is none."""
    left, first, second = (f.left if isinstance(f, Compare) else Polynomial.of(0) for f in (equation, *(s.fact.body for s in bounds)))
    whole = first * second
    monomial, c = next(iter(whole.terms.items()))
    scale = left.terms.get(monomial, Fraction(0)) / c
    return scale if left == scale * whole else Fraction(0)
