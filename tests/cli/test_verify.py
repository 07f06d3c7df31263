"""`verify` and `replay`: what holds is said to hold, and nothing else is; the same in several processes."""

import copy
import json
import os
import re
import signal
import time
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from perceptron.errors import InputError
from proofs.report.tables.verdicts import cards, line, row
from proofs.statements.page import Page
from proofs.theorems import catalogue, witnesses
from proofs.verify import workers as verify_workers
from proofs.verify.checks.verdict import REJECTED, TheoremVerdict
from proofs.verify.pipeline import Options, verify
from tests.amounts import exhaustive
from tests.cli.running import GUIDE, Written, answered, pp, refused, start
from tests.sharing import once
from tests.theorems.test_properties import ABOVE_ONE

IDS = [page.id for page in catalogue.THEOREMS]


@pytest.fixture(scope="session")
def verified_all(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what `verify` says of the whole catalogue: `printed`, and `records.json`."""

    def make(folder: Path) -> None:
        folder.mkdir()
        brief = () if exhaustive() else ("--attack", "0.05")
        (folder / "printed").write_text(answered(pp("verify", *brief, "--json", folder / "records.json")), encoding="utf-8")

    return once(tmp_path_factory, "verified", make)


@pytest.fixture(scope="module")
def records(verified_all: Path) -> dict[str, dict[str, Any]]:
    return {record["id"]: record for record in json.loads((verified_all / "records.json").read_text(encoding="utf-8"))}


def test_every_theorem_is_proved_and_survives_its_attack(records: dict[str, dict[str, Any]]) -> None:
    assert list(records) == IDS
    for record in records.values():
        assert record["status"] == "proved"
        assert record["referees"]["kernel"]["ok"] is True
        assert record["referees"]["z3"]["ok"] is not False
        assert record["attack"]["survived"] is True and record["attack"]["runs"] > 0
        assert "faults" not in record and "not evaluated on runs" not in str(record["assumes"])
    for item in catalogue.PROPERTIES:
        unknown = {h["name"] for h in records[item.id]["hypotheses"] if h["needed"] is None}
        assert unknown <= {*ABOVE_ONE.get(item.id, ())}, item.id
        assert (records[item.id]["refutation"] is not None) == (item.refuted is not None)
        assert records[item.id]["printed"] != "true" or item.refuted is None
    for id in ("progress", "norm-growth", "master-inequality", "novikoff", "hinge-root", "hinge-simple", "margin-perceptron"):
        assert records[id]["referees"]["z3"]["ok"] is True and records[id]["referees"]["z3"]["satisfiable"] is True


def test_a_record_is_as_documented(records: dict[str, dict[str, Any]]) -> None:
    documented = {"id", "title", "sources", "status", "printed", "refutation", "referees", "assumes", "hypotheses", "tightness"}
    for id, record in records.items():
        assert set(record) - {"misprints"} == documented | {"attack", "nonvacuous"}  # misprints: where a page has any
        item = catalogue.theorem(id)
        found = "no hypotheses" if not item.named_facts else "exact run" if isinstance(item, Page) else "exact instance"
        assert record["nonvacuous"]["by"] == found and record["nonvacuous"]["example"], id
        assert set(record["referees"]) == {"kernel", "z3", "coq"} and "skipped" in record["referees"]["coq"]
        assert record["printed"] in ("true", "true-with-assumptions", "false")
        assert record["tightness"]["status"] in ("attained", "asymptotic", "slack", "not-applicable")


def test_each_hypothesis_of_the_first_bounds_is_needed_and_shown_to_be(records: dict[str, dict[str, Any]]) -> None:
    for id in ("novikoff", "hinge-root", "hinge-simple", "margin-perceptron"):
        for hypothesis in records[id]["hypotheses"]:
            assert (hypothesis["needed"], hypothesis["role"]) == (True, "needs"), (id, hypothesis)
            assert hypothesis["witness"]["file"].endswith(f"{id}/{hypothesis['name'].replace(' ', '-')}.json")
    assert [h["name"] for h in records["progress"]["hypotheses"] if h["needed"] is False] == ["mistake-driven", "positive margin"]


def test_existence_hypothesis_is_told_from_a_needed_one(records: dict[str, dict[str, Any]]) -> None:
    roles = {h["name"]: (h["role"], h["witness"] is not None) for h in records["hinge-chain-mr"]["hypotheses"]}
    assert roles["R ≥ 0"] == ("needs", True) and roles["positive margin"] == ("starts from", False)


def test_tightness_is_measured(records: dict[str, dict[str, Any]]) -> None:
    assert records["novikoff"]["tightness"] | {"witness": ""} == {"status": "attained", "witness": "", "M": 25, "bound": "25", "ratio": "1"}
    margin = records["margin-perceptron"]["tightness"]
    assert margin["status"] == "slack" and margin["ratio"].startswith("0.3")


def test_lines_for_programs_and_summary() -> None:
    first, last = answered(pp("verify", "norm-growth", "--attack", "0", "--referee", "kernel")).splitlines()
    assert first.startswith("norm-growth: proved; ") and "kernel ok; z3 skipped; attack –" in first
    assert last.startswith("1 of 1 theorem holds")


def test_all_theorems_fit_eighty_columns_family_by_family(verified_all: Path) -> None:
    printed = (verified_all / "printed").read_text(encoding="utf-8")
    lines = printed.splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0].startswith(f"{len(IDS)} theorems. Three signs: kernel, Z3 and attack; ✓ accepted"), "the legend comes before the signs"
    rows = [line for line in lines if re.match(r"[✓†] .* ✓[✓?]✓  ", line)]
    assert [row.split()[1] for row in rows] == IDS
    assert {row.split()[1] for row in rows if row.startswith("†")} == set()
    names = [line.replace(" ", "_") for before, line in pairwise(lines) if not before][:-1]  # the last one begins the closing paragraph
    assert names == [family.__name__.rpartition(".")[2] for family in catalogue.FAMILIES if family.THEOREMS] and names[0] == "core"
    assert f"{len(IDS)} of {len(IDS)} theorems hold" in printed and "M ≤ R²/γ²" in printed


@pytest.mark.nocover
def test_what_is_assumed_is_named_in_the_line_and_explained_once() -> None:
    lines = pp("verify", "winnow", "online-to-batch", "--attack", "0", "--referee", "kernel").stdout.splitlines()
    winnow, batch = lines[:2]
    assert "axioms ln-one, ln-product, ln-quadratic, ln-tangent; sources" in winnow
    assert "axioms ln-exp, ln-one, ln-product, ln-quadratic, ln-sinh, ln-tangent; sources" in batch
    assert lines[2] == "what is assumed:" and sum("ln-product: ln(ab) = ln a + ln b" in line for line in lines) == 1
    assert any(line.startswith("    ln-exp: e^a > 0") and line.endswith("(online-to-batch)") for line in lines)
    assert "hypotheses hold on an exact instance" in winnow and lines[-1].startswith("2 of 2 theorems hold")


@pytest.mark.parametrize("width", [40, 80, 100, 150, 200])
def test_the_table_fits_the_terminal(width: int) -> None:
    from rich.console import Console

    verdicts = list(verify([catalogue.page("novikoff"), catalogue.page("margin-perceptron")], Options(z3=False, attack=0)))
    console = Console(width=width, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    console.print(cards(verdicts))
    text = console.export_text()
    assert max(map(len, text.splitlines())) <= width
    for word in ("novikoff", "margin-perceptron", "attained", "separable"):
        assert word in text.replace("\n", " ")


def test_a_verdict_on_a_theorem_that_is_broken_says_so() -> None:
    from dataclasses import replace

    page = catalogue.page("novikoff")
    false = replace(page, statement=replace(page.statement, id="false", bound="M <= R/gamma"))
    (found,) = verify([false], Options(z3=False, attack=0.5))
    assert found.status == REJECTED and not found.holds
    from proofs.verify.checks.attack import attack
    from proofs.verify.tightness import tightness

    assert attack(false, 0.5).survived is False
    assert "does not hold" in tightness(false).fault


# --- `verify` in several processes: the same verdicts in the same order, and nothing is lost by Ctrl-C or by a worker that dies


SIX = ["winnow", "novikoff", "hinge-l2", "infima", "online-to-batch", "progress"]  # pages, properties, what is cited; not in order
FEW = SIX[1:4]


def timeless(value: Any) -> Any:
    """A record without what depends on the clock."""
    if isinstance(value, dict):
        return {k: timeless(v) for k, v in value.items() if k not in ("seconds", "runs", "played", "drawn")}
    return [timeless(v) for v in value] if isinstance(value, list) else value


@pytest.fixture(scope="module")
def serial() -> Any:
    return timeless(json.loads(answered(pp("verify", *SIX, "--workers", "1", "--attack", "0.05", "--json", "-"))))


@pytest.mark.nocover
def test_the_same_verdicts_in_the_same_order(serial: Any) -> None:
    result = pp("verify", *SIX, "--workers", "2", "--attack", "0.05", "--json", "-")
    assert result.exit_code == 0 and result.stderr == "", result.output
    assert timeless(json.loads(result.stdout)) == serial
    assert [record["id"] for record in serial] == SIX


def test_what_the_kernel_rejects_is_rejected_in_a_worker_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Novikoff's proof is replaced by one that the kernel does not accept, here where proofs are written."""
    page = catalogue.page("novikoff")

    def prove(d: Any) -> None:
        d.line("certificate", page.claim, (), {"strict": [], "terms": [], "equations": []})

    monkeypatch.setitem(page.__dict__, "prove", prove)
    broken, fine = verify([page, catalogue.page("progress")], Options(attack=0, workers=2))
    assert (broken.status, broken.id, fine.holds) == ("rejected", "novikoff", True)
    assert not broken.referees["kernel"].ok and broken.referees["z3"].ok is None


@pytest.mark.parametrize("deaths", [1, 9])
def test_another_worker_takes_over_from_one_that_dies_but_not_for_ever(monkeypatch: pytest.MonkeyPatch, deaths: int) -> None:
    left, notes = [*range(deaths)], list[str]()

    class Fragile(verify_workers.Pool):
        """Its workers die when they are given a theorem, as often as `deaths` says."""

        def _send(self, worker: Any) -> None:
            if left:
                left.pop()
                worker.process.kill()
                worker.process.join()
            super()._send(worker)

    monkeypatch.setattr(verify_workers, "Pool", Fragile)
    found = verify([catalogue.theorem(id) for id in FEW], Options(z3=False, attack=0, workers=2), on_warning=notes.append)
    if deaths == 1:
        assert [v.id for v in found if v.holds] == FEW
        assert len(notes) == 1 and notes[0].startswith("a worker was killed by signal 9") and "another worker takes over" in notes[0]
    else:
        with pytest.raises(InputError, match=r"^a worker was killed by signal 9 .* as did another before.*memory enough"):
            list(found)


@pytest.mark.nocover
def test_a_failure_in_a_worker_is_not_passed_over() -> None:
    """An internal error there is one here, with the worker's traceback."""
    gone = Options(attack=0, witnesses="no folder", workers=2)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="unsupported operand") as failed:
        list(verify([catalogue.page("novikoff"), catalogue.page("hinge-root")], gone))
    assert "in path" in failed.value.__notes__[0]


def test_ctrl_c_ends_all_processes_and_keeps_what_was_reached() -> None:
    run = start("verify", "--workers", "2", "--attack", "1", start_new_session=True)
    first = next(line for line in run.stdout if line.startswith("✓ "))  # the legend and the family's name come before
    os.killpg(run.pid, signal.SIGINT)  # as a terminal does, to the workers too
    out, err = run.communicate(timeout=60)
    assert first.split()[1] == catalogue.THEOREMS[0].id and err.strip() == "interrupted" and run.returncode == 130, (out, err)
    for _ in range(100):
        try:
            os.killpg(run.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    raise AssertionError("a worker outlived it")


# --- Files: exported proofs, pages of one's own, stored witnesses. What is altered in them is noticed


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("proofs") / "novikoff.json"
    assert pp("export", "novikoff", "-o", file).exit_code == 0
    return file


# --- proof files


def test_an_exported_proof_is_accepted(exported: Path) -> None:
    replayed = pp("replay", exported)
    assert replayed.exit_code == 0
    assert "accepted: novikoff: M ≤ R²/γ² (" in replayed.stdout and "if separable: for all k < M: ⟨u, z(k)⟩ ≥ γ" in replayed.stdout
    answered(pp("verify", exported, "--attack", "0.05"), "novikoff: proved")


def mutated(exported: Path, change: Any) -> Path:
    document = json.loads(exported.read_text())
    change(document)
    file = exported.with_name("mutated.json")
    file.write_text(json.dumps(document))
    return file


def novikoff(document: dict[str, Any]) -> dict[str, Any]:
    (theorem,) = (t for t in document["theorems"] if t["id"] == "novikoff")
    return theorem  # type: ignore[no-any-return]


def drop_a_premise(document: dict[str, Any]) -> None:
    step = next(s for s in novikoff(document)["steps"] if s["rule"] == "certificate" and s["premises"])
    step["premises"] = step["premises"][1:]


def change_a_rule(document: dict[str, Any]) -> None:
    novikoff(document)["steps"][-1]["rule"] = "assume"


def conclude_earlier(document: dict[str, Any]) -> None:
    theorem = novikoff(document)
    theorem["conclusion"] = theorem["steps"][0]["name"]


def strengthen_the_claim(document: dict[str, Any]) -> None:
    text = json.dumps(novikoff(document)["steps"][-1]["claim"])
    novikoff(document)["steps"][-1]["claim"] = json.loads(text.replace('["-1", ', '["-2", ', 1))


@pytest.mark.parametrize("change", [drop_a_premise, change_a_rule, strengthen_the_claim])
def test_a_mutated_proof_is_rejected(exported: Path, change: Any) -> None:
    file = mutated(exported, change)
    assert file.read_text() != exported.read_text()
    assert answered(pp("replay", file), code=1).splitlines()[-1].startswith("rejected:")
    answered(pp("verify", file, "--attack", "0", "--referee", "kernel"), "novikoff: rejected", code=1)


def test_a_proof_of_something_else_does_not_pass_under_the_name(exported: Path) -> None:
    """The kernel accepts it, for it proves what it says; `verify` compares it with the statement of that name."""

    def rename(document: dict[str, Any]) -> None:
        other = copy.deepcopy(next(t for t in document["theorems"] if t["id"] == "progress"))
        document["theorems"] = [t for t in document["theorems"] if t["id"] != "novikoff"] + [other | {"id": "novikoff"}]

    file = mutated(exported, rename)
    assert pp("replay", file).exit_code == 0
    result = pp("verify", file, "--attack", "0", "--referee", "kernel")
    assert result.exit_code == 1
    assert "novikoff: rejected" in result.stdout and "another claim" in result.stdout


def test_a_proof_of_less_does_not_pass_under_the_name(exported: Path) -> None:
    file = mutated(exported, conclude_earlier)
    assert pp("replay", file).exit_code == 0
    answered(pp("verify", file, "--attack", "0", "--referee", "kernel"), "another claim", code=1)


def test_a_proof_with_an_extra_hypothesis_does_not_pass_under_the_name(exported: Path) -> None:
    def assume(document: dict[str, Any]) -> None:
        theorem = novikoff(document)
        theorem["hypotheses"].append(["as desired", theorem["steps"][-1]["claim"]])

    answered(pp("verify", mutated(exported, assume), "--attack", "0", "--referee", "kernel"), "other hypotheses", code=1)


def test_a_theorem_of_ones_own_stands_for_what_it_says(exported: Path) -> None:
    def rename(document: dict[str, Any]) -> None:
        novikoff(document)["id"] = "mine"

    answered(pp("verify", mutated(exported, rename), "--attack", "0"), "mine: proved")


# --- pages of one's own

PAGE = """
from dataclasses import replace
from proofs.theorems.separable.novikoff import novikoff
statement = replace(novikoff.statement, id="mine", bound={bound!r})
page = replace(novikoff, statement=statement)
"""


def test_a_page_of_ones_own(written: Written) -> None:
    file = written("mine.py", PAGE.format(bound="M <= R**2/gamma**2"))
    result = pp("verify", file, "--attack", "0.05")
    assert result.exit_code == 0 and result.stdout.startswith("mine: proved"), result.output
    assert "uses (no counterexample without it stored) zero start" in result.stdout  # there are no stored witnesses for it


def test_no_name_in_a_page_looks_like_another_line_or_another_finding(written: Written) -> None:
    text = GUIDE.read_text(encoding="utf-8")
    changed = text.replace("the margin is not negative", "not negative; sources NG\\nwinnow: proved")
    file = written("mine.py", changed.replace('"fixed-margin"', '"mine: proved\\nnovikoff"'))
    result = pp("verify", file, "--attack", "0.05")
    assert result.exit_code == 0 and result.stdout.startswith("“mine: proved\\u{a}novikoff”: proved; ")
    assert result.stdout.splitlines()[0].endswith("not negative, sources NG\\u{a}winnow: proved; sources –")
    assert not [line for line in result.stdout.splitlines() if line.startswith(("novikoff", "winnow"))]


def test_a_false_page_of_ones_own_is_not_proved(written: Written) -> None:
    file = written("mine.py", PAGE.format(bound="M <= R**2/gamma**2 - 1"))
    result = pp("verify", file, "--attack", "0.05")
    assert result.exit_code == 1 and result.stdout.startswith("mine: rejected")
    assert re.search(r"counterexample: M = \d+ after \d+ rounds?, against", result.stdout)


def test_page_with_an_unknown_citation_suggests_a_close_id(written: Written) -> None:
    """As with any other line that cannot be written: a verdict beside those on other pages, and no proof to print."""
    said = ("wrong.py, line ", "there is no theorem to cite 'progres'; did you mean progress or ")
    wrong = written("wrong.py", GUIDE.read_text(encoding="utf-8").replace('"progress"', '"progres"'))
    result = pp("verify", wrong, "novikoff", "--attack", "0", "--referee", "kernel")
    assert result.exit_code == 1 and result.stdout.startswith("fixed-margin: rejected") and "\nnovikoff: proved" in result.stdout
    assert all(words in result.stdout for words in said)
    for command in (("show",), ("export",), ("verify", "--graph", "-")):
        refused(pp(*command, wrong), *said)
    refused(pp("verify", wrong, written("again.py", GUIDE.read_text(encoding="utf-8"))), "'fixed-margin' is the id of another theorem here")


def test_a_page_of_ones_own_goes_wherever_an_id_goes(tmp_path: Path) -> None:
    file, out = tmp_path / "mine.py", tmp_path / "mine.json"
    file.write_text(PAGE.format(bound="M <= R**2/gamma**2"))
    assert "M ≤ R²/γ²" in pp("show", file).stdout and "1." in pp("show", file, "--linear").stdout
    assert pp("export", file, "-o", out).exit_code == 0 and pp("replay", out).exit_code == 0
    assert "survived" in pp("falsify", file, "--turns", "1").stdout
    assert re.search(r"^mine +← .*cauchy-schwarz", pp("verify", file, "--graph", "-").stdout, re.MULTILINE)
    assert "3 steps" not in pp("decide", file, "--budget", "3").stdout
    file.write_text(PAGE.format(bound="M <= R**2/gamma**2 - 1"))  # another page of the same name, now false
    assert "is false" in pp("falsify", file, "--turns", "1").stdout and "is false" in pp("decide", file, "--budget", "3").stdout
    assert "the proof ends in another claim" in pp("show", file).stderr


PAGES = tomllib.loads((Path(__file__).parent / "pages.toml").read_text(encoding="utf-8"))
AT_ONCE = """d.conclude(gained, grown, d.cite("cauchy-schwarz", a=u, b=w(M)), "unit comparator", d.square(w(M)), "positive margin",
        d.natural(M), "1/γ", "β ≥ 0")"""


@pytest.mark.nocover
def test_a_step_that_is_too_long_for_one_line_is_named_with_its_line(written: Written) -> None:
    """Its search went on for five minutes without a word."""
    before, _, after = GUIDE.read_text(encoding="utf-8").partition("squared = ")
    file = written("long.py", before + AT_ONCE + after[after.index("\n\n\npage") :])
    said = pp("verify", file, "--attack", "0").stdout
    line = before.count("\n") + 1
    assert f"long.py, line {line}: fixed-margin: this step is too long for one line" in said and "Put a line before it" in said


@pytest.mark.nocover
@pytest.mark.parametrize("changes", PAGES["changes"].values(), ids=PAGES["changes"])
def test_the_file_of_the_guide_becomes_another_theorem(tmp_path: Path, changes: dict[str, str]) -> None:
    text, file = GUIDE.read_text(encoding="utf-8").replace("fixed-margin", "mine"), tmp_path / "mine.py"
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")
    assert "divide-out" in pp("show", file).stdout
    assert pp("handout", file, tmp_path / "mine.tex").exit_code == 0


@pytest.mark.parametrize("case", PAGES["no_page"], ids=lambda case: case["words"][-1])
def test_a_file_that_is_no_page(written: Written, case: dict[str, Any]) -> None:
    file = written("mine.py", case["text"])
    refused(pp("verify", file), *case["words"])


# --- what surrounds a proof


def stored(tmp_path: Path, change: Any = lambda data: {}) -> Path:
    """A folder with the witness for one hypothesis of Novikoff's theorem, changed."""
    copied = witnesses.path("novikoff", "zero start", tmp_path)
    copied.parent.mkdir()
    data = json.loads(witnesses.path("novikoff", "zero start").read_text())
    copied.write_text(json.dumps(data | change(data)))
    return tmp_path


def verdict(folder: Path) -> TheoremVerdict:
    (found,) = verify([catalogue.page("novikoff")], Options(z3=False, attack=0, witnesses=folder))
    return found


def test_an_untouched_witness_counts(tmp_path: Path) -> None:
    found = verdict(stored(tmp_path))
    assert found.holds and [h.name for h in found.hypotheses if h.witness] == ["zero start"]


FORGED: dict[str, Any] = {
    "start": lambda data: {"learner": data["learner"] | {"start": ["0" for _ in data["u"]]}},
    "rules": lambda data: {"dropped": ["separable"], "learner": {k: v for k, v in data["learner"].items() if k != "start"}},
    "conjecture": lambda data: {"conjecture": "M <= 0"},
    "format": lambda data: {"format": "other"},
}


@pytest.mark.parametrize("forged", FORGED)
def test_a_witness_is_judged_and_not_believed(tmp_path: Path, forged: str) -> None:
    found = verdict(stored(tmp_path, FORGED[forged]))
    assert not found.holds and "zero start" in found.faults[0]
    assert "FAULT" in line(found)


def test_a_row_tells_what_failed(tmp_path: Path) -> None:
    found = row(verdict(stored(tmp_path, FORGED["start"])))
    assert found.startswith("✗ ") and "FAULT" in found and max(map(len, found.splitlines())) <= 80
