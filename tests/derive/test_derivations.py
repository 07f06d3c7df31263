"""SymPy's share: every derivation is checked step by step, from what the kernel proved to what it proved, and a changed step raises."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.mathtext import MathTextParser

from perceptron.errors import InputError
from proofs.conjecture import parse
from proofs.derive.authoring.terms import every, ge, gt, inner, nat, number, real, vec
from proofs.derive.on_demand import written_beside
from proofs.derive.sympy.derivation import PROPOSES, NoDerivation, SymbolicDerivation
from proofs.derive.sympy.grammar import symbol, to_sympy
from proofs.derive.sympy.kernel_claims import agrees
from proofs.derive.sympy.mutants import mutants
from proofs.derive.sympy.notation import mathml
from proofs.derive.sympy.rules import STARTS
from proofs.derive.sympy.signs import WrongStep, is_nonnegative
from proofs.kernel.axioms import ln
from proofs.report.proofs import theorem
from proofs.report.proofs.linear import linear
from proofs.statements.page import Page, StatedTheorem
from proofs.theorems import catalogue
from proofs.theorems.chain import Inequality, nonnegative, positive
from proofs.theorems.hinge.root import hinge_root, hinge_simple
from tests.amounts import rows, sampled, spread

ROOT = Path(__file__).resolve().parents[2]
above_zero = st.fractions(Fraction(1, 20), 20, max_denominator=20)
DERIVED = [item for item in catalogue.THEOREMS if item.derivation is not None and not isinstance(item.derivation, NoDerivation)]
PLAIN = [item for item in catalogue.THEOREMS if item not in DERIVED]
NAMED = ("novikoff", "hinge-root", "margin-perceptron")  # the derivations that are checked in every run of the tests


def worked(id: str) -> SymbolicDerivation:
    return _worked(id)


@cache
def _worked(id: str) -> SymbolicDerivation:
    made = catalogue.theorem(id).derivation
    assert made is not None
    return made()


def id_of(item: StatedTheorem) -> str:
    return item.id


# --- All derivations


@pytest.mark.parametrize("item", sampled(DERIVED, 12), ids=id_of)
def test_derivation_starts_and_ends_with_what_the_kernel_proved(item: StatedTheorem) -> None:
    """A step that starts anew cites the kernel, defines a name, supposes a case, or is computed; the end is the theorem's own claim."""
    made = worked(item.id)
    made.check()
    last = made.steps[-1]
    assert last.rule == "claim" and last.args["of"] == item.id
    assert all(step.rule in STARTS for step in made.steps if step.of is None)
    if isinstance(item, Page):
        assert made.matches(parse(item.statement.bound, extra=item.statement.parameters))
        assert not made.matches(parse("M <= 2/gamma**3 + TD"))
    for wrong in (made.right + 1, made.right - sp.Rational(1, 7), -made.right - 1):
        with pytest.raises(WrongStep):
            made.alter(len(made) - 1, right=wrong).check()


@pytest.mark.more
@pytest.mark.parametrize("id", (*NAMED, *sampled([item.id for item in DERIVED if item.id not in NAMED], 3)))
def test_derivation_with_a_step_changed_raises(id: str) -> None:
    """`python -m benchmarks.derivation_mutants` has all mutants of all derivations."""
    changed = list(mutants(worked(id)))
    assert len(changed) > 8
    for i in spread(len(changed), 16):
        assert changed[i].raises(), (changed[i].number, changed[i].change)


def test_every_theorem_has_a_derivation_or_a_reason() -> None:
    assert not [item.id for item in catalogue.THEOREMS if item.derivation is None]
    assert not {item.id for item in PLAIN} & {page.id for page in catalogue.PAGES}


@pytest.mark.parametrize("item", sampled(PLAIN, 8), ids=id_of)
def test_reason_is_a_sentence_and_is_shown(item: StatedTheorem) -> None:
    assert isinstance(item.derivation, NoDerivation)
    assert item.derivation.why.startswith("SymPy ") and item.derivation.why.endswith(".")
    for format in ("unicode", "latex", "html"):
        shown = theorem.derivation(item, format)
        assert "SymPy" in shown.partition("How the bound is found")[2] and PROPOSES not in shown and shown.count("\n") <= 3


def test_wrong_bound_does_not_match() -> None:
    solved = worked(hinge_root.id)
    assert not solved.matches(hinge_simple.statement.comparison)
    assert not solved.matches(parse("M <= ((1 + sqrt(1 + 2*gamma*TD))/(2*gamma))**2"))
    assert not solved.matches(parse("M <= ((1 - sqrt(1 + 4*gamma*TD))/(2*gamma))**2"))
    assert not solved.matches(parse("M >= ((1 + sqrt(1 + 4*gamma*TD))/(2*gamma))**2"))
    assert not solved.matches(parse("M + 1 <= ((1 + sqrt(1 + 4*gamma*TD))/(2*gamma))**2"))


@pytest.mark.parametrize("item", sampled(DERIVED, 8), ids=id_of)
def test_derivation_is_written_in_three_notations(item: StatedTheorem) -> None:
    shown = worked(item.id)
    for at in shown.lines:
        assert at.text in shown.unicode
    ElementTree.fromstring(f"<div>{shown._repr_html_()}</div>")
    assert PROPOSES in shown._repr_html_() and not re.search(r"https?:|<script", shown.html)
    parser = MathTextParser("path")
    for _, latex in shown.latex_lines():
        if r"\begin" not in latex:
            plain = re.sub(r"\\left(?![a-z])|\\right(?![a-z])|\\limits", "", latex)
            parser.parse(f"${plain.replace(chr(92) + 'le ', chr(92) + 'leq ')}$")
    latex = theorem.derivation(item, "latex")
    stripped = re.sub(r"\\[{}$]", "", latex)
    assert stripped.count("{") == stripped.count("}") and stripped.count("$") % 2 == 0 and PROPOSES in latex
    assert not set(re.sub(r"[ -~\s]", "", latex)) - set("’–")


# --- The two that a student solves by hand, and what a student does with them


def test_margin_perceptron_has_no_gap_below_the_line() -> None:
    """BL's proof bounds only the steps from the line on; a step from below needs that its end grows with where it starts."""
    rules = [step.rule for step in worked("margin-perceptron").steps]
    assert {"monotone", "induct", "extremum"} <= set(rules) and rules[-1] == "claim"
    above = [step for step in worked("margin-perceptron").steps if step.rule == "extremum"]
    assert above[0].relation[2] == sp.Rational(3, 4)


def test_hinge_root_has_the_discriminant_and_both_roots() -> None:
    made = worked("hinge-root")
    gamma, loss = symbol("gamma"), symbol("TD")
    assert made[5].relation == sp.Eq(sp.Symbol("Delta", nonnegative=True), 1 + 4 * gamma * loss, evaluate=False)
    for wrong in (1 - 4 * gamma * loss, 1 + 2 * gamma * loss):
        with pytest.raises(WrongStep):
            made.alter(5, right=wrong).check()


def test_derivation_is_a_sequence_of_steps() -> None:
    made = worked("novikoff")
    assert len(made) == len(list(made)) and made[-1].relation == made[len(made) - 1].relation
    assert [step.words for step in made[:2]] == [made[0].words, made[1].words]
    assert made[0].relation == sp.Le(symbol("gamma") * symbol("M"), symbol("P"), evaluate=False)
    assert made[-1].latex == r"M \leq \frac{R^{2}}{\gamma^{2}}" and "progress" in made[0].words
    made[3].check()
    with pytest.raises(IndexError):
        made[len(made)]


def test_replay_with_a_number_recomputes_each_step() -> None:
    made = worked("novikoff").replay(R=2)
    assert made[-1].relation == sp.Le(symbol("M"), 4 / symbol("gamma") ** 2, evaluate=False)
    assert worked("hinge-root").replay(gamma=sp.Rational(1, 2), TD=3)[-1].relation.rhs == (1 + sp.sqrt(7)) ** 2


@pytest.mark.parametrize(("name", "value"), [("R", 0), ("R", -1), ("s", 2), ("nothing", 1)])
def test_replay_rejects_what_is_not_free(name: str, value: int) -> None:
    with pytest.raises(InputError):
        worked("novikoff").replay(**{name: value})


def test_changed_number_breaks_the_chain_where_it_stands() -> None:
    made = worked("novikoff")
    broken = made.alter(len(made) - 2, right=2 * made[-2].relation.rhs)
    with pytest.raises(WrongStep, match="square"):
        broken.check()
    made[-2].check()


def test_case_that_nothing_refutes_is_rejected() -> None:
    chain = Inequality("", symbol("M"), symbol("M"), "=").suppose("a case", symbol("M"), "<=", symbol("R") ** 2 / symbol("gamma") ** 2)
    with pytest.raises(WrongStep, match="refutes"):
        chain.finish("novikoff")


def test_derivation_ends_in_its_own_claim_only() -> None:
    chain = Inequality("", symbol("M"), symbol("R") ** 2 / symbol("gamma") ** 2, by="novikoff")
    with pytest.raises(WrongStep):
        chain.finish("hinge-root")
    with pytest.raises(WrongStep):
        Inequality("", symbol("M"), 2 * symbol("R") ** 2 / symbol("gamma") ** 2, by="novikoff")


def test_steps_name_the_lines_of_the_proof_that_say_the_same() -> None:
    made, proof = worked("novikoff"), linear("novikoff")
    beside = made.same_lines([(line.label, line.formula) for line in proof.lines])
    assert beside[0] == proof.lines[0].label and beside[len(made) - 1] == proof.lines[-1].label
    assert len(beside) >= 4 and f"line {proof.lines[-1].label} of the proof" in made.render(beside)


# --- When SymPy is loaded


def test_no_verdict_needs_sympy() -> None:
    """A theorem's derivation is found by its name (`proofs.derive.on_demand`), and its module imported when it is worked out."""
    told = "import sys, proofs.verify.assess, proofs.verify, proofs.verify.workers; sys.exit('sympy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", told], cwd=ROOT).returncode == 0, "a page imports its module of derivations"


def test_derivation_is_imported_when_it_is_called() -> None:
    told = "from proofs.theorems.hinge.root import hinge_pareto as p; import sys; f = p.derivation; early = 'sympy' in sys.modules; "
    told += "f(); sys.exit(early)"
    assert subprocess.run([sys.executable, "-c", told], cwd=ROOT).returncode == 0
    assert written_beside("proofs.theorems.hinge", "no_such") is None


# --- Terms, signs and claims


@given(above_zero, above_zero)
def test_grammar_term_has_the_same_value_in_sympy(gamma: Fraction, loss: Fraction) -> None:
    comparison = parse("M <= max(1/gamma**2 + 2*TD/gamma, floor(TD)) - min(ceil(gamma), 1/3)")
    values = {symbol("gamma"): sp.Rational(str(gamma)), symbol("TD"): sp.Rational(str(loss))}
    number = to_sympy(comparison.right).subs(values)
    assert comparison.sides({"M": 1, "gamma": gamma, "TD": loss})[1] == str(number) or len(str(number)) > 24


def test_two_numbers_side_by_side_have_a_dot_between_them() -> None:
    """2·2ᴷ is not 22ᴷ."""
    assert "<mn>2</mn><mo>·</mo><msup><mn>2</mn>" in mathml(sp.Mul(2, sp.Pow(2, sp.Symbol("K")), evaluate=False))


x, y, b, c = positive("x y b c")
p, q = nonnegative("p q")
free = sp.Symbol("z", real=True)


@pytest.mark.parametrize(("name", "right", "wrong"), rows(__file__, "steps.txt"))
def test_right_step_is_recorded_and_wrong_one_raises(name: str, right: str, wrong: str) -> None:
    for text, raises in ((right, False), (wrong, True)):
        w = Inequality("", x, x, "=").suppose("given", x**2, "<=", b * x + c)
        names = globals() | {"w": w, "case": lambda left, op, right: w.suppose("case", left, op, right)}  # noqa: B023
        if not raises:
            eval(text, names)
            continue
        with pytest.raises(WrongStep):
            eval(text, names)
        assert all(step.rule in ("compute", "suppose") for step in w.record.steps)


def test_minimum_has_a_slope_that_changes_sign_once() -> None:
    chain = Inequality("", x, x, "=")
    with pytest.raises(WrongStep):
        chain.minimum("two stationary points", x**3 / 3 - sp.Rational(3, 2) * x**2 + 2 * x, x, 2)
    assert chain.minimum("one", x + y**2 / x, x, y).right == y


@given(st.integers(1, 30), st.integers(1, 30), st.integers(0, 30))
def test_larger_root_bounds_what_satisfies_the_relation(lead: int, linear: int, constant: int) -> None:
    chain = Inequality("", x, x, "=").suppose("given", lead * x**2, "<=", linear * x + constant + 1)
    chain.solve("", x)
    assert chain.left == x and sp.simplify(lead * chain.right**2 - linear * chain.right - constant - 1) == 0 and chain.right > 0


@given(st.integers(-20, 20))
def test_sign_is_seen_only_where_there_is_one(k: int) -> None:
    assert is_nonnegative(x**2 + k * x * y + y**2) <= (k >= -2)
    assert is_nonnegative(sp.Integer(k)) == (k >= 0) and is_nonnegative(sp.Integer(k), strict=True) == (k > 0)


def test_claim_of_the_kernel_is_compared_up_to_a_positive_factor() -> None:
    g, M, u, z = real("g"), nat("M"), vec("u"), vec("z")
    names = {"g": c, "M": b, "u·z": x}
    claim = ge(2 * inner(u, z), 2 * g * number(M))
    assert agrees((c * b, "<=", x), claim, names, exactly=True)
    assert agrees((c * b / y, "<=", x / y), claim, names)
    assert not agrees((c * b, "<=", 2 * x), claim, names)
    assert not agrees((x, "<=", c * b), claim, names)
    assert not agrees((c * b, "<", x), claim, names)
    strict = every(M, gt(real("y"), ln(inner(u, z))))
    assert agrees((sp.log(x), "<=", y), strict, {**names, "y": y}) and agrees((sp.log(x), "<", y), strict, {**names, "y": y}, exactly=True)
    assert not agrees((sp.log(x), "<=", y), strict, {**names, "y": y}, exactly=True)
    with pytest.raises(KeyError):
        agrees((c * b, "<=", x), claim, {})


def test_step_of_another_theorem_in_its_place_is_rejected() -> None:
    """A step that cites one theorem under the name of another is compared with the other."""
    made = worked("novikoff")
    stolen = replace(made.steps[0], args=worked("hinge-root").steps[0].args)
    with pytest.raises(WrongStep):
        made._with(0, stolen).check()
