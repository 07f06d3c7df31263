"""The values that the names of a statement have on an exact run of its learner.

That every hypothesis of a statement holds on the runs of its learner shows that the statement is about that learner and not vacuous."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from perceptron import Trace
from perceptron.errors import InputError
from perceptron.numbers.exact import dot
from proofs.conjecture import Root, Undefined, Value, nodes
from proofs.conjecture.evaluate import exact
from proofs.conjecture.surd import Surd
from proofs.counterexample.replay import name
from proofs.kernel import Nat, Real
from proofs.statements.evaluation import Coordinates, Model
from proofs.statements.statement import Statement

T = TypeVar("T")


def model_of(statement: Statement, trace: Trace, u: Sequence[Fraction], gamma: Fraction, radius: Fraction | None = None) -> Model:
    """The values of the statement's names on a run of its learner, with a comparator u, a number γ and (if declared) a radius."""
    values = {"eps": getattr(trace.learner, "eps", statement.game.eps), **_quantities(trace, u, gamma, radius)}
    return model(statement, [*trace.states()], list(trace.steps()), u, gamma, values)


def model(
    statement: Statement,
    weights: Sequence[Coordinates],
    steps: Sequence[Coordinates],
    u: Sequence[Fraction],
    gamma: Fraction,
    quantities: Mapping[str, Value],
    gram: Sequence[Coordinates] | None = None,
) -> Model:
    """The values of a page's names, from the weights at the start and after each update, the vectors that the updates add, and the
    quantities of the run by their names in conjectures. `gram`: as `Model` has it. A quotient or root of the bound that has no exact
    form as a sum of square roots on this run gets no value."""

    def inner(a: Sequence[Fraction], b: Sequence[Fraction]) -> Fraction:
        return dot(a, b if gram is None else [dot(row, b) for row in gram])

    lengths = [Surd.root(inner(w, w)) for w in weights]
    squares = [inner(z, z) for z in steps]
    slacks = [max(Fraction(0), gamma - inner(u, z)) for z in steps]
    wrong = [inner(v, z) <= 0 for v, z in zip(weights, steps, strict=False)]
    count = int(quantities["M"])  # type: ignore[arg-type]
    reals: dict[str, Surd | None] = {"√M": Surd.root(Fraction(count))}
    values = {**quantities} | {name: Fraction(given[0]) for name, given in statement.parameters.items() if given}
    for symbol, term in statement.symbols.items():
        atoms = [a for m in term.terms for a, _ in m]
        if symbol in values and len(atoms) == 1 and isinstance(atoms[0], Real) and atoms[0].index is None:
            reals[atoms[0].name] = exact(nodes.Name(symbol), values)
    naturals = {"M": count}
    for symbol, term in statement.symbols.items():
        match [a for m in term.terms for a, _ in m]:
            case [Nat(str(name))] if symbol in values and (whole_number := exact(nodes.Name(symbol), values)) is not None:
                naturals[name] = int(whole_number.as_rational() or 0)
    for name, node in statement.definitions.items():
        known = _define(node, values)
        if not isinstance(node, nodes.Call) or node.fn != "floor":
            reals[name] = known
        elif known is not None and (whole := known.as_rational()) is not None:
            naturals[name] = int(whole)
    return Model(
        reals={name: value for name, value in reals.items() if value is not None},
        sequences={
            "ξ": at([Surd.rational(s) for s in slacks], Surd.rational(0)),
            "‖w‖": at(lengths, lengths[-1]),
            "TD": running(slacks),
            "S2": running(squares),
            "Q": running([s * s for s in slacks]),
            "E": lambda k: Surd.rational(Fraction(sum(wrong[:k]) + max(0, k - len(wrong)))),  # a step of 0 counts as one
        },
        vectors={"u": tuple(u)} | ({"v": (-u[1], u[0])} if len(u) == 2 else {}),  # in the plane v is u, turned by a right angle
        vector_sequences={"w": at(weights, weights[-1]), "z": at(steps, (Fraction(0),) * len(u))},
        naturals=naturals,
        horizon=len(steps) + 1,
        gram=gram,
    )


def at(values: Sequence[T], beyond: T) -> Callable[[int], T]:
    """The k-th entry; after the last update nothing changes any more."""
    return lambda k: values[k] if k < len(values) else beyond


def running(values: Sequence[Fraction]) -> Callable[[int], Surd]:
    """The sum of the entries before the k-th."""
    return lambda k: Surd.rational(sum(values[:k], Fraction(0)))


def _define(node: nodes.Node, values: Mapping[str, Value]) -> Surd | None:
    try:
        return exact(node, values)
    except (Undefined, InputError):  # it has no value, or a constant in it has none
        return None


def _quantities(trace: Trace, u: Sequence[Fraction], gamma: Fraction, radius: Fraction | None) -> dict[str, Value]:
    """The quantities of the conjecture grammar that a symbol of a statement may stand for, over the counted updates. Unlike
    `perceptron.measure` it takes any gamma, for the runs that break a hypothesis."""
    examples = [trace.examples[t] for t in trace.counted_rounds]
    squares, slacks = [dot(e.x, e.x) for e in examples], [max(Fraction(0), gamma - e.y * dot(u, e.x)) for e in examples]
    longest = max((dot(e.x, e.x) for e in trace.examples), default=Fraction(0))
    S2, TD, slack2 = (sum(values, Fraction(0)) for values in (squares, slacks, [s * s for s in slacks]))
    known = name(trace.M, trace.T, len(u), gamma, S2, TD, slack2, dot(u, trace.final), getattr(trace.learner, "eps", None))
    known |= {"R": Root(longest if radius is None else radius**2), "U": Root(dot(u, u)), "W": Root(dot(trace.final, trace.final))}
    return {name: value for name, value in known.items() if value is not None}
