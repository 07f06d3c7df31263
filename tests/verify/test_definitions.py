"""What `verify` sees beside the proof: definitions, hypotheses that can hold, and what nothing cites."""

import copy
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from proofs.conjecture import Root
from proofs.derive.authoring import terms
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.terms import every, ge, gt, implies, inner, nat, number, poly, real, seq, sequel, sum_below, vseq
from proofs.kernel import Formula, Index, axioms
from proofs.referees.z3 import has_model
from proofs.statements import constructors as new
from proofs.statements.completion import complete
from proofs.statements.definitions import Fact
from proofs.statements.evaluation import holds
from proofs.statements.instance import FORMAT, Instance, read
from proofs.statements.page import Page, Provable
from proofs.statements.property import Property
from proofs.theorems import catalogue
from proofs.verify import pipeline
from proofs.verify.assess import Options
from proofs.verify.checks.definitions import introduce
from proofs.verify.checks.nonvacuity import DRAWN, example, resting_on
from tests.amounts import rows, sampled, some
from tests.cli.running import GUIDE, Written, answered, pp

TEXT = GUIDE.read_text(encoding="utf-8")
NOVIKOFF = catalogue.page("novikoff")
i, j, k, n, F = nat("i"), nat("j"), nat("k"), nat("n"), nat("F")
a, b, p, q, r, x = (real(name) for name in "abpqrx")
S, f, g = seq("S"), seq("f"), seq("g")
e, v, w, z = (vseq(name) for name in "evwz")
POSITIVE = Fact("a > 0", "a is positive", gt(a, 0))
MIXED = Fact("mixed", "a hypothesis that speaks of b, p, n and v", ge(b + p * number(n) + inner(v(0), v(0)) + 7, 0))
LATER = ge(number(j), number(k) + 1)


def at(top: Any, is_: Any, **said: Any) -> Fact:
    """A value, as many tests need one."""
    return new.define(f"{id(said)}", "", top, is_, **said)


def larger(top: Any, one: Any, other: Any) -> tuple[Fact, ...]:
    return new.larger_of(top, one, other, ("no less", ""), ("nor less", ""), ("one of them", ""))


def power(where: Formula | None, logarithm: Any = b) -> tuple[Fact, ...]:
    return new.power_of("x", x, logarithm, "", where=where)


UNITS = new.axis("axes", "", e(k)), new.axis("apart", "", e(k), across=e(j), over=(k, j), where=LATER)
EVERY_ENTRY: dict[str, Any] = {"along": e(i), "within": lambda said: every(k, every(i, said, below=number(F)))}
LONGER = (at(g(0), number(n)), at(S(k), sum_below(F, lambda i: f(i) * S(sequel(k, i))), where=ge(g(k), 1)))


def later(then: Index, of: Index = k) -> Fact:
    """S(k, j) by longer lists, where some are left."""
    entry = sum_below(F, lambda i: f(i) * S(sequel(sequel(of, i), then)))
    return at(S(sequel(k, j)), entry, within=lambda said: every(k, implies(ge(g(k), 1), every(j, said))))


def falls(below: Index) -> Fact:
    return at(g(sequel(k, j)), g(k) - 1, within=lambda said: every(k, implies(ge(g(k), 1), every(j, said, below=number(below)))))


EXISTS = dict(rows(__file__, "exists.txt"))
RESTRICTS = dict(rows(__file__, "restricts.txt"))


def facts(written: str) -> list[Fact]:
    """The facts of a line, each by a name of its own, beside two that are no definitions."""
    groups = eval(f"({written},)", {**vars(terms), **vars(axioms), **vars(new), **globals()})
    definitions = [fact for group in groups for fact in (group if isinstance(group, tuple) else (group,))]
    return [POSITIVE, MIXED, *(replace(fact, name=f"{fact.name} {number}") for number, fact in enumerate(definitions))]


@pytest.mark.parametrize("name", EXISTS)
def test_a_name_for_what_exists_is_a_definition(name: str) -> None:
    assert introduce(NOVIKOFF, facts(EXISTS[name])).restrictive == ()


@pytest.mark.parametrize("name", RESTRICTS)
def test_whatever_restricts_the_reader_is_none(name: str) -> None:
    assert introduce(NOVIKOFF, facts(RESTRICTS[name])).restrictive


BEYOND = (
    "recurrence",
    "lists",
    "lists by steps",
    "longer lists",
    "an entry that is a longer list",
)  # these speak of entries beyond the horizon
BY_HAND = (
    *BEYOND,
    "slack",
    "power",
    "power of a size",
    "square from below",
    "axes",
    "first axis and others",
    "entries",
    "entries up to a sum",
)


@pytest.mark.parametrize("name", [name for name in EXISTS if name not in BY_HAND])
def test_what_a_definition_introduces_is_worked_out_on_an_instance(name: str) -> None:
    definitions = tuple(fact for fact in facts(EXISTS[name]) if fact.definition)
    counts = {"n": 3} | ({} if name == "floor" else {"F": 2})
    paths = {"z": [(Fraction(1), Fraction(2)), (Fraction(-1),)]}
    given = Instance(3, counts, {"a": Fraction(5, 2), "b": -1}, {"f": [2, 0, -1, 1, 3]}, vector_sequences=paths)
    instance = complete(given, definitions)
    assert [fact.name for fact in definitions if not holds(fact.formula, instance.model())] == []


def test_what_is_given_stays_and_what_has_no_value_is_0() -> None:
    definitions = (new.define("S", "S adds up f", S(k + 1), S(k) + f(k)), new.reciprocal_fact("a", a), *new.root_of("r", r, a - 1))
    instance = complete(Instance(1, reals={"a": 0}, sequences={"S": [5], "f": [1, 2]}), definitions)
    assert instance.sequences == {"S": [5, 6, 8], "f": [1, 2, 0]} and instance.reals == {"a": 0, "1/a": 0, "r": 0}
    assert not holds(definitions[1].formula, instance.model())


SIGN = 'Fact("β ≥ 0", "the margin is not negative", ge(beta, 0))'
HIDDEN = (
    'at_least(beta, ("β ≥ 0", "the margin is not negative", 0))[0]',
    'size("β ≥ 0", "the margin is not negative", beta)',
    SIGN.replace("0))", "0), defines=root_of('β', beta, 1)[0].defines)"),
    SIGN.replace("0))", "0), defines=at_least(real('b'), ('β', '', beta))[0].defines)"),
)


@pytest.mark.parametrize("instead", HIDDEN)
def test_a_hypothesis_hidden_as_a_definition_is_refused(instead: str, tmp_path: Path) -> None:
    file = tmp_path / "page.py"
    assert SIGN in TEXT
    words = "from proofs.statements.authoring import at_least, root_of, size\n"
    file.write_text(TEXT.replace(SIGN, instead).replace("from proofs", words + "from proofs", 1), encoding="utf-8")
    said = "called a definition, but the kernel does not see that there is always such a thing: 'β ≥ 0'"
    answered(pp("verify", file, "--attack", "0"), "rejected", said, code=1)


def test_definition_by_hand_is_refused_and_constructors_are_named(written: Written) -> None:
    file = written("page.py", TEXT.replace(SIGN, SIGN.replace("0))", "0), defines=beta)")))
    done = pp("verify", str(file), "--attack", "0")
    assert done.exit_code == 2
    assert "'β ≥ 0' is a definition by hand; it has to be one of at_least, axis, define" in done.stderr and "root_of" in done.stderr


@pytest.mark.more
def test_no_theorem_takes_anything_for_granted() -> None:
    granted = {}
    for item in some(catalogue.THEOREMS, 40):
        used = {name for name, _ in catalogue.build_ids()[item.id].theorem.hypotheses}
        granted[item.id] = [fact.name for fact in introduce(item, item.facts).restrictive if fact.name in used]
    assert {id: names for id, names in granted.items() if names} == {}


def test_what_there_is_by_a_hypothesis_is_said() -> None:
    page = catalogue.page("margin-perceptron-rate")
    found = introduce(page, page.facts, {"1/ε", "ε > 0"})
    assert found.restrictive == () and found.lets_be["ε > 0"] == ("1/ε", "the logarithm")


# --- No theorem rests on hypotheses that contradict each other: there is an example on which all of them hold, the same one every time


@cache
def every_item() -> list[Provable]:
    """All lemmas and theorems, each after its citations: their proofs are written for this."""
    return catalogue.with_citations([item.id for item in (*catalogue.LEMMAS, *catalogue.THEOREMS)])


PROPERTIES = catalogue.PROPERTIES
absurd = Fact("absurd", "−1 ≥ 0", ge(poly(-1), 0))


@pytest.mark.parametrize("item", sampled(list(catalogue.LEMMAS), 15), ids=lambda item: item.id)
def test_every_lemma_has_an_example_or_a_model(item: Provable) -> None:
    assert example(item, resting_on(item.id, every_item())) or has_model([f for _, f in item.named_facts])


@pytest.mark.parametrize("item", sampled(list(PROPERTIES[::7]), 6), ids=lambda item: item.id)
def test_an_instance_reads_back_and_still_keeps_the_hypotheses(item: Property) -> None:
    found = example(item)
    if not item.facts:
        return
    _, _, instance = read({"format": FORMAT, "theorem": item.id, "without": "", **copy.deepcopy(found.values)})
    assert item.failing(instance) == ""
    DRAWN.clear()
    assert example(item) == found


@pytest.mark.parametrize("id", ["novikoff", "infima", "bounded-sum"])
def test_contradictory_hypotheses_have_none(id: str) -> None:
    item = next(item for item in every_item() if item.id == id)
    if isinstance(item, Page):
        item = replace(item, statement=replace(item.statement, facts=(*item.statement.facts, absurd)))
    elif isinstance(item, Property):
        item = replace(item, facts=(*item.facts[:2], absurd))
    else:
        item = replace(item, named_facts=(*item.named_facts, ("absurd", absurd.formula)))  # type: ignore[type-var]
    assert example(item, resting_on(id, every_item())) is None
    assert not has_model([f for _, f in item.named_facts])


def test_show_says_on_what_all_hypotheses_hold() -> None:
    said = {"novikoff": "exact run: M = 5", "infima": "exact instance: M = ", "losses-square": "exact instance", "weights-unit": "Z3 model"}
    for id, words in said.items():
        assert f"All hypotheses hold\n  {words}" in pp("show", id).stdout


# --- `verify` alone replays the lemmas too that no theorem cites


def wrong(d: Derivation) -> None:
    d.have(ge(0, 0))


@pytest.mark.nocover
def test_an_uncited_lemma_that_fails_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    azuma = next(lemma for lemma in catalogue.LEMMAS if lemma.id == "azuma")
    broken = tuple(replace(lemma, prove=wrong) if lemma is azuma else lemma for lemma in catalogue.LEMMAS)
    needed = catalogue.with_citations
    assert [item.id for item in needed(["azuma"])][-1] == "azuma"  # the catalogue is read, and not again
    monkeypatch.setattr(catalogue, "LEMMAS", broken)
    monkeypatch.setattr(catalogue, "THEOREMS", (catalogue.theorem("progress"),))
    by_id = {lemma.id: lemma for lemma in broken}
    monkeypatch.setattr(catalogue, "with_citations", lambda ids: [by_id.get(item.id, item) for item in needed(ids)])
    verdicts = list(pipeline.verify(catalogue.THEOREMS, Options(z3=False, attack=0)))
    assert [(v.id, v.holds) for v in verdicts] == [("progress", True), ("azuma", False)]
    assert "another claim" in verdicts[-1].faults[0]


def test_all_lemmas_that_no_theorem_cites_are_proved() -> None:
    assert list(pipeline._on_uncited(lambda stage: None)) == []


def test_a_lemma_whose_own_example_has_no_exact_form_has_none() -> None:
    lemma = next(lemma for lemma in catalogue.LEMMAS if lemma.example is not None)
    assert example(replace(lemma, example=lambda: Instance(0, reals={"a": Root(Fraction(2**200_001 + 1))}))) is None
