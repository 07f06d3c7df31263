"""A derivation that is checked while it is written: right steps are told, wrong ones raise."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from proofs.derive.authoring.terms import every, ge, gt, inner, nat, number, real, vec
from proofs.derive.sympy import claim_match
from proofs.derive.sympy.inequality_chain import Way, WrongStep, is_nonnegative, nonnegative, positive
from proofs.kernel.axioms import ln

x, y, b, c = positive("x y b c")
p = nonnegative("p")[0]
free = sp.Symbol("z", real=True)


def start() -> Way:
    return Way("given", x**2, b * x + c)


STEPS: dict[str, tuple[Callable[[Way], object], Callable[[Way], object]]] = {
    "weaken the right": (lambda w: w.weaken("", right=b * x + 2 * c), lambda w: w.weaken("", right=b * x + c / 2)),
    "weaken the left": (lambda w: w.weaken("", left=x**2 - y), lambda w: w.weaken("", left=x**2 + y)),
    "what is restricted": (
        lambda w: w.weaken("", right=y * x + c, where={b: y / (1 + p)}),
        lambda w: w.weaken("", right=y * x + c, where={b: y * (1 + p)}),
    ),
    "rewrite": (lambda w: w.rewrite("", left=x * x, right=c + x * b), lambda w: w.rewrite("", right=c + 2 * x * b)),
    "multiply": (lambda w: w.multiply("", 1 / x), lambda w: w.multiply("", free)),
    "solve": (lambda w: w.solve("", x), lambda w: w.solve("", c)),
    "same": (lambda w: w.same("", (x + y) ** 2, x**2 + 2 * x * y + y**2), lambda w: w.same("", (x + y) ** 2, x**2 + y**2)),
    "less": (lambda w: w.less("", 2 * x * y, x**2 + y**2), lambda w: w.less("", 3 * x * y, x**2 + y**2)),
    "strictly": (lambda w: w.less("", x, x + y, strict=True), lambda w: w.less("", x, x + p, strict=True)),
    "least": (lambda w: w.least("", x + y / x, x), lambda w: w.least("", x - y / x, x)),
    "most": (lambda w: w.most("", x * y - x**2, x), lambda w: w.most("", x**2 - x * y, x)),
    "minimise": (lambda w: Way("", y, x + b / x).minimise("", x), lambda w: w.minimise("", x)),
    "relax": (
        lambda w: Way("", y, sp.sqrt(x + b)).relax("", sp.sqrt(x + b), sp.sqrt(x) + sp.sqrt(b)),
        lambda w: Way("", y, sp.sqrt(x + b)).relax("", sp.sqrt(x + b), sp.sqrt(x)),
    ),
    "relax what falls": (
        lambda w: Way("", y, c + sp.sqrt(x)).relax("", sp.sqrt(x), sp.sqrt(x + 1)),
        lambda w: Way("", y, c - sp.sqrt(x)).relax("", sp.sqrt(x), sp.sqrt(x + 1)),
    ),
    "roots": (lambda w: w.roots(""), lambda w: Way("", free, x).roots("")),
    "square": (lambda w: w.square(""), lambda w: Way("", free, x).square("")),
    "put": (lambda w: w.put("", {x: y}), lambda w: w.put("", {x: -y})),
    "check": (lambda w: w.check("", x - x, 0), lambda w: w.check("", x, y)),
}


@pytest.mark.parametrize("name", STEPS)
def test_a_right_step_is_told_and_a_wrong_one_raises(name: str) -> None:
    right, wrong = STEPS[name]
    right(start())
    way = start()
    before = list(way.lines)
    with pytest.raises(WrongStep):
        wrong(way)
    assert way.lines == before


def test_a_minimum_has_a_slope_that_changes_sign_once() -> None:
    way = start()
    with pytest.raises(WrongStep):
        way.least("two stationary points", x**3 / 3 - sp.Rational(3, 2) * x**2 + 2 * x, x)
    assert way.least("one", x + y**2 / x, x) == (y, 2 * y)


@given(st.integers(1, 30), st.integers(1, 30), st.integers(0, 30))
def test_the_larger_root_bounds_what_satisfies_the_relation(lead: int, linear: int, constant: int) -> None:
    way = Way("given", lead * x**2, linear * x + constant + 1)
    way.solve("", x)
    assert way.left == x and sp.simplify(lead * way.right**2 - linear * way.right - constant - 1) == 0 and way.right > 0


@given(st.integers(-20, 20))
def test_a_sign_is_seen_or_not(k: int) -> None:
    assert is_nonnegative(x**2 + k * x * y + y**2) <= (k >= -2)
    assert is_nonnegative(sp.Integer(k)) == (k >= 0) and is_nonnegative(sp.Integer(k), strict=True) == (k > 0)


def test_a_claim_of_the_kernel_is_compared_up_to_a_positive_factor() -> None:
    g, M, u, z = real("g"), nat("M"), vec("u"), vec("z")
    names = {"g": c, "M": b, "u·z": x}
    claim = ge(2 * inner(u, z), 2 * g * number(M))
    assert claim_match.arrives(Way("", c * b, x).end(), claim, names)
    assert claim_match.arrives(Way("", c * b / y, x / y).end(), claim, names)
    assert not claim_match.arrives(Way("", c * b, 2 * x).end(), claim, names)
    assert not claim_match.arrives(Way("", x, c * b).end(), claim, names)
    assert not claim_match.arrives(Way("", c * b, x, "<").end(), claim, names)
    assert claim_match.arrives(Way("", sp.log(x), y).end(), every(M, gt(real("y"), ln(inner(u, z)))), {**names, "y": y}) is False
    assert claim_match.arrives(Way("", sp.log(x), y, "<").end(), every(M, gt(real("y"), ln(inner(u, z)))), {**names, "y": y})
    with pytest.raises(KeyError):
        claim_match.arrives(Way("", c * b, x).end(), claim, {})
