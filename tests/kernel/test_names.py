"""Rules that bring in names (root, inverse) and take them out (forget); and cut, which replaces names by terms."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proofs.derive.authoring.terms import both, eq, every, ge, gt, implies, nat, number, real, seq, vec, vseq
from proofs.kernel import Formula, Index, Nat, Polynomial, Real, Rejected, Step, Theorem, Vec, Vector, replay
from tests.kernel.helpers import certificate, proof, proved, refused, step

x, y, r, q = real("x"), real("y"), real("r"), real("q")
S, T = seq("S"), seq("T")
u, v, w = vec("u"), vec("v"), vseq("w")
k, j, M = nat("k"), nat("j"), nat("M")
ONE = Fraction(1)
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
