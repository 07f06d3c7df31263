"""The catalogue as a whole: its pages, what the sources say and misprint, what is only cited, and the counterexamples that teach."""

import ast
import inspect
import json
import os
import re
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
import sympy as sp

from perceptron import InputError
from proofs.conjecture import parse
from proofs.counterexample import Counterexample, judge
from proofs.derive.authoring import certificate_search
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.terms import ge, real
from proofs.derive.sympy.grammar import symbol, to_sympy
from proofs.kernel import Theorem
from proofs.report.proofs.theorem import render_item
from proofs.report.tables.verdicts import cards, line, summary
from proofs.statements.docstrings import PRINTED
from proofs.statements.evaluation import holds
from proofs.statements.instance import Instance
from proofs.statements.page import Page, Provable, build
from proofs.statements.property import Misprint, Property
from proofs.statements.statement import Fact
from proofs.theorems import catalogue, misprints, sources, witnesses
from proofs.theorems.sources import quotations
from proofs.theorems.witnesses import TEACHES, models
from proofs.verify.checks.evidence import evidence, lesson
from proofs.verify.checks.verdict import CITED, PROVED
from proofs.verify.pipeline import Options, verify
from tests.amounts import rows, sampled
from tests.cli.running import answered, pp


def build_anew(ids: Iterable[str]) -> None:
    """Prove these theorems and all that they cite, whatever this process has proved already."""
    library = dict[str, Theorem]()
    for item in catalogue.with_citations(ids):
        library[item.id] = build(item, library).theorem


def test_no_certificate_is_searched_and_none_is_stored_in_vain(monkeypatch: pytest.MonkeyPatch) -> None:
    stored, used = json.loads(certificate_search.STORE.read_text(encoding="utf-8")), set[str]()
    known = dict(stored)
    monkeypatch.setattr(certificate_search, "store", lambda: known)
    monkeypatch.setattr(certificate_search, "USED", used)
    build_anew(item.id for item in (*catalogue.LEMMAS, *catalogue.THEOREMS))
    assert known.keys() == stored.keys(), "certificates are missing from the store: run python -m proofs.theorems.rebuild_certificates"
    assert {key[:24] for key in used} == stored.keys()
    assert all(key + json.dumps(one) in used for key, kept in stored.items() if isinstance(kept, list) for one in kept)


def test_what_is_stored_is_what_the_search_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the store each line is found, from the same facts if its author names them, and from some in scope if not."""
    stored, found = certificate_search.store(), dict[str, certificate_search.Data]()
    monkeypatch.setattr(certificate_search, "store", lambda: found)
    build_anew(["novikoff", "online-to-batch-constant"])
    assert len(found) > 20 and len(found.keys() & stored.keys()) > 10


@pytest.mark.parametrize("page", catalogue.THEOREMS, ids=lambda p: p.id)
def test_a_page_concludes_its_own_statement_from_its_own_hypotheses(page: Page | Property) -> None:
    theorem = catalogue.build_ids([page.id])[page.id].theorem
    assert theorem.conclusion == page.claim
    assert set(theorem.hypotheses) <= set(page.named_facts)


def test_page_has_at_most_four_import_statements() -> None:
    pages = {sys.modules[item.prove.__module__] for item in (*catalogue.THEOREMS, *catalogue.LEMMAS) if inspect.isfunction(item.prove)}
    imports = {
        p.__name__: [ast.unparse(line) for line in ast.parse(inspect.getsource(p)).body if isinstance(line, ast.Import | ast.ImportFrom)]
        for p in pages
    }
    assert len(imports) > 50
    assert {page: lines for page, lines in imports.items() if len(lines) > 4} == {}
    assert [page for page, lines in imports.items() if not any("proofs.statements.authoring" in line for line in lines)] == []


# --- What is said of the sources is true of the catalogue: every claim has its theorems, and every theorem its claim


CLAIMS = [claim for document in sources.DOCUMENTS for claim in sources.claims(document)]


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.place)
def test_claim_of_a_source_names_its_theorems_or_the_reason(claim: sources.SourceClaim) -> None:
    assert claim.how in sources.KINDS
    assert [catalogue.theorem(id).id for id in claim.ids] == list(claim.ids)
    assert (claim.how == "outside") == (not claim.ids)
    assert claim.why or claim.how == "faithful"


def test_every_theorem_with_a_source_belongs_to_a_claim_of_it() -> None:
    claimed = {(claim.document, id) for claim in CLAIMS for id in claim.ids}
    related = {id for _, id in claimed}
    missing = [t.id for t in catalogue.THEOREMS if t.sources and t.id not in related]
    assert set(missing) <= UNCLAIMED, "name the theorem in a claim of its source"


UNCLAIMED = {  # how the sources' bounds stand to each other, and which numbers a run can have: no source claims it
    *(t.id for t in catalogue.THEOREMS if t.id.startswith(("hinge-order", "range"))),
    "hinge-chain-ssbd", "hinge-pareto-optimal", "dimension-two-attained", "dimension-three-room",
}  # fmt: skip


@pytest.mark.parametrize(("document", "numbered"), rows(__file__, "numbered.txt"))
def test_every_numbered_equation_and_theorem_of_a_source_has_its_claim(document: str, numbered: str) -> None:
    places = " ; ".join(claim.at for claim in sources.claims(document))
    for name in numbered.split(", "):
        assert re.search(rf"(?<!\w){re.escape(name)}(?!\w)", places), name


def test_a_place_finds_its_theorems_the_most_direct_first() -> None:
    assert sources.find("MR (5)")[0].id == "squared-hinge"
    assert sources.find("mr (3)")[0].id == "hinge-l1"
    assert sources.find("NG (3)")[0].id == "progress"
    assert sources.find("BL Theorem 2")[0].id == "optimality"
    assert sources.find("SS Theorem 21.16")[0].id == "ssbd-21-16"
    assert "novikoff" in {t.id for t in sources.find("NG (4)")}, "NG (2)–(5) on its page means each of them"


@pytest.mark.parametrize("place", ["MR (10)", "NG", "NG Theorem 7", "XX (1)", "MR " + "(" * 500])
def test_an_unknown_place_is_refused_in_one_line(place: str) -> None:
    with pytest.raises(InputError) as refused:
        sources.find(place)
    assert "\n" not in str(refused.value) and ("the places of" in str(refused.value) or "the sources are" in str(refused.value))


def test_every_false_sentence_is_an_erratum_and_every_named_file_exists() -> None:
    files = [e.file for e in sources.errata() if e.file]
    assert all(witnesses.find_witness(file) is not None for file in files)
    assert len(files) == len(set(files)) > 25
    for m in misprints.MISPRINTS:
        e = sources.shown_by(witnesses.name(misprints.path(m)))
        assert m.of in e.of and e.document == m.source.document, m.id
    assert {t.id for t in catalogue.THEOREMS if t.printed_form} <= {id for e in sources.errata() if e.file for id in e.of}


def test_a_page_is_printed_and_false_where_the_errata_say_so() -> None:
    false = [e for e in sources.errata() if e.kind == sources.FALSE]
    places, pages = {e.place for e in false}, {id for e in false for id in e.of}
    for item in catalogue.THEOREMS:
        if item.printed == "false":
            assert item.id in pages or not places.isdisjoint(map(str, item.sources)), item.id
        else:
            assert item.id not in pages, item.id


@pytest.mark.parametrize("document", sources.DOCUMENTS)
def test_errata_and_coverage_agree(document: str) -> None:
    how = {claim.at: claim.how for claim in sources.claims(document)}
    found = [e for e in sources.errata() if e.document == document]
    assert {e.at for e in found if e.kind == sources.FALSE} == {at for at in how if how[at] == "statement repaired"}
    for e in found:
        assert bool(e.printed) != bool(e.about) and e.instead, e.place
        assert [catalogue.theorem(id).id for id in e.of] == list(e.of)
        assert e.kind != sources.FLAW or how[e.at] in ("proof repaired", "statement repaired"), e.place


def test_what_stands_in_quotation_marks_is_printed_in_the_source() -> None:
    """By the list of those that were found there; by the texts themselves, if PERCEPTRON_SOURCES names their folder."""
    listed = quotations.LIST.read_text(encoding="utf-8").splitlines()
    documents = [(document or None, text) for document, text in quotations.quote()]
    assert len(documents) > 100
    for document, text in documents:
        lines = {quotations.line(name, text) for name in ([document] if document else sources.DOCUMENTS)}
        assert lines & set(listed), f"look for it in the sources, as `quotations` says: {document} “{text}”"
    if folder := os.environ.get("PERCEPTRON_SOURCES"):
        assert quotations.find(quotations.read(Path(folder))) == (listed, [])


def test_a_changed_word_is_no_quotation() -> None:
    text = r"the total number of mistakes is at most $(D/\gamma)^2$, and $\|\theta^{(k+1)}\|^2 \leq kD^2$"
    assert quotations.plain("‖θ^(k+1)‖² ≤ kD²") in quotations.plain(text)
    assert quotations.plain("‖θ^(k)‖² ≤ kD²") not in quotations.plain(text)
    assert quotations.plain("the number of mistakes") not in quotations.plain(text)


def test_the_bibliography_has_the_five_sources_with_what_was_read() -> None:
    works = {work.short: work for work in sources.bibliography()}
    assert list(works)[:5] == list(sources.DOCUMENTS) == [document for document, _ in rows(__file__, "numbered.txt")]
    for document in sources.DOCUMENTS:
        assert works[document].read and works[document].authors and works[document].title


# --- Misprints: each stands on a page, its file holds what the code says, and `check` finds the facts true and the printed form false


ALL = misprints.MISPRINTS


@pytest.mark.parametrize("misprint", sampled(list(ALL), 8), ids=lambda m: m.id)
def test_its_file_is_accepted_and_is_what_the_code_says(misprint: Misprint) -> None:
    file = misprints.path(misprint)
    assert json.loads(file.read_text(encoding="utf-8")) == models.record(misprint, PRINTED, misprint.instance())
    assert misprints.judge(misprint) == (witnesses.display_path(file), "")
    assert answered(pp("check", file), "✓ the claim is false").startswith(f"valid: {misprint.source.document} ")


@pytest.mark.parametrize("misprint", ALL, ids=lambda m: m.id)
def test_it_stands_on_a_page_and_says_what_is_true(misprint: Misprint) -> None:
    assert misprint.source.remark
    assert catalogue.theorem(misprint.of).id == misprint.of
    model = misprint.instance().model()
    assert all(holds(fact.formula, model) for fact in misprint.facts) and not holds(misprint.claim, model)


def test_ids_are_one_of_a_kind_and_no_file_is_left_over() -> None:
    assert len({m.id for m in ALL}) == len(ALL)
    assert {file.stem for file in (witnesses.FOLDER / "misprints").iterdir()} == {m.id for m in ALL}
    assert not {m.id for m in ALL} & {item.id for item in catalogue.THEOREMS}


def test_a_tampered_file_is_rejected_and_is_a_fault_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    misprint = misprints.find("BL-overshoot")
    document = json.loads(misprints.path(misprint).read_text(encoding="utf-8"))
    bad = misprints.path(misprint, tmp_path)
    bad.parent.mkdir()
    bad.write_text(json.dumps(document | {"reals": document["reals"] | {"γ": "1"}}))  # 1 + 3/4 is more than √2
    assert "the claim holds" in misprints.judge(misprint, tmp_path)[1]
    assert pp("check", bad).exit_code == 1
    real = misprints.judge
    monkeypatch.setattr(misprints, "judge", lambda m: real(m, tmp_path))
    (verdict,) = verify([catalogue.page("margin-perceptron")], Options(z3=False, attack=0))
    assert not verdict.holds and any("BL-overshoot" in fault for fault in verdict.faults)


def test_a_page_shows_its_misprints_and_the_record_names_their_files() -> None:
    page = catalogue.page("novikoff")
    text = render_item(page, catalogue.build_ids(["novikoff"])["novikoff"], "unicode")
    assert "\nMisprints\n" in text and "\nRemarks\n" in text and "misprints/VE-potential" in text
    (verdict,) = verify([page], Options(z3=False, attack=0))
    assert verdict.holds
    assert [m["document"] for m in verdict.to_json()["misprints"]] == ["MR", "VE", "VE"]


def test_a_misprint_has_no_hypothesis_to_drop() -> None:
    with pytest.raises(InputError, match="as printed"):
        ALL[0].without("zero start")


# --- Counterexamples that teach, beside the smallest: each is valid for its theorem without its hypothesis, and larger


LESSONS = [(item, name) for item in catalogue.THEOREMS for name in item.hypotheses if lesson(item, name) is not None]
MAIN = {"novikoff", "dimension-two", "dimension-three", "hinge-root", "hinge-simple", "hinge-l2", "squared-hinge", "ssbd-21-16"}
MAIN |= {"margin-perceptron", "margin-perceptron-golden", "margin-perceptron-sharp", "kernel-perceptron", "ogd-regret"}


def test_the_main_theorems_have_lessons_and_each_file_is_one() -> None:
    assert {item.id for item, _ in LESSONS} >= MAIN
    assert len(LESSONS) == len(list(witnesses.FOLDER.glob("*/*-lesson.json")))
    assert {name for _, name in LESSONS} == set(TEACHES)


@pytest.mark.parametrize(("item", "name"), LESSONS, ids=lambda value: getattr(value, "id", value))
def test_a_lesson_breaks_the_theorem_and_is_longer_than_the_smallest(item: Provable, name: str) -> None:
    taught, smallest = lesson(item, name), evidence(item, name)
    if isinstance(taught, Counterexample):
        assert judge(taught).valid and len(taught.rounds) > len(smallest.found.rounds)
    else:
        assert models.judge(item, name, taught).valid and taught != smallest.found


# --- What rests on an outside theorem says so, in every form of the verdict; what does not use one does not


QUICK = Options(z3=False, attack=0)
x = real("x")


def short(cited: str) -> Property:
    """x ≥ 1 gives x ≥ 0, where x ≥ 1 may be somebody's theorem; a second theorem is not used."""
    return Property(
        id="short",
        title="x ≥ 0",
        sources=(),
        claim=ge(x, 0),
        words="x is not negative",
        sample=lambda draw: Instance(0, reals={"x": 1}),
        facts=(Fact("large", "x is at least 1", ge(x, 1), cited=cited), Fact("huge", "x is at least 2", ge(x, 2), cited="Nobody (1900)")),
        prove=prove,
    )


def prove(d: Derivation) -> None:
    d.conclude("large")


@pytest.mark.parametrize("cited, status", [("Somebody (1899), Theorem 1", CITED), ("", PROVED)])
def test_only_a_cited_hypothesis_that_the_proof_uses_makes_a_theorem_cited(cited: str, status: str) -> None:
    (verdict,) = verify([short(cited)], QUICK)
    assert verdict.status == status and verdict.holds
    assert verdict.assumes == ((f"cited, {cited}: x is at least 1",) if cited else ())


def test_the_record_the_line_the_table_and_the_summary_say_what_is_cited() -> None:
    (verdict,) = verify([short("Somebody (1899), Theorem 1")], QUICK)
    record = verdict.to_json()
    assert record["status"] == "cited"
    assert [said.split(":")[0] for said in record["assumes"]] == ["cited, Somebody (1899), Theorem 1"]
    assert line(verdict).startswith("short: cited; ")
    assert summary([verdict], 0).endswith("resting on cited theorems: short")
    assert "cited" not in summary([replace(verdict, status=PROVED)], 0)
    from rich.console import Console

    console = Console(width=100)
    with console.capture() as shown:
        console.print(cards([verdict]))
    assert "short (cited)" in shown.get()


def test_no_theorem_of_the_catalogue_rests_on_what_is_only_cited() -> None:
    assert [(item.id, fact.name) for item in catalogue.THEOREMS for fact in item.facts if fact.cited] == []
    assert "Cited, not proved here" not in pp("show", "online-to-batch").stdout


# --- What is filed as a definition says what a name means; the range of a parameter is not, and is shown to be needed


LOOSE = "margin-perceptron-rate"  # true of that run beyond 1 as well
RANGED = [p for p in catalogue.PAGES if p.id != LOOSE and "ε ≤ 1" in {fact.name for fact in p.statement.hypotheses}]
BEYOND = [pytest.param(page, name, id=f"{page.id}-{name}") for page in catalogue.PAGES for name in page.statement.beyond]


@pytest.mark.parametrize("page", RANGED, ids=lambda page: page.id)
def test_bound_beyond_epsilon_1_is_below_the_updates_of_a_run(page: Page) -> None:
    """One unit example x = u has M = 0 and γ = 1 at whatever threshold."""
    bound = parse(page.statement.bound, extra=page.statement.parameters)
    left, right = (to_sympy(side).subs({symbol("M"): 0, symbol("gamma"): 1}) for side in (bound.left, bound.right))
    for eps, true in ((sp.Rational(1, 2), True), (sp.Rational(9, 10), True), (sp.Rational(5, 4), False)):
        assert bool(sp.simplify(left.subs(symbol("eps"), eps)) <= sp.N(right.subs(symbol("eps"), eps), 30)) == true


@pytest.mark.parametrize("page, name", BEYOND)
def test_a_hypothesis_of_which_the_game_knows_nothing_has_a_run(page: Page, name: str) -> None:
    fact = next(fact for fact in page.statement.hypotheses if fact.name == name)
    assert not fact.definition and name not in page.statement.game.hypotheses
    found = witnesses.load(page.statement, name)
    assert found is not None and found.M >= 1
    comparison, game = page.statement.without(name)
    assert found.comparison.text == comparison.text and game.hypotheses == page.statement.game.hypotheses


def test_a_bound_is_said_in_words() -> None:
    told = [page for page in catalogue.PAGES if page.statement.words]
    assert {page.id for page in told} >= {"progress", "norm-growth", "novikoff", "hinge-l2", "margin-perceptron-sharp", "kernel-trace"}
    for page in (catalogue.page(id) for id in ("novikoff", "hinge-l2", "margin-perceptron-sharp")):
        text = render_item(page, catalogue.build_ids([page.id])[page.id], "unicode")
        assert f"In words\n  {page.statement.words}\n" in text
