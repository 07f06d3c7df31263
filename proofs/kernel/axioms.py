"""The outside facts that a proof may start from, each with its citation: axioms of the logarithm and of e^x.

DLMF is the NIST Digital Library of Mathematical Functions, by section and equation.
"""

from collections.abc import Callable, Mapping

from .formula import Both, Compare, Formula, Implies
from .polynomial import Polynomial
from .term import Fn


def ln(p: Polynomial) -> Polynomial:
    return Polynomial.atom(Fn("ln", p))


def given(*claims: Compare) -> Formula:
    """The last claim, if the others hold."""
    return claims[0] if len(claims) == 1 else Implies(claims[0], given(*claims[1:]))


def ln_one() -> Formula:
    """ln 1 = 0 (DLMF 4.2.2: ln is the integral of 1/t from 1)"""
    return Compare(ln(Polynomial.of(1)), "=")


def ln_product(a: Polynomial, b: Polynomial) -> Formula:
    """ln(ab) = ln a + ln b for a, b > 0 (DLMF 4.8.2)"""
    return given(Compare(a, ">"), Compare(b, ">"), Compare(ln(a * b) - ln(a) - ln(b), "="))


def ln_tangent(a: Polynomial, b: Polynomial) -> Formula:
    """b (ln a − ln b) ≤ a − b for a, b > 0 (DLMF 4.5.4, ln x ≤ x − 1, at x = a/b)"""
    return given(Compare(a, ">"), Compare(b, ">"), Compare(a - b - b * (ln(a) - ln(b)), ">="))


def ln_quadratic(a: Polynomial, b: Polynomial) -> Formula:
    """2b² (ln a − ln b) ≥ 2b(a − b) − (a − b)² for a ≥ b > 0 (by DLMF 4.7.1: ln(1+x) − x + x²/2 has the derivative x²/(1+x))"""
    return given(Compare(a - b, ">="), Compare(b, ">"), Compare(2 * b * b * (ln(a) - ln(b)) - 2 * b * (a - b) + (a - b) ** 2, ">="))


def ln_sinh(a: Polynomial, b: Polynomial) -> Formula:
    """2ab (ln a − ln b) ≤ a² − b² for a ≥ b > 0 (DLMF 4.33.1, sinh x ≥ x for x ≥ 0, at e^x = a/b)"""
    return given(Compare(a - b, ">="), Compare(b, ">"), Compare(a**2 - b**2 - 2 * a * b * (ln(a) - ln(b)), ">="))


def ln_exp(a: Polynomial) -> Formula:
    """e^a > 0 and ln e^a = a (DLMF 4.8.9, for real a)"""
    power = Polynomial.atom(Fn("exp", a))
    return Both(Compare(power, ">"), Compare(ln(power) - a, "="))


STATED = (ln_one, ln_product, ln_tangent, ln_quadratic, ln_sinh, ln_exp)
AXIOMS: Mapping[str, Callable[..., Formula]] = {f.__name__.replace("_", "-"): f for f in STATED}  # by the name that a proof cites
