"""Tens of thousands of altered proofs, one alteration each: none may be accepted unless what it proves is still true."""

import os
import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import pytest

from proofs.derive.authoring.terms import ge, gt, real
from proofs.kernel import Proof, Theorem
from proofs.kernel.rules import RULES
from proofs.referees.tampering import mutants
from proofs.theorems import catalogue
from tests.amounts import exhaustive, sampled, tries
from tests.kernel.helpers import REJECTED, WRONG, Court, certificate, proof, record_of

# How many of a proof's mutants to try: a fixed sample, so that the test stays short; `MUTANTS=all` tries every one.
SAMPLE = tries(300, few=24)


@pytest.mark.more
@pytest.mark.parametrize("id", sampled([item.id for item in (*catalogue.LEMMAS, *catalogue.THEOREMS)], 60))
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
            mutant.what.startswith((f"hypothesis {name}:", f"hypothesis {name},", f"hypotheses: {name} ")) for name in idle
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
