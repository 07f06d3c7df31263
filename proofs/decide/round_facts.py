"""Sums over all rounds, squares of progress, shortest and longest examples, wrong labels: their definitions as facts, and values on a run.

A run of T rounds, as `proofs.theorems.ranges.all_rounds` has it: χ(t) is 1 if round t is an update, v(t) are the weights before it and x(t)
is the example times its label.  A number of the conjecture is such a sum at T, and the sum over the updates alone has the name that the
other facts give it: S₂ is Σχ‖x‖².  A number that some round attains is its value in the round that a mark δ is 1 in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from perceptron.learners.perceptron import Ties, is_mistake
from perceptron.numbers.exact import dot as euclidean
from proofs.conjecture.surd import Surd
from proofs.derive.authoring.terms import eq, every, ge, inner, le, null, number, real, seq, vec, vseq
from proofs.kernel import Index, Polynomial
from proofs.statements.constructors import sequence
from proofs.statements.definitions import Fact
from proofs.statements.evaluation import Coordinates
from proofs.statements.standard_facts import S2, TD, M, R, gamma, k, u, w, xi, z
from proofs.theorems.hinge.common import Q
from proofs.theorems.ranges.all_rounds import L as LOSSES
from proofs.theorems.ranges.all_rounds import N, P, T, chi, exact, indicator, loss_squares, own_losses, run, separable_rounds, v, x
from proofs.theorems.ranges.sums import G, progress_squares

ROUNDS = number(T)
S2_ALL, TD_ALL, H2_ALL, L, L2, F, G2, G2_ALL, R_MIN = (
    real(name) for name in ("S2_all", "TD_all", "H2_all", "L", "L₂", "F", "G2", "G2_all", "R_min")
)
slack, mark = seq("ξ′"), {"F": seq("φ"), "R_min": seq("ρ"), "R": seq("ρ′"), "U_inf": seq("μ"), "R_inf": seq("ν")}
marks = {"F": seq("Φ"), "R_min": seq("Ρ"), "R": seq("Ρ′"), "U_inf": seq("Μ′"), "R_inf": seq("Ν′")}  # how many are marked
WINNOW_COUNT = seq("N′")  # for Winnow N is the number of weights
OF_ROUNDS = frozenset({"S2_all", "TD_all", "H2_all", "G2_all", "L", "L2", "F", "R_min"})
SUMS: dict[str, tuple[seq, seq]] = {  # over all rounds, and over those with χ = 1
    "S2": (seq("S₂′"), seq("S₂″")),
    "TD": (seq("TD′"), seq("TD″")),
    "Q": (seq("Q′"), seq("Q″")),
    "G": (seq("G′"), seq("G″")),
}
SUMMED: dict[str, Callable[[Index], Polynomial]] = {
    "S2": lambda t: inner(x(t), x(t)),
    "TD": lambda t: slack(t),
    "Q": lambda t: slack(t) ** 2,
    "G": lambda t: inner(u, x(t)) ** 2,
}
OF_UPDATES = {"S2": S2(M), "TD": TD(M), "Q": Q(M), "G": G(M)}
MARKED = {"F": seq("F′"), "R_min": seq("R′"), "R": seq("R″"), "U_inf": seq("U′"), "R_inf": seq("U″")}


@dataclass(frozen=True)
class Labels:
    """Marks of the wrong labels and their count, among the updates or among all rounds, with the vectors, slacks and sums there."""

    wrong: seq
    count: seq
    z: vseq
    slack: seq
    losses: seq
    upto: Index


OF_UPDATE, OF_ROUND = Labels(seq("κ"), seq("Κ"), z, xi, TD, M), Labels(seq("κ′"), seq("Κ′"), x, slack, SUMS["TD"][0], T)
example = vec("x₀")


def counted_rounds(updates: Index = M, count: seq = N) -> Iterator[Fact]:
    """The rounds of a run, and that the updates are those with χ = 1."""
    name = count.name
    yield indicator
    yield from sequence(name, count, 0, count(k) + chi(k), f"{name} counts the updates", f"{name} grows by χ(t) in round t")
    yield Fact("M rounds", "the updates are the rounds with χ = 1", eq(count(T), number(updates)))


def both_sums(name: str, unit: bool = False) -> Iterator[Fact]:
    """A sum over all rounds, that over the updates, and that the latter has its name from the facts of the updates.

    Σ‖x‖² is M if all examples are unit vectors."""
    f, (whole, part) = SUMMED[name], SUMS[name]
    yield from sequence(f"{name}′", whole, 0, whole(k) + f(k), f"{name}′ is a sum over all rounds", "it grows in each round")
    yield from sequence(f"{name}″", part, 0, part(k) + chi(k) * f(k), f"{name}″ is the sum over the updates", "it grows at each")
    yield Fact(f"{name} of updates", "the updates are the rounds with χ = 1", eq(part(T), number(M) if unit else OF_UPDATES[name]))


def mark_facts(name: str, f: Polynomial, attained: Polynomial, words: str, upto: Index = T, place: str = "round") -> Iterator[Fact]:
    """One round (or coordinate) is marked, in which f is the number that the conjecture calls so."""
    m, count, value = mark[name], marks[name], MARKED[name]
    yield Fact(f"{name} mark", f"a {place} is marked or not", every(k, eq(m(k) ** 2, m(k)), below=number(upto)))
    yield from sequence(f"{name} marks", count, 0, count(k) + m(k), f"the marked {place}s, counted", "one more at a mark")
    yield Fact(f"{name} once", f"one {place} is marked", eq(count(upto), 1))
    yield from sequence(f"{name} marked", value, 0, value(k) + m(k) * f, f"the sum over the marked {place}", "it grows at the mark")
    yield Fact(f"{name} attained", words, eq(value(upto), attained))


def label_facts(labels: Labels, wrong: int) -> Iterator[Fact]:
    """At most that many labels are wrong, and with the right ones y⟨u, x⟩ ≥ γ."""
    wrong_one, count, upto = labels.wrong, labels.count, labels.upto
    yield Fact(wrong_one.name, "a label is wrong or not", every(k, eq(wrong_one(k) ** 2, wrong_one(k)), below=number(upto)))
    yield from sequence(count.name, count, 0, count(k) + wrong_one(k), "the wrong labels, counted", "one more at a wrong label")
    yield Fact(f"{count.name} at most", f"at most {wrong} labels are wrong", le(count(upto), wrong))
    right = every(k, ge((1 - 2 * wrong_one(k)) * inner(u, labels.z(k)), gamma), below=number(upto))
    yield Fact(f"right where {wrong_one.name} = 0", "with its right label each example has y⟨u, x⟩ ≥ γ", right)


def some_example(radii: Sequence[Polynomial]) -> Iterator[Fact]:
    """There is an example."""
    yield Fact("x₀", "an example times its right label has y⟨u, x⟩ ≥ γ", ge(inner(u, example), gamma))
    for place, radius in enumerate(radii):
        yield Fact(f"x₀ within{'′' * place}", "it is no longer than the radius", le(inner(example, example), radius**2))


def update_facts(names: frozenset[str], unit: bool) -> Iterator[Fact]:
    """Squares of progress over the updates, and the shortest of them."""
    if names & {"G2", "G2_all"}:
        yield from progress_squares
        yield Fact("G2", "G₂ is the sum of the squares of ⟨u, x⟩ over the updates", eq(G2, G(M)))
    if "R_min" in names and not unit:
        yield Fact("shortest", "no update is shorter than R_min", every(k, ge(inner(z(k), z(k)), R_MIN**2), below=number(M)))


def round_facts(
    names: frozenset[str], separable: bool, radii: Sequence[Polynomial], unit: bool, measured: bool, wrong: int
) -> Iterator[Fact]:
    """Define the numbers of all rounds that the claim names.

    radii     no example is longer than any of them
    unit      whether all examples are unit vectors
    measured  whether one has the length R
    wrong     how many labels may be wrong
    """
    attained = measured and not unit and (names >= {"S2_all", "R"} or names >= {"S2", "R", "T"})
    if names & (OF_ROUNDS | {"T"}):
        yield from counted_rounds()
    if not names & OF_ROUNDS and not attained:
        return
    for place, radius in enumerate(radii):
        words = "no example is longer than the radius"
        yield Fact(f"bounded rounds{'′' * place}", words, every(k, le(inner(x(k), x(k)), radius**2), below=ROUNDS))
    if separable:
        yield separable_rounds
    if names & {"S2_all", "L", "L2"} or attained:
        yield from both_sums("S2", unit)
    if names & {"S2_all", "L", "L2"}:
        whole = "S2_all is the sum of ‖x‖² over all rounds"
        yield Fact("S2_all", whole, eq(ROUNDS if unit else S2_ALL, SUMS["S2"][0](T)))
    if names & {"TD_all", "H2_all"}:
        yield Fact("ξ′ ≥ 0", "a slack is not negative", every(k, ge(slack(k), 0), below=ROUNDS))
        yield Fact("ξ′", "a slack makes up for what is missing", every(k, ge(slack(k), gamma - inner(u, x(k))), below=ROUNDS))
        missing = slack(k) * (slack(k) - gamma + inner(u, x(k)))
        yield Fact("ξ′ exactly", "a slack is 0 or just what is missing", every(k, eq(missing, 0), below=ROUNDS))
        yield from both_sums("TD")
        yield Fact("TD_all", "TD_all is the sum of the slacks of all rounds", eq(TD_ALL, SUMS["TD"][0](T)))
        if wrong:
            yield from label_facts(OF_ROUND, wrong)
    if "H2_all" in names:
        yield from both_sums("Q") if "H2" in names else list(both_sums("Q"))[:2]
        yield Fact("H2_all ≥ 0", "H2_all is a length", ge(H2_ALL, 0))
        yield Fact("H2_all", "H2_all·γ is the length of the vector of slacks", eq((H2_ALL * gamma) ** 2, SUMS["Q"][0](T)))
    if "G2_all" in names:
        yield from both_sums("G")
        yield Fact("G2_all", "G2_all is the sum of ⟨u, x⟩² over all rounds", eq(G2_ALL, SUMS["G"][0](T)))
    if names & {"L", "L2", "F"}:
        yield from run[1:]
        yield Fact("v ends", "the weights after all rounds are those after all updates", null(v(T) - w(M)))
    if names & {"L", "L2"}:
        yield from (*own_losses, exact, Fact("L of losses", "L is the sum of the learner's losses", eq(L, LOSSES(T))))
    if "L2" in names:
        yield from (*loss_squares, Fact("L2 ≥ 0", "L₂ is a length", ge(L2, 0)))
        yield Fact("L2", "L₂ is the length of the vector of losses", eq(L2**2, P(T)))
    if "F" in names:
        yield Fact("F", "no score of the final weights is below F", every(k, ge(inner(v(T), x(k)), F), below=ROUNDS))
        yield from mark_facts("F", inner(v(T), x(k)), F, "F is the score in the marked round")
    if "R_min" in names and not unit:
        yield Fact("R_min ≥ 0", "R_min is a length", ge(R_MIN, 0))
        yield Fact("R_min", "no example is shorter than R_min", every(k, ge(inner(x(k), x(k)), R_MIN**2), below=ROUNDS))
        yield from mark_facts("R_min", inner(x(k), x(k)), R_MIN**2, "R_min is the length of the marked round's example")
    if attained:
        yield from mark_facts("R", inner(x(k), x(k)), R**2, "R is the length of the marked round's example")


Numbers = Callable[[int], Surd]


def sequences(
    rounds: Sequence[tuple[bool, Coordinates]],
    steps: Sequence[Coordinates],
    weights: Sequence[Coordinates],
    u_: Coordinates,
    margin: Fraction,
    gram: Sequence[Coordinates] | None,
    round_labels: Sequence[int],
    ties: Ties,
) -> tuple[dict[str, Numbers], dict[str, Callable[[int], Coordinates]]]:
    """The sequences of numbers and of vectors on a run: its rounds, each with whether it is an update and its values; its updates, and the
    weights at the start and after each of them. `gram`: as `Model` has it; `ties` is the convention at a score of 0."""

    def dot(a: Coordinates, b: Coordinates) -> Fraction:
        return euclidean(a, b if gram is None else tuple(euclidean(row, b) for row in gram))

    none = (Fraction(0),) * len(u_)
    before, chosen = [weights[0]], iter(weights[1:])
    for updated, _ in rounds:
        before.append(next(chosen) if updated else before[-1])
    zs, is_update = [z_ for _, z_ in rounds], [Fraction(updated) for updated, _ in rounds]
    missing = [max(Fraction(0), margin - dot(u_, z_)) for z_ in zs]
    losses = [max(Fraction(0), 1 - dot(w_, z_)) for w_, z_ in zip(before, zs, strict=False)]
    scores, lengths = [dot(before[-1], z_) for z_ in zs], [dot(z_, z_) for z_ in zs]
    numbers: dict[str, Sequence[Fraction]] = {"χ": is_update, "ξ′": missing, "loss": losses}
    sums: dict[str, Sequence[Fraction]] = {
        "N": is_update,
        WINNOW_COUNT.name: is_update,
        "L": losses,
        "P": [a * a for a in losses],
        "G": [dot(u_, z_) ** 2 for z_ in steps],
    }
    for name, values in {"S₂": lengths, "TD": missing, "Q": [a * a for a in missing], "G": [dot(u_, z_) ** 2 for z_ in zs]}.items():
        sums |= {f"{name}′": values, f"{name}″": [a * b for a, b in zip(is_update, values, strict=True)]}
    for labels, vectors in ((OF_UPDATE, steps), (OF_ROUND, zs)):
        numbers[labels.wrong.name] = sums[labels.count.name] = [Fraction(dot(u_, z_) < 0) for z_ in vectors]
    missed = (is_mistake(dot(w_, z_), y, ties) for w_, z_, y in zip(before, zs, round_labels, strict=False))
    numbers["τ"] = sums["E′"] = list(map(Fraction, missed))
    entries = {name: entry(values) for name, values in numbers.items()} | {name: running(values) for name, values in sums.items()}
    entries["‖v‖"] = lambda t: Surd.root(dot(before[min(t, len(zs))], before[min(t, len(zs))]))
    for name, extreme, values in (("F", min, scores), ("R_min", min, lengths), ("R", max, lengths)):
        entries |= marked_values(name, extreme(range(len(values)), key=values.__getitem__), values)
    return entries, {"x": lambda t: zs[t] if t < len(zs) else none, "v": lambda t: before[min(t, len(zs))]}


def marked_values(name: str, chosen: int, values: Sequence[Fraction]) -> dict[str, Numbers]:
    """The sequences of `marked` on a run where the place `chosen` is marked."""
    is_chosen = [Fraction(place == chosen) for place in range(len(values))]
    of_mark = {mark[name].name: entry(is_chosen), marks[name].name: running(is_chosen)}
    return of_mark | {MARKED[name].name: running([a * b for a, b in zip(is_chosen, values, strict=True)])}


def entry(values: Sequence[Fraction]) -> Numbers:
    """An entry of a sequence, which is 0 after the last one that is known."""
    return lambda t: Surd.rational(values[t] if t < len(values) else 0)


def running(values: Sequence[Fraction]) -> Numbers:
    """The sum of the entries before an index."""
    return lambda t: Surd.rational(sum(values[:t], Fraction(0)))
