"""Values for the names of a conjecture."""

from __future__ import annotations

from fractions import Fraction

from proofs.conjecture import Root

VALUES = {
    "M": 4,
    "gamma": Fraction(3, 5),
    "TD": Fraction(1, 2),
    "R": Root(Fraction(2)),
    "S2": Fraction(3),
    "H": Fraction(5, 6),
    "H2": Root(Fraction(1, 3)),
    "U": Root(Fraction(2)),
    "d": 3,
    "T": 9,
    "eps": Fraction(1, 2),
    "W": Root(Fraction(3)),
    "P": Fraction(7, 5),
    "E": 5,
    "L": Fraction(7, 3),
    "L2": Root(Fraction(5, 3)),
    "F": Fraction(-1, 2),
    "S2_all": Fraction(8),
    "TD_all": Fraction(3, 4),
    "H_all": Fraction(5, 4),
    "H2_all": Root(Fraction(1, 2)),
}
