"""Rules of logic: assumptions, ∀, ⇒, ∧, cases, induction; and the frame that every step stands in."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proofs.derive.authoring.terms import both, eq, every, ge, gt, implies, nat, number, real, seq
from proofs.kernel import Compare, ForAll, Implies, Index, Nat, Polynomial, Proof, Rejected, replay, replay_all
from tests.kernel.helpers import certificate, proof, proved, refused, step

x, y, S = real("x"), real("y"), seq("S")
k, j = nat("k"), nat("j")
ONE = Fraction(1)
A, B, C = ge(x, 0), ge(y, 0), ge(x + y, 0)
SUM = certificate("sum", C, "a", "b", terms=[[ONE, ["a"]], [ONE, ["b"]]])


def test_an_assumption_stays_until_discharged() -> None:
    with pytest.raises(Rejected, match=r"still assumes \['b'\]"):
        replay(proof({"a": A}, step("b", "assume", B), SUM), {})
    theorem = proved({"a": A}, step("b", "assume", B), SUM, step("d", "discharge", implies(B, C), "sum", "b"))
    assert theorem.hypotheses == (("a", A),)
    assert theorem.conclusion == implies(B, C)


def test_discharge_refuses() -> None:
    facts = {"a": A, "b": B}
    line = certificate("b2", B, "b", terms=[[ONE, ["b"]]])
    refused("only an assumption", facts, line, step("d", "discharge", implies(B, B), "b", "b2"))
    refused("not what the rule gives", facts, step("d", "discharge", implies(B, A), "b", "a"))
    refused("not what the rule gives", facts, step("d", "discharge", implies(A, C), "b", "a"))
    refused("premises are needed", facts, step("d", "discharge", implies(A, B), "b"))


def test_apply_takes_an_implication_and_its_premise_in_that_order() -> None:
    facts = {"if": implies(A, B), "a": A, "b": B}
    proved(facts, step("m", "apply", B, "if", "a"))
    refused("not what the rule gives", facts, step("m", "apply", B, "if", "b"))
    refused("not what the rule gives", facts, step("m", "apply", A, "if", "a"))
    refused("not what the rule gives", facts, step("m", "apply", B, "a", "if"))


def test_part_takes_either_half_of_an_and() -> None:
    facts = {"and": both(A, B), "if": implies(A, B)}
    proved(facts, step("p", "part", A, "and"))
    proved(facts, step("p", "part", B, "and"))
    refused("no part", facts, step("p", "part", C, "and"))
    refused("no part", facts, step("p", "part", B, "if"))


def test_instantiate_opens_an_every_at_one_index() -> None:
    facts = {"all": every(k, ge(S(k + 1), number(k)))}
    proved(facts, step("i", "instantiate", ge(S(j + 3), number(j) + 2), "all", at=j + 2))
    proved(facts, step("i", "instantiate", ge(S(1), 0), "all", at=Index(None)))
    refused("not what the rule gives", facts, step("i", "instantiate", ge(S(j + 3), number(j) + 1), "all", at=j + 2))
    refused("not what the rule gives", facts, step("i", "instantiate", ge(S(j + 2), number(j) + 2), "all", at=j + 2))
    refused("only a ∀", {"a": A}, step("i", "instantiate", A, "a", at=j))
    refused("must be a Index", facts, step("i", "instantiate", ge(S(j + 1), number(j)), "all", at="j"))


def test_generalise_refuses_a_number_that_an_assumption_speaks_of() -> None:
    natural = step("n", "natural", ge(number(k), 0), index=k)
    proved({}, natural, step("g", "generalise", every(k, ge(number(k), 0)), "n", over="k"))
    refused("not what the rule gives", {}, natural, step("g", "generalise", every(k, ge(number(k) + 1, 0)), "n", over="k"))
    refused("not what the rule gives", {}, natural, step("g", "generalise", every(k, ge(number(k), 0)), "n", over="j"))
    refused("speaks of that number", {"a": ge(number(k), 5)}, step("g", "generalise", every(k, ge(number(k), 5)), "a", over="k"))
    refused("must be a str", {}, natural, step("g", "generalise", every(k, ge(number(k), 0)), "n"))


def test_cases_need_the_goal_under_both_signs() -> None:
    p = x - 1
    yes, no = step("yes", "assume", ge(p, 0)), step("no", "assume", gt(-p, 0))
    goal = ge(x * x - x + 1, 0)
    one = certificate("one", goal, "yes", terms=[[ONE, ["yes", "yes"]], [ONE, ["yes"]], [ONE, [Polynomial.of(1)]]])
    two = certificate("two", goal, "no", terms=[[ONE, ["no"]], [ONE, [x]]])
    proved({}, yes, one, no, two, step("c", "cases", goal, "one", "two", "yes", "no"))
    refused("cases are", {}, yes, one, no, two, step("c", "cases", goal, "one", "two", "no", "yes"))
    refused("not what the rule gives", {}, yes, one, no, two, step("c", "cases", ge(x, 0), "one", "two", "yes", "no"))
    other = step("no", "assume", gt(-p - 1, 0))  # a gap between the cases
    also = certificate("two", goal, "no", terms=[[ONE, ["no"]], [ONE, [Polynomial.of(1)]], [ONE, [x]]])
    refused("cases are", {}, yes, one, other, also, step("c", "cases", goal, "one", "two", "yes", "no"))
    derived = certificate("no", gt(-p, 0), "b", strict=[ONE, ["b"]], terms=[[ONE, ["z"]]])  # no assumption
    refused("a case is an assumption", {"b": gt(-p, 0)}, yes, one, derived, two, step("c", "cases", goal, "one", "two", "yes", "no"))


def test_induction_needs_the_base_and_the_step_of_its_claim() -> None:
    facts = {"base": ge(S(0), 0), "step": every(k, implies(ge(S(k), number(k)), ge(S(k + 1), number(k) + 1)))}
    claim = every(k, ge(S(k), number(k)))
    proved(facts, step("i", "induction", claim, "base", "step"))
    refused("not what the rule gives", facts, step("i", "induction", claim, "step", "base"))
    refused("not what the rule gives", facts, step("i", "induction", every(k, ge(S(k), number(k) + 1)), "base", "step"))
    late = {**facts, "base": ge(S(1), 1)}
    refused("not what the rule gives", late, step("i", "induction", claim, "base", "step"))
    leap = {**facts, "step": every(k, implies(ge(S(k), number(k)), ge(S(k + 2), number(k) + 2)))}
    refused("not what the rule gives", leap, step("i", "induction", claim, "base", "step"))
    strong = {**facts, "step": every(k, implies(ge(S(k + 1), number(k) + 1), ge(S(k), number(k))))}
    refused("not what the rule gives", strong, step("i", "induction", claim, "base", "step"))
    here = {**facts, "step": implies(ge(S(k), number(k)), ge(S(k + 1), number(k) + 1))}  # for one k only
    refused("not what the rule gives", here, step("i", "induction", claim, "base", "step"))
    refused("only a ∀", {"base": A, "step": A}, step("i", "induction", A, "base", "step"))


def test_the_frame_of_a_step() -> None:
    refused("used twice", {"a": A}, step("a", "assume", A))
    refused("no earlier step", {"a": A}, step("p", "part", A, "p"))
    refused("no earlier step", {"a": A}, step("p", "part", A, "later"), step("later", "assume", A), at="p")
    refused("no rule", {"a": A}, step("p", "magic", A))
    refused("no rule", {"a": A}, step("p", "sum_", A))
    loose = Compare(Polynomial.atom(Nat(0)), ">=")
    refused("bound by no", {}, step("p", "assume", loose))
    refused("bound by no", {}, step("p", "assume", Implies(ForAll(loose), loose)))
    with pytest.raises(Rejected, match="bound by no"):
        replay(proof({"a": loose}), {})
    with pytest.raises(Rejected, match="no step 'q'"):
        replay(Proof("t", (("a", A),), (), "q"), {})
    with pytest.raises(Rejected, match="not a formula"):
        replay(Proof("t", (("a", "x ≥ 0"),), (), "a"), {})  # type: ignore[arg-type]
    with pytest.raises(Rejected, match="two proofs"):
        replay_all([proof({"a": A}), proof({"a": A})])


def test_hypotheses_that_are_not_used_are_not_claimed() -> None:
    theorem = proved({"a": A, "b": B}, certificate("c", ge(2 * x, 0), "a", terms=[[Fraction(2), ["a"]]]))
    assert theorem.hypotheses == (("a", A),)


def test_an_equation_is_no_inequality() -> None:
    refused("not what the rule gives", {"if": implies(A, B), "a": eq(x, 0)}, step("m", "apply", B, "if", "a"))
