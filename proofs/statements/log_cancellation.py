"""When a polynomial in logarithms of rational numbers is 0: decided by their prime factors, where balls of any precision cannot.

The logarithms of the primes are taken as independent symbols. What cancels then is 0; what does not cancel may still be 0 (whether it can
be, beyond degree 1, is not known), so a caller asks balls about the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from flint import fmpz

from proofs.kernel import Fn, Polynomial

MAX_BITS = 2000  # of a number to factor; what runs produce are powers of small numbers


def cancels(p: Polynomial, rational: Callable[[Polynomial], Fraction | None]) -> bool:
    """Whether p is 0 by its prime factors alone; `rational` gives the value of a term without logarithms, None if that is irrational."""
    total = Polynomial.of(0)
    for monomial, c in p.terms.items():
        logs = [(a.argument, power) for a, power in monomial if isinstance(a, Fn) and a.name == "ln"]
        plain = rational(Polynomial({frozenset((a, power) for a, power in monomial if not isinstance(a, Fn)): c}))
        if plain is None:
            return False
        product = Polynomial.of(plain)
        for argument, power in logs:
            known = None if any(isinstance(a, Fn) for m in argument.terms for a, _ in m) else rational(argument)
            if known is None or known <= 0 or max(known.numerator, known.denominator).bit_length() > MAX_BITS:
                return False
            product = product * _by_primes(known) ** power
        total = total + product
    return not total.terms


def _by_primes(value: Fraction) -> Polynomial:
    total = Polynomial.of(0)
    for part, side in ((value.numerator, 1), (value.denominator, -1)):
        for prime, power in fmpz(part).factor():
            total = total + side * int(power) * Polynomial.atom(("ln", int(prime)))
    return total
