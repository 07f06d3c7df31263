"""The search for certificates: what it finds the kernel accepts, and for a false claim it finds nothing."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofs.derive.authoring import certificate_search
from proofs.derive.authoring.certificate_search import NotFound, search
from proofs.derive.authoring.terms import Term, eq, ge, gt, le, real
from proofs.kernel import Compare, Formula, Proof, Step, replay
from tests.amounts import tries

a, b, c, n, s, t, g, r = (real(name) for name in "abcnstgr")

OBLIGATIONS: dict[str, tuple[Formula, dict[str, Formula]]] = {
    "energy step": (le(n + 2 * a + b, g * c + g), {"mistake": le(a, 0), "short": le(b, g), "before": le(n, g * c)}),
    "a root is monotone": (le(s, t), {"s": ge(s, 0), "t": ge(t, 0), "squares": le(s**2, t**2)}),
    "divide by γ": (le(s, r * a), {"short": le(g * s, r), "sign": gt(a, 0), "inverse": eq(a * g, 1)}),
    "the larger root": (
        ge(b + r, 2 * g * s),
        {"g": gt(g, 0), "r": ge(r, 0), "rr": eq(r**2, b**2 + 4 * g * c), "quadratic": le(g * s**2, b * s + c)},
    ),
    "relax the root": (le(g**2 * s**2, 1 + 2 * g * t), {"g": gt(g, 0), "h": le(g * s**2, s + t)}),
    "a sum of two squares": (ge(a**2 + b**2, 2 * a * b), {}),
    "a contradiction": (ge(real("no"), 1), {"up": gt(a, 1), "down": le(a, 1)}),
}


def accepted(goal: Formula, facts: dict[str, Formula], data: dict[str, object]) -> bool:
    proof = Proof("p", tuple(facts.items()), (Step("goal", "certificate", goal, tuple(facts), data),), "goal")
    return replay(proof, {}).conclusion == goal


@pytest.mark.parametrize("name", OBLIGATIONS)
def test_what_is_found_the_kernel_accepts(name: str) -> None:
    goal, facts = OBLIGATIONS[name]
    assert isinstance(goal, Compare)
    assert accepted(goal, facts, search(goal, facts, 20))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "goal, facts",
    [
        (ge(a, 0), {}),
        (gt(a**2, 0), {}),
        (le(s, t), {"squares": le(s**2, t**2)}),
        (ge(a, 1), {"a": gt(a, 0)}),
        (eq(a, 0), {"low": ge(a, 0), "high": le(a, 0)}),  # true, but an equation needs equations
    ],
)
def test_for_a_claim_that_does_not_follow_nothing_is_found(goal: Formula, facts: dict[str, Formula]) -> None:
    assert isinstance(goal, Compare)
    with pytest.raises(NotFound):
        search(goal, facts, 2)  # type: ignore[arg-type]


small = st.integers(-3, 3).map(Fraction)


@given(st.lists(st.tuples(small, small, small), min_size=1, max_size=3), st.tuples(small, small, small))
@settings(max_examples=tries(30))
def test_linear_claims_are_found_exactly_when_they_follow(rows: list[tuple[Fraction, ...]], target: tuple[Fraction, ...]) -> None:
    def linear(row: tuple[Fraction, ...]) -> Term:
        return row[0] * a + row[1] * b + row[2]

    facts = {f"f{i}": ge(linear(row), 0) for i, row in enumerate(rows)}
    goal = ge(linear(target), 0)
    assert isinstance(goal, Compare)
    found = certificate_search._solve(goal, facts, [a, b], certificate_search.SHAPES[0], 5)  # type: ignore[arg-type]
    if found is not None:
        assert accepted(goal, facts, found)
        return
    from scipy.optimize import linprog

    weights = [[-float(row[0]), -float(row[1])] for row in rows]
    outcome = linprog([float(target[0]), float(target[1])], weights, [float(row[2]) for row in rows], bounds=[(None, None)] * 2)
    assert outcome.status == 3 or (outcome.status == 0 and outcome.fun + float(target[2]) < 1e-9)  # unbounded, or it dips to 0 or below


def test_the_store_is_the_same_in_every_run_and_a_lookup_depends_on_claim_and_facts() -> None:
    goal, facts = OBLIGATIONS["divide by γ"]
    assert isinstance(goal, Compare)
    key = certificate_search.digest(goal, facts)  # type: ignore[arg-type]
    assert key == certificate_search.digest(goal, dict(reversed(facts.items())))  # type: ignore[arg-type]
    assert key != certificate_search.digest(goal, facts | {"sign": ge(a, 0)})  # type: ignore[arg-type]
    assert len(certificate_search.store()) == len(set(certificate_search.store())) > 100
