"""The judge: is this a counterexample? Replayed exactly, every hypothesis in force checked, both sides computed afresh.

Nothing of the search is imported. The run is made twice, by the plain loop of `replay` and by `perceptron.run`, and the
two must agree. A comparison that is not defined for the run, or cannot be decided, does not count as broken."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction

from perceptron.errors import InputError
from perceptron.numbers.enclosure import EnclosedReal, NotSeparated, precision
from perceptron.numbers.exact import dot
from proofs.conjecture import Root, Value
from proofs.conjecture.brief import number
from proofs.conjecture.evaluate import tells
from proofs.conjecture.hypotheses import Hypothesis
from proofs.conjecture.nodes import ALL_ROUNDS
from proofs.counterexample.format import Counterexample, escape
from proofs.counterexample.recipe import Recipe, follow
from proofs.counterexample.replay import Replay, measure_run, values_of

HOLDS = "the comparison holds"  # what is said of a run that keeps the rules, and the conjecture too


@dataclass(frozen=True)
class Verdict:
    """The judge's verdict on a counterexample. As a condition it is `valid`.

    valid      whether the run breaks the conjecture under its rules
    reasons    why not; empty if valid
    checked    the conditions that hold
    sides      both sides of the comparison, as text
    values     the values of the names in this run
    """

    valid: bool
    reasons: tuple[str, ...]
    checked: tuple[str, ...]
    sides: tuple[str, str]
    values: dict[str, Value] = field(repr=False)

    def __bool__(self) -> bool:
        return self.valid

    def __str__(self) -> str:
        head = f"{'valid' if self.valid else 'invalid'}: {self.sides[0]} against {self.sides[1]}"
        return "\n".join([head, *(f"    ✓ {line}" for line in self.checked), *(f"    ✗ {line}" for line in self.reasons)])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        lines = [*(f"✓ {line}" for line in self.checked), *(f"✗ {line}" for line in self.reasons)]
        listed = "".join(f"<li>{escape(line)}</li>" for line in lines)
        return f"<p><b>{'valid' if self.valid else 'invalid'}</b>: {escape(' against '.join(self.sides))}</p><ul>{listed}</ul>"


def judge(found: Counterexample) -> Verdict:
    """Judge a counterexample: replay its run exactly, check every hypothesis in force and compute both sides again.

    Returns a `Verdict`, which as a condition is `valid`. If the learner cannot start, it is invalid for that reason. Raises Faulty where a
    learner object fails.

    >>> from proofs.counterexample.reader import from_json
    >>> rules = {"learner": {"name": "perceptron", "ties": "mistake"}, "setting": "separable", "norm": "ball", "comparator": "unit"}
    >>> run = {"u": ["1"], "gamma": "1", "examples": [{"x": ["1"], "y": 1}], "values": {"M": 1, "lhs": "1", "rhs": "1/2"}}
    >>> head = {"format": "perceptron-proofs/counterexample-1", "conjecture": "M <= 0.5/gamma**2"}
    >>> verdict = judge(from_json(head | rules | run))
    >>> verdict.valid, verdict.sides
    (True, ('1', '1/2'))
    """
    for bits in found.opponent.precisions:
        try:
            with precision(bits):
                return _judge(found)
        except NotSeparated:
            continue
    return _not_judged(f"what the learner {found.opponent.called} does is undecided at the highest precision")


def _not_judged(why: str) -> Verdict:
    return Verdict(False, (why,), (), ("not defined", "not defined"), {})


def _judge(found: Counterexample) -> Verdict:
    """The verdict at the present precision. Raises NotSeparated."""
    recipe, comparison = isinstance(found, Recipe), found.comparison
    try:
        play, difference = follow(found) if isinstance(found, Recipe) else replay(found)
    except InputError as error:
        return _not_judged(str(error))
    values = found.opponent.parameters(found.gamma) | play.values(found.radius)
    reasons: list[str] = []
    checked: list[str] = []

    def check(holds: bool, what: str, otherwise: str) -> None:
        (checked if holds else reasons).append(what if holds else otherwise)

    for name, (holds, why) in hypotheses(found, play).items():
        check(holds, f"hypothesis '{name}' holds", f"hypothesis '{name}' does not hold: {why}")
    if recipe:
        T = len(found.rounds)
        check(play.T == T, "the number of rounds is as recorded", f"there are {play.T} rounds, but {T} are recorded")
    check(not difference, "two independent runs agree", f"two independent runs differ in {difference}")
    status = comparison.status(values)
    sides = comparison.sides(values)
    check(status == "false", "the comparison is false", _not_broken(status, sides, comparison.op))
    check(len(play.counted) == found.M, "M is as recorded", f"M is {len(play.counted)}, but {number(found.M)} is recorded")
    for name, node, recorded, side in (("left", comparison.left, found.lhs, sides[0]), ("right", comparison.right, found.rhs, sides[1])):
        agrees = status != "undefined" and tells(recorded, node, values)
        check(agrees, f"the {name} side is as recorded", f"the {name} side is {side}, but {recorded!a} is recorded")
    return Verdict(not reasons, tuple(reasons), tuple(checked), sides, values)


def replay(found: Counterexample) -> tuple[Replay, str]:
    """The run by definition, and where `perceptron` does otherwise."""
    wide = bool(found.comparison.names & ALL_ROUNDS)
    play = measure_run(found.opponent.exact_run(found.adversary_choice), found.gamma, found.opponent.eps, wide=wide)
    return play, disagreement(found, play)


def values_after(found: Counterexample, rounds: int) -> dict[str, Value]:
    """Values of the conjecture's names after a number of rounds. R is that of the whole run, as the adversary knows it."""
    given = found.adversary_choice._replace(rounds=found.adversary_choice.rounds[:rounds])
    play = measure_run(found.opponent.exact_run(given), found.gamma, found.opponent.eps, wide=bool(found.comparison.names & ALL_ROUNDS))
    longest = Root(max((found.game.length2(x) for x, _ in found.rounds), default=Fraction(0)))
    return found.opponent.parameters(found.gamma) | play.values(found.radius) | ({"R": longest} if found.radius is None else {})


def hypotheses(found: Counterexample, play: Replay) -> dict[str, tuple[bool, str]]:
    """Each hypothesis in force: whether the run keeps it, and if not, where it fails."""
    game = found.game
    judged = {
        Hypothesis.ZERO_START: (not any(found.start or ()), "the learner starts elsewhere"),
        Hypothesis.MISTAKE_DRIVEN: (True, ""),  # the learner that was run is the one whose rule this is
        Hypothesis.MARGIN_RULE: (True, ""),
        Hypothesis.BALANCED_WEIGHTS: (True, ""),
        Hypothesis.POSITIVE_SEMI_DEFINITE: game.opponent.definiteness() if game.demands(Hypothesis.POSITIVE_SEMI_DEFINITE) else (True, ""),
        Hypothesis.POSITIVE_MARGIN: (found.gamma > 0, f"gamma is {number(found.gamma)}"),
        Hypothesis.UNIT_COMPARATOR: (_within(play.U2, game.comparator), f"‖u‖² is {number(play.U2)}"),
        Hypothesis.BOUNDED_EXAMPLES: _bounded_by(found, play) if isinstance(found, Recipe) else _bound(found),
        Hypothesis.SEPARABLE: _but_for_flips(found)
        if game.flips
        else (play.margin >= found.gamma, f"the least y⟨u,x⟩ is {number(play.margin)}, gamma is {number(found.gamma)}"),
        Hypothesis.FINITE_CLASS: _of_class(found) if found.game.coordinates else (True, ""),
        Hypothesis.SAME_EXAMPLES: _same_examples(found) if game.demands(Hypothesis.SAME_EXAMPLES) else (True, ""),
    }
    kept: dict[str, tuple[bool, str]] = {name: judged[name] for name in game.hypotheses if name not in found.opponent.decides}
    if game.dimension not in (None, found.dimension):
        kept["dimension"] = (False, f"it is played in dimension {found.dimension}, not {game.dimension}")
    if found.radius is not None and found.radius < 0:
        kept["declared radius"] = (False, f"R is {number(found.radius)}")
    return kept


def _but_for_flips(found: Counterexample) -> tuple[bool, str]:
    """Whether no more labels than may be are wrong, and those that are by the margin."""
    flipped = 0
    for t, (x, y) in enumerate(found.rounds):
        along = y * dot(found.u, x)
        flipped += along < found.gamma
        if along < found.gamma and -along < found.gamma:
            return False, f"example {t} has |⟨u,x⟩| = {number(abs(along))}, gamma is {number(found.gamma)}"
    return flipped <= found.game.flips_listed, f"{flipped} labels are flipped, more than {found.game.flips_listed}"


def _of_class(found: Counterexample) -> tuple[bool, str]:
    allowed = set(found.game.coordinates)
    for t, (x, _) in enumerate(found.rounds):
        if allowed and not allowed.issuperset(x):
            return False, f"example {t} is ({', '.join(map(number, x))})"
    return True, ""


def _same_examples(found: Counterexample) -> tuple[bool, str]:
    """Whether each pass is a permutation of the first."""
    passes = found.game.passes
    size, over = divmod(len(found.rounds), passes)
    if over or not size:
        return False, f"{len(found.rounds)} rounds are not {passes} passes of equal length"
    first = Counter(found.rounds[:size])
    for k in range(1, passes):
        if Counter(found.rounds[k * size : (k + 1) * size]) != first:
            return False, f"pass {k + 1} has other examples than the first"
    return True, ""


def _bound(found: Counterexample) -> tuple[bool, str]:
    for t, (x, _) in enumerate(found.rounds):
        length2 = found.game.length2(x)
        if not _within(length2, found.game.norm):
            return False, f"example {t} has ‖x‖² = {number(length2)}"
        if found.radius is not None and length2 > found.radius**2:
            return False, f"example {t} has ‖x‖² = {number(length2)}, but R is {number(found.radius)}"
    return True, ""


def _bounded_by(found: Counterexample, play: Replay) -> tuple[bool, str]:
    """Whether the examples are bounded, from the shortest and the longest example."""
    least2, greatest2 = play.shortest2, play.R2
    fits = all(_within(length2, found.game.norm) for length2 in (least2, greatest2))
    if not fits or (found.radius is not None and greatest2 > found.radius**2):
        declared = "" if found.radius is None else f", and R is {number(found.radius)}"
        return False, f"‖x‖² goes from {number(least2)} to {number(greatest2)}{declared}"
    return True, ""


def _within(length2: Fraction, limit: str) -> bool:
    return limit == "any" or length2 == 1 or (limit == "ball" and length2 < 1)


def disagreement(found: Counterexample, play: Replay) -> str:
    """The names in which `perceptron.run` and `perceptron.measure` differ from the run by definition; empty if they agree."""
    quantities, counted, final = found.opponent.measure(found.adversary_choice)
    mine, theirs = play.values(), values_of(quantities)
    unknown = {"eps"} | (set() if found.gamma > 0 else {"gamma", "TD", "H", "H2"})  # what only a positive gamma gives a meaning
    if enclosed := any(isinstance(value, EnclosedReal) for value in play.final):
        unknown |= {"W", "P"}
    differing = [name for name in sorted(set(theirs) - unknown) if mine[name] != theirs[name]]
    if counted != play.counted:
        differing.insert(0, "the update rounds")
    if not enclosed and final != play.final:
        differing.insert(0, "the final weights")
    return ", ".join(differing)


def _not_broken(status: str, sides: tuple[str, str], op: str) -> str:
    shown = f"{sides[0]} {op} {sides[1]}"
    return {
        "true": f"{HOLDS}: {shown}",
        "undecided": f"the comparison is undecided at the highest precision: {shown}",
        "undefined": f"the comparison is not defined for this run: {shown}",
    }.get(status, "")
