"""That there is what a definition introduces, as a proof that the kernel replays: a recipe for each kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from proofs.derive.authoring.certificate import Certificate, certificate, combination, multiple, product, square, strict
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.terms import ge, gt
from proofs.kernel import Compare, Fn, Formula, Null, Polynomial, Proof, Rejected, Step, Theorem, replay
from proofs.kernel.formula import names, substitute
from proofs.kernel.term import Substitution
from proofs.statements.shapes import Shape, constant
from proofs.verify.checks.existence.principles import EQUATIONS
from proofs.verify.checks.existence.signs import Signs

# ------------------------------------------------------------------------------------------------------------------------------------------
# A proof in the making that there is such a thing: what is given, the signs that follow from it, and the step that ends it.

NOTHING = ge(0, 0)  # what follows, and does not speak of the name
LEMMA = "with the name"
Prover = Callable[[Shape], Certificate | str]


class Missing(Exception):
    """A sign that is not found, or a shape that has no recipe."""


class Construction:
    """A proof in the making that there is such a thing."""

    def __init__(self, group: Sequence[Shape], given: Sequence[tuple[str, Formula]]) -> None:
        self.group = group
        self.library = {LEMMA: _follows(group)}
        self.d = Derivation("without the name", given, self.library)
        self.premises = [self.d.assume(premise) for premise in group[0].fact.premises]
        self.signs = Signs(self.d)
        self.needed: list[str] = []  # lines without which a term says nothing

    def of(self, word: str) -> Shape:
        """The one fact of that shape."""
        found = [shape for shape in self.group if shape.word == word]
        if len(found) != 1:
            raise Missing
        return found[0]

    def positive(self, p: Polynomial) -> str:
        return _found(self.signs.positive(p))

    def nonnegative(self, p: Polynomial) -> str:
        return _found(self.signs.nonnegative(p))

    def defined(self) -> None:
        """Each logarithm, but for those of the new name, is one of a positive number."""
        for shape in self.group:
            left = shape.fact.body.left if isinstance(shape.fact.body, Compare) else Polynomial.of(0)
            for atom in sorted({a for monomial in left.terms for a, _ in monomial if isinstance(a, Fn)}, key=repr):
                if atom.name == "ln" and shape.name not in set(names(atom)):
                    self.needed.append(self.positive(atom.argument))

    def reciprocal(self, p: Polynomial, name: str) -> tuple[Polynomial, str, str]:
        """q = 1/p for a positive p, the line q > 0, and the line q·p = 1, which is to be forgotten."""
        above = self.positive(p)
        q, star = self.d.inverse(above, name)
        return q, self.d.have(gt(q, 0), by=certificate(strict(), product("z", above), multiple(1, star))), star

    def close(self, term: Polynomial, prove: Prover, *stars: str) -> str:
        """What follows, by the lemma at this term; `prove` says how each of its facts holds there."""
        kind, name = self.group[0].name
        sigma = Substitution({(kind, str(name)): term})
        lines = []
        for shape in self.group:
            claim, by = substitute(sigma, shape.fact.body), prove(shape)
            lines.append(by if isinstance(by, str) else self.d.have(claim, by=by))
        line = self.d.line("cut", NOTHING, lines, {"theorem": LEMMA, "substitution": [[kind, name, term]]})
        return self.d.forget(line, *stars)

    def theorem(self, line: str) -> Theorem:
        line = self.d.have(NOTHING, line, *self.needed, by=certificate())
        for premise in reversed(self.premises):
            line = self.d.discharge(line, premise)
        return replay(Proof(self.d.id, self.d.hypotheses, tuple(self.d.steps), line), self.library)


def _found(line: str | None) -> str:
    if line is None:
        raise Missing
    return line


def _follows(group: Sequence[Shape]) -> Theorem:
    """The lemma: from all facts of the group, at one index, what does not speak of the name."""
    named = tuple((f"{i}", shape.fact.body) for i, shape in enumerate(group) if isinstance(shape.fact.body, Compare))
    step = Step("follows", "certificate", NOTHING, tuple(name for name, _ in named), dict(certificate().data))
    return replay(Proof(LEMMA, named, (step,), "follows"), {})


# ------------------------------------------------------------------------------------------------------------------------------------------
# For each shape of a definition, the term that is put in the place of the name, and why the facts are true of it.


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


# ------------------------------------------------------------------------------------------------------------------------------------------
# That there always is what a definition introduces, as a proof that the kernel replays.
#
# For a group of facts D₁(N), D₂(N), … about a new name N, at one index, two theorems are made. The first is a lemma: D₁(N), D₂(N), … lead
# to something that does not speak of N. The second leads to the same from the facts before it: they give a term t with D₁(t), D₂(t), …,
# and the kernel's rule `cut` puts t in the place of N. Where t needs a root or a reciprocal, the rules `root` and `inverse` want a proof
# that the number is not negative, or positive; `signs` looks for one.
#
# Three principles are not the kernel's, and are looked at by form: equations that give each value by earlier ones have a solution
# (`equations`), a space has room for new axes (`axes`), and a number that is not negative has a whole part. That it is not negative, and
# that a logarithm is one of a positive number, is for the kernel.


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
