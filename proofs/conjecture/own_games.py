"""Learners with a game of their own: Halving, the weighted majority and Hedge follow experts, and the multiclass Perceptron has K classes.

A game of `game` has two labels and a comparator of unit length. In a game with experts a round is a list of losses, one for each expert
and from 0 to 1; with classes it is an example x and its class y from 1 to K, and u has a weight vector for each class, one after the other.

    game = own_game("majority:beta=1/2")
    game.values(choice)["M"]            the mistakes on the adversary's choice, exactly

A conjecture is about the game's own letters (`letters`). Hedge's losses are enclosed in balls, all other numbers are exact."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from fractions import Fraction
from math import isqrt
from typing import ClassVar, NamedTuple

from flint import arb

from perceptron.errors import InputError
from perceptron.numbers.enclosure import EnclosedReal
from perceptron.numbers.exact import dot, exact
from proofs.conjecture import Root, Value
from proofs.conjecture.game import LOSSES

Vector = tuple[Fraction, ...]
MAX_BITS, MAX_CLASSES = 64, 20
NEVER_WRONG, LOSSES_TO_ONE, SEPARABLE, UNIT = "never wrong", "losses", "separable", "unit comparator"


class OwnChoice(NamedTuple):
    """The adversary's choice: for each round a vector and a class (0 in a game with experts), and with classes u and γ."""

    rounds: tuple[tuple[Vector, int], ...]
    u: Vector = ()
    gamma: Fraction = Fraction(1)


class OwnGame(ABC):
    """A learner and its game. `option`: the one that NAME:option=value gives, kept in `chosen`.

    theorems: the id of its bound, and the bound in forms that say the same; then those of a bound with losses, if there is one."""

    name: ClassVar[str]
    theorems: ClassVar[tuple[tuple[str, ...], ...]]
    option: ClassVar[str] = ""
    letters: ClassVar[Mapping[str, str]]

    def __init__(self, chosen: str = "") -> None:
        self.chosen = exact(chosen, self.option) if self.option else Fraction(0)
        if max(self.chosen.numerator, self.chosen.denominator).bit_length() > MAX_BITS:
            raise InputError(f"{self.name}: {self.option} has more than {MAX_BITS} bits")

    def theorem(self, names: frozenset[str]) -> tuple[str, ...]:
        """The id of the bound on a conjecture with these names, and the bound in those forms that are defined at the chosen option."""
        return self.theorems[bool(names & LOSSES)]

    def refuse_other_names(self, names: frozenset[str]) -> None:
        """Raise InputError for a name that is none of the game's letters."""
        if unknown := sorted(names - self.letters.keys()):
            raise InputError(f"{self.name} has no quantity {unknown[0]!r:.40}; it has: {', '.join(self.letters)}")

    @property
    def record(self) -> dict[str, str]:
        """The learner as JSON data."""
        return {"name": self.name} | ({self.option: str(self.chosen)} if self.option else {})

    @abstractmethod
    def hypotheses(self, names: frozenset[str]) -> tuple[str, ...]:
        """The hypotheses of a conjecture with these names."""

    @abstractmethod
    def failing(self, choice: OwnChoice, hypothesis: str) -> str:
        """How the choice breaks a hypothesis; empty if it keeps it."""

    @abstractmethod
    def values(self, choice: OwnChoice) -> dict[str, Value]:
        """The letters' values after the run."""


class Experts(OwnGame):
    """A learner that follows experts. m is the least total loss of an expert, over all rounds."""

    def hypotheses(self, names: frozenset[str]) -> tuple[str, ...]:
        return (LOSSES_TO_ONE,)

    def failing(self, choice: OwnChoice, hypothesis: str) -> str:
        if hypothesis == NEVER_WRONG:
            return f"every expert loses, the best one {least}" if (least := min(totals(choice))) else ""
        outside = [loss for losses, _ in choice.rounds for loss in losses if not 0 <= loss <= 1]
        return f"a loss of {outside[0]} is not from 0 to 1" if outside else ""


def totals(choice: OwnChoice) -> list[Fraction]:
    """Each expert's loss over all rounds."""
    return [sum(column, Fraction(0)) for column in zip(*(losses for losses, _ in choice.rounds), strict=True)]


class Majority(Experts):
    """The weighted majority: a loss l multiplies the expert's weight by 1 − (1 − β)l; it errs where half of the weight is lost."""

    name, option = "majority", "beta"
    theorems: ClassVar[tuple[tuple[str, ...], ...]] = (
        ("weighted-majority", "M*log(2/(1 + beta)) <= m*log(1/beta) + log(N)", "M <= (m*log(1/beta) + log(N))/log(2/(1 + beta))"),
    )
    letters: ClassVar[Mapping[str, str]] = {
        "M": "rounds in which the majority errs; a tie is a mistake",
        "m": "the least total loss of an expert",
        "N": "the number of experts",
        "T": "the number of rounds",
        "beta": "the factor of the weight of an expert that errs",
    }

    def __init__(self, chosen: str = "") -> None:
        super().__init__(chosen)
        if not (0 < self.chosen <= 1 or not self.option):
            raise InputError(f"{self.name}: beta must be above 0 and at most 1, not {self.chosen}")

    def theorem(self, names: frozenset[str]) -> tuple[str, ...]:
        """Without the form that divides by ln(2/(1 + beta)) if that is 0."""
        return super().theorem(names)[: 2 if self.chosen == 1 else None]

    def values(self, choice: OwnChoice) -> dict[str, Value]:
        weights, mistakes = [Fraction(1)] * len(choice.rounds[0][0]), 0
        for losses, _ in choice.rounds:
            mistakes += 2 * dot(weights, losses) >= sum(weights)
            weights = [w * (1 - (1 - self.chosen) * loss) for w, loss in zip(weights, losses, strict=True)]
        return {"M": mistakes, "m": min(totals(choice)), "N": len(weights), "T": len(choice.rounds), "beta": self.chosen}


class Halving(Majority):
    """Halving: the majority of the experts that were never wrong. One of them never is."""

    name, option = "halving", ""
    theorems: ClassVar[tuple[tuple[str, ...], ...]] = (("halving", "M <= log(N)/log(2)", "M*log(2) <= log(N)"),)
    letters: ClassVar[Mapping[str, str]] = {name: words for name, words in Majority.letters.items() if name != "beta"}

    def hypotheses(self, names: frozenset[str]) -> tuple[str, ...]:
        return (LOSSES_TO_ONE, NEVER_WRONG)


class Hedge(Experts):
    """Hedge: an expert is drawn with weights e^(−ηL) for the losses L so far."""

    name, option = "hedge", "eta"
    theorems: ClassVar[tuple[tuple[str, ...], ...]] = (("hedge", "regret <= log(N)/eta + eta*T/8", "eta*regret <= log(N) + eta**2*T/8"),)
    letters: ClassVar[Mapping[str, str]] = {
        "regret": "G - L",
        "G": "the learner's expected loss: the mean of the losses by the weights, summed over the rounds",
        "L": "the loss of the best expert",
        "N": "the number of experts",
        "T": "the number of rounds",
        "eta": "the rate",
    }

    def __init__(self, chosen: str = "") -> None:
        super().__init__(chosen)
        if not self.chosen > 0:
            raise InputError(f"hedge: eta must be above 0, not {self.chosen}")

    def values(self, choice: OwnChoice) -> dict[str, Value]:
        lost, expected = [Fraction(0)] * len(choice.rounds[0][0]), arb(0)
        for losses, _ in choice.rounds:
            weights = [ball(-self.chosen * (total - min(lost))).exp() for total in lost]
            expected += sum(w * ball(loss) for w, loss in zip(weights, losses, strict=True)) / sum(weights)
            lost = [total + loss for total, loss in zip(lost, losses, strict=True)]
        G, best = EnclosedReal(expected), min(lost)
        return {"regret": G - best, "G": G, "L": best, "N": len(lost), "T": len(choice.rounds), "eta": self.chosen}


def ball(value: Fraction) -> arb:
    return arb(value.numerator) / value.denominator


class Multiclass(OwnGame):
    """The multiclass Perceptron: where another class scores no less than y it adds x to the weights of y, and takes it from the other's."""

    name, option = "multiclass", "k"
    theorems: ClassVar[tuple[tuple[str, ...], ...]] = (
        ("multiclass", "M <= 2*R**2/gamma**2", "gamma**2*M <= 2*R**2"),
        ("multiclass-hinge", "M <= (sqrt(2)*R/gamma + H2)**2", "gamma**2*M <= (sqrt(2)*R + gamma*H2)**2"),
    )
    letters: ClassVar[Mapping[str, str]] = {
        "M": "mistakes; a tie is one",
        "gamma": "the lead of the true class: <u_y,x> >= <u_r,x> + gamma on every round; with TD, H or H2 any gamma > 0",
        "R": "the largest ||x||",
        "U": "the length of all vectors of u together, at most 1",
        "TD": "the sum of max(0, gamma - lead) over the mistakes, for the lead of y over the class that was predicted",
        "H": "TD / gamma",
        "H2": "the square root of the sum of the squares of these losses, over gamma",
        "d": "the dimension of x",
        "T": "the number of rounds",
        "k": "the number of classes",
    }

    def __init__(self, chosen: str = "") -> None:
        super().__init__(chosen)
        if self.chosen.denominator != 1 or not 2 <= self.chosen <= MAX_CLASSES:
            raise InputError(f"multiclass: k must be a whole number from 2 to {MAX_CLASSES}, not {self.chosen}")
        self.classes = int(self.chosen)

    def hypotheses(self, names: frozenset[str]) -> tuple[str, ...]:
        return (UNIT, *(() if names & LOSSES else (SEPARABLE,)))

    def failing(self, choice: OwnChoice, hypothesis: str) -> str:
        if hypothesis == UNIT:
            return f"‖u‖² is {square}" if (square := dot(choice.u, choice.u)) > 1 else ""
        least = min(min(self.leads(choice.u, x, y).values()) for x, y in choice.rounds)
        return f"the least lead is {least}, gamma is {choice.gamma}" if least < choice.gamma else ""

    def leads(self, w: Vector, x: Vector, y: int) -> dict[int, Fraction]:
        """The lead of class y over each other class, by its score."""
        scores = [dot(w[r * len(x) : (r + 1) * len(x)], x) for r in range(self.classes)]
        return {r: scores[y - 1] - score for r, score in enumerate(scores, 1) if r != y}

    def steps(self, choice: OwnChoice) -> tuple[list[tuple[Vector, int, int]], Vector]:
        """x, y and the predicted class of each mistake, and the weights after the last one."""
        w, mistakes = (Fraction(0),) * len(choice.u), list[tuple[Vector, int, int]]()
        for x, y in choice.rounds:
            leads = self.leads(w, x, y)
            predicted = min(leads, key=leads.__getitem__)
            if leads[predicted] <= 0:
                mistakes.append((x, y, predicted))
                signs = [(r == y) - (r == predicted) for r in range(1, self.classes + 1)]
                w = tuple(a + sign * b for a, (sign, b) in zip(w, ((sign, b) for sign in signs for b in x), strict=True))
        return mistakes, w

    def values(self, choice: OwnChoice) -> dict[str, Value]:
        (mistakes, _), gamma = self.steps(choice), choice.gamma
        short = [max(Fraction(0), gamma - self.leads(choice.u, x, y)[predicted]) for x, y, predicted in mistakes]
        total, longest = sum(short, Fraction(0)), max(dot(x, x) for x, _ in choice.rounds)
        lengths = {"R": Root(longest), "U": Root(dot(choice.u, choice.u)), "H2": Root(dot(short, short) / gamma**2)}
        counts = {"d": len(choice.rounds[0][0]), "T": len(choice.rounds), "k": self.classes}
        return {"M": len(mistakes), "gamma": gamma, "TD": total, "H": total / gamma, **lengths, **counts}


def shorten(u: Vector) -> Vector:
    """u, or a multiple of it with a length of 1 at most and almost 1."""
    square = dot(u, u)
    return u if square <= 1 else tuple(Fraction(isqrt(int(10**8 / square)), 10**4) * a for a in u)


OWN_GAMES: dict[str, type[OwnGame]] = {kind.name: kind for kind in (Halving, Majority, Hedge, Multiclass)}
EXAMPLES = ("halving", "majority:beta=1/2", "hedge:eta=1/2", "multiclass:k=3")


def own_game(text: str) -> OwnGame | None:
    """The game of a learner such as hedge:eta=1/2; None for a learner without a game of its own. Raises InputError.

    >>> own_game("hedge:eta=1/2").record
    {'name': 'hedge', 'eta': '1/2'}
    """
    name, *given = text.split(":")
    if (kind := OWN_GAMES.get(name)) is None:
        return None
    option, _, value = given[0].partition("=") if given else ("", "", "")
    if len(given) > 1 or option != kind.option:
        raise InputError(f"{name} is written {next(one for one in EXAMPLES if one.partition(':')[0] == name)}, not {text!r:.60}")
    return kind(value)
