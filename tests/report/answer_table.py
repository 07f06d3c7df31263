"""The table of answers that every platform has to mark alike: those of the data, and forms made of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from perceptron.numbers.exact import parse as number
from proofs.report.book.exercises import Exercise, chapter
from proofs.report.book.exercises.answers import value

KEY, WRONG, EQUAL, MORE, LESS, UNREAD = "key", "wrong", "equal by algebra", "claims more", "claims less", "unreadable"
VERDICTS = {KEY: "accepted", EQUAL: "accepted", WRONG: "not accepted", UNREAD: "unreadable"}  # by the way in which an answer was made


@dataclass(frozen=True)
class TypedAnswer:
    """An answer as a student types it, and the way in which it was made."""

    one: Exercise
    made: str
    text: str


def table(name: str, seeds: tuple[str, ...] = ("", "ada")) -> list[TypedAnswer]:
    """All answers to the exercises of a chapter, without a seed and with one."""
    return [TypedAnswer(one, made, text) for seed in seeds for one in chapter(name, seed) for made, text in variants(one)]


def variants(one: Exercise) -> Iterator[tuple[str, str]]:
    """The answers to an exercise, each behind the way in which it was made."""
    yield KEY, one.answer
    yield from ((WRONG, answer) for answer in one.wrong)
    yield from FORMS[one.kind](one)
    yield UNREAD, "4ga ("
    yield UNREAD, r"\foo{1}"


def _bound(one: Exercise) -> Iterator[tuple[str, str]]:
    left, sign, right = one.answer.rpartition("<=")
    for made, form in ((EQUAL, "2*({})/2 + M - M"), (EQUAL, "1*({0}) + 0*({0})"), (MORE, "({})/3"), (LESS, "({}) + 1/7"), (LESS, "3*({})")):
        yield made, f"{left}{sign} {form.format(right)}".strip()


def _measure(one: Exercise) -> Iterator[tuple[str, str]]:
    yield EQUAL, f"{one.answer} + 1/2 - 1/2"
    yield EQUAL, rf"$\frac{{2*{one.answer}}}{{2}}$"
    yield MORE, f"{one.answer} + 1/1000"
    yield LESS, f"{one.answer} - 1/1000"


def _run(one: Exercise) -> Iterator[tuple[str, str]]:
    named, examples = [[part for part in one.answer.split("; ") if ("=" in part) is wanted] for wanted in (True, False)]
    yield EQUAL, ";".join([*examples, *reversed(named)])
    yield EQUAL, re.sub(r"(\d+)/(\d+)", lambda at: f"{2 * int(at[1])}/{2 * int(at[2])}", one.answer)
    yield MORE, "; ".join([*named, *examples[:-1], examples[-1].replace("(", "(1, ")])  # one entry too many
    yield LESS, "; ".join([*named, *examples, *examples[-1:] * 60])


def _step(one: Exercise) -> Iterator[tuple[str, str]]:
    yield EQUAL, f"1/2*({one.answer}) + 0.5*({one.answer})"
    yield EQUAL, f"({one.answer})*1 + 0**2"
    yield MORE, f"2*({one.answer}) + 3"
    yield LESS, f"1/2*({one.answer}) - 1/3"


def _numbers(one: Exercise) -> Iterator[tuple[str, str]]:
    given = [(name.strip(), amount.strip()) for name, _, amount in (part.partition("=") for part in one.answer.split(","))]

    def each(change: Callable[[str], str]) -> str:
        return ", ".join(f"{name} = {change(amount)}" for name, amount in reversed(given))

    yield EQUAL, each(lambda amount: f"{amount} + 1/2 - 1/2")
    yield EQUAL, each(lambda amount: str(2 * number(amount)) + "/2" if "/" not in amount else amount)
    yield MORE, each(lambda amount: str(value(amount) + 1000))
    yield LESS, each(lambda amount: str(value(amount) - 1000))


def _proof(one: Exercise) -> Iterator[tuple[str, str]]:
    lines = one.answer.split("; ")
    yield EQUAL, "\n".join(f"  {line}  " for line in lines)
    yield EQUAL, "\n".join([lines[0], lines[0].partition(" by ")[0] + " by 1", *(_later(line) for line in lines[1:])])
    yield MORE, "; ".join([*lines[:-1], _stronger(lines[-1])])
    yield LESS, "; ".join(lines[:-1]) or "0 <= 0"


def _later(line: str) -> str:
    """A line whose numbers of lines are moved behind a line that was put in."""
    claim, by, facts = line.partition(" by ")
    return claim + by + re.sub(r"\b\d+\b", lambda at: str(int(at[0]) + 1), facts)


def _stronger(line: str) -> str:
    claim, by, facts = line.partition(" by ")
    left, sign, right = claim.partition("<=")
    return f"{left.strip()} + 1 {sign} {right.strip()}{by}{facts}"


def _flaw(one: Exercise) -> Iterator[tuple[str, str]]:
    yield EQUAL, re.sub(r"= (\d+)", r"= \1/1", one.answer)
    yield EQUAL, one.answer.replace(", ", ",").replace("=", " = ")
    yield MORE, re.sub(r"= (\d+)", r"= 0", one.answer)
    yield LESS, re.sub(r"^\d+", "1", one.answer)


FORMS: dict[str, Callable[[Exercise], Iterator[tuple[str, str]]]] = {
    "bound": _bound,
    "measure": _measure,
    "run": _run,
    "step": _step,
    "numbers": _numbers,
    "proof": _proof,
    "flaw": _flaw,
}
