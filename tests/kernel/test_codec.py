"""Proof files: what is written is read back as it was, and whatever else is handed in is refused, quickly and in one line."""

from __future__ import annotations

import copy
import json
import random
from fractions import Fraction
from typing import Any

import pytest

from proofs.derive.authoring.encoding import write
from proofs.derive.authoring.terms import both, eq, every, ge, implies, inner, nat, null, number, real, seq, vec, vseq
from proofs.kernel import Fn, Polynomial, Proof, Rejected, Vector, replay_all
from proofs.kernel.codec import read
from tests.kernel.helpers import certificate, proof, step

x, S, u, w, k = real("x"), seq("S"), vec("u"), vseq("w"), nat("k")
EVERY_NODE = every(k, implies(both(ge(S(k) * 2, number(k)), null(x * w(k + 1) - u)), eq(inner(u, w(k)), Polynomial.atom(Fn("ln", x)))))
SMALL = proof({"x": ge(x, 0), "all": EVERY_NODE}, certificate("c", ge(2 * x, 0), "x", terms=[[Fraction(2), ["x"]]]))


def document(*proofs: Proof) -> Any:
    return json.loads(json.dumps(write(proofs)))


def test_shipped_proofs_survive_the_round_trip(proofs: list[Proof]) -> None:
    assert read(json.loads(json.dumps(write(proofs)))) == proofs


def test_every_kind_of_node_survives() -> None:
    assert read(document(SMALL)) == [SMALL]


def first_claim(value: Any) -> Any:
    return value["theorems"][0]["steps"][0]["claim"]


def altered(change: Any) -> Any:
    value = document(SMALL)
    change(value)
    return value


def deep(depth: int) -> Any:
    node: Any = first_claim(document(SMALL))
    for _ in range(depth):
        node = {"ForAll": [node]}
    return node


def polynomial(terms: Any) -> Any:
    return {"Compare": [{"Polynomial": terms}, ">="]}


X = {"Real": ["x", None]}
BAD_CLAIMS = {
    "a float": polynomial([[0.5, []]]),
    "NaN": polynomial([["NaN", []]]),
    "a fraction with a space": polynomial([[" 1", []]]),
    "an underscore": polynomial([["1_0", []]]),
    "a line break": polynomial([["1\n", []]]),
    "an exponent that is true": polynomial([["1", [[X, True]]]]),
    "an exponent that is text": polynomial([["1", [[X, "2"]]]]),
    "a vector as an atom": polynomial([["1", [[{"Vec": ["u", None]}, 1]]]]),
    "a formula as an atom": polynomial([["1", [[polynomial([]), 1]]]]),
    "text as an atom": polynomial([["1", [["x", 1]]]]),
    "a list as an atom": polynomial([["1", [[[X], 1]]]]),
    "a monomial that is no list": polynomial([["1", {}]]),
    "a term that is no pair": polynomial([["1"]]),
    "a polynomial that is no list": polynomial("x"),
    "a name that is a number": polynomial([["1", [[{"Real": [1, None]}, 1]]]]),
    "a name that is null": polynomial([["1", [[{"Real": [None, None]}, 1]]]]),
    "a name that is a list": polynomial([["1", [[{"Real": [["x"], None]}, 1]]]]),
    "an index that is true": polynomial([["1", [[{"Nat": [True]}, 1]]]]),
    "a negative level": polynomial([["1", [[{"Nat": [-1]}, 1]]]]),
    "a negative offset": polynomial([["1", [[{"Real": ["S", {"Index": ["k", -1]}]}, 1]]]]),
    "an index that is a name": polynomial([["1", [[{"Real": ["S", "k"]}, 1]]]]),
    "an inner product of three": polynomial([["1", [[{"Inner": [{"Vec": ["u", None]}] * 3}, 1]]]]),
    "an inner product of reals": polynomial([["1", [[{"Inner": [X, X]}, 1]]]]),
    "a relation that is null": {"Compare": [{"Polynomial": []}, None]},
    "no key": {},
    "a class of Python": {"object": []},
    "too many fields": {"ForAll": [polynomial([]), polynomial([])]},
    "a term as a formula": {"Polynomial": []},
    "∀ of a term": {"ForAll": [{"Polynomial": []}]},
    "a vector of reals": {"Null": [{"Vector": [[X, {"Polynomial": []}]]}]},
    "a vector with a number": {"Null": [{"Vector": [[{"Vec": ["u", None]}, 1]]}]},
    "text": "x ≥ 0",
    "a list": [polynomial([])],
    "nothing": None,
}


@pytest.mark.parametrize("what", BAD_CLAIMS)
def test_bad_claims_are_refused(what: str) -> None:
    def change(value: Any) -> None:
        value["theorems"][0]["steps"][0]["claim"] = BAD_CLAIMS[what]

    with pytest.raises(Rejected):
        read(altered(change))


@pytest.mark.parametrize("depth", [60, 200, 900])
def test_deep_nesting_is_refused(depth: int) -> None:
    def change(value: Any) -> None:
        value["theorems"][0]["steps"][0]["claim"] = deep(depth)

    with pytest.raises(Rejected, match="too deep"):
        read(altered(change))


@pytest.mark.parametrize(
    "change",
    [
        lambda v: v.update(format=1),
        lambda v: v.pop("format"),
        lambda v: v["theorems"].append([]),
        lambda v: v["theorems"][0].pop("conclusion"),
        lambda v: v["theorems"][0].update(id=1),
        lambda v: v["theorems"][0].update(hypotheses=[["x"]]),
        lambda v: v["theorems"][0].update(hypotheses=[[1, first_claim(v)]]),
        lambda v: v["theorems"][0].update(hypotheses=[["x", None]]),
        lambda v: v["theorems"][0].update(steps=[None]),
        lambda v: v["theorems"][0]["steps"][0].update(premises=[1]),
        lambda v: v["theorems"][0]["steps"][0].update(premises=[["x"]]),
        lambda v: v["theorems"][0]["steps"][0].update(data=[]),
        lambda v: v["theorems"][0]["steps"][0].update(data={"strict": 0.5}),
        lambda v: v["theorems"][0]["steps"][0].update(data={"strict": True}),
        lambda v: v["theorems"][0]["steps"][0].update(data={"strict": {"Fraction": 1}}),
        lambda v: v["theorems"][0]["steps"][0].update(name=None),
        lambda v: v["theorems"][0]["steps"][0].update(rule=["certificate"]),
    ],
)
def test_bad_records_are_refused(change: Any) -> None:
    with pytest.raises(Rejected):
        read(altered(change))


@pytest.mark.parametrize("junk", [None, 1, "x", [], {}, {"format": None}, True])
def test_junk_is_refused(junk: Any) -> None:
    with pytest.raises(Rejected):
        read(junk)


def test_random_damage_ends_in_acceptance_or_in_a_refusal(proofs: list[Proof]) -> None:
    """No other exception than `Rejected`, whatever is put in whatever place."""
    whole = document(*(p for p in proofs if len(p.steps) < 16))
    cards: list[Any] = [None, True, 0, -1, 10**30, 0.5, "", "x", "z", [], {}, [[]], [1, 2], {"Fraction": "1"}, {"Nat": [0]}, {"Vector": []}]
    chance = random.Random(7)
    for _ in range(800):
        value = {**whole, "theorems": [copy.deepcopy(chance.choice(whole["theorems"]))]}
        places = list(_places(value["theorems"]))
        for holder, key in chance.sample(places, chance.choice((1, 1, 1, 3))):
            holder[key] = chance.choice(cards)
        try:
            replay_all(read(value))
        except Rejected as refusal:
            assert "\n" not in str(refusal)


def _places(value: Any) -> Any:
    for key in list(value) if isinstance(value, dict) else range(len(value)):
        yield value, key
        if isinstance(value[key], (dict, list)):
            yield from _places(value[key])


def test_a_name_may_be_any_text() -> None:
    strange = real("<script>\"'\\ \u202e\0")
    claim = ge(strange * strange, 0)
    named = proof({"h": claim}, step("s", "square", ge(inner(u, u), 0), of=Vector(u.parts)))
    assert read(document(named)) == [named]
