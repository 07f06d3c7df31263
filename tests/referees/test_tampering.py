"""What is altered: every field of a proof file, and every condition of the kernel, for each of which the arena has a trap."""

import ast
import importlib
import json
import shutil
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from proofs.cli.files import Process
from proofs.derive.authoring.encoding import write
from proofs.derive.authoring.terms import ge, gt, real
from proofs.kernel import Rejected, Theorem, replay_all
from proofs.kernel.codec import read
from proofs.kernel.rules import RULES
from proofs.referees.arena import CODES, FOLDER, ArenaFile, entries, outcomes
from proofs.referees.tampering import ANOTHER, REJECTED, SAME, mutants, tampering
from tests.cli.running import Written, answered, pp, refused
from tests.kernel.helpers import certificate, proof

x, y = real("x"), real("y")
LEMMA = proof({"x": gt(x, 0)}, certificate("c", ge(x, 0), "x", terms=[[Fraction(1), ["x"]]]), id="lemma")
SUM = proof(
    {"x": ge(x, 0), "y": ge(y, 0), "idle": ge(-x, 5)},
    certificate("c", ge(2 * x + y, 0), "x", "y", terms=[[Fraction(2), ["x"]], [Fraction(1), ["y"]]]),
    id="sum",
)


def document(*proofs: Any) -> Any:
    return json.loads(json.dumps(write(proofs)))


def test_every_scalar_of_a_record_is_a_field() -> None:
    record = document(SUM)["theorems"][0]
    altered = {m.field.path for m in mutants(record)}

    def scalars(value: Any, path: tuple[str | int, ...] = ()) -> Any:
        if isinstance(value, (dict, list)):
            for key in value if isinstance(value, dict) else range(len(value)):
                yield from scalars(value[key], (*path, key))
        else:
            yield path

    assert set(scalars(record)) - altered == {("id",)}
    assert {m.value for m in mutants(record) if m.field.path == ("steps", 0, "name")} == {"x", "idle", "z", "c'"}
    assert all(m.record != record for m in mutants(record))


def test_what_carries_a_proof() -> None:
    (found,) = tampering(document(SUM))
    verdicts = {(f.field.path, f.field.place): f for f in found.fields}
    coefficient = verdicts[("steps", 0, "data", "terms", 0, 0, "Fraction"), "step c (certificate), terms, coefficient"]
    assert coefficient.carries and coefficient.rejected == 6
    relation = verdicts[("hypotheses", 0, 1, "Compare", 1), "hypothesis x, relation"]
    assert [(change, verdict) for change, verdict, _ in relation.accepted] == [(">= becomes >", ANOTHER)] and relation.rejected == 1
    idle = [f for f in found.fields if f.field.place.startswith("hypothesis idle")]
    assert idle and all(verdict == SAME for f in idle for _, verdict, _ in f.accepted)
    assert ("idle dropped", SAME, None) in verdicts[("hypotheses",), "hypotheses"].accepted
    assert found.counts[REJECTED] + found.counts[SAME] + found.counts[ANOTHER] == len(list(mutants(document(SUM)["theorems"][0])))


def test_every_accepted_alteration_is_a_proof_of_what_is_told(tmp_path: Path) -> None:
    """The same record again, through the command that knows nothing of tampering."""
    content = document(LEMMA)
    (found,) = tampering(content)
    fate = {(f.field.path, f.field.place, change): (verdict, theorem) for f in found.fields for change, verdict, theorem in f.accepted}
    for mutant in mutants(content["theorems"][0]):
        file = tmp_path / "mutant.json"
        file.write_text(json.dumps({**content, "theorems": [mutant.record]}))
        told = fate.get((mutant.field.path, mutant.field.place, mutant.change))
        assert pp("replay", file).exit_code == (1 if told is None else 0), mutant.what
        if told is not None:
            theorem: Theorem = replay_all(read(json.loads(file.read_text())))["lemma"]
            same = (theorem.hypotheses, theorem.conclusion) == (found.theorem.hypotheses, found.theorem.conclusion)
            assert told == ((SAME, None) if same else (ANOTHER, theorem))


def test_a_lemma_altered_is_judged_with_what_cites_it() -> None:
    """x > 0 ⊢ x ≥ 0, weakened to a premise that its citation does not have, is rejected with the whole file."""
    from tests.kernel.helpers import step

    one = certificate("one", gt(y * y + 1, 0), strict=[Fraction(1), []], terms=[[Fraction(1), [y]], [Fraction(1), ["z"]]])
    cited = step("cited", "cut", ge(y * y + 1, 0), "one", theorem="lemma", substitution=[["real", "x", y * y + 1]])
    user = proof({}, one, cited, id="user")
    alone = next(iter(tampering(document(LEMMA))))
    together = next(iter(tampering(document(LEMMA, user))))
    assert alone.counts[ANOTHER] > 0 and together.counts[REJECTED] > alone.counts[REJECTED]
    assert [t.proof.id for t in tampering(document(LEMMA, user))] == ["lemma", "user"]


def test_what_is_no_proof_is_not_altered(written: Written) -> None:
    broken = document(proof({}, certificate("c", ge(x, 0))))
    with pytest.raises(Rejected):
        list(tampering(broken))
    file = written("broken.json", broken)
    assert answered(pp("replay", "--tamper", file), code=1).startswith("rejected: ")
    file.write_text("[")
    refused(pp("replay", "--tamper", file))


def test_the_command(tmp_path: Path) -> None:
    file, out = tmp_path / "sum.json", tmp_path / "out.json"
    file.write_text(json.dumps(document(SUM)))
    answered(pp("replay", "--tamper", file, "--json", out), "fields carry the proof", "another theorem: hypothesis x, relation")
    (record,) = json.loads(out.read_text())
    assert record["id"] == "sum" and record["alterations"] == record[REJECTED] + record[SAME] + record[ANOTHER]
    strict = [f for f in record["fields"] if f["path"] == "/hypotheses/0/1/Compare/1"]
    assert strict[0]["accepted"][0]["proves"].startswith("2x + y ≥ 0")
    assert json.loads(pp("replay", "--tamper", file, "--json", "-").stdout) == [record]
    refused(pp("replay", file, "--json", "-"), "--tamper")


# --- The arena: every file answered as it should be and for its own reason, and no condition of the kernel without a trap


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
    assert result.exit_code == CODES[entry.kind] and entry.refused in result.output and len(entry.about) > 5, result.output
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
    assert answered(pp("arena")).count(" of ") == 3
    credulous = pp("arena", "--checker", "true", "--json", tmp_path / "out.json")
    assert credulous.exit_code == 1
    assert "WRONGLY ACCEPTED: bad/captured-variable.json" in credulous.stdout and "bad: 0 of" in credulous.stdout
    records = json.loads((tmp_path / "out.json").read_text())
    assert {r["verdict"] for r in records if r["file"].startswith("good/")} == {"right"} and len(records) == len(ENTRIES)
    answered(pp("arena", "--checker", "false"), "WRONGLY REFUSED: good/cauchy-schwarz.json", code=1)
    silent = answered(pp("arena", "--checker", f"{sys.executable} -c 'import sys; sys.exit(70)'", "--json", "-"), code=1)
    assert {r["verdict"] for r in json.loads(silent)} == {"no answer"}


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
