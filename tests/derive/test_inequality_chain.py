"""A derivation that is checked while it is written: right steps are told, wrong ones raise."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from proofs.derive.authoring.terms import every, ge, gt, inner, nat, number, real, vec
from proofs.derive.sympy import claim_match
from proofs.derive.sympy.inequality_chain import Inequality, WrongStep, is_nonnegative, nonnegative, positive
from proofs.kernel.axioms import ln

x, y, b, c = positive("x y b c")
p = nonnegative("p")[0]
free = sp.Symbol("z", real=True)


def start() -> Inequality:
    return Inequality("given", x**2, b * x + c)


STEPS: dict[str, tuple[Callable[[Inequality], object], Callable[[Inequality], object]]] = {
    "weaken the right": (lambda w: w.weaken("", right=b * x + 2 * c), lambda w: w.weaken("", right=b * x + c / 2)),
    "weaken the left": (lambda w: w.weaken("", left=x**2 - y), lambda w: w.weaken("", left=x**2 + y)),
    "what is restricted": (
        lambda w: w.weaken("", right=y * x + c, where={b: y / (1 + p)}),
        lambda w: w.weaken("", right=y * x + c, where={b: y * (1 + p)}),
    ),
    "rewrite": (lambda w: w.rewrite("", left=x * x, right=c + x * b), lambda w: w.rewrite("", right=c + 2 * x * b)),
    "multiply": (lambda w: w.multiply("", 1 / x), lambda w: w.multiply("", free)),
    "solve": (lambda w: w.solve("", x), lambda w: w.solve("", c)),
    "same": (lambda w: w.equal("", (x + y) ** 2, x**2 + 2 * x * y + y**2), lambda w: w.equal("", (x + y) ** 2, x**2 + y**2)),
    "less": (lambda w: w.at_most("", 2 * x * y, x**2 + y**2), lambda w: w.at_most("", 3 * x * y, x**2 + y**2)),
    "strictly": (lambda w: w.at_most("", x, x + y, strict=True), lambda w: w.at_most("", x, x + p, strict=True)),
    "least": (lambda w: w.minimum("", x + y / x, x), lambda w: w.minimum("", x - y / x, x)),
    "most": (lambda w: w.maximum("", x * y - x**2, x), lambda w: w.maximum("", x**2 - x * y, x)),
    "minimise": (lambda w: Inequality("", y, x + b / x).minimise("", x), lambda w: w.minimise("", x)),
    "relax": (
        lambda w: Inequality("", y, sp.sqrt(x + b)).relax_root("", sp.sqrt(x + b), sp.sqrt(x) + sp.sqrt(b)),
        lambda w: Inequality("", y, sp.sqrt(x + b)).relax_root("", sp.sqrt(x + b), sp.sqrt(x)),
    ),
    "relax what falls": (
        lambda w: Inequality("", y, c + sp.sqrt(x)).relax_root("", sp.sqrt(x), sp.sqrt(x + 1)),
        lambda w: Inequality("", y, c - sp.sqrt(x)).relax_root("", sp.sqrt(x), sp.sqrt(x + 1)),
    ),
    "roots": (lambda w: w.square_roots(""), lambda w: Inequality("", free, x).square_roots("")),
    "square": (lambda w: w.square(""), lambda w: Inequality("", free, x).square("")),
    "put": (lambda w: w.substitute("", {x: y}), lambda w: w.substitute("", {x: -y})),
    "check": (lambda w: w.check("", x - x, 0), lambda w: w.check("", x, y)),
}


@pytest.mark.parametrize("name", STEPS)
def test_a_right_step_is_told_and_a_wrong_one_raises(name: str) -> None:
    right, wrong = STEPS[name]
    right(start())
    chain = start()
    before = list(chain.lines)
    with pytest.raises(WrongStep):
        wrong(chain)
    assert chain.lines == before


def test_a_minimum_has_a_slope_that_changes_sign_once() -> None:
    chain = start()
    with pytest.raises(WrongStep):
        chain.minimum("two stationary points", x**3 / 3 - sp.Rational(3, 2) * x**2 + 2 * x, x)
    assert chain.minimum("one", x + y**2 / x, x) == (y, 2 * y)


@given(st.integers(1, 30), st.integers(1, 30), st.integers(0, 30))
def test_the_larger_root_bounds_what_satisfies_the_relation(lead: int, linear: int, constant: int) -> None:
    chain = Inequality("given", lead * x**2, linear * x + constant + 1)
    chain.solve("", x)
    assert chain.left == x and sp.simplify(lead * chain.right**2 - linear * chain.right - constant - 1) == 0 and chain.right > 0


@given(st.integers(-20, 20))
def test_a_sign_is_seen_or_not(k: int) -> None:
    assert is_nonnegative(x**2 + k * x * y + y**2) <= (k >= -2)
    assert is_nonnegative(sp.Integer(k)) == (k >= 0) and is_nonnegative(sp.Integer(k), strict=True) == (k > 0)


def test_a_claim_of_the_kernel_is_compared_up_to_a_positive_factor() -> None:
    g, M, u, z = real("g"), nat("M"), vec("u"), vec("z")
    names = {"g": c, "M": b, "u·z": x}
    claim = ge(2 * inner(u, z), 2 * g * number(M))
    assert claim_match.arrives(Inequality("", c * b, x).finish(), claim, names)
    assert claim_match.arrives(Inequality("", c * b / y, x / y).finish(), claim, names)
    assert not claim_match.arrives(Inequality("", c * b, 2 * x).finish(), claim, names)
    assert not claim_match.arrives(Inequality("", x, c * b).finish(), claim, names)
    assert not claim_match.arrives(Inequality("", c * b, x, "<").finish(), claim, names)
    assert claim_match.arrives(Inequality("", sp.log(x), y).finish(), every(M, gt(real("y"), ln(inner(u, z)))), {**names, "y": y}) is False
    assert claim_match.arrives(Inequality("", sp.log(x), y, "<").finish(), every(M, gt(real("y"), ln(inner(u, z)))), {**names, "y": y})
    with pytest.raises(KeyError):
        claim_match.arrives(Inequality("", c * b, x).finish(), claim, {})
