"""The worst case of the Perceptron for M updates as a semidefinite programme: this companion beside PEPit, and what certificates cost.

    make bench                             prints pytest-benchmark's table and, below it, the ratios

    PEPit          the problem as PEPit's users write it, points and constraints, solved through its cvxpy wrapper by Clarabel
    PEPit, weights the same with the weights as points, as this companion has it
    programme      `Programme(ask(M)).solve()`: the same problem from the kernel's formulas, handed to Clarabel
    worst_case     all of it: the programme, the exact certificate, the kernel's replay of both proofs, an exact run that attains the value

PEPit and the programme give the same: the value, the multipliers and a Gram matrix, in floats.  Both are timed from the statement of
the problem on, with the libraries imported beforehand.  The goal is that `worst_case` is at least three times as fast as PEPit for every
M from 10 to 100.  The ratio is least at M = 10: PEPit's time grows much faster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from proofs.derive.worst_case import WorstCaseProgramme, ask, worst_case

SIZES = (10, 12, 15, 20, 30, 40)
LARGE = (70, 100)  # PEPit takes minutes: once is enough
GOAL = 3.0
MEDIANS: dict[tuple[int, str], float] = {}


def pepit(M: int, by_weights: bool = False) -> float:
    from PEPit import PEP, Point

    problem = PEP()
    u = problem.set_initial_point()
    w = Point(is_leaf=False, decomposition_dict={})
    for k in range(M):
        after = Point()  # the new weights, or the example
        z, after = (after - w, after) if by_weights else (after, w + after)
        problem.add_constraint(u * z >= 1)
        problem.add_constraint(z**2 <= 1)
        if k:
            problem.add_constraint(w * z <= 0)
        w = after
    problem.set_performance_metric(-(u**2))
    return -float(problem.solve(wrapper="cvxpy", solver="CLARABEL", verbose=0))


def programme(M: int) -> float:
    return WorstCaseProgramme(ask(M)).solve().value


def everything(M: int) -> float:
    return float(worst_case(M).lower)


ROUTES: dict[str, Callable[[int], float]] = {
    "PEPit": pepit,
    "PEPit, weights": lambda M: pepit(M, True),
    "programme": programme,
    "worst_case": everything,
}


@pytest.fixture(scope="module", autouse=True)
def ratios(request: pytest.FixtureRequest) -> Iterator[None]:
    """Import what both need, and afterwards print each median beside PEPit's."""
    pytest.importorskip("PEPit")
    for route in (pepit, programme):
        route(2)
    yield
    capture = request.config.pluginmanager.getplugin("capturemanager")
    with capture.global_and_fixture_disabled():
        for (M, route), median in MEDIANS.items():
            other = MEDIANS.get((M, "PEPit"))
            against = f", {other / median:.1f} x as fast as PEPit" if other and not route.startswith("PEPit") else ""
            print(f"\nM = {M}: {route} {median:.3f} s{against}", end="")
        found = {
            M: MEDIANS[M, "PEPit"] / median for (M, route), median in MEDIANS.items() if route == "worst_case" and (M, "PEPit") in MEDIANS
        }
        if found:
            least = min(found, key=lambda M: found[M])
            print(f"\nleast: {found[least]:.1f} x at M = {least}; the goal of {GOAL:g} x is {'met' if found[least] >= GOAL else 'not met'}")


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("M", SIZES + LARGE)
def test_worst_case(benchmark: Any, M: int, route: str) -> None:
    benchmark.group = f"worst case, M = {M}"
    if M in LARGE and route == "PEPit, weights":
        pytest.skip("PEPit's own way is enough")
    rounds = 9 if M <= 20 else 3 if M not in LARGE else 1
    value = benchmark.pedantic(ROUTES[route], args=(M,), rounds=rounds, warmup_rounds=int(M not in LARGE))
    assert abs(value - M) < 1e-3
    if benchmark.stats:
        MEDIANS[M, route] = benchmark.stats.stats.median
