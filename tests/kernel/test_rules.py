"""The rules of the kernel: each accepts its figure and refuses every departure from it; and the frame that every step stands in."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product
from typing import Any, NoReturn

import pytest

from proofs.derive.authoring.terms import both, eq, every, ge, gt, implies, inner, nat, null, number, poly, real, seq, vec, vseq
from proofs.kernel import (
    Both,
    Compare,
    Fn,
    ForAll,
    Formula,
    Implies,
    Index,
    Nat,
    Polynomial,
    Proof,
    Real,
    Rejected,
    Step,
    Theorem,
    Vec,
    Vector,
    replay,
    replay_all,
)
from proofs.kernel.axioms import AXIOMS
from proofs.kernel.replay import add
from tests.kernel.helpers import certificate, proof, proved, refused, step

x, y, r, q = real("x"), real("y"), real("r"), real("q")
S, T = seq("S"), seq("T")
u, v, w = vec("u"), vec("v"), vseq("w")
k, j, M = nat("k"), nat("j"), nat("M")
ONE = Fraction(1)
FACTS = {"x": ge(x, 0), "y": gt(y, 0), "xy": eq(x, y)}


def test_a_product_of_facts_proves_a_product() -> None:
    theorem = proved(FACTS, certificate("c", ge(x * y, 0), "x", "y", terms=[[ONE, ["x", "y"]]]))
    assert theorem.conclusion == ge(x * y, 0)
    assert [name for name, _ in theorem.hypotheses] == ["x", "y"]


def test_a_square_times_a_fact() -> None:
    proved(FACTS, certificate("c", ge(x * (x - y) * (x - y), 0), "x", terms=[[ONE, ["x", x - y]]]))


def test_a_strict_claim_from_a_strict_product() -> None:
    proved(FACTS, certificate("c", gt(x + 2 * y, 0), "x", "y", strict=[Fraction(2), ["y"]], terms=[[ONE, ["x"]], [ONE, ["z"]]]))


def test_an_equation_with_a_multiplier() -> None:
    proved(FACTS, certificate("c", eq(x * x, x * y), "xy", equations=[[x, "xy"]]))


def test_the_negated_claim_may_be_used_as_z() -> None:
    """x² ≤ 1 and x ≥ 0 give x ≤ 1: with z = x − 1 > 0, 0 = z·z… is z(x + 1) + (1 − x²) = 0."""
    facts = {"x": ge(x, 0), "square": ge(1 - x * x, 0)}
    proved(facts, certificate("c", ge(1 - x, 0), "x", "square", terms=[[ONE, ["z", "x"]], [ONE, ["square"]]]))


@pytest.mark.parametrize(
    ("why", "claim", "premises", "parts"),
    [
        ("not zero", ge(x * y - 1, 0), ["x", "y"], {"terms": [[ONE, ["x", "y"]]]}),
        ("not zero", ge(x * y, 0), ["x", "y"], {"terms": [[Fraction(2), ["x", "y"]]]}),
        ("not zero", ge(-x, 0), ["x"], {"terms": [[ONE, ["x"]]]}),
        ("positive coefficient", ge(-x, 0), ["x"], {"terms": [[-ONE, ["x"]]]}),
        ("positive coefficient", ge(x, 0), ["x"], {"terms": [[Fraction(0), ["x"]]]}),
        ("positive coefficient", ge(x, 0), ["x"], {"strict": [Fraction(0), ["z"]], "terms": [[ONE, ["x"]]]}),
        ("positive coefficient", ge(x, 0), ["x"], {"terms": [[1.0, ["x"]]]}),
        ("positive coefficient", ge(x, 0), ["x"], {"terms": [[True, ["x"]]]}),
        ("positive coefficient", ge(x, 0), ["x"], {"terms": [[float("nan"), ["x"]]]}),
        ("wrong sign", gt(x, 0), ["x"], {"strict": [ONE, ["x"]], "terms": [[ONE, ["z"]]]}),
        ("wrong sign", ge(y - x, 0), ["xy"], {"terms": [[ONE, ["xy"]]]}),
        ("wrong sign", gt(x, 0), ["x"], {"strict": [ONE, ["z"]], "terms": [[ONE, ["x"]]]}),
        ("not strict", gt(x * x, 0), [], {"strict": [ONE, [x]], "terms": [[ONE, ["z"]]]}),
        ("no premise", ge(x * y, 0), ["x"], {"terms": [[ONE, ["x", "y"]]]}),
        ("no premise", ge(x, 0), ["x"], {"terms": [[ONE, [1]]]}),
        ("no premise", ge(x, 0), ["x"], {"terms": [[ONE, [["x"]]]]}),
        ("not an equation", ge(x, 0), ["x"], {"equations": [[Polynomial.of(1), "x"]]}),
        ("not an equation", eq(x, y), [], {"equations": [[Polynomial.of(1), "xy"]]}),
        ("not an equation", eq(x, y), ["xy"], {"equations": [[1, "xy"]]}),
        ("multiplier, name", eq(x, y), ["xy"], {"equations": [[Polynomial.of(1), "xy", 1]]}),
        ("not that combination", eq(x, 2 * y), ["xy"], {"equations": [[Polynomial.of(1), "xy"]]}),
        ("coefficient, factors", ge(x, 0), ["x"], {"terms": [["x"]]}),
        ("coefficient, factors", ge(x, 0), ["x"], {"terms": ["x"]}),
        ("a comparison is needed", every(k, ge(x, 0)), ["x"], {}),
    ],
)
def test_refused_certificates(why: str, claim: object, premises: list[str], parts: dict[str, list[object]]) -> None:
    refused(why, FACTS, certificate("c", claim, *premises, **parts))


def test_a_certificate_from_what_is_no_comparison() -> None:
    refused("a comparison is needed", {"all": every(k, ge(number(k), 0))}, certificate("c", ge(x, 0), "all"))


def test_a_certificate_without_its_data() -> None:
    for missing in ("strict", "terms", "equations"):
        whole = certificate("c", ge(x, 0), "x", terms=[[ONE, ["x"]]])
        data = {key: value for key, value in whole.data.items() if key != missing}
        refused(missing, FACTS, step("c", "certificate", ge(x, 0), "x", **data))


def test_a_premise_called_z_is_never_the_negated_claim() -> None:
    facts = {"z": ge(x, 0)}
    refused("not zero", facts, certificate("c", ge(x + 1, 0), "z", terms=[[ONE, ["z"]]]))
    proved({"z": eq(x, 0)}, certificate("c", eq(x * x, 0), "z", equations=[[x, "z"]]))


def test_square_says_that_a_square_is_not_negative_and_no_more() -> None:
    a = x * u - 2 * v
    claim = ge(x * x * inner(u, u) - 4 * x * inner(u, v) + 4 * inner(v, v), 0)
    proved({}, step("s", "square", claim, of=a))
    refused("not what the rule gives", {}, step("s", "square", ge(inner(u, v), 0), of=u))
    refused("not what the rule gives", {}, step("s", "square", gt(inner(u, u), 0), of=u))
    refused("not what the rule gives", {}, step("s", "square", ge(inner(u, u) - 1, 0), of=u))
    refused("must be a Vector", {}, step("s", "square", ge(inner(u, u), 0), of=x))
    refused("must be a Vector", {}, step("s", "square", ge(inner(u, u), 0)))
    refused("premises are needed", {"x": ge(x, 0)}, step("s", "square", ge(inner(u, u), 0), "x", of=u))


def test_expand_multiplies_a_null_vector_by_any_vector() -> None:
    facts = {"n": null(w(k + 1) - w(k)), "x": ge(x, 0)}
    proved(facts, step("e", "expand", eq(inner(w(k + 1), u), inner(w(k), u)), "n", with_=u))
    refused("not what the rule gives", facts, step("e", "expand", eq(inner(w(k + 1), u), inner(w(k), v)), "n", with_=u))
    refused("null vector", facts, step("e", "expand", eq(x, 0), "x", with_=u))
    refused("must be a Vector", facts, step("e", "expand", eq(x, 0), "n", with_=x))


def test_natural_says_that_an_index_is_not_negative_and_no_more() -> None:
    proved({}, step("n", "natural", ge(number(k) + 2, 0), index=k + 2))
    proved({}, step("n", "natural", ge(Polynomial.of(3), 0), index=Index(None, 3)))
    refused("not what the rule gives", {}, step("n", "natural", ge(number(k) - 1, 0), index=k))
    refused("not what the rule gives", {}, step("n", "natural", ge(x, 0), index=k))
    refused("bound by no", {}, step("n", "natural", Compare(Polynomial.atom(Real("S", Index(0))), ">="), index=Index(0)))
    refused("must be a Index", {}, step("n", "natural", ge(number(k), 0), index="k"))


def test_integer_turns_more_into_at_least_one_more_for_indices_only() -> None:
    facts = {"more": gt(number(k), number(j)), "least": ge(number(k), number(j)), "real": gt(x, y)}
    proved(facts, step("i", "integer", ge(number(k), number(j) + 1), "more", more=k, less=j))
    proved({"p": gt(number(k), 2)}, step("i", "integer", ge(number(k), 3), "p", more=k, less=Index(None, 2)))
    refused("not what the rule gives", facts, step("i", "integer", ge(number(k), number(j) + 2), "more", more=k, less=j))
    refused("not what the rule gives", facts, step("i", "integer", ge(number(k), number(j) + 1), "least", more=k, less=j))
    refused("not what the rule gives", facts, step("i", "integer", ge(number(j), number(k) + 1), "more", more=j, less=k))
    refused("not what the rule gives", facts, step("i", "integer", ge(x, y + 1), "real", more=k, less=j))
    refused("must be a Index", facts, step("i", "integer", ge(x, y + 1), "real", more=x, less=y))


def test_the_axioms_hold_where_floats_can_tell() -> None:
    """Each axiom's last comparison, on a grid where the ones before it hold."""
    for name, axiom in AXIOMS.items():
        tried = 0
        for values in product((Fraction(1, 7), ONE, Fraction(3, 2), Fraction(9)), repeat=axiom.__code__.co_argcount):
            claims = [axiom(*map(Polynomial.of, values))]
            while isinstance(claims[-1], Implies):
                claims[-1:] = [claims[-1].premise, claims[-1].conclusion]
            *conditions, last = claims
            if all(v > 0 or (v == 0 and f.relation == ">=") for f in conditions for v in [logarithmic(f.left)]):
                tried += 1
                for f in (last.first, last.second) if isinstance(last, Both) else (last,):
                    v = logarithmic(f.left)
                    assert abs(v) < 1e-12 if f.relation == "=" else v > (0 if f.relation == ">" else -1e-12), (name, values)
        assert tried


def logarithmic(p: Polynomial) -> float:
    """The value of a polynomial in logarithms of numbers."""
    total = 0.0
    for monomial, c in p.terms.items():
        term = float(c)
        for atom, power in monomial:
            assert isinstance(atom, Fn)
            term *= {"ln": math.log, "exp": math.exp}[atom.name](logarithmic(atom.argument)) ** power
        total += term
    return total


def test_each_axiom_is_accepted_as_it_stands_and_recorded() -> None:
    for name, axiom in AXIOMS.items():
        terms = [real(f"t{i}") for i in range(axiom.__code__.co_argcount)]
        claim = axiom(*terms)
        theorem = proved({}, step("a", "axiom", claim, name=name, at=terms))
        assert theorem.axioms == {name}
        refused("not what the rule gives", {}, step("a", "axiom", ge(x, 0), name=name, at=terms))
        refused("needs its terms", {}, step("a", "axiom", claim, name=name, at=[*terms, x]))
        refused("needs its terms", {}, step("a", "axiom", claim, name=name, at=[1, *terms[1:]]))
    refused("no axiom", {}, step("a", "axiom", ge(x, 0), name="false", at=[]))


# --- Rules of logic: assumptions, ∀, ⇒, ∧, cases, induction; and the frame that every step stands in


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


# --- Rules that bring in names (root, inverse) and take them out (forget); and cut, which replaces names by terms


FACT = {"x": ge(x, 0), "positive": gt(x, 0), "y": ge(y, 0)}
ROOT = step("root", "root", both(ge(r, 0), eq(r * r, x)), "x", name="r")
SIGN, SQUARE = step("sign", "part", ge(r, 0), "root"), step("square", "part", eq(r * r, x), "root")
FREE = certificate("free", ge(x + 1, 0), "square", terms=[[ONE, [Polynomial.of(1)]], [ONE, [r]]], equations=[[Polynomial.of(-1), "square"]])


def test_a_root_is_taken_and_forgotten() -> None:
    theorem = proved(FACT, ROOT, SQUARE, FREE, step("f", "forget", ge(x + 1, 0), "free", "root"))
    assert theorem.hypotheses == (("x", ge(x, 0)),)


def test_a_root_refuses() -> None:
    refused("in use", {"x": ge(x, 0), "r": ge(r, 0)}, ROOT)
    refused("in use", {"x": ge(x, 0)}, step("root", "root", both(ge(x, 0), eq(x * x, x)), "x", name="x"))
    refused("in use", FACT, ROOT, step("again", "root", both(ge(r, 0), eq(r * r, y)), "y", name="r"))
    refused("needs p ≥ 0", FACT, step("root", "root", both(ge(r, 0), eq(r * r, x)), "positive", name="r"))
    refused("not what the rule gives", FACT, step("root", "root", both(gt(r, 0), eq(r * r, x)), "x", name="r"))
    refused("not what the rule gives", FACT, step("root", "root", both(ge(r, 0), eq(r * r, y)), "x", name="r"))
    refused("not what the rule gives", FACT, step("root", "root", eq(r * r, x), "x", name="r"))
    refused("must be a str", FACT, step("root", "root", both(ge(r, 0), eq(r * r, x)), "x"))


def test_a_family_of_roots_needs_every_radicand_not_negative() -> None:
    facts = {"all": every(k, ge(S(k), 0)), "guarded": every(k, ge(S(k), 0), below=number(M))}
    claim = every(k, both(ge(T(k), 0), eq(T(k) * T(k), S(k))))
    root = step("root", "root", claim, "all", name="T")
    at = step("at", "instantiate", both(ge(T(0), 0), eq(T(0) * T(0), S(0))), "root", at=Index(None))
    square = step("square", "part", eq(T(0) * T(0), S(0)), "at")
    end = certificate("end", ge(S(0), 0), "square", terms=[[ONE, [T(0)]]], equations=[[Polynomial.of(-1), "square"]])
    proved(facts, root, at, square, end, step("f", "forget", ge(S(0), 0), "end", "root"))
    refused("still speaks", facts, root, step("f", "forget", claim, "root", "root"))
    refused("in use", {**facts, "T": ge(T(3), 0)}, root)
    refused("a comparison is needed", facts, step("root", "root", claim, "guarded", name="T"))
    refused("not what the rule gives", facts, step("root", "root", every(k, both(ge(r, 0), eq(r * r, S(k)))), "all", name="r"))


def test_an_inverse_is_of_what_is_positive_and_by_a_fresh_name() -> None:
    inverse = step("inv", "inverse", eq(q * x, 1), "positive", name="q")
    line = certificate("line", ge(q * x, 0), "inv", terms=[[ONE, [Polynomial.of(1)]]], equations=[[Polynomial.of(1), "inv"]])
    refused("still speaks", FACT, inverse, line, step("f", "forget", ge(q * x, 0), "line", "inv"))
    refused("needs p > 0", FACT, step("inv", "inverse", eq(q * x, 1), "x", name="q"))
    refused("needs p > 0", {"e": eq(x, 0)}, step("inv", "inverse", eq(q * x, 1), "e", name="q"))
    refused("in use", FACT, step("inv", "inverse", eq(y * x, 1), "positive", name="y"))
    refused("not what the rule gives", FACT, step("inv", "inverse", eq(q * x, 2), "positive", name="q"))


def test_forget_refuses() -> None:
    refused("still speaks", FACT, ROOT, SIGN, step("f", "forget", ge(r, 0), "sign", "root"))
    refused("can be forgotten", FACT, ROOT, SQUARE, FREE, step("f", "forget", ge(x + 1, 0), "free", "x"))
    refused("not what the rule gives", FACT, ROOT, SQUARE, FREE, step("f", "forget", ge(x + 2, 0), "free", "root"))
    supposed = step("supposed", "assume", ge(r, 2))
    terms = [[ONE, ["supposed", "supposed"]], [Fraction(4), ["supposed"]], [Fraction(3), [Polynomial.of(1)]]]
    line = certificate("line", ge(x - 1, 0), "supposed", "square", terms=terms, equations=[[Polynomial.of(-1), "square"]])
    refused("an assumption speaks", FACT, ROOT, SQUARE, supposed, line, step("f", "forget", ge(x - 1, 0), "line", "root"))
    inverse = step("inv", "inverse", eq(q * (r + 1), 1), "up", name="q")  # a second name that rests on the first
    up = certificate("up", gt(r + 1, 0), "sign", strict=[ONE, []], terms=[[ONE, ["sign"]], [ONE, ["z"]]])
    terms = [[ONE, [Polynomial.of(1)]], [ONE, [r]]]
    both_used = certificate("end", ge(x + 1, 0), "square", "inv", terms=terms, equations=[[Polynomial.of(-1), "square"]])
    refused("an assumption speaks", FACT, ROOT, SIGN, SQUARE, up, inverse, both_used, step("f", "forget", ge(x + 1, 0), "end", "root"))
    proved(
        FACT,
        ROOT,
        SIGN,
        SQUARE,
        up,
        inverse,
        both_used,
        step("f", "forget", ge(x + 1, 0), "end", "inv"),
        step("g", "forget", ge(x + 1, 0), "f", "root"),
    )


def library() -> dict[str, Theorem]:
    """x ≥ 0 ⊢ ∀k (S(k) ≥ x ⇒ S(k) ≥ 0)."""
    guard = step("guard", "assume", ge(S(k), x))
    line = certificate("line", ge(S(k), 0), "x", "guard", terms=[[ONE, ["x"]], [ONE, ["guard"]]])
    if_ = step("if", "discharge", implies(ge(S(k), x), ge(S(k), 0)), "line", "guard")
    all_ = step("all", "generalise", every(k, implies(ge(S(k), x), ge(S(k), 0))), "if", over="k")
    return {"lemma": proved({"x": ge(x, 0)}, guard, line, if_, all_, id="lemma")}


def cut(claim: Formula, *premises: str, **parts: object) -> Step:
    return step("cut", "cut", claim, *premises, **{"theorem": "lemma", "substitution": [], **parts})


def test_a_cut_replaces_names_by_terms_and_cites_the_theorem() -> None:
    known = library()
    plain = every(k, implies(ge(S(k), x), ge(S(k), 0)))
    theorem = proved(FACT, cut(plain, "x"), library=known)
    assert theorem.cites == {"lemma"}
    image = [["real", "x", y * y], ["seq", "S", Polynomial.atom(Real("T", Index(0, 1))) + Polynomial.atom(Nat(0))]]
    moved = every(k, implies(ge(T(k + 1) + number(k), y * y), ge(T(k + 1) + number(k), 0)))
    facts = {"yy": ge(y * y, 0), "y": ge(y, 0)}
    proved(facts, cut(moved, "yy", substitution=image), library=known)
    for why, step_ in {
        "not what the rule gives": cut(moved, "y", substitution=image),  # another premise
        "each hypothesis": cut(moved, substitution=image),
        "no theorem": cut(moved, "yy", substitution=image, theorem="test"),
        "loose index": cut(moved, "yy", substitution=[["real", "x", Polynomial.atom(Nat(0))], image[1]]),
        "cannot stand": cut(moved, "yy", substitution=[["seq", "x", u], image[1]]),
        "kind, name, image": cut(moved, "yy", substitution=[["real", "x"], image[1]]),
        "must be a list": cut(moved, "yy", substitution="x"),
    }.items():
        refused(why, facts, step_, library=known)
    refused("loose index", facts, cut(moved, "yy", substitution=[image[0], ["seq", "S", Polynomial.atom(Nat(1))]]), library=known)
    refused("loose index", {"v": ge(x, 0)}, cut(plain, "v", substitution=[["vec", "u", Vector.basic(Vec("w", Index(0)))]]), library=known)
    refused("loose index", {"v": ge(x, 0)}, cut(plain, "v", substitution=[["nat", "M", Index(0)]]), library=known)
    refused("cannot stand", {"v": ge(x, 0)}, cut(plain, "v", substitution=[["fn", "ln", x]]), library=known)


def test_a_theorem_is_not_known_inside_its_own_proof() -> None:
    refused("no theorem", FACT, step("cut", "cut", ge(y, 0), theorem="test", substitution=[]))


def test_a_cut_rests_on_its_premises() -> None:
    guard = step("guard", "assume", ge(x, 0))
    conclusion = cut(every(k, implies(ge(S(k), x), ge(S(k), 0))), "guard")
    with pytest.raises(Rejected, match="still assumes"):
        replay(proof({"y": ge(y, 0)}, guard, conclusion), library())


# --- What no file can hold, and what a step costs. What a file may try is in proofs/arena, with a trap for each condition


def test_forgetting_keeps_the_reason_for_the_root() -> None:
    """x ≥ 0 was needed for √x, so what √x proves still rests on x ≥ 0."""
    root = step("root", "root", both(ge(r, 0), eq(r * r, x)), "x", name="r")
    square = step("sq", "part", eq(r * r, x), "root")
    end = certificate("end", ge(x, 0), "sq", terms=[[ONE, [r]]], equations=[[Polynomial.of(-1), "sq"]])
    theorem = proved({"x": ge(x, 0)}, root, square, end, step("f", "forget", ge(x, 0), "end", "root"))
    assert [name for name, _ in theorem.hypotheses] == ["x"]


def test_names_of_one_kind_do_not_stand_for_another() -> None:
    """The real S and the sequence S, the vector u and the real u, are different names."""
    f = every(k, eq(S(k), real("S")))
    known = {"lemma": Theorem("lemma", (), f, frozenset(), frozenset())}
    claim = every(k, eq(S(k), x))
    at, clash = [["real", "S", x]], [["seq", "S", Vector.basic(Vec("u"))]]
    proved({}, step("c", "cut", claim, theorem="lemma", substitution=at), library=known)
    refused("not what the rule gives", {}, step("c", "cut", every(k, eq(x, x)), theorem="lemma", substitution=at), library=known)
    refused("cannot stand", {}, step("c", "cut", claim, theorem="lemma", substitution=clash), library=known)


@pytest.mark.parametrize("bad", [0.5, float("nan"), float("inf"), "1", None])
def test_inexact_numbers_are_refused(bad: object) -> None:
    with pytest.raises(Rejected, match="exact"):
        Polynomial.of(bad)  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "offset"), [(True, 0), (-1, 0), ("k", -1), ("k", True), ("k", 1.0), (1.0, 0), (("k",), 0)])
def test_strange_indices_are_refused(name: object, offset: object) -> None:
    with pytest.raises(Rejected):
        Index(name, offset)  # type: ignore[arg-type]


def test_strange_relations_are_refused() -> None:
    for relation in ("<=", "!=", "", "≥", None):
        with pytest.raises(Rejected):
            Compare(x, relation)  # type: ignore[arg-type]


def test_a_formula_is_not_made_of_something_else() -> None:
    for junk in (Both(ge(x, 0), "x ≥ 0"), Implies(1, ge(x, 0)), ForAll(None)):  # type: ignore[arg-type]
        with pytest.raises(Rejected):
            replay(Proof("t", (), (step("i", "instantiate", ge(x, 0), "j", at=k), step("j", "assume", junk)), "i"), {})


class Unread(dict[str, Any]):
    """Lines, or theorems, that are asked for by name and never one after the other."""

    def __iter__(self) -> NoReturn:
        raise AssertionError("one line after the other is looked at")

    keys = values = items = __iter__


def test_no_step_looks_through_all_that_is_before_it() -> None:
    """What a step costs does not grow with the lines and the theorems before it: ten thousand roots are no hundred million."""
    lines, taken = Unread(), set[tuple[str, str | int]]()
    library = Unread(lemma=proved({"h": ge(real("x"), 0)}, id="lemma"))
    fact = step("h", "assume", ge(real("p"), 0))
    for s in (
        fact,
        step("r", "root", both(ge(real("r"), 0), eq(real("r") ** 2, real("p"))), "h", name="r"),
        step("c", "cut", fact.claim, "h", theorem="lemma", substitution=[["real", "x", real("p")]]),
    ):
        add(s, lines, taken, library)
    assert taken == {("real", "p"), ("real", "r")} and len(lines) == 3
    with pytest.raises(Rejected, match="in use"):
        add(step("q", "root", both(ge(real("r"), 0), eq(real("r") ** 2, real("p"))), "h", name="r"), lines, taken, library)


@pytest.mark.parametrize("rule", ["certificate", "generalise"])
def test_thousands_of_assumptions_carried_through_thousands_of_steps_are_too_much(rule: str) -> None:
    """Each step assumes all that its premise does, so that a file of n lines could ask for n² names."""
    hypotheses = {f"h{i}": ge(poly(1), 0) for i in range(3000)}
    steps = [certificate("s0", ge(poly(1), 0), *hypotheses, terms=[[Fraction(1), ["h0"]]])]
    for i in range(1, 3000):
        if rule == "certificate":
            steps.append(certificate(f"s{i}", ge(poly(1), 0), f"s{i - 1}", terms=[[Fraction(1), [f"s{i - 1}"]]]))
        else:
            steps.append(step(f"s{i}", "generalise", ForAll(ge(poly(1), 0)), "s0", over=f"k{i}"))
    with pytest.raises(Rejected, match="too much arithmetic"):
        replay(proof(hypotheses, *steps), {})
