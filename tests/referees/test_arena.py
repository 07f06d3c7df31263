"""The arena: every file answered as it should be and for its own reason, and no condition of the kernel without a trap."""

from __future__ import annotations

import ast
import importlib
import json
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from proofs.cli.files import Process
from proofs.kernel.rules import RULES
from proofs.referees.arena import CODES, FOLDER, ArenaFile, entries, outcomes
from tests.cli.running import pp, refused

ENTRIES = entries()
KERNEL = Path(importlib.import_module("proofs.kernel").__file__ or "").parent
# Conditions on objects that no file can hold, since the reader makes only well-formed ones; other tests break them from Python.
BEYOND_FILES = {
    "this is not a formula",
    "this is not an atom",
    "a coefficient is not an exact fraction",
    "an exact number",
    "a natural exponent",
    "too much arithmetic",  # a trap has it, but a kernel without a limit would not come to an end
}


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: f"{entry.kind}/{entry.name}")
def test_the_kernel_answers_as_it_should_and_for_the_reason(entry: ArenaFile) -> None:
    result = pp("replay", entry.path)
    assert result.exit_code == CODES[entry.kind], result.output
    assert entry.refused in result.output and len(entry.about) > 5
    assert entry.path.stat().st_size < 60_000


def test_every_rule_is_used_and_abused() -> None:
    assert len(ENTRIES) == len(list(FOLDER.glob("*/*.json"))) > 150
    for kind in ("good", "bad"):
        used = {step["rule"] for e in ENTRIES if e.kind == kind for step in steps(e)}
        assert used >= set(RULES), (kind, set(RULES) - used)


def steps(entry: ArenaFile) -> Iterator[dict[str, Any]]:
    for theorem in json.loads(entry.path.read_text())["theorems"]:
        yield from theorem["steps"]


def test_the_command_counts_and_names_what_a_checker_gets_wrong(tmp_path: Path) -> None:
    result = pp("arena")
    assert result.exit_code == 0 and result.stdout.count(" of ") == 3
    credulous = pp("arena", "--checker", "true", "--json", tmp_path / "out.json")
    assert credulous.exit_code == 1
    assert "WRONGLY ACCEPTED: bad/captured-variable.json" in credulous.stdout and "bad: 0 of" in credulous.stdout
    records = json.loads((tmp_path / "out.json").read_text())
    assert {r["verdict"] for r in records if r["file"].startswith("good/")} == {"right"} and len(records) == len(ENTRIES)
    suspicious = pp("arena", "--checker", "false")
    assert suspicious.exit_code == 1 and "WRONGLY REFUSED: good/cauchy-schwarz.json" in suspicious.stdout
    broken = pp("arena", "--checker", f"{sys.executable} -c 'import sys; sys.exit(70)'", "--json", "-")
    assert broken.exit_code == 1 and {r["verdict"] for r in json.loads(broken.stdout)} == {"no answer"}


def test_a_checker_that_does_not_answer_in_time() -> None:
    assert [o.verdict for o in outcomes(Process("sh -c 'exec sleep 5'", 0.2), ENTRIES[:1])] == ["no answer"]


@pytest.mark.parametrize("options", [("--checker", ""), ("--checker", "'"), ("--checker", "no-such-program-here"), ("--timeout", "-1")])
def test_bad_options(options: tuple[str, ...]) -> None:
    refused(pp("arena", *options))


# --- a kernel without one of its conditions


def conditions() -> Iterator[tuple[str, ast.Call]]:
    """Every call of `need` and `same` in the kernel, with the module that it is in."""
    for file in sorted(KERNEL.glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("need", "same"):
                own = file.stem == "rules" and ast.unparse(node).startswith("need(claim == derived")  # the body of `same`
                if not own and not any(words in ast.unparse(node) for words in BEYOND_FILES):
                    yield file.stem, node


CONDITIONS = list(conditions())


@pytest.mark.parametrize(("module", "call"), CONDITIONS, ids=[f"{m}-{c.lineno}" for m, c in CONDITIONS])
def test_a_kernel_without_a_condition_is_caught(module: str, call: ast.Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = careless(module, call, tmp_path, monkeypatch)
    told = ast.unparse(call)
    likely = sorted(ENTRIES, key=lambda e: not (e.refused and e.refused in told))  # where its own trap is tried first
    assert any(kernel(entry) != entry.kind for entry in likely if entry.kind != "malformed")


def careless(module: str, call: ast.Call, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[ArenaFile], str]:
    """A copy of the kernel that leaves out one condition, as a checker."""
    name = f"careless_{module}_{call.lineno}_{call.col_offset}"
    shutil.copytree(KERNEL, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    file = folder / name / f"{module}.py"
    tree = ast.parse(file.read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (node.lineno, node.col_offset) == (call.lineno, call.col_offset):
            node.func = ast.parse("(lambda *unused: None)", mode="eval").body
            break
    file.write_text(ast.unparse(ast.fix_missing_locations(tree)))
    monkeypatch.syspath_prepend(folder)
    codec, replay, polynomial = (importlib.import_module(f"{name}.{part}") for part in ("codec", "replay", "polynomial"))
    return lambda entry: answer(entry, codec, replay, polynomial)


def answer(entry: ArenaFile, codec: ModuleType, replay: ModuleType, polynomial: ModuleType) -> str:
    """good, bad, or the name of the exception with which the kernel ends."""
    try:
        proofs = codec.read(json.loads(entry.path.read_text()))
        replay.replay_all(proofs)
        return "good" if proofs else "bad"
    except polynomial.Rejected:
        return "bad"
    except Exception as fault:
        return type(fault).__name__
