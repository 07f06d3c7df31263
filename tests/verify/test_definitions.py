"""A fact that is called a definition and takes something from the reader is listed under what the theorem assumes."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs.derive.authoring.terms import eq, every, ge, gt, implies, inner, le, nat, null, number, real, seq, vseq
from proofs.kernel import Formula
from proofs.kernel.axioms import ln
from proofs.statements.statement import Fact
from proofs.theorems import catalogue
from proofs.verify.checks.definitions import introduced, restrictive
from tests.commands.running import pp

TEXT = (Path(__file__).resolve().parents[2] / "notebooks" / "your_own_theorem.py").read_text(encoding="utf-8")
NOVIKOFF = catalogue.page("novikoff")
k, n, F = nat("k"), nat("n"), nat("F")
a, b, p, q, r, x = (real(name) for name in "abpqrx")
S, f, v, z = seq("S"), seq("f"), vseq("v"), vseq("z")
POSITIVE = Fact("a > 0", "a is positive", gt(a, 0))
MIXED = Fact("mixed", "a hypothesis that speaks of b, p and n", ge(b + p * number(n) + 7, 0))

EXISTS: dict[str, list[Formula]] = {
    "x value": [eq(x, a * b - 2)],
    "S pointwise": [every(k, eq(S(k), f(k) * f(k) - 1))],
    "S sum": [eq(S(0), 0), every(k, eq(S(k + 1), S(k) + f(k)))],
    "S recurrence": [eq(S(0), 1), eq(S(1), 1), every(k, eq(S(k + 2), S(k + 1) + S(k)))],
    "v vector sum": [null(v(0)), every(k, null(v(k + 1) - v(k) - z(k)))],
    "v later": [every(k, null(v(k + 1) - v(k) - f(k) * z(k)), below=number(n))],
    "q reciprocal": [eq(q * a, 1)],
    "q of a sum": [eq(q * (a + 1), b)],
    "r root": [ge(r, 0), eq(r * r, a + 1)],
    "r length": [ge(r, 0), eq(r * r, inner(z(0), z(0)))],
    "x positive part": [ge(x, 0), ge(x, b), eq(x * (x - b), 0)],
    "f slack": [every(k, ge(f(k), b - inner(v(k), z(k))))],
    "S by cases": [eq(S(0), 0), every(k, implies(gt(f(k), 0), eq(S(k + 1), S(k)))), every(k, implies(le(f(k), 0), eq(S(k + 1), S(k) + 1)))],
    "x power": [gt(x, 0), eq(ln(x), b)],
    "m larger": [ge(x, a), ge(x, b), eq((x - a) * (x - b), 0)],
    "q by cases": [implies(gt(b, 0), eq(q * b, 1)), implies(le(b, 0), eq(q * (1 - b), 1))],
    "F floor": [ge(a, number(F)), gt(number(F) + 1, a)],
}
RESTRICTS: dict[str, list[Formula]] = {
    "p sign": [ge(p, 0)],
    "x strict sign": [gt(x, 0)],
    "x range": [ge(1, x)],
    "x two values": [eq(x, 1), eq(x, b)],
    "q of what may be 0": [eq(q * b, 1)],
    "q of a difference": [eq(q * (a - 1), 1)],
    "r of what may be negative": [ge(r, 0), eq(r * r, b)],
    "r of a difference": [ge(r, 0), eq(r * r, a - b)],
    "n count": [ge(number(n), 2)],
    "z orthogonal": [every(k, eq(inner(z(0), z(k + 1)), 0))],
    "S in a circle": [every(k, eq(S(k) * S(k), f(k)))],
    "x between": [ge(x, a), ge(b, x)],
    "p bound": [ge(p, b)],
    "x one number for every k": [every(k, eq(x, inner(v(k), z(k))))],
    "r one root for every k": [ge(r, 0), every(k, eq(r * r, inner(z(k), z(k))))],
    "x in a circle": [eq(x, r + 1), eq(r, x + 1)],
    "f in a circle": [every(k, eq(f(k), S(k) + 1)), every(k, eq(S(k), f(k) + 1))],
    "S start twice": [eq(S(0), 0), every(k, eq(S(k), f(k)))],
    "S start late": [eq(S(0), 0), eq(S(1), 5), every(k, eq(S(k + 1), S(k)))],
    "S by cases that overlap": [
        eq(S(0), 0),
        every(k, implies(ge(f(k), 0), eq(S(k + 1), S(k)))),
        every(k, implies(le(f(k), 0), eq(S(k + 1), 1))),
    ],
    "r roots of each other": [ge(r, 0), eq(r * r, b - 1), ge(q, 0), eq(q * q, b - 1)],
    "F floor of what may be negative": [ge(b, number(F)), gt(number(F) + 1, b)],
}


def facts(named: str, formulas: list[Formula]) -> list[Fact]:
    return [POSITIVE, MIXED, *(Fact(f"{named} {i}", "", formula, definition=True) for i, formula in enumerate(formulas))]


@pytest.mark.parametrize("name", EXISTS)
def test_a_name_for_what_exists_is_a_definition(name: str) -> None:
    assert restrictive(NOVIKOFF, facts(name, EXISTS[name])) == ()


@pytest.mark.parametrize("name", RESTRICTS)
def test_whatever_restricts_the_reader_is_none(name: str) -> None:
    assert restrictive(NOVIKOFF, facts(name, RESTRICTS[name]))


def test_a_hypothesis_hidden_as_a_definition_is_printed(tmp_path: Path) -> None:
    file = tmp_path / "page.py"
    file.write_text(TEXT, encoding="utf-8")
    assert "takes for granted β ≥ 0" in pp("verify", str(file), "--attack", "0").stdout


@pytest.mark.parametrize("id", ["novikoff", "hinge-root", "hinge-simple", "progress", "master-inequality", "dimension-two", "kernel-trace"])
def test_the_central_theorems_take_nothing_for_granted(id: str) -> None:
    page = catalogue.page(id)
    assert restrictive(page, page.facts) == ()


def test_what_there_is_by_a_hypothesis_is_said() -> None:
    page = catalogue.page("margin-perceptron-rate")
    found = introduced(page, page.facts, {"1/ε", "ε > 0"})
    assert found.restrictive == () and found.lets_be["ε > 0"] == ("1/ε", "the logarithm")
