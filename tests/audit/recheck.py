"""An audit's record computed once more, from the data and the record alone, with plain fractions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor, isqrt
from typing import Any, TypeAlias

from perceptron import MarginPerceptron, Perceptron
from perceptron.data.read import Dataset

Rows: TypeAlias = list[tuple[tuple[Fraction, ...], int]]
Learner: TypeAlias = "Perceptron | MarginPerceptron"
PERCEPTRON = Perceptron()


def rows_of(data: Dataset) -> Rows:
    return [(example.x, example.y) for example in data.examples]


def dot(a: Sequence[Fraction], b: Sequence[Fraction]) -> Fraction:
    return sum((p * q for p, q in zip(a, b, strict=True)), Fraction(0))


def updates_of(rows: Rows, learner: Learner = PERCEPTRON) -> tuple[list[int], tuple[Fraction, ...]]:
    """The update rounds and the final weights, by the rules as the texts print them."""
    w: tuple[Fraction, ...] = (Fraction(0),) * len(rows[0][0])
    made = []
    for t, (x, y) in enumerate(rows):
        gained = y * dot(w, x)
        if isinstance(learner, Perceptron):
            wrong = gained <= 0
        else:
            wrong = t == 0 or gained < 0 or gained**2 < ((1 - learner.eps) * learner.gamma) ** 2 * dot(w, w)
        if wrong:
            w = tuple(a + y * b for a, b in zip(w, x, strict=True))
            made.append(t)
    return made, w


@dataclass
class MeasuredRun:
    """The numbers of the formulas below, each by its definition.  m = R²/γ², s = √S₂/γ, v = ‖w‖/γ."""

    m: Fraction
    h: Fraction
    h2: Fraction
    s: Fraction
    v: Fraction
    eps: Fraction


def root(square: Fraction) -> Fraction:
    """√square where that is rational, and else a number that is greater by less than 10⁻⁴⁰."""
    n = square.numerator * square.denominator
    exact = isqrt(n)
    return Fraction(exact, square.denominator) if exact**2 == n else Fraction(isqrt(n * 10**80) + 1, 10**40 * square.denominator)


def l2(h2: Fraction, s: Fraction) -> Fraction:
    return h2 / 2 + s + root(h2 * (h2 / 4 + s))


FORMULAS: dict[str, Callable[[MeasuredRun], Fraction | int]] = {  # each bound once more, by hand: in R/γ and hinge losses, for ‖u‖ = 1
    "novikoff": lambda q: q.m,
    "dimension-one": lambda q: 1,
    "dimension-two": lambda q: floor(q.m / 2) + 1,
    "dimension-three": lambda q: floor(q.m),
    "weights-separable": lambda q: q.v,
    "master-inequality": lambda q: q.h + q.s,
    "hinge-l1": lambda q: q.h + q.s,
    "weights-master": lambda q: q.h + q.v,
    "weights-l1": lambda q: q.h + q.v,
    "hinge-root": lambda q: q.h + q.m / 2 + root(q.m**2 / 4 + q.m * q.h),
    "hinge-root-any": lambda q: q.h + q.m / 2 + root(q.m**2 / 4 + q.m * q.h),
    "hinge-simple": lambda q: q.m + 2 * q.h,
    "hinge-rescaled": lambda q: q.m + 2 * q.h,
    "ssbd-21-16": lambda q: q.h + root(q.m * q.h) + q.m,
    "hinge-l1-radius": lambda q: q.h + 2 * root(q.m * q.h) + q.m,
    "hinge-l2": lambda q: l2(q.h2, q.s),
    "weights-l2": lambda q: l2(q.h2, q.v),
    "hinge-l2-radius": lambda q: q.h2 + 2 * root(q.m * q.h2) + q.m,
    "squared-hinge": lambda q: q.h2 + 2 * q.s,
    "squared-hinge-radius": lambda q: q.h2 + 4 * root(q.m * q.h2) + 4 * q.m,
    "margin-perceptron": lambda q: 8 * q.m - 4,
    "margin-perceptron-epsilon": lambda q: 2 * q.m / q.eps**2 - 2 / q.eps,
    "margin-perceptron-simple": lambda q: q.m / q.eps**2 - 1,
    "margin-perceptron-golden": lambda q: q.m * (2 + 8 * q.eps + 2 * root(1 + 8 * q.eps)) / (16 * q.eps**2) - 1,
    "margin-perceptron-constant": lambda q: Fraction(2513, 1000) * q.m - 1,
}
LAST_PLACE = Fraction(1, 10**6)


def recheck(r: dict[str, Any], rows: Rows, learner: Learner = PERCEPTRON) -> None:
    """Every number of an audit."""
    updates, final = updates_of(rows, learner)
    counted = updates[isinstance(learner, MarginPerceptron) :]
    assert (r["rounds"], r["updates"], r["dimension"]) == (len(rows), len(counted), len(rows[0][0]))
    if r["separable"]:
        u = [Fraction(a) for a in r["certificate"]["u"]]
        assert all(y * dot(u, x) > 0 for x, y in rows)
    elif r["separable"] is False:
        weights = {int(t): Fraction(v) for t, v in r["certificate"]["farkas"].items()}
        assert weights and all(v > 0 for v in weights.values())
        assert not any(sum(v * rows[t][1] * rows[t][0][i] for t, v in weights.items()) for i in range(len(rows[0][0])))
    radius2, squares = max(dot(x, x) for x, _ in rows), sum((dot(rows[t][0], rows[t][0]) for t in counted), Fraction(0))
    assert [Fraction(b["value"]) for b in r["bounds"]] == sorted(Fraction(b["value"]) for b in r["bounds"])
    assert r["best"] == (said(r)[0]["id"] if said(r) else None) and bool(r["why"]) is bool(said(r))
    known: dict[tuple[Fraction, ...], dict[Any, Fraction]] = {}
    for bound in r["bounds"]:
        u, value = [Fraction(a) for a in bound["u"]], Fraction(bound["value"])
        assert dot(u, u) == 1
        gamma = Fraction(bound.get("gamma", bound.get("rho")))
        assert gamma > 0 and ("gamma" not in bound or all(y * dot(u, x) >= gamma for x, y in rows))
        if tuple(u) not in known:
            known[tuple(u)] = {row: row[1] * dot(u, row[0]) for row in set(rows)}
        gains = [known[tuple(u)][row] / gamma for row in rows]
        losses = [max(Fraction(0), 1 - gains[t]) for t in counted]
        everywhere = sum((max(Fraction(0), 1 - gain) for gain in gains), Fraction(0))
        assert Fraction(bound["hinge_all_rounds"]) == everywhere and Fraction(bound.get("hinge", 0)) in (0, sum(losses))
        heavy = sum(losses) > 0 if bound["id"].startswith("weights") else 2 * sum(losses) > len(counted)
        unheld = heavy and 100 * sum(max(Fraction(0), gains[t] - 1) for t in counted) < len(counted)
        assert bound["trivial"] is ("rho" in bound and (2 * everywhere > len(rows) or unheld))
        total, of_squares = sum(losses, Fraction(0)), sum((loss**2 for loss in losses), Fraction(0))
        lengths = [root(length2 / gamma**2) for length2 in (squares, dot(final, final))]
        measured = MeasuredRun(radius2 / gamma**2, total, of_squares, *lengths, getattr(learner, "eps", Fraction(1)))
        exact = FORMULAS[bound["id"]](measured)
        assert exact <= value < exact + LAST_PLACE, bound
        assert bound["certified"] is True and len(counted) <= value
        assert bound["vacuous"] is (value >= len(rows))


def said(r: dict[str, Any]) -> list[dict[str, Any]]:
    """The bounds that are neither vacuous nor trivial."""
    return [b for b in r["bounds"] if not b["vacuous"] and not b["trivial"]]


SEPARABLE = {"novikoff", "dimension-three", "weights-separable"}  # what applies to the Perceptron in any dimension: with a margin,
AGNOSTIC = {id for id in FORMULAS if not id.startswith(("dimension", "margin"))} - SEPARABLE  # and with hinge losses


def ids(r: dict[str, Any]) -> set[str]:
    assert len({b["id"] for b in r["bounds"]}) == len(r["bounds"])
    return {b["id"] for b in r["bounds"]}
