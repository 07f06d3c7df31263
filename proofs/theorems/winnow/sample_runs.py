"""Exact runs of Winnow as instances of its facts: the values of all names, from a run or drawn at random."""

from dataclasses import replace
from math import log

from perceptron.errors import InputError
from perceptron.extremal.sequences import hadamard, one_of_many
from perceptron.learners.winnow import Winnow, perfect_root
from perceptron.runs.trace import Trace
from proofs.statements.authoring import Coordinates, Draw, Extremal, Family, InstanceTable, Fraction, Instance, Sequence, complete, dot
from proofs.theorems.winnow.common import comparator, coordinates, reciprocal

GRID = tuple(Fraction(a, 2) for a in (2, 1, 0, -1, -2, 4))


def instance(rate: Fraction, parts: Sequence[Fraction], start: Coordinates, steps: Sequence[Coordinates], margin: Fraction) -> Instance:
    """The values of all names for a run: β, the comparator's parts, the exponents at the start, z(k) = y·(x, −x), and γ.

    Raises InputError for a power that is irrational."""
    count, updates = len(parts), len(steps)
    entries = max(count, updates) + 2
    zero = (Fraction(0),) * entries
    units = [tuple(Fraction(a == b) for b in range(entries)) for a in range(entries)]
    moves = [(*step, *zero[count:]) for step in steps] + [zero] * (entries - updates)
    exponents = _sums(moves, (*start, *zero[count:]))
    weights = [tuple(power(rate, value) for value in place) for place in exponents]
    scores = [tuple(a * b for a, b in zip(*pair, strict=True)) for pair in zip(weights, moves, strict=True)]
    paths = {"e": units, "z": moves, "g": exponents, "w": weights, "h": scores}
    return Instance(entries - 2, {"n": count // 2, "N": count, "M": updates}, {"β": rate, "γ": margin}, {"v": parts}, {}, paths)


def of_run(trace: Trace, u: Coordinates, margin: Fraction) -> Instance:
    """A run of balanced Winnow with a rational β, as an instance."""
    learner = trace.learner
    if not isinstance(learner, Winnow) or learner.beta is None or not learner.balanced:
        raise InputError("a run of balanced Winnow with a rational beta is needed")
    parts = [max(value, Fraction(0)) for value in (*u, *(-value for value in u))]
    steps = [(*x, *(-value for value in x)) for x in trace.steps()]
    chosen = instance(learner.beta, parts, (Fraction(0),) * len(parts), steps, margin)
    return complete(chosen, (*coordinates, *comparator, reciprocal))


def follow(instance: Instance) -> InstanceTable:
    """The run in an instance: y times the score and times the comparator's, exponents and weights before each update."""
    count, updates = instance.naturals["N"], instance.naturals["M"]
    u = tuple(Fraction(str(value)) for value in instance.sequences["v"][:count])
    z, g, w, h = ([v[:count] for v in instance.vector_sequences[name][:updates]] for name in "zgwh")
    rows = [(k + 1, z[k], sum(h[k], Fraction(0)), dot(u, z[k]), g[k], w[k]) for k in range(updates)]
    return InstanceTable(
        [("β", instance.reals["β"]), ("v", u)], ("update", "z", "y · score", "⟨v, z⟩", "exponents before", "weights before"), rows
    )


def power(base: Fraction, exponent: Fraction) -> Fraction:
    """base^exponent.  Raises InputError if it is irrational."""
    root = perfect_root(base, exponent.denominator)
    if root is None:
        raise InputError(f"{base} to the power {exponent} is irrational")
    return root**exponent.numerator


def _sums(values: Sequence[Coordinates], first: Coordinates) -> list[Coordinates]:
    places = [first]
    for value in values[:-1]:
        places.append(tuple(a + b for a, b in zip(places[-1], value, strict=True)))
    return places


def sample(draw: Draw) -> Instance:
    """A run at a rate that has nothing to do with the margin."""
    return _run(draw, (Fraction(2), Fraction(3, 2), Fraction(5, 4), Fraction(3)))


def sample_tuned(draw: Draw) -> Instance:
    """A run on examples with a margin of at least η, mostly."""
    return _run(draw, (Fraction(9, 8), Fraction(5, 4), Fraction(3, 2), Fraction(17, 16)), tuned=True)


def sample_rows(draw: Draw) -> Instance:
    """A run on examples of ±1 whose label is one of them, up to three updates in up to four dimensions; each rule is rarely broken.

    Rarely three mistakes in the plane on the examples of `winnow-fixed-rate`, with a comparator or a scale for which the margin is 1.
    """
    if draw.upto(5) == 0:
        scale, part = ((1, 2), (4, Fraction(1, 2)), (1, 1))[kind := draw.upto(2)]
        plane = [[Fraction(scale * a, 8) for a in (*x, *(-b for b in x))] for x in ((5, -1), (-4, 8), (8, -4))]
        parts = [Fraction(part)] * 2 + [Fraction(-1 if kind == 2 else 0)] * 2
        return instance(Fraction(4 if scale == 4 else 256), parts, (Fraction(0),) * 4, list(map(tuple, plane)), Fraction(1))
    order, rate = draw.upto(2), Fraction(1, 4) if draw.rarely() else Fraction((2, 3, 16, 5)[draw.upto(3)])
    column, careless = draw.upto(2**order - 1), draw.rarely()
    rows = [tuple(example.x) for example in hadamard(order).examples]
    parts = [Fraction(i == column) for i in range(2 * len(rows))]
    place = [Fraction(2 if draw.rarely() else 0) for _ in parts]
    start, steps = tuple(place), list[Coordinates]()
    for _ in range(draw.upto(3)):
        x = rows[draw.upto(len(rows) - 1)]
        y = x[column] * (-1 if draw.rarely() else 1)
        step = tuple(y * a for a in (*x, *(-a for a in x)))
        if careless or sum((power(rate, a) * b for a, b in zip(place, step, strict=True)), Fraction(0)) <= 0:
            steps.append(step)
            place = [a + b for a, b in zip(place, step, strict=True)]
    return instance(rate, parts, start, steps, Fraction(1))


def _run(draw: Draw, bases: Sequence[Fraction], tuned: bool = False) -> Instance:
    """Up to four updates of Winnow in one or two dimensions, entries 0, ±1/2 and ±1, β a square; each rule is rarely broken."""
    dimension = 1 + draw.upto(1)
    rate = (Fraction(1, 2) if draw.rarely() else bases[draw.upto(len(bases) - 1)]) ** 2
    u = [GRID[draw.upto(4)] for _ in range(dimension)]
    length = sum(map(abs, u), Fraction(0))
    if length and not draw.rarely():
        u = [value / length for value in u]
    parts = u + [Fraction(0)] * dimension if draw.rarely() else [max(a, Fraction(0)) for a in (*u, *(-a for a in u))]
    place = [GRID[draw.upto(5)] if draw.rarely() else Fraction(0) for _ in parts]
    start, steps, careless, least = tuple(place), [], draw.rarely(), log(rate) if tuned and not draw.rarely() else 0
    for _ in range(draw.upto(4)):
        x = [GRID[draw.upto(5 if draw.rarely() else 4)] for _ in range(dimension)]
        step = [*x, *(-a for a in x)]
        if dot(parts, step) < 0 and not draw.rarely():
            step = [-a for a in step]
        score = sum((power(rate, a) * b for a, b in zip(place, step, strict=True)), Fraction(0))
        if (score <= 0 or careless) and dot(parts, step) >= least:
            steps.append(tuple(step))
            place = [a + b for a, b in zip(place, step, strict=True)]
    margin = draw.number() if draw.rarely() else min((dot(parts, step) for step in steps), default=Fraction(1))
    return instance(rate, parts, start, steps, margin)


def sample_or(draw: Draw) -> Instance:
    """A run on an OR at the factor 2; rarely the longest one known on one of N variables, of 3 log₂ N mistakes."""
    if not draw.rarely():
        return _of_some(draw, counting=False)
    longest = one_of_many(1 + draw.upto(4))
    rows = [tuple(map(Fraction, row)) for row in longest.examples.numerators]
    return _count(Fraction(2), longest.u, (Fraction(0),) * len(longest.u), rows, list(map(Fraction, longest.examples.labels)), 1)


def sample_k_of_r(draw: Draw) -> Instance:
    """A run on κ of r variables at the factor 1 + 1/(2κ)."""
    return _of_some(draw, counting=True)


RULES = ("", "target", "zero start", "entries", "labels", "consistent", "mistake-driven")


def _of_some(draw: Draw, counting: bool) -> Instance:
    """Up to twenty rounds of Winnow with the threshold N on up to three variables; of the rules one may be broken."""
    broken, count = RULES[max(0, draw.upto(12) - 6)], 1 + draw.upto(2)
    least = 1 + draw.upto(count - 1) if counting else 1
    rate = 1 + Fraction(1, 2 * least) if counting else Fraction(2)
    target = [Fraction(draw.upto(1)) * (-1 if broken == "target" and draw.upto(1) else 1) for _ in range(count)]
    place = start = (Fraction(-20 if broken == "zero start" else 0),) * count
    examples, labels = list[Coordinates](), list[Fraction]()
    learner = Winnow(beta=rate, balanced=False, threshold=count)
    for _ in range(draw.upto(20)):
        x = tuple(Fraction((1, 0, 2, 8, -1)[draw.upto(4 if broken == "entries" else 1)]) for _ in range(count))
        label = Fraction(1 if dot(target, x) >= least else -1)
        label *= 7 if broken == "labels" and not labels else -1 if broken == "consistent" and draw.upto(1) else 1
        if label * learner.score(place, x) <= 0 or broken == "mistake-driven":
            examples.append(x)
            labels.append(label)
            place = tuple(a + label * b for a, b in zip(place, x, strict=True))
    return _count(rate, target, start, examples, labels, least)


def _count(
    rate: Fraction, target: Sequence[Fraction], start: Coordinates, examples: list[Coordinates], labels: list[Fraction], least: int
) -> Instance:
    """The mistakes of a run on κ = `least` of the target's variables, as an instance."""
    run = instance(rate, target, start, [tuple(y * a for a in x) for y, x in zip(labels, examples, strict=True)], Fraction(1))
    naturals, paths = {"N": len(target), "M": len(labels), "κ": least}, {**run.vector_sequences, "x": examples}
    return Instance(run.horizon, naturals, run.reals, {"v": target, "y": labels}, {}, paths)


def hadamard_family(learner: Winnow) -> Family:
    def make(power: Fraction) -> Extremal:
        return replace(hadamard(int(power)), learner=learner, promised=1 + int(power))

    words = "the rows of Sylvester's Hadamard matrix of order n = 2^k, labelled by one variable: 1 + k mistakes, the Perceptron's are n"
    return Family("hadamard", words, "k", make, tuple(map(Fraction, range(1, 7))))
