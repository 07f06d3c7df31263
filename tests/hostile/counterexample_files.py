"""Counterexample files that are traps: made to cost time, to deceive, or nearly right.  Each with the line that has to answer it.

The exit code is 0 for a counterexample, 1 for none, 2 for what is refused."""

from __future__ import annotations

import random
from typing import Any

from tests.hostile.proof_files import Trap

SOUND: dict[str, Any] = {
    "format": "perceptron-proofs/counterexample-1",
    "conjecture": "M <= 0",
    "learner": {"name": "perceptron", "ties": "mistake"},
    "setting": "separable",
    "norm": "ball",
    "comparator": "unit",
    "u": ["1"],
    "gamma": "1",
    "examples": [{"x": ["1"], "y": 1}],
    "values": {"M": 1, "lhs": "1", "rhs": "0"},
}
HUGE = int("9" * 4001)
SLOW = "error: trap.json: not judged: it takes more than 2 s of processor time"
RULES = "error: trap.json: the rules of the game: "
LEARNER = "error: trap.json: field 'learner': "
POINT = "error: trap.json: field 'points': point 0"
PLAYED = "valid: M ≤ 0 (learner perceptron; setting separable; norm "
CHANCE = random.Random(0)


def altered(**changes: Any) -> dict[str, Any]:
    return SOUND | changes


def free(**changes: Any) -> dict[str, Any]:
    """Without limits on the lengths, and with a comparison that does not matter."""
    return SOUND | {"norm": "any", "comparator": "any", "conjecture": "M <= 1/gamma**2"} | changes


def sides(lhs: str, rhs: str) -> dict[str, Any]:
    return altered(values={"M": 1, "lhs": lhs, "rhs": rhs})


def example(*x: Any, y: int = 1) -> dict[str, Any]:
    return {"x": [str(value) for value in x], "y": y}


def kernel(spec: Any, points: list[Any], examples: list[Any]) -> dict[str, Any]:
    return free(learner={"name": "kernel", "kernel": spec, "ties": "mistake"}, points=points, u=["1"] * len(points), examples=examples)


def recipe(**changes: Any) -> dict[str, Any]:
    told = free(rounds=10_000_000) | changes | {"format": "perceptron-proofs/recipe-1"}
    return {name: value for name, value in told.items() if name != "examples"}


def spiral(**changes: Any) -> dict[str, Any]:
    return recipe(u=["1", "0", "0"], spiral={"margin": "1/100001", "share": "0", "grid": 2**40, "y": 1} | changes)


def winnow(rate: dict[str, str], examples: list[Any], **changes: Any) -> dict[str, Any]:
    return free(learner={"name": "winnow", "ties": "mistake"} | rate, examples=examples, **changes)


def word(length: int) -> str:
    return "".join(CHANCE.choice("ab") for _ in range(length))


def words(length: int, count: int) -> list[Any]:
    return [{"x": word(length), "y": CHANCE.choice((1, -1))} for _ in range(count)]


def symmetric(size: int) -> list[list[str]]:
    """Large on the diagonal, with fractions of different denominators elsewhere."""
    above = {(i, j): f"{CHANCE.randrange(2**63)}/{CHANCE.randrange(1, 2**63)}" for i in range(size) for j in range(i)}
    return [[str(2**63) if i == j else above[max(i, j), min(i, j)] for j in range(size)] for i in range(size)]


LONG = {"name": "subsequences", "length": 100}
TRAPS = {
    "a true one, for comparison": Trap(SOUND, 0, PLAYED + "ball; comparator unit) on 1 round"),
    # what it costs
    "denominators without a common factor": Trap(free(examples=[example(f"1/{10**60 + 2 * i + 1}") for i in range(900)]), 2, SLOW),
    "coordinates without a common denominator": Trap(
        free(u=["1"] * 700, examples=[example(*(f"1/{10**50 + 2 * i + 1}" for i in range(700)))] * 2), 2, SLOW
    ),
    "denominators of thousands of digits": Trap(
        free(u=["1"] * 24, examples=[example(*(f"1/{'9' * 3900}{i}" for i in range(24)))]), 2, SLOW
    ),
    "the thresholds of long margins": Trap(
        free(learner={"name": "margin", "eps": "1/2"}, u=["1", "1"], examples=[example(f"1/{10**60 + 2 * i + 1}", i) for i in range(800)]),
        2,
        SLOW,
    ),
    "three million pairs": Trap(kernel({"name": "linear"}, [["3"]], [example(f"{i}/7", y=(-1) ** i) for i in range(1, 2500)]), 2, SLOW),
    "long strings": Trap(kernel({"name": "substrings", "count": "product"}, [word(200)], words(200, 350)), 2, SLOW),
    "many strings": Trap(kernel({"name": "subsequences"}, [word(2)], words(11, 2000)), 2, SLOW),
    "long subsequences": Trap(kernel(LONG, [word(200)], words(200, 350)), 2, SLOW),
    "a matrix of fractions": Trap(
        kernel({"name": "precomputed", "matrix": symmetric(45)}, [0], [{"x": i, "y": 1} for i in range(45)]) | {"norm": "any"}, 2, SLOW
    ),
    "a degree of a million": Trap(
        kernel({"name": "polynomial", "degree": 10**6}, [["3"]], [example(3)]), 2, RULES + "degree must be at most"
    ),
    "Winnow on long fractions": Trap(
        winnow({"eta": "1/4"}, [example(f"1/{10**60 + 2 * i + 1}", y=(-1) ** i) for i in range(700)]), 2, SLOW
    ),
    "a power that nothing interrupts": Trap(
        winnow({"beta": f"{2**63 - 1}/{2**63 - 3}"}, [example(60_000), example(1)]), 1, "invalid: M ≤ 1/γ² (learner winnow with beta="
    ),
    "a spiral without an end": Trap(spiral(), 2, SLOW),
    "a spiral on a fine grid": Trap(spiral(margin=f"1/{10**60}", grid=2**255 + 1), 2, SLOW),
    "ten million rounds": Trap(recipe(first=[], again=[example(1), example(-1, y=-1)]), 2, SLOW),
    "ten million updates": Trap(recipe(u=["1", "1"], first=[], again=[example(1, 2), example(-1, -2)]), 2, SLOW),
    "a tower of exponentials": Trap(altered(conjecture="M <= exp(exp(exp(exp(exp(5)))))"), 1, "invalid: M ≤ exp(exp(exp(exp(exp(5))))) "),
    "a floor that no precision finds": Trap(altered(conjecture="M <= floor(exp(exp(20))) - floor(exp(exp(20)))"), 1, "invalid: "),
    "an equality that no precision finds": Trap(altered(conjecture="M + exp(log(3)) < 4"), 1, "invalid: "),
    "powers of a long margin": Trap(
        free(gamma="1/" + "7" * 3900, conjecture="M <= " + " + ".join(["gamma**15"] * 60)), 1, "invalid: M ≤ γ¹⁵ + γ¹⁵"
    ),
    "a power of a variable power": Trap(altered(gamma="99999", conjecture="M <= gamma**(gamma**gamma)"), 1, "invalid: M ≤ γ^(γ^γ)"),
    # what deceives
    "a side that is anything": Trap(sides("≈ 0e1000", "≈ 0e1000"), 1, "invalid: M ≤ 0 "),
    "a side that is about nothing": Trap(sides("≈ 0", "0"), 1, "invalid: M ≤ 0 "),
    "a side with one digit": Trap(sides("≈ 1e0", "0"), 1, "invalid: M ≤ 0 "),
    "two options in one": Trap(
        kernel({"name": "polynomial", "degree": "2:offset=1"}, [["3"]], [example(3)]), 2, LEARNER + "kernel must be"
    ),
    "two options in one name": Trap(
        kernel({"name": "polynomial", "degree=2:offset": "1"}, [["3"]], [example(3)]), 2, LEARNER + "kernel: an option"
    ),
    "two entries in one": Trap(
        kernel({"name": "precomputed", "matrix": [["1,0"], ["0", "1"]]}, [0], [{"x": 0, "y": 1}]), 2, LEARNER + "kernel must"
    ),
    "Hebb's rule instead of the Perceptron": Trap(
        altered(learner={"name": "hebb"}, conjecture="M <= 1/gamma**2", examples=[example(1)] * 3, values={"M": 3, "lhs": "3", "rhs": "1"}),
        0,
        "valid: M ≤ 1/γ² (learner hebb; setting separable; norm ball; comparator unit) on 3 rounds",
    ),
    "examples of any length": Trap(altered(norm="any", examples=[example(5)]), 0, PLAYED + "any;"),
    "more updates than rounds": Trap(altered(values={"M": 2, "lhs": "2", "rhs": "0"}), 1, "invalid: "),
    # what is no number, no object, or too long
    "a learner that is a number": Trap(altered(learner=5), 2, "error: trap.json: field 'learner' must be an object"),
    "points of a learner that is null": Trap(altered(learner=None, points=None), 2, "error: trap.json: field 'learner' must be an object"),
    "a point that is a number": Trap(kernel({"name": "linear"}, [5], [example(1)]), 2, POINT + " must be a list"),
    "a margin of 4,001 digits": Trap(altered(gamma=HUGE), 1, "invalid: M ≤ 0 "),
    "a label of 4,001 digits": Trap(altered(examples=[{"x": ["1"], "y": HUGE}]), 2, "error: trap.json: example 0: y must be -1 or 1"),
    "a degree of 4,001 digits": Trap(
        kernel({"name": "polynomial", "degree": HUGE}, [["3"]], [example(3)]), 2, RULES + "degree: number of 4001"
    ),
    "a margin that squares beyond printing": Trap(
        free(gamma="1/" + "7" * 1990, u=["1/" + "9" * 1991], examples=[example("1/" + "3" * 1991), example("-1/" + "1" * 1991)]),
        1,
        "invalid: M ≤ 1/γ² ",
    ),
}
