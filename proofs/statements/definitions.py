"""Facts, and the properties of a definition among them: a root, a quotient, the larger of two numbers, a power.

A fact that a constructor writes (`proofs.statements.constructors`) carries its `Definition`: the formulas about the name, a kernel proof
that the object exists, and its value on an instance. A definition is no hypothesis, for there is such a thing whatever the reader chooses:
`proofs.verify.checks.definitions` has the kernel replay that proof, and rejects a page whose definition has none.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from typing import Any, ClassVar

from perceptron.errors import InputError
from proofs.conjecture.surd import Surd, TooLarge, sign
from proofs.derive.authoring.certificate import certificate, combination, multiple, product, square, strict
from proofs.derive.authoring.terms import eq, ge, gt, inner, null, poly
from proofs.kernel import Formula, Index, Nat, Polynomial, Rejected, Theorem, Vec, Vector
from proofs.kernel.axioms import ln
from proofs.kernel.formula import substitute
from proofs.kernel.term import Substitution, key
from proofs.statements.evaluation import Coordinates, Model, coordinates, value
from proofs.statements.existence import AdversaryChoice, Construction, Missing, Signs
from proofs.statements.places import FactAtIndex, Name, places, variable, variables

CONSTRUCTORS = (
    "at_least", "axis", "define", "floor_of", "greater_root", "larger_of", "positive_part", "power_of", "quotient", "reciprocal_fact",
    "root_at_least", "root_of", "sequence", "size",
)  # fmt: skip
Within = Callable[[Formula], Formula]  # a formula under the premises and for all the numbers for which it is said
Worth = Surd | Coordinates


@dataclass(frozen=True)
class Fact:
    """A named hypothesis, or a definition of a quantity, in words and as a kernel formula.

    `defines`: a constructor's definition of the name that it introduces, with the other facts about that name (a length is not negative, a
    root squares to its term). It takes from the reader nothing to choose; whatever does is a hypothesis, to be shown needed. `cited`: the
    outside theorem that the hypothesis is, which no proof here establishes; what rests on one has the status ‘cited’."""

    name: str
    words: str
    formula: Formula
    defines: Definition | None = None
    cited: str = ""

    def __post_init__(self) -> None:
        if not (self.defines is None or isinstance(self.defines, Definition)):
            raise InputError(f"{self.name!r} is a definition by hand; it has to be one of {', '.join(CONSTRUCTORS)}, or a hypothesis")

    @property
    def definition(self) -> bool:
        return self.defines is not None


def flat(facts: Iterable[Any]) -> tuple[Any, ...]:
    """Facts, or formulas with their names, of which several may stand together in a tuple, one after the other."""

    def one(part: Any) -> bool:
        return isinstance(part, Fact) or bool(part and isinstance(part[0], str))

    return tuple(fact for part in facts for fact in ((part,) if one(part) else flat(part)))


@dataclass(frozen=True)
class Definition:
    """A definition of a name at one place, `top`, under `premises` and for all of the numbers ·0, ·1, …, of which there are `depth`.

    `along`: it is said of the entry of `top` along this axis."""

    top: Any  # a term or a vector that is one name
    premises: tuple[Formula, ...] = field(default=(), kw_only=True)
    depth: int = field(default=0, kw_only=True)
    along: Vector | None = field(default=None, kw_only=True)
    loose: ClassVar[bool] = False  # whether of all that is said more than one thing can be true

    @property
    def term(self) -> Any:
        """The name as it stands in its definition."""
        return inner(self.along, self.top) if isinstance(self.top, Vector) and self.along is not None else self.top

    @property
    def atom(self) -> Any:
        """The one name that `top` is."""
        return next(iter(self.top.parts if isinstance(self.top, Vector) else [a for monomial in self.top.terms for a, _ in monomial]))

    @property
    def name(self) -> Name:
        atom = self.atom
        return ("nat", str(atom.name)) if isinstance(atom, Nat) else key(atom)

    @property
    def index(self) -> Index | None:
        """The place at which it is introduced, if it has several."""
        return getattr(self.atom, "index", None)

    @property
    def terms(self) -> tuple[Any, ...]:
        """The terms that define the name."""
        inherited = {part.name for part in fields(Definition)}
        parts = [getattr(self, part.name) for part in fields(self) if part.name not in inherited]
        return tuple(term for part in parts for term in (part if isinstance(part, tuple) else (part,)))

    @property
    def bodies(self) -> tuple[Formula, ...]:
        """The formulas of the definition."""
        raise NotImplementedError

    def map_terms(self, to: Callable[[Any], Any]) -> Definition:
        """With all its terms and premises changed."""

        def change(part: Any) -> Any:
            return tuple(map(to, part)) if isinstance(part, tuple) else part if part is None or isinstance(part, int) else to(part)

        return replace(self, **{part.name: change(getattr(self, part.name)) for part in fields(self)})

    def open_within(self, within: Within) -> Definition:
        """The definition within these premises, at numbers ·0, ·1, … in place of all numbers."""
        around = FactAtIndex.of(within(ge(0, 0)))

        def at(term: Any) -> Any:
            said: Any = FactAtIndex.of(within(null(term) if isinstance(term, Vector) else ge(term, 0))).body
            return said.vector if isinstance(term, Vector) else said.left

        return replace(self.map_terms(at), premises=around.premises, depth=around.depth)

    def at(self, numbers: Substitution) -> Definition:
        """With numbers put in."""

        def put(part: Any) -> Any:
            known = isinstance(part, (Polynomial, Vector))
            return (numbers.vector(part) if isinstance(part, Vector) else numbers.real(part)) if known else substitute(numbers, part)

        return self.map_terms(put)

    def says(self, opened: FactAtIndex) -> bool:
        """Whether a fact says nothing else."""
        return opened.premises == self.premises and opened.depth == self.depth and opened.body in self.bodies

    @property
    def covers(self) -> bool:
        """Whether the name has all the indices that it is explained by: one number R cannot be the value f(k) for every k."""
        own = {*variables(self.index), *(variables(getattr(self.along_atom, "index", None)))}
        return own >= {f"·{i}" for i in range(self.depth)}

    @property
    def along_atom(self) -> Vec | None:
        return None if self.along is None else next(iter(self.along.parts))

    def prove_existence(self, c: Construction) -> str:
        """The line of a kernel proof that there is such a thing."""
        return c.missing()

    def exists(self, bodies: Sequence[Formula], given: AdversaryChoice) -> Theorem | None:
        """The kernel's theorem that the `given` facts leave room for an object with these formulas; None if there is none."""
        c = Construction(self.name, self.premises, self.bodies, bodies, given)
        try:
            return c.theorem(*c.logarithms(self.terms), self.prove_existence(c))
        except (Missing, Rejected):
            return None

    def unique(self, signs: Signs, said: Collection[Formula]) -> str | None:
        """A line that proves that only one object satisfies the definition; None if there may be several."""
        return signs.nonnegative(poly(0)) if not self.loose and set(self.bodies) <= set(said) else None

    def worth(self, model: Model) -> Worth:
        """Its value on an instance.  Raises InputError if no fact determines it."""
        raise InputError(f"no fact determines the value of {self.name[1]}")


@dataclass(frozen=True)
class Value(Definition):
    """N = p, for a number or a vector; N(k + 1) by what comes before it."""

    is_: Any

    @property
    def bodies(self) -> tuple[Formula, ...]:
        return (null(self.top - self.is_) if isinstance(self.is_, Vector) else eq(self.term, self.is_),)

    @property
    def recurs(self) -> bool:
        """Whether it gives one entry of a sequence, or one by others: not N, and not N(k) for every k by terms without N."""
        parts = self.index.name if self.index is not None and isinstance(self.index.name, tuple) else (self.index,)
        whole = self.index is None or (not self.index.offset and all(i is not None and variable(i) and not i.offset for i in parts))
        return not whole or self.name in {name for part in (self.is_, *self.premises) for name, _ in places(part)}

    def prove_existence(self, c: Construction) -> str:
        return c.nothing() if isinstance(self.is_, Vector) else c.close(self.is_, combination)

    def worth(self, model: Model) -> Worth:
        return coordinates(self.is_, model) if isinstance(self.is_, Vector) else value(self.is_, model)


@dataclass(frozen=True)
class Quotient(Definition):
    """a·N = b with a > 0, or with a < 0; N may be a vector."""

    by: Polynomial
    is_: Any

    @property
    def bodies(self) -> tuple[Formula, ...]:
        return (null(self.by * self.top - self.is_) if isinstance(self.is_, Vector) else eq(self.top * self.by, self.is_),)

    def prove_existence(self, c: Construction) -> str:
        sign_ = 1 if c.signs.positive(self.by) else -1
        q, _, star = c.reciprocal(sign_ * self.by, "·q")
        if isinstance(self.is_, Vector):
            return c.d.forget(c.nothing(), star)  # the vector is q times the others; that this is a vector is by form
        return c.close(sign_ * self.is_ * q, lambda: combination((self.is_, star)), stars=[star])

    def worth(self, model: Model) -> Worth:
        by = value(self.by, model).inverse()
        if not isinstance(self.is_, Vector):
            return value(self.is_, model) * by
        share = by.as_rational()
        if share is None:
            raise TooLarge
        return tuple(share * c for c in coordinates(self.is_, model))


@dataclass(frozen=True)
class Root(Definition):
    """N ≥ 0 and N²·a = b, with a > 0 and b ≥ 0."""

    of: Polynomial
    times: Polynomial

    @property
    def bodies(self) -> tuple[Formula, ...]:
        return ge(self.top, 0), eq(self.top**2 * self.times, self.of)

    def prove_existence(self, c: Construction) -> str:
        q, above, star = c.reciprocal(self.times, "·q")
        below = c.d.have(ge(self.of * q, 0), by=certificate(product(c.nonnegative(self.of), above)))
        r, positive, squared, end = c.d.root(below, "·r")
        return c.close(r, lambda: positive, lambda: combination((self.times, squared), (self.of, star)), stars=[star, end])

    def worth(self, model: Model) -> Worth:
        return _root(value(self.of, model) * value(self.times, model).inverse())


@dataclass(frozen=True)
class GreaterRoot(Definition):
    """N ≥ m and N² = bN + c: the greater root."""

    least: Polynomial
    slope: Polynomial
    rest: Polynomial

    @property
    def bodies(self) -> tuple[Formula, ...]:
        return ge(self.top, self.least), eq(self.top**2, self.slope * self.top + self.rest)

    @property
    def _beyond(self) -> Polynomial:
        """The bound that the root of the discriminant has to reach, so that N ≥ m for the greater root."""
        return 2 * self.least - self.slope

    def prove_existence(self, c: Construction) -> str:
        below = self.slope**2 + 4 * self.rest
        r, positive, squared, end = c.d.root(c.nonnegative(below), "·r")
        half = Fraction(1, 2)

        def no_less() -> Any:
            line = c.signs.nonnegative(-self._beyond)
            if line is not None:
                return certificate(product(half, positive), product(half, line))
            enough = c.nonnegative(below - self._beyond**2)
            return certificate(strict(4, "z", "z"), product(4, "z", positive), enough, multiple(1, squared))

        return c.close(half * (r + self.slope), no_less, lambda: combination((Fraction(1, 4), squared)), stars=[end])

    def unique(self, signs: Signs, said: Collection[Formula]) -> str | None:
        return signs.nonnegative(self._beyond) if set(self.bodies) <= set(said) else None

    def worth(self, model: Model) -> Worth:
        slope, rest = value(self.slope, model), value(self.rest, model)
        return (slope + _root(slope * slope + Surd.rational(4) * rest)) * Surd.rational(Fraction(1, 2))


@dataclass(frozen=True)
class Larger(Definition):
    """N ≥ b/a, N ≥ d/c, and one of them is N, for positive a and c."""

    one: Polynomial
    other: Polynomial
    a: Polynomial
    c: Polynomial

    @property
    def bodies(self) -> tuple[Formula, ...]:
        first, second = self.a * self.top - self.one, self.c * self.top - self.other
        return ge(first, 0), ge(second, 0), eq(first * second, 0)

    def prove_existence(self, c: Construction) -> str:
        crossed = self.c * self.one - self.a * self.other
        inverses = [c.reciprocal(lead, f"·{i}") for i, lead in enumerate((self.a, self.c))]

        def by(case: str) -> str:
            first = c.d.claims[case] == ge(crossed, 0)
            own, rival = (self.one, self.other) if first else (self.other, self.one)
            q, above, star = inverses[0 if first else 1]
            reached, beyond = (lambda: certificate(multiple(own, star))), (lambda: certificate(product(case, above), multiple(rival, star)))
            lead = self.c if first else self.a
            both = (reached, beyond) if first else (beyond, reached)
            return c.close(own * q, *both, lambda: combination((own * (lead * own * q - rival), star)))

        return c.d.forget(c.d.cases(crossed, by), *(star for _, _, star in inverses))

    def worth(self, model: Model) -> Worth:
        return _most(value(b, model) * value(a, model).inverse() for b, a in ((self.one, self.a), (self.other, self.c)))


@dataclass(frozen=True)
class AtLeast(Definition):
    """N ≥ p, N ≥ q, … for terms that are not all numbers: by 1 + p² + q² + …"""

    bounds: tuple[Polynomial, ...]
    loose = True

    @property
    def bodies(self) -> tuple[Formula, ...]:
        return tuple(ge(self.top, bound) for bound in self.bounds)

    def prove_existence(self, c: Construction) -> str:
        if all(set(bound.terms) <= {frozenset()} for bound in self.bounds):
            return c.missing()  # a range, not a slack

        def no_less(at: int) -> Any:
            others = [product(1, square(p)) for i, p in enumerate(self.bounds) if i != at]
            return certificate(*others, product(1, square(self.bounds[at] - Fraction(1, 2))), product(Fraction(3, 4)))

        term = sum((p * p for p in self.bounds), poly(1))
        return c.close(term, *((lambda at=at: no_less(at)) for at in range(len(self.bounds))))

    def worth(self, model: Model) -> Worth:
        return _most(value(bound, model) for bound in self.bounds)


@dataclass(frozen=True)
class RootAtLeast(Definition):
    """N ≥ 0 and N² ≥ p/e for a number e > 0: by 1 + (p/e)²"""

    of: Polynomial
    times: Polynomial
    loose = True

    @property
    def bodies(self) -> tuple[Formula, ...]:
        return ge(self.top, 0), ge(self.times * self.top**2, self.of)

    def prove_existence(self, c: Construction) -> str:
        e = self.times.terms.get(frozenset(), Fraction(0))
        if self.times != poly(e) or e <= 0:
            return c.missing()
        p = 1 / e * self.of
        squares = [product(e, square(root)) for root in (p * p, p, p - Fraction(1, 2))]
        signed = certificate(square(p), product(1))
        return c.close(1 + p * p, lambda: signed, lambda: certificate(*squares, product(e * Fraction(3, 4))))


@dataclass(frozen=True)
class Floor(Definition):
    """N ≤ p < N + 1 for a whole N, with p ≥ 0; that there is one then is by form."""

    of: Polynomial

    @property
    def bodies(self) -> tuple[Formula, ...]:
        return ge(self.of, self.top), gt(self.top + 1, self.of)

    def prove_existence(self, c: Construction) -> str:
        return c.nothing(c.nonnegative(self.of))

    def worth(self, model: Model) -> Worth:
        whole = value(self.of, model).as_rational()
        if whole is None:
            raise TooLarge
        return Surd.rational(whole.numerator // whole.denominator)


@dataclass(frozen=True)
class Power(Definition):
    """N > 0 and ln N = p: e to the power p."""

    logarithm: Polynomial

    @property
    def bodies(self) -> tuple[Formula, ...]:
        return gt(self.term, 0), eq(ln(self.term), self.logarithm)

    def prove_existence(self, c: Construction) -> str:
        above, logarithm = c.d.parts(c.d.axiom("ln-exp", self.logarithm))
        return c.close(c.d.claims[above].left, lambda: above, lambda: combination((1, logarithm)))  # type: ignore[union-attr]

    def unique(self, signs: Signs, said: Collection[Formula]) -> str | None:
        return signs.nonnegative(poly(0)) if self.bodies[1] in said else None


@dataclass(frozen=True)
class Axis(Definition):
    """⟨N, N⟩ = c for a number c > 0, or ⟨N, w⟩ = 0; that there is room for it is by form."""

    across: Vector
    size: Polynomial

    @property
    def bodies(self) -> tuple[Formula, ...]:
        return (eq(inner(self.top, self.across), self.size),)

    @property
    def covers(self) -> bool:
        return True


@dataclass(frozen=True)
class Size(Definition):
    """N ≥ 0, where nothing else would notice if N were −N."""

    loose = True

    @property
    def bodies(self) -> tuple[Formula, ...]:
        return (ge(self.top, 0),)

    def worth(self, model: Model) -> Worth:
        return Surd({})


def _root(square_: Surd) -> Surd:
    if sign(square_) < 0:
        raise InputError("a negative number has no root")
    return square_.sqrt()


def _most(values: Iterable[Surd]) -> Surd:
    most, *others = values
    for other in others:
        most = other if sign(other - most) > 0 else most
    return most
