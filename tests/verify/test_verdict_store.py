"""Entries serve until something changes that they come from, and are never believed where the kernel judges."""

import hashlib
import json
import re
from pathlib import Path

import pytest

from proofs.system.files import write_text
from proofs.verify import verdict_store
from proofs.verify.verdict_store import VerdictStore, made_of
from tests.cli.running import answered, pp

IDS = ("novikoff", "winnow-rate", "polynomial-kernel-half")


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for the verdicts of these commands, empty at first."""
    monkeypatch.setenv(verdict_store.SWITCH, str(tmp_path / "store"))
    return tmp_path / "store"


def run_verify(*arguments: str) -> str:
    """The output of `verify` for the theorems, without the times."""
    return re.sub(r"\d+(\.\d+)? s\b", "… s", answered(pp("verify", "--attack", "0.01", *arguments)))


def test_a_second_run_prints_the_same_and_says_what_it_kept(store: Path) -> None:
    first, second = run_verify(*IDS), run_verify(*IDS)
    kept = re.search(r"The kernel replayed .* other checks of 3 are those of \d{4}-\d\d-\d\d,.*\n", second)
    assert kept and second.replace(kept[0], "") == first and "just now" not in first


def test_a_second_run_writes_the_same_json_but_for_the_day(store: Path) -> None:
    first, second = (json.loads(answered(pp("verify", "--attack", "0.01", *IDS, "--json", "-"))) for _ in range(2))
    for record in (*first, *second):
        record["referees"]["kernel"].pop("seconds")
    assert [record.pop("checked")[:2] for record in second] == ["20"] * 3
    assert first == second


@pytest.mark.parametrize("arguments", [["--fresh"], ["--attack", "0.02"], ["--referee", "kernel"]], ids=" ".join)
def test_what_was_not_asked_for_then_is_not_served(store: Path, arguments: list[str]) -> None:
    run_verify("novikoff")
    assert "just now" not in run_verify("novikoff", *arguments)


def alter(file: Path, change: dict[str, str]) -> None:
    """Alter the content of a kept file, with a hash that fits it."""
    content = json.loads(file.read_text(encoding="utf-8"))["content"] | change
    digest = hashlib.sha256(json.dumps(content).encode()).hexdigest()
    write_text(file, json.dumps({"sha256": digest, "content": content}))


def test_the_proof_of_another_theorem_is_refused_by_name(store: Path) -> None:
    before = run_verify("novikoff", "winnow-rate")
    other = json.loads((store / "proofs" / "winnow-rate.json").read_text(encoding="utf-8"))["content"]["text"]
    alter(store / "proofs" / "novikoff.json", {"text": other.replace('"winnow-rate"', '"novikoff"')})
    result = pp("verify", "--attack", "0.01", "novikoff")
    assert "the stored proof of 'novikoff' is not one of its statement; it is written anew" in result.stderr
    assert result.exit_code == 0 and "1 of 1 theorem holds" in result.stdout and "novikoff" in before


def test_a_proof_that_the_kernel_rejects_is_refused_by_name(store: Path) -> None:
    run_verify("novikoff")
    file = store / "proofs" / "novikoff.json"
    text = json.loads(file.read_text(encoding="utf-8"))["content"]["text"]
    document = json.loads(text)
    document["theorems"][0]["steps"].pop(3)
    alter(file, {"text": json.dumps(document)})
    result = pp("verify", "--attack", "0.01", "novikoff")
    assert "the stored proof of 'novikoff' is not one of its statement" in result.stderr and result.exit_code == 0


@pytest.mark.parametrize("kind", ["proofs", "verdicts"])
@pytest.mark.parametrize("text", ["", "{", "[]", '{"sha256": "0", "content": {}}'])
def test_a_file_that_is_not_as_it_was_written_is_named(store: Path, kind: str, text: str) -> None:
    run_verify("novikoff")
    file = store / kind / "novikoff.json"
    file.write_text(text, encoding="utf-8")
    result = pp("verify", "--attack", "0.01", "novikoff")
    assert f"{file} is not as it was written, and is made anew" in result.stderr
    assert result.exit_code == 0 and ("just now" in result.stdout) is (kind == "proofs")
    assert "just now" in run_verify("novikoff")


def test_a_fault_is_looked_for_again_each_time(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("proofs.verify.assess._misprints", lambda *_: ((), ("a fault of the page",)))
    assert pp("verify", "--attack", "0.01", "novikoff").exit_code == 1
    assert not (store / "verdicts" / "novikoff.json").exists()


def test_a_key_changes_with_what_the_chapter_imports_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    ids = ("hinge-root", "novikoff", "winnow")
    before = [made_of(id) for id in ids]
    chapters = dict(verdict_store._chapters())
    chapters["proofs.theorems.hinge.common"] += "\n# another line\n"
    monkeypatch.setattr(verdict_store, "_chapters", lambda: chapters)
    made_of.cache_clear()
    after = [made_of(id) for id in ids]
    made_of.cache_clear()
    assert [a == b for a, b in zip(before, after, strict=True)] == [False, True, True]


def test_a_key_changes_with_that_of_what_is_cited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = VerdictStore(tmp_path)
    kept.keep_proof("cauchy-schwarz", "{}", ())
    kept.keep_proof("novikoff", "{}", ["cauchy-schwarz"])
    first = kept.key("novikoff")
    assert first is not None and VerdictStore(tmp_path).key("novikoff") == first
    monkeypatch.setattr(verdict_store, "made_of", lambda id: "another" if id == "cauchy-schwarz" else made_of(id))
    changed = VerdictStore(tmp_path)
    assert changed.proof("cauchy-schwarz") is None and changed.proof("novikoff") is None
    changed.keep_proof("cauchy-schwarz", "{}", ())
    assert VerdictStore(tmp_path).proof("novikoff") is None


def test_a_store_that_cannot_be_written_costs_time_only(store: Path) -> None:
    store.parent.mkdir(exist_ok=True)
    store.write_text("a file where the folder would be", encoding="utf-8")
    assert "1 of 1 theorem holds" in run_verify("novikoff")
