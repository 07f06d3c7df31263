"""Proof files: what is written is read back as it was, and whatever else is handed in is refused, quickly and in one line."""

import copy
import json
import random
from fractions import Fraction
from functools import reduce
from typing import Any

import pytest

from proofs.derive.authoring.encoding import write
from proofs.derive.authoring.terms import both, eq, every, ge, implies, inner, nat, null, number, real, seq, vec, vseq
from proofs.kernel import Fn, Polynomial, Proof, Rejected, Vector, replay_all
from proofs.kernel.codec import read
from tests.amounts import rows
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


def deep(depth: int) -> Any:
    return reduce(lambda claim, _: {"ForAll": [claim]}, range(depth), document(SMALL)["theorems"][0]["steps"][0]["claim"])


BAD_CLAIMS = {what: json.loads(claim) for what, claim in rows(__file__, "claims.txt")} | {f"∀ {n} deep": deep(n) for n in (60, 200, 900)}


@pytest.mark.parametrize("what", BAD_CLAIMS)
def test_bad_claims_are_refused(what: str) -> None:
    value = document(SMALL)
    value["theorems"][0]["steps"][0]["claim"] = BAD_CLAIMS[what]
    with pytest.raises(Rejected, match="too deep" if what.startswith("∀") else None):
        read(value)


@pytest.mark.parametrize("junk", [None, 1, "x", [], {}, {"format": None}, True])
def test_junk_is_refused_wherever_it_stands(junk: Any) -> None:
    with pytest.raises(Rejected):
        read(junk)
    for place in ("theorems", "hypotheses", "steps"):
        value = document(SMALL)
        (value if place == "theorems" else value["theorems"][0])[place].append(junk)
        with pytest.raises(Rejected):
            read(value)


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
