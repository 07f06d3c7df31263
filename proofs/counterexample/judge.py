"""The judge: is this a counterexample? Replayed exactly, every hypothesis in force checked, both sides computed afresh.

Nothing of the search is imported. The run is made twice, by the plain loop of `replay` and by `perceptron.run`, and the
two must agree. A comparison that is not defined for the run, or cannot be decided, does not count as broken."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from perceptron import Examples, Hebb, Learner, MarginPerceptron, Perceptron, Quantities, measure, run
from perceptron.errors import InputError
from perceptron.learners.perceptron import Additive
from perceptron.numbers.exact import parse as parse_number
from proofs.conjecture import Node, Root, Value
from proofs.conjecture.evaluate import enclose, exact
from proofs.conjecture.game import Game
from proofs.counterexample.format import Counterexample
from proofs.counterexample.html import escape
from proofs.counterexample.measurement import Replay, values_of
from proofs.counterexample.recipe import Recipe
from proofs.counterexample.recipe_run import follow
from proofs.counterexample.replay import replay, wants_update


@dataclass(frozen=True)
class Verdict:
    """valid, or the reasons why not; `checked` lists what was found in order, `values` what the names stand for in this
    run."""

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
    """Judge a counterexample. A learner that cannot even begin makes it invalid, with that as the reason."""
    recipe = isinstance(found, Recipe)
    try:
        play, difference = follow(found, learner(found)) if isinstance(found, Recipe) else (_replayed(found), "")
    except InputError as error:
        return Verdict(False, (str(error),), (), ("not defined", "not defined"), {})
    values = play.values(found.radius)
    reasons: list[str] = []
    checked: list[str] = []

    def check(holds: bool, what: str, otherwise: str) -> None:
        (checked if holds else reasons).append(what if holds else otherwise)

    for name, (holds, why) in hypotheses(found, play).items():
        check(holds, f"hypothesis '{name}' holds", f"hypothesis '{name}' does not hold: {why}")
    if recipe:
        check(len(found.rounds) == play.T, "rounds is as recorded", f"there are {play.T} rounds, but {len(found.rounds)} are recorded")
    else:
        difference = disagreement(found, play)
    check(not difference, "two independent runs agree", f"two independent runs differ in {difference}")
    comparison = found.comparison
    status = comparison.status(values)
    sides = comparison.sides(values)
    check(status == "false", "the comparison is false", _not_broken(status, sides, comparison.op))
    check(len(play.counted) == found.M, "M is as recorded", f"M is {len(play.counted)}, but {found.M} is recorded")
    for name, node, text in (("lhs", comparison.left, found.lhs), ("rhs", comparison.right, found.rhs)):
        html = sides[0] if name == "lhs" else sides[1]
        agrees = status != "undefined" and matches(text, node, values)
        check(agrees, f"{name} is as recorded", f"{name} is {html}, but {text!a} is recorded")
    return Verdict(not reasons, tuple(reasons), tuple(checked), sides, values)


def _replayed(found: Counterexample) -> Replay:
    return replay(found.game, found.rounds, found.u, found.gamma, found.start, found.points)


def hypotheses(found: Counterexample, play: Replay) -> dict[str, tuple[bool, str]]:
    """Each hypothesis in force: whether the run keeps it, and if not, where it fails."""
    game = found.game
    judged = {
        "zero start": (not any(found.start or ()), "the learner starts elsewhere"),
        "mistake-driven": (True, ""),  # the learner that was run is the one whose rule this is
        "margin rule": (True, ""),
        "balanced weights": (True, ""),
        "positive semi-definite": game.definiteness() if game.demands("positive semi-definite") else (True, ""),
        "positive margin": (found.gamma > 0, f"gamma is {found.gamma}"),
        "unit comparator": (_within(play.U2, game.comparator), f"‖u‖² is {play.U2}"),
        "bounded examples": _bounded(found) if play.shortest2 is None else _bounded_by(found, play.shortest2, play.R2),
        "separable": (play.margin >= found.gamma, f"the least y⟨u,x⟩ is {play.margin}, gamma is {found.gamma}"),
    }
    kept = {name: judged[name] for name in game.hypotheses}
    if game.dimension not in (None, found.dimension):
        kept["dimension"] = (False, f"it is played in dimension {found.dimension}, not {game.dimension}")
    if found.radius is not None and found.radius < 0:
        kept["declared radius"] = (False, f"R is {found.radius}")
    return kept


def _bounded(found: Counterexample) -> tuple[bool, str]:
    for t, (x, _) in enumerate(found.rounds):
        length2 = found.game.length2(x)
        if not _within(length2, found.game.norm):
            return False, f"example {t} has ‖x‖² = {length2}"
        if found.radius is not None and length2 > found.radius**2:
            return False, f"example {t} has ‖x‖² = {length2}, but R is {found.radius}"
    return True, ""


def _bounded_by(found: Counterexample, least2: Fraction, greatest2: Fraction) -> tuple[bool, str]:
    """The same from the shortest and the longest example."""
    fits = all(_within(length2, found.game.norm) for length2 in (least2, greatest2))
    if not fits or (found.radius is not None and greatest2 > found.radius**2):
        return False, f"‖x‖² goes from {least2} to {greatest2}" + ("" if found.radius is None else f", and R is {found.radius}")
    return True, ""


def _within(length2: Fraction, limit: str) -> bool:
    return limit == "any" or length2 == 1 or (limit == "ball" and length2 < 1)


def matches(text: str, node: Node, values: dict[str, Value]) -> bool:
    """Whether a recorded side is the value: exactly if it is a fraction, to the last digit shown if it is "≈ 246.2"."""
    try:
        recorded = parse_number(text.removeprefix("≈"))
    except InputError:
        return False
    if not text.startswith("≈"):
        known = exact(node, values)
        return known is not None and known.as_rational() == recorded
    digit = Fraction(1, 10 ** len(text.lower().partition("e")[0].partition(".")[2]))  # the last one shown
    _, _, power = text.lower().partition("e")
    near = digit * Fraction(10) ** int(power or 0)
    value = enclose(node, values, 256)
    below, above = recorded - near, recorded + near
    return bool(value * below.denominator >= below.numerator and value * above.denominator <= above.numerator)


def disagreement(found: Counterexample, play: Replay) -> str:
    """The names in which `perceptron.run` and `perceptron.measure` differ from the plain loop; empty if they agree."""
    positive = found.gamma > 0  # without a positive gamma only what does not speak of it can be measured
    quantities, counted, final = run_again(found, found.gamma if positive else Fraction(1))
    measured = values_of(quantities)
    mine = play.values()
    names = set(mine) - {"eps"} - (set() if positive else {"gamma", "TD", "H", "H2"})
    differing = [name for name in sorted(names) if _squared(mine[name]) != _squared(measured[name])]
    if counted != play.counted:
        differing.insert(0, "the update rounds")
    if final != play.final:
        differing.insert(0, "the final weights")
    return ", ".join(differing)


def run_again(found: Counterexample, level: Fraction) -> tuple[Quantities, tuple[int, ...], tuple[Fraction, ...]]:
    """The run by `perceptron`, measured at the positive number `level` in place of gamma: quantities, counted rounds, final weights."""
    if found.game.learner == "kernel":
        from proofs.counterexample import kernel_run

        return kernel_run.measured(found.game, found.rounds, found.u, level, found.points or ())
    if found.game.learner == "winnow":
        from proofs.counterexample import winnow_run

        return winnow_run.measured(found.game, found.rounds, found.u, found.gamma)
    trace = run(learner(found), Examples([x for x, _ in found.rounds], [y for _, y in found.rounds]))
    return measure(trace, found.u, level), trace.counted, trace.final


class _Rule(Additive):
    """The Margin Perceptron for a gamma that is not positive, which `perceptron.MarginPerceptron` rightly refuses."""

    initialises = True

    def __init__(self, game: Game, gamma: Fraction) -> None:
        self.game, self.gamma = game, gamma

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        return wants_update(self.game, self.gamma, inner, norm2, y)


def learner(found: Counterexample) -> Learner:
    """The learner of `perceptron` that a counterexample speaks of; a kernel's has no weights (see `run_again`)."""
    game = found.game
    if game.learner == "kernel":
        raise InputError("a kernel learner has no weight vector")
    if game.always_updates:
        return Hebb(game.initialises)
    if game.learner == "winnow":
        return game.winnow(found.gamma)
    if game.learner == "margin":
        return MarginPerceptron(found.gamma, game.eps) if found.gamma > 0 else _Rule(game, found.gamma)
    return Perceptron(game.ties, found.start)


def _not_broken(status: str, sides: tuple[str, str], op: str) -> str:
    html = f"{sides[0]} {op} {sides[1]}"
    return {
        "true": f"the comparison holds: {html}",
        "undecided": f"the comparison is undecided at the highest precision: {html}",
        "undefined": f"the comparison is not defined for this run: {html}",
    }.get(status, "")


def _squared(value: Value) -> Fraction | None:
    """A length by its square (other quantities are compared as they are)."""
    if isinstance(value, Root):
        return value.square
    return None if value is None else Fraction(value)
