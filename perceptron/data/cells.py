"""What a cell of text is: a number, or why not."""

from __future__ import annotations

import re
from fractions import Fraction

from perceptron.errors import InputError
from perceptron.numbers.exact import parse

MISSING = {"?", "na", "n/a", "n.a.", "nan", "null", "#n/a"}  # in the column of the classes; elsewhere these are missing too:
NO_NUMBER = {"", ".", "none", "missing"}
# What was meant as a number and is not read as one: hexadecimal, with commas, over zero, with too many digits or too large an exponent.
NUMBER_BEYOND = re.compile(r"[+-]?(0[xX][0-9a-fA-F]+|[0-9]+(/0+|(,[0-9]+)+)|[0-9]*\.?[0-9]+([eE][+-]?[0-9]+)?)", re.ASCII)
TRUTHS = {"true": 1, "false": 0}  # as pandas and R write them, and as files of arrays hold them
REASONS = (
    (re.compile(r"[+-]?[0-9.,]*[0-9]\s*%"), "is a percentage; write it as a number, such as 0.25"),
    (re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([ T].*)?|[0-9]{1,2}([./])[0-9]{1,2}\2[0-9]{2,4}( .*)?"), "is a date"),
    (re.compile(r"[0-9]{1,2}:[0-9]{2}(:.*)?"), "is a time"),
    (re.compile(r"[+-]?[0-9]{1,3}(,[0-9]{3})+(\.[0-9]*)?"), "has commas; write thousands without them"),
    (re.compile(r"[+-]?[0-9]{1,3}(\.[0-9]{3})+(,[0-9]*)?"), "has points between thousands; write it without them"),
    (re.compile(r"#[A-Z0-9/]+[!?]"), "is an error of a spreadsheet"),
)


def unusable(text: str) -> str | None:
    """Why a value is no number though it was meant as one, or None if it is not of a kind that occurs often."""
    text = text.strip()
    word = text.lower().lstrip("+-")
    if word in ("nan", "inf", "infinity"):
        return f"{text} is not a finite number"
    if word in MISSING or word in NO_NUMBER:
        return "a value is missing"
    return next((f"{text[:40]!a} {reason}" for pattern, reason in REASONS if pattern.fullmatch(text)), None)


def is_number(text: str) -> bool:
    """Whether a cell was meant as a number, be it a missing or an infinite one."""
    try:
        parse(text)
    except InputError:
        return unusable(text) is not None or NUMBER_BEYOND.fullmatch(text.strip()) is not None
    return True


def class_value(name: str) -> Fraction | None:
    """The number that a class's name is, or None."""
    try:
        return parse(name)
    except InputError:
        return None
