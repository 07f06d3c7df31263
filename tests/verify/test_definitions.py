"""What `verify` sees beside the proof: definitions, hypotheses that can hold, what nothing cites, and Z3 in its thread."""

from __future__ import annotations

import copy
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.terms import (
    Named,
    eq,
    every,
    ge,
    gt,
    implies,
    inner,
    le,
    nat,
    null,
    number,
    poly,
    real,
    seq,
    sequel,
    summed,
    vseq,
)
from proofs.kernel import Formula
from proofs.kernel.axioms import ln
from proofs.referees.z3 import has_model
from proofs.statements.completion import completed
from proofs.statements.definitions import defined, reciprocal_fact, root_of
from proofs.statements.evaluation import holds
from proofs.statements.instance import FORMAT, Instance, read
from proofs.statements.page import Lemma, Page
from proofs.statements.property import Property
from proofs.statements.provable import Provable
from proofs.statements.statement import Fact
from proofs.theorems import catalogue
from proofs.verify import pipeline
from proofs.verify.assess import Options
from proofs.verify.checks.definitions import introduced, restrictive
from proofs.verify.checks.nonvacuity import DRAWN, example, resting_on
from tests.amounts import sampled, some
from tests.cli.running import pp

TEXT = (Path(__file__).resolve().parents[2] / "notebooks" / "your_own_theorem.py").read_text(encoding="utf-8")
NOVIKOFF = catalogue.page("novikoff")
i, j, k, n, F = nat("i"), nat("j"), nat("k"), nat("n"), nat("F")
a, b, p, q, r, x = (real(name) for name in "abpqrx")
S, f, g = seq("S"), seq("f"), seq("g")
e, v, w, z = (vseq(name) for name in "evwz")
POSITIVE = Fact("a > 0", "a is positive", gt(a, 0))
MIXED = Fact("mixed", "a hypothesis that speaks of b, p, n and v", ge(b + p * number(n) + inner(v(0), v(0)) + 7, 0))
ACROSS = every(k, every(j, eq(inner(e(k), z(j)), 0)))
LATER = ge(number(j), number(k) + 1)
UNITS = every(k, eq(inner(e(k), e(k)), 1)), every(k, every(j, implies(LATER, eq(inner(e(k), e(j)), 0))))

EXISTS: dict[str, list[Formula]] = {
    "x value": [eq(x, a * b - 2)],
    "S pointwise": [every(k, eq(S(k), f(k) * f(k) - 1))],
    "S sum": [eq(S(0), 0), every(k, eq(S(k + 1), S(k) + f(k)))],
    "S recurrence": [eq(S(0), 1), eq(S(1), 1), every(k, eq(S(k + 2), S(k + 1) + S(k)))],
    "v vector sum": [null(v(0)), every(k, null(v(k + 1) - v(k) - z(k)))],
    "v later": [every(k, null(v(k + 1) - v(k) - f(k) * z(k)), below=number(n))],
    "q reciprocal": [eq(q * a, 1)],
    "q of a sum": [eq(q * (a + 1), b)],
    "r root": [ge(r, 0), eq(r * r, a + 1)],
    "r length": [ge(r, 0), eq(r * r, inner(z(0), z(0)))],
    "x positive part": [ge(x, 0), ge(x, b), eq(x * (x - b), 0)],
    "f slack": [every(k, ge(f(k), b - inner(v(k), z(k))))],
    "S by cases": [eq(S(0), 0), every(k, implies(gt(f(k), 0), eq(S(k + 1), S(k)))), every(k, implies(le(f(k), 0), eq(S(k + 1), S(k) + 1)))],
    "x power": [gt(x, 0), eq(ln(x), b)],
    "x larger": [ge(x, a), ge(x, b), eq((x - a) * (x - b), 0)],
    "q by cases": [implies(gt(b, 0), eq(q * b, 1)), implies(le(b, 0), eq(q * (1 - b), 1))],
    "F floor": [ge(a, number(F)), gt(number(F) + 1, a)],
    "x power of a size": [implies(gt(b, 0), gt(x, 0)), implies(gt(b, 0), eq(ln(x), p * ln(b))), implies(le(b, 0), eq(x, 0))],
    "r square from below": [ge(r, 0), ge(3 * r * r, b)],
    "e axes": [every(k, eq(inner(e(k), e(k)), 2)), every(k, every(j, implies(LATER, eq(inner(e(k), e(j)), 0)))), ACROSS],
    "e first and others": [every(k, eq(inner(e(0), e(k + 1)), 0))],
    "S by cases that agree": [every(k, implies(ge(f(k), 2), eq(S(k), 2))), every(k, implies(le(f(k), 2), eq(S(k), f(k))))],
    "S of lists": [eq(S(0), 1), every(k, every(j, eq(S(sequel(k, j)), S(k) * f(j))))],
    "S of lists by steps": [
        every(k, eq(S(sequel(k, 0)), f(k))),
        every(k, every(j, eq(S(sequel(k, j + 1)), summed(n, lambda i: S(sequel(sequel(k, i), j)))))),
    ],
    "ggSS of longer lists": [
        eq(g(0), number(n)),
        every(k, implies(ge(g(k), 1), every(j, eq(g(sequel(k, j)), g(k) - 1), below=number(F)))),
        every(k, implies(ge(g(k), 1), eq(S(k), summed(F, lambda i: f(i) * S(sequel(k, i)))))),
        every(k, implies(eq(g(k), 0), eq(S(k), f(k)))),
    ],
    "eeww entries": [
        *UNITS,
        every(k, every(i, gt(inner(e(i), w(k)), 0), below=number(F))),
        every(k, every(i, eq(ln(inner(e(i), w(k))), f(k)), below=number(F))),
    ],
}
RESTRICTS: dict[str, list[Formula]] = {
    "p sign": [ge(p, 0)],
    "x strict sign": [gt(x, 0)],
    "x range": [ge(1, x)],
    "x two values": [eq(x, 1), eq(x, b)],
    "q of what may be 0": [eq(q * b, 1)],
    "q of a difference": [eq(q * (a - 1), 1)],
    "r of what may be negative": [ge(r, 0), eq(r * r, b)],
    "r of a difference": [ge(r, 0), eq(r * r, a - b)],
    "n count": [ge(number(n), 2)],
    "v orthogonal": [every(k, eq(inner(v(0), v(k + 1)), 0))],
    "S in a circle": [every(k, eq(S(k) * S(k), f(k)))],
    "x between": [ge(x, a), ge(b, x)],
    "p bound": [ge(p, b)],
    "x one number for every k": [every(k, eq(x, inner(v(k), z(k))))],
    "r one root for every k": [ge(r, 0), every(k, eq(r * r, inner(z(k), z(k))))],
    "xr in a circle": [eq(x, r + 1), eq(r, x + 1)],
    "fS in a circle": [every(k, eq(f(k), S(k) + 1)), every(k, eq(S(k), f(k) + 1))],
    "S start twice": [eq(S(0), 0), every(k, eq(S(k), f(k)))],
    "S start late": [eq(S(0), 0), eq(S(1), 5), every(k, eq(S(k + 1), S(k)))],
    "S by cases that overlap": [
        eq(S(0), 0),
        every(k, implies(ge(f(k), 0), eq(S(k + 1), S(k)))),
        every(k, implies(le(f(k), 0), eq(S(k + 1), 1))),
    ],
    "rrqq roots of each other": [ge(r, 0), eq(r * r, b - 1), ge(q, 0), eq(q * q, b - 1)],
    "F floor of what may be negative": [ge(b, number(F)), gt(number(F) + 1, b)],
    "x logarithm of what may be negative": [eq(x, ln(b))],
    "x power of what may be negative": [gt(x, 0), eq(ln(x), p * ln(b))],
    "x power by cases that overlap": [implies(ge(b, 0), gt(x, 0)), implies(ge(b, 0), eq(ln(x), p)), implies(le(b, 0), eq(x, 0))],
    "e of two lengths": [eq(inner(e(0), e(0)), 1), every(k, eq(inner(e(k), e(k)), 4))],
    "e at right angles to itself": [every(k, eq(inner(e(k), e(k)), 1)), every(k, every(j, eq(inner(e(k), e(j)), 0)))],
    "v axes in a line perhaps, of which is spoken": [every(k, eq(inner(v(k), v(k)), 1))],
    "v along another": [every(k, eq(inner(v(k), z(k)), 1))],
    "S of longer lists without an end": [every(k, eq(S(k), summed(n, lambda i: S(sequel(k, i)))))],
    "ggS of longer lists that end elsewhere": [
        eq(g(0), number(n)),
        every(k, implies(ge(g(k), 1), every(j, eq(g(sequel(k, j)), g(k) - 1), below=number(n)))),
        every(k, implies(ge(g(k), 1), eq(S(k), summed(F, lambda i: f(i) * S(sequel(k, i)))))),
    ],
    "S of a list twice": [every(k, every(j, eq(S(sequel(k, j)), f(j)))), every(k, eq(S(sequel(k, 0)), f(k)))],
    "S of a table in a circle": [every(k, every(j, eq(S(sequel(k, j)), f(k) * S(sequel(j, k)))))],
    "eew entries without end": [*UNITS, every(k, every(i, eq(inner(e(i), w(k)), f(k))))],
    "eeww entries twice": [*UNITS, *(every(k, every(i, eq(inner(e(i), w(k)), c), below=number(F))) for c in (1, a))],
}


TERMS: dict[str, Named] = {"F": F, "S": S, "e": e, "f": f, "g": g, "n": n, "p": p, "q": q, "r": r, "v": v, "w": w, "x": x}


def facts(named: str, formulas: list[Formula]) -> list[Fact]:
    """The formulas as definitions; the first word has a letter for each that says what it defines, or one for all."""
    letters = named.split()[0]
    defined = letters if len(letters) > 1 else letters * len(formulas)
    return [
        POSITIVE,
        MIXED,
        *(Fact(f"{named} {at}", "", formula, TERMS[name]) for at, (name, formula) in enumerate(zip(defined, formulas, strict=True))),
    ]


@pytest.mark.parametrize("name", EXISTS)
def test_a_name_for_what_exists_is_a_definition(name: str) -> None:
    assert restrictive(NOVIKOFF, facts(name, EXISTS[name])) == ()


@pytest.mark.parametrize("name", RESTRICTS)
def test_whatever_restricts_the_reader_is_none(name: str) -> None:
    assert restrictive(NOVIKOFF, facts(name, RESTRICTS[name]))


BEYOND = ("S recurrence", "S of lists", "S of lists by steps", "ggSS of longer lists")  # these speak of entries beyond the horizon
BY_HAND = (*BEYOND, "f slack", "x power", "x power of a size", "r square from below", "e axes", "e first and others", "eeww entries")


@pytest.mark.parametrize("name", [name for name in EXISTS if name not in BY_HAND])
def test_what_a_definition_introduces_is_worked_out_on_an_instance(name: str) -> None:
    definitions = tuple(fact for fact in facts(name, EXISTS[name]) if fact.definition)
    counts = {"n": 3} | ({} if name.startswith("F") else {"F": 2})
    paths = {"z": [(Fraction(1), Fraction(2)), (Fraction(-1),)]}
    given = Instance(3, counts, {"a": Fraction(5, 2), "b": -1}, {"f": [2, 0, -1, 1, 3]}, vector_sequences=paths)
    instance = completed(given, definitions)
    assert [fact.name for fact in definitions if not holds(fact.formula, instance.model())] == []


def test_what_is_given_stays_and_what_has_no_value_is_0() -> None:
    definitions = (defined("S", "S adds up f", S(k + 1), S(k) + f(k)), reciprocal_fact("a", a), *root_of("r", r, a - 1))
    instance = completed(Instance(1, reals={"a": 0}, sequences={"S": [5], "f": [1, 2]}), definitions)
    assert instance.sequences == {"S": [5, 6, 8], "f": [1, 2, 0]} and instance.reals == {"a": 0, "1/a": 0, "r": 0}
    assert not holds(definitions[1].formula, instance.model())


HIDDEN = 'Fact("β ≥ 0", "the margin is not negative", ge(beta, 0), defines=beta)'


def test_a_hypothesis_hidden_as_a_definition_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "page.py"
    assert HIDDEN.replace(", defines=beta", "") in TEXT
    file.write_text(TEXT.replace(HIDDEN.replace(", defines=beta", ""), HIDDEN), encoding="utf-8")
    done = pp("verify", str(file), "--attack", "0")
    assert done.exit_code == 1 and "rejected" in done.stdout
    assert "called a definition, but the kernel does not see that there is always such a thing: 'β ≥ 0'" in done.stdout


def test_a_definition_of_a_form_that_is_not_known_is_printed(tmp_path: Path) -> None:
    file = tmp_path / "page.py"
    odd = 'Fact("β ≥ 0", "β is not negative, said twice", both(ge(beta, 0), ge(beta, 0)), defines=beta)'
    text = TEXT.replace(HIDDEN.replace(", defines=beta", ""), odd).replace('ge(K, 0), "β ≥ 0"', 'ge(K, 0), d.parts("β ≥ 0")[0]')
    file.write_text(text.replace("bounded, every,", "both, bounded, every,"), encoding="utf-8")
    assert "takes for granted β is not negative, said twice" in pp("verify", str(file), "--attack", "0").stdout


@pytest.mark.more
def test_no_theorem_takes_anything_for_granted() -> None:
    granted = {}
    for item in some(catalogue.THEOREMS, 40):
        used = {name for name, _ in catalogue.built()[item.id].theorem.hypotheses}
        granted[item.id] = [fact.name for fact in restrictive(item, item.facts) if fact.name in used]
    assert {id: names for id, names in granted.items() if names} == {}


def test_what_there_is_by_a_hypothesis_is_said() -> None:
    page = catalogue.page("margin-perceptron-rate")
    found = introduced(page, page.facts, {"1/ε", "ε > 0"})
    assert found.restrictive == () and found.lets_be["ε > 0"] == ("1/ε", "the logarithm")


# --- No theorem rests on hypotheses that contradict each other: there is an example on which all of them hold, the same one every time


ITEMS = catalogue.needed([item.id for item in (*catalogue.LEMMAS, *catalogue.THEOREMS)])
PROPERTIES = catalogue.PROPERTIES
absurd = Fact("absurd", "−1 ≥ 0", ge(poly(-1), 0))


@pytest.mark.parametrize("item", sampled(list(catalogue.LEMMAS), 15), ids=lambda item: item.id)
def test_every_lemma_has_an_example_or_a_model(item: Provable) -> None:
    assert example(item, resting_on(item.id, ITEMS)) or has_model([f for _, f in item.named])


@pytest.mark.parametrize("item", sampled(list(PROPERTIES[::7]), 6), ids=lambda item: item.id)
def test_an_instance_reads_back_and_still_keeps_the_hypotheses(item: Property) -> None:
    found = example(item)
    assert found is not None
    if not item.facts:
        return
    _, _, instance = read({"format": FORMAT, "theorem": item.id, "without": "", **copy.deepcopy(found.values)})
    assert item.failing(instance) == ""
    DRAWN.clear()
    assert example(item) == found


@pytest.mark.parametrize("id", ["novikoff", "infima", "bounded-sum"])
def test_contradictory_hypotheses_have_none(id: str) -> None:
    item = next(item for item in ITEMS if item.id == id)
    if isinstance(item, Page):
        item = replace(item, statement=replace(item.statement, facts=(*item.statement.facts, absurd)))
    elif isinstance(item, Property):
        item = replace(item, facts=(*item.facts[:2], absurd))
    else:
        item = replace(item, named=(*item.named, ("absurd", absurd.formula)))  # type: ignore[type-var]
    assert example(item, resting_on(id, ITEMS)) is None
    assert not has_model([f for _, f in item.named])


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
    assert isinstance(azuma, Lemma)
    broken = tuple(replace(lemma, prove=wrong) if lemma is azuma else lemma for lemma in catalogue.LEMMAS)
    needed = catalogue.needed
    assert [item.id for item in needed(["azuma"])][-1] == "azuma"  # the catalogue is read, and not again
    monkeypatch.setattr(catalogue, "LEMMAS", broken)
    monkeypatch.setattr(catalogue, "THEOREMS", (catalogue.theorem("progress"),))
    by_id = {lemma.id: lemma for lemma in broken}
    monkeypatch.setattr(catalogue, "needed", lambda ids: [by_id.get(item.id, item) for item in needed(ids)])
    verdicts = list(pipeline.verify(catalogue.THEOREMS, Options(z3=False, attack=0)))
    assert [(v.id, v.holds) for v in verdicts] == [("progress", True), ("azuma", False)]
    assert "another claim" in verdicts[-1].faults[0]


def test_all_lemmas_that_no_theorem_cites_are_proved() -> None:
    assert list(pipeline._on_uncited(lambda stage: None)) == []


# --- Z3 judges in a thread of its own while the main thread looks for certificates, with Z3 too: neither may touch the other's context


BOTH = """
from proofs.derive.authoring.certificate_search import search, Shape
from proofs.kernel import Compare, Polynomial, Real
from proofs.theorems import catalogue
from proofs.verify.workers import z3_in_background

x, y = Polynomial.atom(Real("x")), Polynomial.atom(Real("y"))
facts = {"a": Compare(x - 1, ">="), "b": Compare(y - x, ">=")}
built = catalogue.built(["winnow", "hinge-l2"])
with z3_in_background({id: b.proof for id, b in built.items()}) as finding:
    found = [search(Compare(x * y - 1, ">="), facts, 5.0, [Shape(2, 0, 0)]) for _ in range(400)]
    judged = [finding(id).ok for id in built]
assert all(data == found[0] for data in found) and all(judged), judged
"""


@pytest.mark.nocover
def test_certificates_are_searched_while_z3_judges() -> None:
    """In a process of its own: where one context served both threads, the process died."""
    done = subprocess.run([sys.executable, "-c", BOTH], cwd=Path(__file__).parents[2], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]


COPIES = """
from multiprocessing import get_context
from threading import Event, Thread

import z3
from proofs.referees.z3 import answer_of
from proofs.system.processes import Child

def judge():
    context = z3.Context()
    x, y = z3.Reals("x y", context)
    while not ended.is_set():
        solver = z3.Solver(ctx=context)
        solver.set("timeout", 1000)
        solver.add(x * y > 1, x + y < 1, x > 0)
        answer_of(solver)

def second(line):
    line.send("there")

def first(line):
    child = Child(second, context=get_context("fork"))
    line.send(child.line.recv() if child.line.poll(20) else "nobody")

ended = Event()
judging = Thread(target=judge, daemon=True)
judging.start()
for _ in range(60):
    child = Child(first, context=get_context("fork"), daemon=False)
    told = child.line.recv() if child.line.poll(20) else "nothing"
    child.end()
    assert told == "there", told
ended.set()
judging.join()
"""


@pytest.mark.nocover
def test_a_copy_of_the_process_that_is_made_while_z3_judges_can_be_copied() -> None:
    """It hung, for Z3's clocks are threads, and a copy has none of them."""
    done = subprocess.run([sys.executable, "-c", COPIES], cwd=Path(__file__).parents[2], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
