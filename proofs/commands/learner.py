"""How a learner is written on the command line."""

from __future__ import annotations

from typing import Any

LEARNERS = "perceptron, perceptron:ties=+1, perceptron:ties=-1, margin, margin:eps=1/2"


def parse_learner(text: str) -> dict[str, Any]:
    """margin:eps=1/2 as the fields of a Game: learner, and ties or eps if they are given.  Raises InputError."""
    from perceptron.errors import InputError
    from perceptron.exact import parse

    name, colon, setting = text.partition(":")
    key, _, value = setting.partition("=")
    if name == "perceptron" and (not colon or (key == "ties" and value in ("+1", "1", "-1", "mistake"))):
        return {"learner": "perceptron", "ties": "mistake" if value in ("", "mistake") else int(value)}
    if name == "margin" and (not colon or key == "eps"):
        return {"learner": "margin"} | ({"eps": parse(value)} if colon else {})
    raise InputError(f"--learner must be one of {LEARNERS}, not {text!r:.60}")
