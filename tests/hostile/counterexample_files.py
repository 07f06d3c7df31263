"""Counterexample files that are traps: made to cost time, to deceive, or nearly right. In its text each has the answer to it.

The exit code is 0 for a counterexample, 1 for none, 2 for what is refused."""

from __future__ import annotations

import random
from typing import Any

from tests.amounts import rows
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
SLOW = {
    name: Trap(eval(content), "error: trap.json: not judged: it takes more than 0.5 s of processor time", 2)
    for name, content in rows(__file__, "slow_counterexamples.txt")
}
TRAPS = {name: Trap(eval(content), answer, int(code)) for name, content, code, answer in rows(__file__, "counterexample_traps.txt")}
