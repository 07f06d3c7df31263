"""The kernel's own polynomials against FLINT's, and the laws of its substitution."""

from __future__ import annotations

from fractions import Fraction

import flint
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofs.kernel import Index, Inner, Polynomial, Real, Rejected, Vec, Vector
from proofs.kernel.term import Substitution, inner

ATOMS = [Real("x"), Real("S", Index("k", 1)), Inner(frozenset({Vec("u"), Vec("w", Index("k"))}))]
CONTEXT = flint.fmpq_mpoly_ctx.get(("a", "b", "c"), flint.Ordering.lex)
coefficients = st.fractions(min_value=-50, max_value=50, max_denominator=12)
exponents = st.tuples(*[st.integers(0, 3)] * 3)
raw = st.dictionaries(exponents, coefficients, max_size=6)
small = st.dictionaries(st.tuples(*[st.integers(0, 2)] * 3), coefficients, max_size=3)
Terms = dict[tuple[int, ...], Fraction]


def ours(terms: Terms) -> Polynomial:
    return Polynomial({frozenset((a, e) for a, e in zip(ATOMS, m, strict=True) if e): c for m, c in terms.items()})


def theirs(terms: Terms) -> flint.fmpq_mpoly:
    return CONTEXT.from_dict({m: flint.fmpq(c.numerator, c.denominator) for m, c in terms.items()})


def as_dict(p: flint.fmpq_mpoly) -> Terms:
    return {tuple(int(e) for e in m): Fraction(int(c.p), int(c.q)) for m, c in p.to_dict().items()}


@settings(deadline=None)
@given(raw, raw, st.integers(0, 4))
def test_arithmetic_agrees_with_flint(a: Terms, b: Terms, n: int) -> None:
    p, q, f, g = ours(a), ours(b), theirs(a), theirs(b)
    for mine, other in ((p + q, f + g), (p - q, f - g), (p * q, f * g), (-p, -f), (p**n, f**n), (p * 3 - 1, f * 3 - 1)):
        assert mine == ours(as_dict(other))
    assert (p == q) == (f == g)
    assert p == ours(as_dict(f))


@settings(deadline=None)
@given(raw, raw)
def test_equal_polynomials_have_equal_hashes(a: Terms, b: Terms) -> None:
    p, q = ours(a), ours(b)
    assert hash(p + q) == hash(q + p)
    assert hash(p * q - q * p) == hash(Polynomial({}))


@settings(deadline=None)
@given(small, small, small)
def test_substitution_is_a_homomorphism(a: Terms, b: Terms, image: Terms) -> None:
    p, q = ours(a), ours(b)
    s = Substitution({("real", "x"): ours(image), ("vec", "u"): Vector.basic(Vec("u")) - 2 * Vector.basic(Vec("v"))})
    assert s.real(p * q) == s.real(p) * s.real(q)
    assert s.real(p + q) == s.real(p) + s.real(q)


vectors = st.dictionaries(st.sampled_from([Vec("u"), Vec("v"), Vec("w", Index("k"))]), small.map(ours), max_size=3).map(Vector)


@settings(deadline=None)
@given(vectors, vectors, vectors, small)
def test_inner_products_are_bilinear_and_symmetric(a: Vector, b: Vector, c: Vector, scale: Terms) -> None:
    s = ours(scale)
    assert inner(a, b) == inner(b, a)
    assert inner(a + s * b, c) == inner(a, c) + s * inner(b, c)


@pytest.mark.parametrize("exponent", [-1, 0.5, True, "2"])
def test_strange_exponents_are_refused(exponent: object) -> None:
    with pytest.raises(Rejected):
        ours({(1, 0, 0): Fraction(1)}) ** exponent  # type: ignore[operator]
