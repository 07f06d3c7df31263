"""Statements are printed as they are, in every notation; the reader of the print notices a shortening that leaves something out."""

from dataclasses import replace

import pytest

from proofs.derive.authoring.terms import eq, every, ge, implies, le, nat, number, real, seq
from proofs.derive.typesetting import layout, names, sentences
from proofs.derive.typesetting.names import key_of
from proofs.kernel import ForAll, Index, Real
from proofs.kernel.formula import opened
from tests.amounts import some, tries
from tests.report import print_mutants
from tests.report.evaluating import NOTATIONS
from tests.report.print_mutants import LINEAR, Statement, campaign, sample, statements


@pytest.mark.more
def test_every_statement_is_read_back_in_every_notation() -> None:
    """Those of the catalogue and of the arena, as `replay` and `verify` print them, and as `Claims.v` states them."""
    read = [(s.id, notation, s.fault(notation, lines)) for s in some(statements(), 60) for notation, lines in s.printed.items()]
    assert [fault for fault in read if fault[2]] == []
    assert {notation for _, notation, _ in read} == {*NOTATIONS, "Coq", LINEAR}


@pytest.mark.more
def test_an_altered_statement_is_printed_otherwise_or_means_the_same() -> None:
    """One field altered at a time; `python -m tests.report.print_mutants` takes 100,000."""
    counts, faults = campaign(sample(some(statements(), 40), tries(1000, few=120), seed=1), read_every=1)
    assert faults == []
    assert counts["unicode", "print alike"] > 0 < counts["Coq", "read back"] and counts[LINEAR, "read back"] > 0


LOOSER = {  # a rule of the printer taken more loosely, and a statement that it then prints wrongly
    "two signs of one sum": (sentences, "_at_the_same", lambda f: opened(ForAll(f.body.conclusion.conclusion), Index(None))),
    "any root": (names, "_name", lambda atom, many: key_of(atom) if isinstance(atom, Real) else None),
    "any sign": (names, "_not_negative", lambda many, c: next((key_of(a) for m in c.left.terms for a, _ in m), None)),
    "half for whole": (layout, "_indices", lambda p: True),
}
M, X, ROOT_OF_X = number(nat("M")), real("x"), real("√x")
READ_WRONGLY = {
    "two signs of one sum": [every(nat("j"), implies(ge(M**2 + 1, 0), implies(le(M**2 + 1, 0), ge(0, 1))))],
    "any root": [ge(seq("√x")(2), 0), eq(seq("√x")(2) ** 2, X), every(nat("j"), ge(seq("√x")(nat("j")), 1))],
    "any sign": [ge(ROOT_OF_X, X), eq(ROOT_OF_X**2, X), le(ROOT_OF_X, 1)],
    "half for whole": [ge(X, M + 1)],
}


@pytest.mark.parametrize("rule", LOOSER)
def test_a_looser_shortening_is_read_as_what_it_is(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reader shares nothing with the printer, not even a fault of it."""
    *facts, claim = READ_WRONGLY[rule]
    statement = Statement(rule, tuple((str(n), f) for n, f in enumerate(facts)), claim)
    assert not any(statement.fault(notation, lines) for notation, lines in statement.printed.items())
    monkeypatch.setattr(*LOOSER[rule])
    wrong = replace(statement).printed
    assert all(statement.fault(notation, wrong[notation]) for notation in NOTATIONS), wrong["unicode"]


def test_linear_that_leaves_out_more_than_a_definition_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name such as 1/γ is no reason to leave out 1/γ ≥ 1."""
    inverse, gamma = real("1/γ"), real("γ")
    statement = Statement("t", (("1/γ", eq(inverse * gamma, 1)), ("1/γ ≥ 1", ge(inverse, 1))), le(gamma, 1))
    assert len(statement.printed[LINEAR]) == 2 and not statement.fault(LINEAR, statement.printed[LINEAR])
    monkeypatch.setattr(print_mutants, "is_reciprocal", lambda hypothesis, f, names: True)
    assert "left out" in statement.fault(LINEAR, replace(statement).printed[LINEAR])
