"""`have` without a certificate: products, then sums of squares. The kernel accepts what it finds; a failure says where a claim fails."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofs.derive.authoring.beyond_products import refuting_point
from proofs.derive.authoring.certificate_search import NotFound, search
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.terms import Term, eq, ge, gt, le, real
from proofs.derive.semialgebraic.programme import Block, Programme
from proofs.kernel import Compare, Formula, replay
from tests.amounts import tries

a, b, c, x, y, q, g, r = (real(name) for name in "abcxyqgr")

FOLLOWS: dict[str, tuple[Formula, dict[str, Formula]]] = {
    "a square of a difference with weights": (ge(x**4 + 3 * y**2, 3 * x**2 * y), {}),
    "attained, with cubes": (ge(a**3 + b**3 + c**3, 3 * a * b * c), {"a": ge(a, 0), "b": ge(b, 0), "c": ge(c, 0)}),
    "Motzkin's polynomial, which is no sum of squares": (ge(x**2 * y**4 + x**4 * y**2 + 1, 3 * x**2 * y**2), {}),
    "a reciprocal of a sum": (ge(4 * q, 1), {"q": gt(q, 0), "inverse": eq(q * (x**2 + 1), 1), "near": le(x**2, 3)}),
    "a reciprocal": (le(q, 1), {"q": gt(q, 0), "inverse": eq(q * g, 1), "g": ge(g, 1)}),
    "a root": (le(2 * r, 2 + x**2), {"r": ge(r, 0), "square": eq(r * r, 1 + x**2)}),
    "strict": (gt(x**4 - 2 * x**2 + 2, 0), {}),
}


def proof_of(goal: Formula, facts: dict[str, Formula]) -> Derivation:
    d = Derivation("claim", tuple(facts.items()), {}, goal)
    d.conclude(*facts)
    return d


@pytest.mark.parametrize("name", FOLLOWS)
def test_what_is_found_the_kernel_accepts(name: str) -> None:
    goal, facts = FOLLOWS[name]
    assert replay(proof_of(goal, facts).proof(), {}).conclusion == goal


def test_some_of_it_is_beyond_products() -> None:
    goal, facts = FOLLOWS["Motzkin's polynomial, which is no sum of squares"]
    assert isinstance(goal, Compare)
    with pytest.raises(NotFound):
        search(goal, facts, 10)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("goal", "facts", "names"),
    [
        (ge(x, 1), {"sign of x": ge(x, 0)}, ("x = ",)),
        (ge(x, y), {"squares": ge(x**2, y**2)}, ("x = ", "y = ")),
        (ge(x * y, 2), {"first": eq(x * x, 2), "second": eq(y * y, 2)}, ("x ≈ ", "y ≈ ")),
    ],
)
def test_a_failure_names_claim_lines_and_a_point(goal: Formula, facts: dict[str, Formula], names: tuple[str, ...]) -> None:
    with pytest.raises(NotFound) as failure:
        proof_of(goal, facts)
    told = str(failure.value)
    assert all(repr(line) in told for line in facts) and all(name in told for name in names) and "where it fails" in told


small = st.integers(-3, 3).map(Fraction)


@settings(max_examples=tries(30))
@given(st.tuples(small, small, small, small, small))
def test_a_point_is_one(coefficients: tuple[Fraction, ...]) -> None:
    """The numbers that are named make the lines true and the claim false."""
    p, s, t, v, w = coefficients

    def line(at_x: Term, at_y: Term) -> Term:
        return p * at_x + s * at_y + t

    def claim(at_x: Term, at_y: Term) -> Term:
        return v * at_x * at_x + w * at_y - 1

    goal, fact = ge(claim(x, y), 0), ge(line(x, y), 0)
    assert isinstance(goal, Compare) and isinstance(fact, Compare)
    told = refuting_point(goal, {"line": fact})
    if not told or "≈" in told:
        return
    found = {name: Fraction(value) for name, value in re.findall(r"(\w) = (-?\d+(?:/\d+)?)", told)}
    at = found.get("x", Fraction(0)), found.get("y", Fraction(0))
    assert line(*at) >= 0 and claim(*at) < 0


def test_what_no_unknown_meets_has_no_solution() -> None:
    """The solver was asked all the same, with a right side of 10²⁹⁰, and panicked."""
    square = Block((), (0,), {(0,): Fraction(1)}, ({(1,): Fraction(1)},))
    assert Programme({(2,): Fraction(-1)}, (square,)).solve(1) is not None
    assert Programme({(2,): Fraction(-1), (1,): Fraction(-1, 10**10)}, (square,)).solve(1) is None
