"""Tens of thousands of altered proofs, one alteration each: none may be accepted unless what it proves is still true. Also under -O."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from proofs.derive.authoring.terms import ge, gt, real
from proofs.kernel import Proof, Theorem
from proofs.kernel.rules import RULES
from proofs.referees.tampering import mutants
from proofs.theorems import catalogue
from tests.amounts import exhaustive, tries
from tests.kernel.helpers import REJECTED, WRONG, Court, certificate, proof, record_of

# How many of a proof's mutants to try: a fixed sample, so that the test stays short; `MUTANTS=all` tries every one.
SAMPLE = tries(300, few=8)


@pytest.mark.more
@pytest.mark.parametrize("id", [item.id for item in (*catalogue.LEMMAS, *catalogue.THEOREMS)])
def test_no_mutant_is_wrongly_accepted(
    id: str, proofs: list[Proof], library: dict[str, Theorem], record_property: Callable[[str, object], None]
) -> None:
    (original,) = [p for p in proofs if p.id == id]
    record = record_of(original)
    court = Court(original, library, record)
    every = list(mutants(record))
    if os.environ.get("MUTANTS") != "all" and len(every) > SAMPLE:
        every = random.Random(id).sample(every, SAMPLE)
    counts: Counter[str] = Counter()
    wrong, carrying = [], Counter[str]()
    idle = {name for name, _ in original.hypotheses} - {name for name, _ in court.theorem.hypotheses}
    for mutant in every:
        verdict = court.verdict(mutant)
        counts[verdict] += 1
        if not any(
            mutant.what.startswith((f"hypothesis {name}:", f"hypothesis {name},")) for name in idle
        ):  # of what the proof does not rest on anything is true
            carrying[verdict] += 1
        if verdict == WRONG:
            wrong.append(mutant.what)
    print(f"{id}: {len(every)} mutants: {dict(counts)}")
    record_property("mutants", dict(counts))
    assert not wrong
    assert carrying.total() > 0
    if exhaustive():  # of a few mutants the share says nothing
        assert 10 * carrying[REJECTED] >= 7 * carrying.total()  # the rest say the same or something weaker, and are true


def test_a_kernel_that_checks_nothing_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test of the test: with a certificate rule that believes everything, false mutants are seen to be accepted."""
    x, y = real("x"), real("y")
    terms = [[Fraction(2), ["x"]], [Fraction(1), ["y"]]]
    sound = proof({"x": ge(x, 0), "y": gt(y, 0)}, certificate("c", ge(2 * x + y, 0), "x", "y", terms=terms))
    record = record_of(sound)
    court = Court(sound, {}, record)
    assert WRONG not in {court.verdict(m) for m in mutants(record)}
    monkeypatch.setitem(RULES, "certificate", (lambda claim, premises, data, context: frozenset(("x", "y")), None))
    wrong = [m.what for m in mutants(record) if court.verdict(m) == WRONG]
    assert "step c (certificate), claim, coefficient: 2 becomes -2" in wrong
    assert not any(part in what for what in wrong for part in (", strict", ", terms"))  # the theorem is then as before


# --- `python -O` drops assert statements; the kernel must refuse as much without them, and the mutation test must still bite


ROOT = Path(__file__).parents[2]
SCRIPT = """
import sys
from fractions import Fraction
from proofs.derive.authoring.terms import both, eq, every, ge, gt, nat, number, real, seq
from proofs.kernel import Index, Nat, Polynomial, Proof, Rejected, Step, replay
from proofs.theorems import catalogue
from proofs.referees.tampering import mutants
from tests.kernel.helpers import record_of
from tests.kernel.helpers import WRONG, Court
assert False, "asserts are dropped"
x, r, q, k, S = real("x"), real("r"), real("q"), nat("k"), seq("S")
false, facts = ge(Polynomial.of(-1), 0), (("x", ge(x, 0)), ("k", ge(number(k), 5)))
attacks = [
    Step("a", "certificate", false, ("x",), {"strict": [Fraction(1), ["z"]], "terms": [[Fraction(-1), ["x"]]], "equations": []}),
    Step("a", "assume", false, (), {}),
    Step("a", "inverse", eq(q * x, 1), ("x",), {"name": "q"}),
    Step("a", "root", both(ge(x, 0), eq(x * x, x)), ("x",), {"name": "x"}),
    Step("a", "generalise", every(k, ge(number(k), 5)), ("k",), {"over": "k"}),
    Step("a", "discharge", false, ("x", "k"), {}),
    Step("a", "natural", ge(Polynomial.atom(Nat(0)), 0), (), {"index": Index(0)}),
    Step("x", "assume", false, (), {}),
]
refused = 0
for attack in attacks:
    try:
        replay(Proof("t", facts, (attack,), "a"), {})
    except Rejected:
        refused += 1
wrong = tried = 0
(proof, *_) = catalogue.proofs(["norm-growth"])
record = record_of(proof)
court = Court(proof, {}, record)
for i, mutant in enumerate(mutants(record)):
    if i % 25 == 0:
        tried, wrong = tried + 1, wrong + (court.verdict(mutant) == WRONG)
print(sys.flags.optimize, refused, len(attacks), wrong, tried > 100)
"""


def test_refusals_do_not_rest_on_assert() -> None:
    done = subprocess.run([sys.executable, "-O", "-c", SCRIPT], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["1", "8", "8", "0", "True"]
