"""`show`, `export`, `list`, `sources` and `errata`: proofs to be read and to be sent, and the places of the sources."""

import json
import re
from pathlib import Path

import pytest

from proofs.theorems import catalogue, sources
from tests.amounts import sampled
from tests.cli.running import GUIDE, ROOT, answered, pp, refused

IDS = [item.id for item in (*catalogue.LEMMAS, *catalogue.THEOREMS)]


@pytest.mark.parametrize("id", sampled(IDS[::10], 10))  # test_print.py and test_render.py print the steps of all, the book the pages
def test_every_proof_can_be_shown(id: str) -> None:
    result = pp("show", id)
    assert result.exit_code == 0
    assert re.search(r"^Proof$", result.stdout, re.MULTILINE) and "∎" in result.stdout


def test_a_page_names_sources_misprints_and_citations() -> None:
    text = pp("show", "novikoff").stdout
    assert text.startswith("Block–Novikoff: M ≤ R²/γ² on separable data\n")
    assert "NG Theorem, (2)–(5): γ > 0 and w(0) = 0 are used but not stated" in text
    assert "“Putting together (3) and (4) we find that”" in text and "\n  cauchy-schwarz\n\nThe word" in text


def test_latex_is_balanced_and_html_is_a_page_without_scripts() -> None:
    latex = pp("show", "hinge-root", "--format", "latex").stdout
    assert r"\gamma" in latex and "How the bound is found" in latex and latex.count(r"\begin{") == latex.count(r"\end{")
    html = pp("show", "hinge-root", "--format", "html").stdout
    assert html.startswith("<!doctype html>") and "<script" not in html


def test_export_json_to_stdout_and_file_agree(tmp_path: Path) -> None:
    assert pp("export", "progress", "-o", tmp_path / "p.json").exit_code == 0
    text = pp("export", "progress").stdout
    assert (tmp_path / "p.json").read_text() == text
    assert [t["id"] for t in json.loads(text)["theorems"]] == ["progress"]


def test_shipped_counterexamples_are_known_by_name_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What `show` prints can be pasted, whatever folder one is in."""
    monkeypatch.chdir(tmp_path)
    shown = re.findall(r"perceptron-proofs check (\S+?)\)?$", pp("show", "novikoff").stdout, re.MULTILINE)
    assert "novikoff/zero-start" in shown and any(name.startswith("misprints/") for name in shown)
    for name in shown:
        assert pp("check", name).stdout.startswith("valid")
    exported = pp("export", "novikoff/zero-start", "-o", "w.json")
    assert exported.exit_code == 0 and json.loads(Path("w.json").read_text())["dropped"] == ["zero start"]
    assert pp("check", "proofs/theorems/witnesses/novikoff/zero-start.json").stdout == pp("check", "w.json").stdout
    for wrong in ("novikoff/../novikoff/zero-start", "novikoff/none", "novikoff/"):
        assert pp("check", wrong).exit_code == 2
    refused(pp("export", "novikoff/zero-start", "--format", "latex"), "json or coq")


def test_show_unfolds_as_far_as_it_is_asked_and_export_writes_a_document() -> None:
    assert len(pp("show", "margin-perceptron", "--full").stdout) > len(pp("show", "margin-perceptron").stdout)
    for format in ("unicode", "latex", "html"):
        once, twice = (pp("show", "novikoff", "--linear", "--format", format, *more).stdout for more in ((), ("--depth", "2")))
        assert "2.1" in twice and twice != once
    document = pp("export", "novikoff", "--format", "latex").stdout
    assert document.startswith(r"\documentclass") and document.rstrip().endswith(r"\end{document}")


def test_notes_do_not_repeat_the_line() -> None:
    text = pp("show", "novikoff").stdout
    assert re.search(r"\d\. √M ≤ R/γ\n", text) and "[NG: √k D ≥ kγ" in text  # what it says already, and what it does not


def test_a_proof_file_is_shown_once_the_kernel_accepts_it(tmp_path: Path) -> None:
    file = tmp_path / "novikoff.json"
    assert pp("export", "novikoff", "-o", str(file)).exit_code == 0
    text = pp("show", str(file)).stdout
    assert text.startswith("novikoff\n") and "M ≤ R²/γ²" in text and "∎" in text
    assert "before it in the file: " in text and "cauchy-schwarz" in text.splitlines()[-1]
    assert pp("show", str(file), "--format", "html").stdout.startswith("<!doctype html>")
    assert r"\gamma" in pp("show", str(file), "--format", "latex").stdout

    data = json.loads(file.read_text())
    data["theorems"][-1]["steps"].pop()
    file.write_text(json.dumps(data))
    spoilt = pp("show", str(file))
    assert spoilt.exit_code == 1 and spoilt.stdout.startswith("rejected: ") and spoilt.stdout.count("\n") == 1
    refused(pp("show", str(file), "--linear"), "id of a theorem")


# --- `sources`, `errata` and `list`, and `show` on a place of a source


def test_sources_prints_the_bibliography_and_the_claims_of_one() -> None:
    assert all(f"\n{document} " in "\n" + pp("sources").stdout for document in sources.DOCUMENTS)
    text = pp("sources", "mr").stdout
    assert "→ squared-hinge" in text and f"{len(sources.claims('MR'))} claims" in text
    records = json.loads(pp("sources", "BL", "--json").stdout)
    assert [record["at"] for record in records] == [claim.at for claim in sources.claims("BL")]


def test_errata_names_counterexamples_that_check_accepts() -> None:
    records = json.loads(pp("errata", "--source", "VE", "--json").stdout)
    files = [record["file"] for record in records if record["file"]]
    assert len(files) >= 3
    for file in files:
        assert pp("check", file).exit_code == 0


def test_list_selects_by_family_source_and_place() -> None:
    everything = json.loads(pp("list", "--json").stdout)
    assert [record["id"] for record in everything] == [t.id for t in catalogue.THEOREMS]
    hinge = pp("list", "--source", "MR", "--family", "hinge").stdout
    assert "squared-hinge" in hinge and "hinge-simple" not in hinge and "admissible" not in hinge
    assert json.loads(pp("list", "--source", "NG (3)", "--json").stdout)[0]["id"] == "progress"


def test_show_of_an_id_names_the_other_theorems_of_the_word() -> None:
    assert pp("show", "hadamard").stdout.endswith("\nThe word “hadamard” also finds winnow-hadamard\n")
    assert "also finds" not in pp("show", "hedge").stdout + pp("show", "hadamard", "--format", "latex").stdout


def test_show_of_a_wrong_derivation_is_one_line(tmp_path: Path) -> None:
    """The guide's theorem, with a derivation whose second step does not follow from the first."""
    wrong = """
def derive():
    from proofs.theorems.chain import Inequality, nonnegative
    a, b = nonnegative("a b")
    return Inequality("at first", a, b, by="novikoff").weaken("so", right=b - 1)
page = Page(statement, prove, derivation=derive)
"""
    (tmp_path / "own.py").write_text(GUIDE.read_text(encoding="utf-8") + wrong, encoding="utf-8")
    refused(pp("show", tmp_path / "own.py"), "fixed-margin: each step of its derivation", "this is not what novikoff says")


def test_show_takes_a_place() -> None:
    assert pp("show", "NG Theorem").stdout.startswith("On NG Theorem there are")
    assert "squared-hinge" in pp("show", "MR (5)").stdout
    assert pp("show", "NG footnote on the learning rate").exit_code == 0


@pytest.mark.parametrize("words, file", [(["sources"], "coverage.md"), (["errata"], "errata.md")])
def test_the_documentation_is_what_the_commands_print(words: list[str], file: str) -> None:
    printed = pp(*words, "--markdown").stdout
    assert printed == (ROOT / "docs" / file).read_text(encoding="utf-8"), "run `make docs`"


def test_several_words_need_no_quotes() -> None:
    assert answered(pp("show", "hinge", "bound"), "hinge-root", "hinge-simple") == pp("show", "hinge bound").stdout
