"""Attempts to prove what is false: each abuses one rule the way a careless kernel would allow, and each must be refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NoReturn

import pytest

from proofs.derive.authoring.terms import both, eq, every, ge, gt, implies, inner, nat, null, number, poly, real, seq, vec, vseq
from proofs.kernel import Both, Compare, ForAll, Implies, Index, Nat, Polynomial, Proof, Real, Rejected, Theorem, Vec, Vector, replay
from proofs.kernel.formula import opened
from proofs.kernel.replay import add
from tests.kernel.helpers import certificate, proof, proved, refused, step

x, y, r, q = real("x"), real("y"), real("r"), real("q")
S, w, u = seq("S"), vseq("w"), vec("u")
k, j, M = nat("k"), nat("j"), nat("M")
ONE, P1 = Fraction(1), Polynomial.of(1)
FALSE = ge(Polynomial.of(-1), 0)


def test_false_does_not_follow_from_itself() -> None:
    refused("no earlier step", {}, certificate("c", FALSE, "c", terms=[[ONE, ["c"]]]))
    refused("no earlier step", {}, step("a", "apply", FALSE, "b", "c"), step("b", "assume", FALSE), at="a")


def test_an_open_assumption_is_no_theorem() -> None:
    with pytest.raises(Rejected, match="still assumes"):
        replay(proof({}, step("a", "assume", FALSE)), {})
    hidden = step("a", "assume", FALSE), certificate("c", FALSE, "a", terms=[[ONE, ["a"]]])
    with pytest.raises(Rejected, match="still assumes"):
        replay(proof({"x": ge(x, 0)}, *hidden), {})


def test_discharging_what_was_never_assumed() -> None:
    """From ⊢ B one may infer A ⇒ B only for an assumed A; from A ⊢ B one may not forget A."""
    lemma = certificate("b", ge(x * x, 0), terms=[[ONE, [x]]])
    refused("only an assumption", {"a": FALSE}, lemma, step("d", "discharge", implies(ge(x * x, 0), FALSE), "a", "b"))
    root = step("root", "root", both(ge(r, 0), eq(r * r, x)), "x", name="r")
    refused("only an assumption", {"x": ge(x, 0)}, root, step("d", "discharge", implies(root.claim, root.claim), "root", "root"))


def test_a_stranger_with_the_name_of_an_assumption() -> None:
    a = step("a", "assume", gt(x, 0))
    refused("used twice", {}, a, step("d", "discharge", implies(gt(x, 0), gt(x, 0)), "a", "a"), step("a", "assume", FALSE))


def test_generalising_over_a_number_that_an_assumption_speaks_of() -> None:
    """k = 0 ⊢ k = 0, but not ∀k k = 0; also with the number hidden in an index, a coefficient or a vector."""
    for assumed in (eq(number(k), 0), ge(S(k + 1), 0), ge(inner(w(k), u), 0), ge(number(k) * x, 0), null(number(k) * u)):
        refused("speaks of that number", {"a": assumed}, step("g", "generalise", every(k, assumed), "a", over="k"))
    supposed = step("s", "assume", eq(number(k), 0))
    refused("speaks of that number", {}, supposed, step("g", "generalise", every(k, eq(number(k), 0)), "s", over="k"))


def test_generalising_past_a_root_that_depends_on_the_number() -> None:
    """For each k there is r with r² = k, but no r that serves all k."""
    lines = [
        step("n", "natural", ge(number(k), 0), index=k),
        step("root", "root", both(ge(r, 0), eq(r * r, number(k))), "n", name="r"),
        step("sq", "part", eq(r * r, number(k)), "root"),
    ]
    refused("speaks of that number", {}, *lines, step("g", "generalise", every(k, eq(r * r, number(k))), "sq", over="k"))


def test_bound_indices_are_not_captured() -> None:
    """∀k ∃-like: from ∀k S(k) ≤ S(j) a substitution j := k must not give S(k) ≤ S(k) for the bound k."""
    f = every(k, ge(S(j), S(k)))
    general = {"lemma": Theorem("lemma", (), f, frozenset(), frozenset())}
    captured = ForAll(Compare(P1 * 0, ">="))
    for image in (Index("k"), Index("k", 1)):
        at = [["nat", "j", image]]
        refused("not what the rule gives", {}, step("c", "cut", captured, theorem="lemma", substitution=at), library=general)
    renamed = ForAll(Compare(Polynomial.atom(Real("S", k)) - Polynomial.atom(Real("S", Index(0))), ">="))
    proved({}, step("c", "cut", renamed, theorem="lemma", substitution=[["nat", "j", k]]), library=general)
    refused("loose index", {}, step("c", "cut", captured, theorem="lemma", substitution=[["nat", "j", Index(0)]]), library=general)


def test_an_index_does_not_escape_its_quantifier() -> None:
    nested = ForAll(ForAll(Compare(Polynomial.atom(Nat(1)) - Polynomial.atom(Nat(0)), ">=")))  # ∀a ∀b a ≥ b, false but well formed
    collapsed = ForAll(Compare(Polynomial({}), ">="))
    refused("not what the rule gives", {"n": nested}, step("i", "instantiate", collapsed, "n", at=Index(0)))
    for at in (Index(0), Index((Index(0),))):
        assert opened(nested, at) != collapsed
        refused("bound by no", {"n": nested}, step("i", "instantiate", opened(nested, at), "n", at=at))
    proved({"n": nested}, step("i", "instantiate", every(j, ge(number(M), number(j))), "n", at=M))


def test_a_fresh_name_in_a_nested_place_is_seen() -> None:
    places = [every(k, implies(ge(r, 0), ge(S(k), 0))), null(r * u), ge(inner(r * u, u), 0), both(ge(x, 0), ge(r, 0))]
    for place in places:
        refused("in use", {"x": ge(x, 0), "there": place}, step("root", "root", both(ge(r, 0), eq(r * r, x)), "x", name="r"))


def test_forgetting_keeps_the_reason_for_the_root() -> None:
    """x ≥ 0 was needed for √x, so what √x proves still rests on x ≥ 0."""
    root = step("root", "root", both(ge(r, 0), eq(r * r, x)), "x", name="r")
    square = step("sq", "part", eq(r * r, x), "root")
    end = certificate("end", ge(x, 0), "sq", terms=[[ONE, [r]]], equations=[[Polynomial.of(-1), "sq"]])
    theorem = proved({"x": ge(x, 0)}, root, square, end, step("f", "forget", ge(x, 0), "end", "root"))
    assert [name for name, _ in theorem.hypotheses] == ["x"]


def test_a_cut_needs_every_hypothesis() -> None:
    """x > 0 ⊢ x ≥ 0 must not be used at x = −1."""
    lemma = certificate("c", ge(x, 0), "x", terms=[[ONE, ["x"]]])
    known = {"lemma": proved({"x": gt(x, 0)}, lemma, id="lemma")}
    at = [["real", "x", Polynomial.of(-1)]]
    refused("each hypothesis", {}, step("c", "cut", FALSE, theorem="lemma", substitution=at), library=known)
    true = certificate("one", gt(P1, 0), strict=[ONE, []], terms=[[ONE, ["z"]]])
    refused("not what the rule gives", {}, true, step("c", "cut", FALSE, "one", theorem="lemma", substitution=at), library=known)


def test_an_induction_is_not_about_another_sequence() -> None:
    facts = {"base": ge(S(0), 0), "step": every(k, implies(ge(S(k), 0), ge(S(k + 1), 0)))}
    refused("not what the rule gives", facts, step("i", "induction", every(k, ge(seq("T")(k), 0)), "base", "step"))
    shadow = every(k, implies(ge(S(k), number(j)), ge(S(k + 1), number(j))))
    wanted = step("i", "induction", every(k, ge(S(k), number(k))), "base", "step")
    refused("not what the rule gives", {"base": ge(S(0), 0), "step": shadow}, wanted)


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
