"""When a polynomial in logarithms of rational numbers is 0: decided by their prime factors, where balls of any precision cannot.

The logarithms of the primes are taken as independent symbols. What cancels then is 0; what does not cancel may still be 0 (whether it can
be, beyond degree 1, is not known), so a caller asks balls about the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache, partial
from operator import mul
from typing import Any

from flint import arb, ctx, fmpq, fmpz

from perceptron.errors import InputError
from proofs.conjecture.surd import PRECISIONS, Surd, TooLarge, sign
from proofs.kernel import Both, Compare, Fn, ForAll, Formula, Implies, Index, Inner, Nat, Null, Polynomial, Real, Sum, Vec, Vector

MAX_BITS = 2000  # of a number to factor; what runs produce are powers of small numbers


def cancels(p: Polynomial, rational: Callable[[Polynomial], Fraction | None]) -> bool:
    """Whether p is 0 by its prime factors alone; `rational` gives the value of a term without logarithms, None if that is irrational."""
    total = Polynomial.of(0)
    for monomial, c in p.terms.items():
        logs = [(a.argument, power) for a, power in monomial if isinstance(a, Fn) and a.name == "ln"]
        plain = rational(Polynomial({frozenset((a, power) for a, power in monomial if not isinstance(a, Fn)): c}))
        if plain is None:
            return False
        product = Polynomial.of(plain)
        for argument, power in logs:
            known = None if any(isinstance(a, Fn) for m in argument.terms for a, _ in m) else rational(argument)
            if known is None or known <= 0 or max(known.numerator, known.denominator).bit_length() > MAX_BITS:
                return False
            product = product * _by_primes(known) ** power
        total = total + product
    return not total.terms


def _by_primes(value: Fraction) -> Polynomial:
    total = Polynomial.of(0)
    for part, side in ((value.numerator, 1), (value.denominator, -1)):
        for prime, power in fmpz(part).factor():
            total = total + side * int(power) * Polynomial.atom(("ln", int(prime)))
    return total


# ------------------------------------------------------------------------------------------------------------------------------------------
# Kernel formulas evaluated on a concrete run: the bridge between what is proved and what runs.
#
# The kernel speaks of sequences w(k), z(k), ξ(k), …, one entry an update. A `Model` gives those names values; `run_model` takes them from
# an exact run. `holds` says whether a formula is true there, in exact arithmetic with square roots. A comparison with a logarithm in it is
# decided by balls, and an equation by prime factors. Nothing here is used by a proof.

Coordinates = tuple[Fraction, ...]
Bound = tuple[int, ...]  # the numbers of the ∀ and Σ around a term, the innermost first


class UndefinedTerm(InputError):
    """A term has no value: the logarithm of a number that is not positive."""


FIRST = 128  # bits, one of `PRECISIONS`, after which a comparison of logarithms is looked at for what cancels


@dataclass(frozen=True)
class Model:
    """Values for the free names: numbers, vectors, sequences of both (functions of k), naturals; ∀k means k ≤ horizon.

    gram    the inner products of the vectors that coordinates are of, where these are no orthonormal ones: features of a kernel"""

    reals: Mapping[str, Surd]
    sequences: Mapping[str, Callable[[int], Surd]]
    vectors: Mapping[str, Coordinates]
    vector_sequences: Mapping[str, Callable[[int], Coordinates]]
    naturals: Mapping[str, int]
    horizon: int
    base: int = 0
    gram: Sequence[Coordinates] | None = None
    known: dict[object, Any] = field(default_factory=dict, init=False, repr=False, compare=False)  # values of atoms and vectors

    def encode_list(self, indices: Sequence[int]) -> int:
        """The number that a list of indices stands for: ν followed by z is base·ν + z + 1, so that histories are numbered without gaps."""
        code = indices[0]
        for i in indices[1:]:
            code = (self.base or self.horizon + 1) * code + i + 1
        return code


Total = Callable[[Model, Bound], tuple[fmpq, Surd | None]]


def _sign_by_balls(p: Polynomial, model: Model, bound: Bound) -> int:
    """The sign of a term with logarithms.  Raises InputError where neither prime factors nor the finest of balls decide it."""
    for precision in PRECISIONS:
        with ctx.workprec(precision):
            ball = _ball(p, model, bound)
        if ball > 0 or ball < 0 or ball == 0:
            return int(ball > 0) - int(ball < 0)
        if precision == FIRST and cancels(p, lambda term: value(term, model, bound).as_rational()):
            return 0
    raise InputError(f"{PRECISIONS[-1]} bits do not decide a comparison of logarithms")


def _ball(p: Polynomial, model: Model, bound: Bound) -> arb:
    """An enclosure of a real term at flint's working precision.  Raises InputError for the logarithm of a number that is not positive."""
    total = arb(0)
    for monomial, c in p.terms.items():
        product = arb(c.numerator) / arb(c.denominator)
        for atom, power in monomial:
            if isinstance(atom, Fn) and atom.name in ("ln", "exp"):
                exactly = None if _speaks_of_ln(atom.argument) else value(atom.argument, model, bound)
                inside = _ball(atom.argument, model, bound) if exactly is None else exactly.ball()
                if atom.name == "ln" and not inside > 0:
                    raise UndefinedTerm("the logarithm of a number that is not positive has no value")
                product *= (inside.log() if atom.name == "ln" else inside.exp()) ** power
            elif isinstance(atom, Sum) and _speaks_of_ln(atom.term):
                below = range(_index(atom.upto, model, (0, *bound)))
                product *= sum((_ball(atom.term, model, (i, *bound)) for i in below), arb(0)) ** power
            else:
                known = _evaluator(atom)(model, bound)
                product *= (known.ball() if isinstance(known, Surd) else arb(known)) ** power
        total += product
    return total


@lru_cache(maxsize=10_000)
def _speaks_of_ln(p: Polynomial) -> bool:
    atoms = {atom for monomial in p.terms for atom, _ in monomial}
    return any(isinstance(atom, Fn) or (isinstance(atom, Sum) and _speaks_of_ln(atom.term)) for atom in atoms)


def holds(formula: Formula, model: Model, bound: Bound = ()) -> bool:
    """Whether the formula is true in the model.  Raises InputError for a name that has no value there."""
    return _test(formula)(model, bound)


@lru_cache(maxsize=10_000)
def _test(formula: Formula) -> Callable[[Model, Bound], bool]:
    """The formula as a function of a model, made once, since most formulas are evaluated in hundreds of models."""
    match formula:
        case Compare(left, relation):
            sign_of = partial(_sign_by_balls, left) if _speaks_of_ln(left) else partial(_sign, _total(left))
            accepted = {"=": (0,), ">": (1,), ">=": (0, 1)}[relation]
            return lambda model, bound: sign_of(model, bound) in accepted
        case Null(vector):
            return partial(_is_null, vector)
        case Both(first, second):
            one, other = _test(first), _test(second)
            return lambda model, bound: one(model, bound) and other(model, bound)
        case Implies(premise, conclusion):
            if_, then = _test(premise), _test(conclusion)
            return lambda model, bound: not if_(model, bound) or then(model, bound)
        case ForAll(body):
            each = _test(body)
            return lambda model, bound: all(each(model, (k, *bound)) for k in range(model.horizon + 1))


def truth(formula: Formula, model: Model) -> bool | None:
    """Whether the formula is true in the model; None where a name or a root in it has no exact value there."""
    try:
        return holds(formula, model)
    except (InputError, TooLarge):
        return None


def _is_null(vector: Vector, model: Model, bound: Bound) -> bool:
    parts = [(_total(c)(model, bound), _evaluator(v)(model, bound)) for v, c in vector.parts.items()]
    if any(rest is not None for (_, rest), _ in parts):
        weights = [_surd(rational) + (rest or Surd({})) for (rational, rest), _ in parts]
        columns = zip(*(v for _, v in parts), strict=True)
        return all(not sum((c * _surd(x) for c, x in zip(weights, column, strict=True)), Surd({})).terms for column in columns)
    return all(sum(column, fmpq(0)) == 0 for column in zip(*([rational * x for x in v] for (rational, _), v in parts), strict=True))


def value(p: Polynomial, model: Model, bound: Bound = ()) -> Surd:
    """A real term's value."""
    rational, rest = _total(p)(model, bound)
    return _surd(rational) if rest is None else _surd(rational) + rest


def approximate(p: Polynomial, model: Model, bound: Bound = ()) -> float:
    """A real term's value as a float, logarithms included."""
    return float(_ball(p, model, bound) if _speaks_of_ln(p) else value(p, model, bound).ball())


def coordinates(vector: Vector, model: Model) -> Coordinates:
    """A vector term's coordinates; none for an empty sum.  Raises TooLarge where one is irrational."""
    columns: list[Sequence[fmpq]] = []
    for v, c in vector.parts.items():
        rational, rest = _total(c)(model, ())
        if rest is not None:
            raise TooLarge
        columns.append([rational * x for x in _evaluator(v)(model, ())])
    return tuple(Fraction(int(x.p), int(x.q)) for x in (sum(column, fmpq(0)) for column in zip(*columns, strict=True)))


def _sign(total: Total, model: Model, bound: Bound) -> int:
    rational, rest = total(model, bound)
    return (rational > 0) - (rational < 0) if rest is None else sign(_surd(rational) + rest)


@lru_cache(maxsize=10_000)
def _total(p: Polynomial) -> Total:
    """A real term as a function of a model, with its value in two parts, of which the second is of the monomials with an irrational atom.
    Most terms have none, and the arithmetic of rational numbers is flint's, many times as fast as that of Python's fractions."""
    monomials = [(_rational(c), [(_evaluator(atom), power) for atom, power in monomial]) for monomial, c in p.terms.items()]

    def total(model: Model, bound: Bound) -> tuple[fmpq, Surd | None]:
        rational, rest = fmpq(0), None
        for product, factors in monomials:
            irrational = None
            for evaluate, power in factors:
                known = evaluate(model, bound)
                if isinstance(known, Surd):
                    irrational = known.power(power) if irrational is None else irrational * known.power(power)
                else:
                    product = product * (known if power == 1 else known**power)
            if irrational is None:
                rational += product
            elif product != 0:
                term = _surd(product) * irrational
                rest = term if rest is None else rest + term
        return rational, rest

    return total


def _rational(x: Fraction | int) -> fmpq:
    return fmpq(x.numerator, x.denominator)


def _surd(x: fmpq) -> Surd:
    return Surd.rational(Fraction(int(x.p), int(x.q)))


@lru_cache(maxsize=10_000)
def _evaluator(atom: object) -> Callable[[Model, Bound], Any]:
    """An atom or a vector as a function of a model, which computes each value once: at each choice of the bound indices in the atom."""
    levels = sorted(_levels(atom))

    def evaluate(model: Model, bound: Bound) -> Any:
        key = evaluate, *[bound[level] for level in levels]
        known = model.known.get(key)
        if known is None:
            worth = _worth(atom, model, bound)
            plain = worth.as_rational() if isinstance(worth, Surd) else None
            known = model.known[key] = worth if plain is None else _rational(plain)
        return known

    return evaluate


def _levels(part: object) -> set[int]:
    """The bound indices in an atom, a term or an index, each as the number of binders between."""
    match part:
        case int():
            return {part}
        case Index(name, _) | Nat(name):
            return set().union(*map(_levels, name)) if isinstance(name, tuple) else _levels(name)
        case Real(_, index) | Vec(_, index):
            return _levels(index)
        case Inner(pair):
            return set().union(*map(_levels, pair))
        case Fn(_, argument):
            return _levels(argument)
        case Sum(upto, term):
            return {level - 1 for level in _levels(upto) | _levels(term) if level}
        case Polynomial():
            return set().union(*(_levels(atom) for monomial in part.terms for atom, _ in monomial))
    return set()


def _worth(atom: object, model: Model, bound: Bound) -> Any:
    match atom:
        case Vec(name, index):
            if name not in (model.vectors if index is None else model.vector_sequences):
                raise InputError(f"{name} has no value on a run")
            return tuple(
                map(_rational, model.vectors[name] if index is None else model.vector_sequences[name](_index(index, model, bound)))
            )
        case Real(name, None) if name in model.reals:
            return model.reals[name]
        case Real(name, Index() as index) if name in model.sequences:
            return model.sequences[name](_index(index, model, bound))
        case Nat(name):
            return fmpq(_index(Index(name), model, bound))
        case Sum(upto, term):
            below = _index(upto, model, (0, *bound))
            each = _total(term)
            parts = [each(model, (i, *bound)) for i in range(below)]
            total, rests = sum((rational for rational, _ in parts), fmpq(0)), [rest for _, rest in parts if rest is not None]
            return sum(rests, _surd(total)) if rests else total
        case Inner(pair):
            ends = [_evaluator(v)(model, bound) for v in pair]
            second = ends[-1] if model.gram is None else [sum(map(mul, map(_rational, row), ends[-1]), fmpq(0)) for row in model.gram]
            return sum(map(mul, ends[0], second), fmpq(0))
    raise InputError(f"{atom} has no value on a run")


def _index(index: Index, model: Model, bound: Bound) -> int:
    if index.name is None:
        return index.offset
    if isinstance(index.name, int):
        return bound[index.name] + index.offset
    if isinstance(index.name, tuple):
        return model.encode_list([_index(i, model, bound) for i in index.name]) + index.offset
    if index.name not in model.naturals:
        raise InputError(f"{index.name} has no value on a run")
    return model.naturals[index.name] + index.offset
