"""What the notebooks say that SymPy finds by itself, and what it does not find: each cell of plain SymPy is a test here.

The answers are those of SymPy 1.14; a version that does better fails here, and the notebooks are then to be written anew.
"""

from __future__ import annotations

import pytest
import sympy as sp

gamma, TD, H2, c, B, b, H, n, eta, tau = sp.symbols("gamma TD H_2 c B b H n eta tau", positive=True)
s, real = sp.Symbol("s", nonnegative=True), sp.Symbol("r", real=True)
QUESTION = gamma * real**2 - real - TD <= 0


def test_solve_does_not_drop_the_negative_root_of_the_hinge_quadratic() -> None:
    roots = sp.solve(sp.Eq(s, gamma * s**2 - TD), s)
    assert len(roots) == 2 and [float(root.subs({gamma: 1, TD: 2})) for root in roots] == [-1, 2]


def test_solve_finds_one_root_where_the_discriminant_is_a_named_square() -> None:
    d = sp.Symbol("d", positive=True)
    (root,) = sp.solve(sp.Eq(s, gamma * s**2 - ((1 + d) ** 2 - 1) / (4 * gamma)), s)
    exact = root.subs(d, sp.sqrt(1 + 4 * gamma * TD) - 1) ** 2
    assert sp.simplify(exact - ((1 + sp.sqrt(1 + 4 * gamma * TD)) / (2 * gamma)) ** 2) == 0


def test_inequality_with_letters_is_not_solved() -> None:
    """Why the larger root is a step of its own: SymPy solves the inequality for numbers only."""
    with pytest.raises(NotImplementedError):
        sp.reduce_inequalities(QUESTION, real)
    assert isinstance(sp.solveset(QUESTION, real, sp.S.Reals), sp.ConditionSet)
    numbers = QUESTION.subs({gamma: sp.Rational(1, 2), TD: 3})
    assert sp.solveset(numbers, real, sp.S.Reals) == sp.Interval(1 - sp.sqrt(7), 1 + sp.sqrt(7))


def test_best_member_of_the_hinge_family_touches_the_exact_root() -> None:
    family = B**2 / (4 * (B - 1)) * b**2 + B * H
    best = next(at for at in sp.solve(sp.diff(family, B), B) if (at - 1).subs({b: 1, H: 1}) > 0)
    assert sp.simplify(family.subs(B, best) - ((b + sp.sqrt(b**2 + 4 * H)) / 2) ** 2) == 0


def test_best_line_for_the_margin_perceptron_gives_8() -> None:
    t = sp.Symbol("t", positive=True)
    A = 1 / (2 * (B - c))
    (crossing,) = sp.solve(sp.Eq(gamma * t, A / gamma + B * gamma * t), t)
    (slope,) = sp.solve(sp.diff((B - c) * (1 - B), B), B)
    assert sp.simplify(slope - (1 + c) / 2) == 0
    assert sp.simplify(crossing.subs(B, slope).subs(c, sp.Rational(1, 2)) - 8 / gamma**2) == 0
    assert sp.diff(n**2 + 2 * c * gamma * n + 1, n).is_positive


def test_golden_curve_and_lambert_root_are_found() -> None:
    a = sp.Symbol("a")
    golden = max(sp.simplify(1 / (1 - root)) for root in sp.solve(a**2 - 3 * a + 1, a))
    assert golden == sp.GoldenRatio.rewrite(sp.sqrt)
    (sharp,) = sp.solve(sp.Eq(tau / 2, sp.log(1 + tau)), tau)
    assert sharp.has(sp.LambertW) and abs(sp.N(sharp) - 2.5128624) < 1e-6


def test_winnow_rate_is_gamma_after_the_first_term() -> None:
    factor = gamma * eta - sp.log(sp.cosh(eta))
    assert sp.simplify(sp.diff(factor, eta).subs(eta, sp.atanh(gamma))) == 0
    assert sp.series(sp.log(sp.cosh(eta)), eta, 0, 4).removeO() == eta**2 / 2
    assert sp.solve(sp.diff(gamma * eta - eta**2 / 2, eta), eta) == [gamma]


def test_gain_of_both_labels_is_equal_at_one_constant() -> None:
    beta, N = sp.symbols("beta N", positive=True)
    (same,) = sp.solve(sp.Eq(c * sp.log(beta) - (beta - 1) * N, (1 - 1 / beta) * N), c)
    assert sp.simplify(same.subs(beta, 2) - 3 * N / (2 * sp.log(2))) == 0


def test_best_augmentation_gives_the_second_way_to_the_l2_bound() -> None:
    M, S2, Delta = sp.symbols("M S_2 Delta", positive=True)
    squared = (1 + gamma**2 * H2**2 / Delta**2) * (S2 + M * Delta**2) / gamma**2
    (best,) = sp.solve(sp.diff(squared, Delta), Delta)
    assert sp.simplify(squared.subs(Delta, best) - (sp.sqrt(S2) / gamma + H2 * sp.sqrt(M)) ** 2) == 0
