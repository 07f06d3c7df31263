"""A run that may break a conjecture, in rational vectors."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from perceptron.extremal.sequences import Extremal
from perceptron.extremal.sources import Spiral
from proofs.conjecture import Comparison
from proofs.decide.families.orthogonal import BROKEN, broken

Vector = tuple[Fraction, ...]
NO_LOSS = {"TD": 0.0, "H": 0.0, "H2": 0.0}


class Candidate(NamedTuple):
    """Rounds (x, y), or a spiral that is followed instead of listed, the comparator, and gamma.

    points   a kernel's: u holds the coefficients of φ(p) for these p
    """

    rounds: Any
    u: Vector
    gamma: Fraction
    points: tuple[Any, ...] | None = None


def listed(run: Extremal, gamma: Fraction | None = None) -> Candidate:
    """A sequence of `perceptron.extremal`, with its own gamma or another."""
    return Candidate([(e.x, e.y) for e in run.examples], run.u, run.gamma if gamma is None else gamma)


def in_dimension(run: Candidate, dimension: int) -> Candidate:
    """The run among more coordinates, which are 0."""
    more = (Fraction(0),) * (dimension - len(run.u))
    if isinstance(run.rounds, Spiral):
        return run._replace(rounds=replace(run.rounds, dimension=dimension), u=(*run.u, *more))
    return run._replace(rounds=[((*x, *more), y) for x, y in run.rounds], u=(*run.u, *more))


def may_break(comparison: Comparison, count: float, gamma: float, dimension: float, room: float = BROKEN, **more: float) -> bool:
    """Whether a separable run of unit examples with these numbers seems to break the comparison, or has others that it speaks of.

    room   by how much it may seem to hold; the float's error, unless equality is no matter"""
    values = {"M": count, "T": count, "gamma": gamma, "R": 1.0, "U": 1.0, "d": dimension, "S2": count, **NO_LOSS, **more}
    known = comparison.names <= values.keys()
    return not known or bool(broken(comparison, {name: np.array([value]) for name, value in values.items()})[0] > -room)


def axis(dimension: int, place: int = 0, size: Fraction | int = 1) -> Vector:
    """`size` times a vector of the standard basis."""
    return tuple(Fraction(size if i == place else 0) for i in range(dimension))
