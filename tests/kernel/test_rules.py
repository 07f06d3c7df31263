"""The rules of the kernel: a step by each is accepted, rests on all that it is drawn from, and gives that claim and no other.

What a file may try is in proofs/arena, with a trap for each condition (tests/referees/test_tampering.py).  Here is what no file there
tells apart: which assumptions a line rests on, objects of Python that no file holds, and what a step costs.
"""

import math
import re
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any, NoReturn

import pytest

from proofs.derive.authoring.terms import both, eq, every, ge, gt, implies, inner, nat, null, number, poly, real, seq, vec, vseq
from proofs.kernel import (
    Both,
    Compare,
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
from proofs.kernel.formula import substitute
from proofs.kernel.replay import add
from proofs.kernel.term import Substitution
from tests.amounts import rows
from tests.kernel.helpers import certificate, proof, proved, refused, step

x, y, r, q = real("x"), real("y"), real("r"), real("q")
S, T = seq("S"), seq("T")
u, v, w, z = vec("u"), vec("v"), vseq("w"), vseq("z")
k, j, M = nat("k"), nat("j"), nat("M")
ONE, UNIT = Fraction(1), Polynomial.of(1)
A, B, C = ge(x, 0), ge(y, 0), ge(x + y, 0)
BOUND0 = Index(0)


def lemma() -> dict[str, Theorem]:
    """x ≥ 0 and w(k) null for all k ⊢ ∀k (S(k) ≥ x ⇒ S(k) ≥ 0) ∧ ∀k w(k + 1) null, as a theorem to cite."""
    claim = both(every(k, implies(ge(S(k), x), ge(S(k), 0))), every(k, null(w(k + 1))))
    return {"lemma": Theorem("lemma", (("x", A), ("w", every(k, null(w(k))))), claim, frozenset({"ln-one"}), frozenset())}


IMAGES: list[list[object]] = [
    ["real", "x", y * y],
    ["seq", "S", Polynomial.atom(Real("T", Index(0, 1))) + Polynomial.atom(Nat(0))],
    ["vseq", "w", 2 * Vector.basic(Vec("z", Index(0, 1))) - u],
]
CITED = both(every(k, implies(ge(T(k + 1) + number(k), y * y), ge(T(k + 1) + number(k), 0))), every(k, null(2 * z(k + 2) - u)))
ROOT, MANY = both(ge(r, 0), eq(r * r, x)), every(k, both(ge(T(k), 0), eq(T(k) * T(k), S(k))))
GOAL = ge(x * x + y, 0)
NUMBERED = ge(S(j), number(k) + number(nat("kk")))


def opened(claim: Formula) -> tuple[Step, ...]:
    """A family of roots at 0, squared."""
    at = step("at", "instantiate", both(ge(T(0), 0), eq(T(0) * T(0), S(0))), "root", at=Index(None))
    square = step("square", "part", eq(T(0) * T(0), S(0)), "at")
    return at, square, certificate("end", claim, "square", "y", terms=[[ONE, [T(0)]], [ONE, ["y"]]], equations=[[-UNIT, "square"]])


USES: dict[str, tuple[dict[str, Formula], tuple[Step, ...]]] = {  # facts, and steps of which the last is by the rule
    "assume": ({"a": A}, (step("b", "assume", A), step("d", "discharge", implies(A, A), "a", "b"))),
    "certificate": ({"x": A, "y": B}, (certificate("c", ge(x * y, 0), "x", "y", terms=[[ONE, ["x", "y"]]]),)),
    "certificate with the negated claim": (
        {"x": A, "square": ge(1 - x * x, 0)},
        (certificate("c", ge(1 - x, 0), "x", "square", terms=[[ONE, ["z", "x"]], [ONE, ["square"]]]),),
    ),
    "certificate with a square": ({"x": A}, (certificate("c", ge(x * (x - y) ** 2, 0), "x", terms=[[ONE, ["x", x - y]]]),)),
    "certificate of a strict claim": (
        {"x": A, "y": gt(y, 0)},
        (certificate("c", gt(x + 2 * y, 0), "x", "y", strict=[Fraction(2), ["y"]], terms=[[ONE, ["x"]], [ONE, ["z"]]]),),
    ),
    "certificate of an equation": ({"z": eq(x, y)}, (step("c", "certificate", eq(x * x, x * y), "z", equations=[[x, "z"]]),)),
    "expand": ({"n": null(w(k + 1) - w(k))}, (step("e", "expand", eq(inner(w(k + 1), u), inner(w(k), u)), "n", with_=u),)),
    "square": ({}, (step("s", "square", ge(x * x * inner(u, u) - 4 * x * inner(u, v) + 4 * inner(v, v), 0), of=x * u - 2 * v),)),
    "natural": ({}, (step("n", "natural", ge(number(k) + 2, 0), index=k + 2),)),
    "integer": (
        {"more": gt(number(k), number(j) + 2)},
        (step("i", "integer", ge(number(k), number(j) + 3), "more", more=k, less=j + 2),),
    ),
    "instantiate": (
        {"all": every(k, implies(null(w(k + 1) - S(k) * w(k) - u), ge(S(k + 1), number(k))))},
        (
            step(
                "i",
                "instantiate",
                implies(null(w(j + 3) - S(j + 2) * w(j + 2) - u), ge(S(j + 3), number(j) + 2)),
                "all",
                at=j + 2,
            ),
        ),
    ),
    "generalise": (
        {"x": A},
        (
            step("n", "natural", ge(number(k), 0), index=k),
            certificate("c", ge(number(k) * x, 0), "n", "x", terms=[[ONE, ["n", "x"]]]),
            step("g", "generalise", every(k, ge(number(k) * x, 0)), "c", over="k"),
        ),
    ),
    "discharge": (
        {"a": A},
        (
            step("b", "assume", B),
            certificate("c", C, "a", "b", terms=[[ONE, ["a"]], [ONE, ["b"]]]),
            step("d", "discharge", implies(B, C), "c", "b"),
        ),
    ),
    "apply": ({"if": implies(A, B), "a": A}, (step("m", "apply", B, "if", "a"),)),
    "part": ({"and": both(A, B)}, (step("p", "part", A, "and"),)),
    "part that is the second": ({"and": both(A, B)}, (step("p", "part", B, "and"),)),
    "cases": (
        {"if": implies(ge(x - 1, 0), GOAL), "not": implies(gt(1 - x, 0), GOAL)},
        (
            step("yes", "assume", ge(x - 1, 0)),
            step("no", "assume", gt(1 - x, 0)),
            step("one", "apply", GOAL, "if", "yes"),
            step("two", "apply", GOAL, "not", "no"),
            step("c", "cases", GOAL, "one", "two", "yes", "no"),
        ),
    ),
    "induction": (
        {"base": ge(S(0), 0), "step": every(k, implies(ge(S(k), number(k)), ge(S(k + 1), number(k) + 1)))},
        (step("i", "induction", every(k, ge(S(k), number(k))), "base", "step"),),
    ),
    "induction beside other numbers": (
        {"base": ge(S(0), number(k) + number(nat("kk"))), "step": every(j, implies(NUMBERED, ge(S(j + 1), number(k) + number(nat("kk")))))},
        (step("i", "induction", every(j, NUMBERED), "base", "step"),),
    ),
    "cut": (
        {"yy": ge(y * y, 0), "w": every(k, null(2 * z(k + 1) - u))},
        (step("cut", "cut", CITED, "yy", "w", theorem="lemma", substitution=IMAGES),),
    ),
    "forget": (
        {"x": A, "y": B},
        (
            step("root", "root", ROOT, "x", name="r"),
            step("square", "part", eq(r * r, x), "root"),
            certificate("c", C, "square", "y", terms=[[ONE, [r]], [ONE, ["y"]]], equations=[[-UNIT, "square"]]),
            step("f", "forget", C, "c", "root"),
        ),
    ),
    "forget a family of roots": (
        {"all": every(k, ge(S(k), 0)), "y": B},
        (
            step("root", "root", MANY, "all", name="T"),
            *opened(ge(S(0) + y, 0)),
            step("f", "forget", ge(S(0) + y, 0), "end", "root"),
        ),
    ),
    "forget an inverse": (
        {"x": gt(x, 0), "y": B},
        (
            step("inv", "inverse", eq(q * x, 1), "x", name="q"),
            certificate("c", ge(y + 1, 0), "inv", "y", terms=[[ONE, ["y"]], [ONE, [UNIT]]]),
            step("f", "forget", ge(y + 1, 0), "c", "inv"),
        ),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", USES)
def test_each_rule_accepts_its_step_and_records_its_premises(name: str) -> None:
    facts, steps = USES[name]
    theorem = proved(facts, *steps, library=lemma())
    assert (theorem.hypotheses, theorem.conclusion) == (tuple(facts.items()), steps[-1].claim)
    assert (theorem.axioms, theorem.cites) == ((frozenset({"ln-one"}), {"lemma"}) if name == "cut" else (frozenset(), frozenset()))
    if facts:
        supposed = [step(n, "assume", f) for n, f in facts.items()]
        with pytest.raises(Rejected, match=re.escape(f"still assumes {sorted(facts)}")):
            replay(proof({}, *supposed, *steps), lemma())
    refused(r"\w", facts, *steps[:-1], replace(steps[-1], claim=ge(-1, 0)), library=lemma())
    for key in steps[-1].data:
        refused("must be a", facts, *steps[:-1], replace(steps[-1], data={**steps[-1].data, key: None}), library=lemma())


CUT = every(k, ge(S(k), 0))


@pytest.mark.parametrize(("what", "why", "facts", "last"), rows(__file__, "departures.txt"))
def test_departures_from_a_rule_are_refused(what: str, why: str, facts: str, last: str) -> None:
    refused(why, eval(facts), eval(last), library=lemma())


def test_cases_leave_no_gap_and_are_assumed() -> None:
    facts, (yes, _, one, two, last) = USES["cases"]
    for no in (step("no", "assume", gt(-x, 0)), step("no", "assume", ge(1 - x, 0))):
        given = {**facts, "not": implies(no.claim, GOAL)}
        refused("cases are", given, yes, no, one, two, last)
    derived = certificate("no", gt(1 - x, 0), "b", strict=[ONE, ["b"]], terms=[[ONE, ["z"]]])
    refused("a case is an assumption", {**facts, "b": gt(1 - x, 0)}, yes, derived, one, two, last)


def test_a_name_is_forgotten_where_nothing_speaks_of_it_and_not_before() -> None:
    facts, (root, square, line, end) = USES["forget"]
    refused("still speaks", facts, root, step("sign", "part", ge(r, 0), "root"), step("f", "forget", ge(r, 0), "sign", "root"))
    refused("can be forgotten", facts, root, square, line, replace(end, premises=("c", "x")))
    supposed = step("supposed", "assume", ge(r, 2))
    refused("an assumption speaks", facts, root, square, supposed, replace(line, premises=(*line.premises, "supposed")), end)
    up = certificate("up", gt(r + 1, 0), "sign", strict=[ONE, []], terms=[[ONE, ["sign"]], [ONE, ["z"]]])
    inverse = step("inv", "inverse", eq(q * (r + 1), 1), "up", name="q")  # a second name that rests on the first
    steps = root, step("sign", "part", ge(r, 0), "root"), square, up, inverse, replace(line, premises=(*line.premises, "inv"))
    refused("an assumption speaks", facts, *steps, end)
    proved(facts, *steps, step("f", "forget", C, "c", "inv"), step("g", "forget", C, "f", "root"))
    speaks = certificate("c", ge(q * x, 0), "inv", terms=[[ONE, [UNIT]]], equations=[[UNIT, "inv"]])
    refused(
        "still speaks",
        {"x": gt(x, 0)},
        step("inv", "inverse", eq(q * x, 1), "x", name="q"),
        speaks,
        step("f", "forget", ge(q * x, 0), "c", "inv"),
    )
    many = USES["forget a family of roots"][1][0]
    refused("still speaks", {"all": CUT}, many, step("f", "forget", MANY, "root", "root"))
    with pytest.raises(Rejected, match="still assumes"):
        replay(proof({"x": gt(x, 0)}, step("inv", "inverse", eq(q * x, 1), "x", name="q")), {})


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


def test_hypotheses_that_are_not_used_are_not_claimed() -> None:
    assert proved({"a": A, "b": B}, certificate("c", ge(2 * x, 0), "a", terms=[[Fraction(2), ["a"]]])).hypotheses == (("a", A),)


def test_names_of_one_kind_do_not_stand_for_another() -> None:
    """The real S and the sequence S are different names."""
    known = {"lemma": Theorem("lemma", (), every(k, eq(S(k), real("S"))), frozenset(), frozenset())}
    images = [["real", "S", x]]
    proved({}, step("c", "cut", every(k, eq(S(k), x)), theorem="lemma", substitution=images), library=known)
    refused("not what", {}, step("c", "cut", every(k, eq(x, x)), theorem="lemma", substitution=images), library=known)


STRANGE: dict[str, Any] = {
    **{f"the number {bad!r}": lambda bad=bad: Polynomial.of(bad) for bad in (0.5, math.nan, math.inf, "1", None)},
    **{f"the coefficient {bad!r}": lambda bad=bad: Polynomial({frozenset(): bad}) for bad in (0.5, 1, True)},
    "text as an atom": lambda: Substitution().real(Polynomial.atom("x")),
    **{f"the exponent {bad!r}": lambda bad=bad: x**bad for bad in (-1, 0.5, True, "2")},
    **{f"the index {bad!r}": lambda bad=bad: Index(bad) for bad in (True, -1, 1.0, (1,), ("k",), [Index(None)], (Index("k"), None))},
    **{f"the offset {bad!r}": lambda bad=bad: Index("k", bad) for bad in (-1, True, 1.0)},
    **{f"the relation {bad!r}": lambda bad=bad: Compare(x, bad) for bad in ("<=", "!=", "", "≥", None)},
    **{f"the formula {part!r}": lambda part=part: substitute(Substitution(), Both(A, part)) for part in ("x ≥ 0", 1, None)},
    "a hypothesis that is no formula": lambda: replay(Proof("t", (("a", "x ≥ 0"),), (), "a"), {}),  # type: ignore[arg-type]
    "two proofs of one name": lambda: replay_all([proof({"a": A}), proof({"a": A})]),
    "a conclusion that is no step": lambda: replay(Proof("t", (("a", A),), (), "q"), {}),
}


@pytest.mark.parametrize("what", STRANGE)
def test_what_no_file_can_hold_is_refused_too(what: str) -> None:
    with pytest.raises(Rejected):
        STRANGE[what]()


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
def test_thousands_of_assumptions_in_thousands_of_steps_are_rejected(rule: str) -> None:
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
