"""Files that are odd, altered, or made to cost minutes: one true line answers each, at once, whatever command reads it."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from proofs.derive.authoring.encoding import write
from proofs.system.signals import processor_limit
from proofs.theorems import catalogue
from tests.amounts import rows, sampled, tries
from tests.cli.running import pp, start
from tests.hostile import counterexample_files, proof_files
from tests.hostile.counterexample_files import SOUND, recipe, spiral
from tests.hostile.proof_files import Trap

SOUND_PROOF = json.dumps(proof_files.assumed(proof_files.TRUE))


def encoded(content: Any) -> bytes:
    return json.dumps(content).encode()


def listed(deep: int) -> list[Any]:
    """An index that is a list of lists."""
    index: list[Any] = ["k", 0]
    for _ in range(deep):
        index = [[{"Index": index}, {"Index": ["k", 0]}], 0]
    return index


@pytest.mark.parametrize("command", [("replay",), ("verify", "--attack", "0"), ("check",)], ids=lambda command: command[0])
@pytest.mark.parametrize(("name", "content", "code", "answer"), rows(__file__, "odd_proofs.txt"))
def test_an_odd_proof_file_is_answered(tmp_path: Path, name: str, content: str, code: str, answer: str, command: tuple[str, ...]) -> None:
    file = tmp_path / "odd.json"
    file.write_bytes(eval(content, vars(proof_files) | globals()))
    done = pp(*command, file)
    if command == ("check",):  # which has its own word for what is JSON and no counterexample
        code, answer = "2", answer if code == "2" else "odd.json"
    assert done.exit_code == int(code) and "Traceback" not in done.output
    assert answer.removeprefix("rejected: ") in done.output
    assert len(done.output.splitlines()) == 1 or command[0] == "verify"  # which has a line too on how many theorems hold
    assert code == "1" or (done.stdout == "" and len(done.stderr.splitlines()) == 1)


def test_a_mark_before_the_text_does_no_harm(tmp_path: Path) -> None:
    file = tmp_path / "odd.json"
    file.write_bytes(b"\xef\xbb\xbf" + SOUND_PROOF.encode())
    assert pp("replay", file).stdout.startswith("accepted: t: 1 ≥ 0")


# --- Valid files with something else in some place, through the real commands: an exit code and a line, never an exception


ROUND = SOUND["examples"][0]
COUNTEREXAMPLES = [eval(content, vars(counterexample_files) | globals()) for (content,) in rows(__file__, "counterexamples.txt")]
SHORT_PROOFS = [json.loads(json.dumps(write(catalogue.proofs([id])))) for id in ("progress", "norm-growth")]
OTHERS = [None, True, False, 0, 1, -1, 10**30, int("9" * 4001), "", "x", "1/0", "-1", "≈ 0e1000", "1e999", "\x1b[31m", "\ud800", "9" * 5000]
OTHERS += [[], {}, [[]], [0], ["1"], [None], {"": None}, {"name": None}, {"Fraction": "1"}, {"Nat": [0]}, {"Vector": []}, [{}], [["a", 1]]]


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    for key in list(value) if isinstance(value, dict) else range(len(value)):
        yield value, key
        if isinstance(value[key], (dict, list)):
            yield from places(value[key])


@st.composite
def damaged(draw: st.DrawFn, sound: list[Any]) -> Any:
    """One of them with one to three places changed, removed or doubled."""
    content = copy.deepcopy(draw(st.sampled_from(sound)))
    for _ in range(draw(st.sampled_from((1, 1, 1, 2, 3)))):
        holder, key = draw(st.sampled_from(list(places(content)) or [([None], 0)]))
        match draw(st.sampled_from(("change", "change", "change", "remove", "double"))):
            case "change":
                holder[key] = copy.deepcopy(draw(st.sampled_from(OTHERS)))
            case "remove":
                del holder[key]
            case _ if isinstance(holder, list):
                holder.append(copy.deepcopy(holder[key]))
            case _:
                holder[f"{key}'"] = copy.deepcopy(holder[key])
    return content


def answers(command: list[str], content: Any) -> None:
    """The command answers the file with an exit code, and with one line on stderr where it refuses it."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "altered.json"
        file.write_text(json.dumps(content))
        result = pp(*command, file)
    assert result.exit_code in (0, 1, 2), result.output
    assert (result.exit_code == 2) == bool(result.stderr and not result.stdout), result.output
    assert len(result.stderr.splitlines()) <= 1 and "Traceback" not in result.output
    assert all(c.isprintable() for c in result.stderr.strip("\n"))


FUZZ = settings(max_examples=tries(150), suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


@FUZZ
@given(damaged(COUNTEREXAMPLES))
def test_check_answers_whatever_it_is_handed(content: Any) -> None:
    answers(["check"], content)


@FUZZ
@given(damaged(SHORT_PROOFS))
def test_replay_answers_whatever_it_is_handed(content: Any) -> None:
    answers(["replay"], content)


@pytest.mark.parametrize("other", OTHERS, ids=lambda other: ascii(other)[:20])
def test_every_field_may_be_anything(other: Any) -> None:
    for sound in COUNTEREXAMPLES[:5]:
        for field in sound:
            answers(["check"], sound | {field: other})


# --- Small files that would cost minutes, that deceive, or that are nearly right


PATIENCE = 60.0  # seconds of processor time; without their traps the files take less than one


def of(command: str, traps: dict[str, Trap], few: int) -> list[Any]:
    return sampled([pytest.param(command, trap, id=f"{command}-{name}") for name, trap in traps.items()], few)


TRAPS = [
    *of("replay", proof_files.TRAPS, 20),
    *of("check", counterexample_files.TRAPS, 12),
    *of("check --limit 0.5", counterexample_files.SLOW, 2),
]


@pytest.mark.parametrize(("command", "trap"), TRAPS)
def test_a_trap_is_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, trap: Trap) -> None:
    monkeypatch.chdir(tmp_path)
    file = Path("trap.json")
    file.write_text(json.dumps(trap.content))
    assert file.stat().st_size < 130_000
    with processor_limit(PATIENCE, "it takes more than a minute"):
        done = pp(*command.split(), file)
    answer, silent = (done.stderr, done.stdout) if trap.code == 2 else (done.stdout, done.stderr)
    assert (done.exit_code, silent) == (trap.code, ""), done.output
    assert answer.startswith(trap.answer), answer[:300]
    assert trap.code == 0 or ("    ✗ " in answer if (command, trap.code) == ("check", 1) else len(answer.splitlines()) == 1)


@pytest.mark.parametrize("name", ["a power of an inner product", "denominators without a common factor", "one monomial nine hundred times"])
def test_verify_answers_too(tmp_path: Path, name: str) -> None:
    trap, file = proof_files.TRAPS[name], tmp_path / "trap.json"
    file.write_text(json.dumps(trap.content))
    with processor_limit(PATIENCE, "it takes more than a minute"):
        done = pp("verify", file)
    assert done.exit_code == 1 and "Traceback" not in done.output, done.output
    assert trap.answer.removeprefix("rejected: ").partition(": ")[2] in done.output


def test_who_has_the_time_may_give_more(tmp_path: Path) -> None:
    file = tmp_path / "long.json"
    all_rounds = "M + TD_all <= 0"  # of which every round is played
    file.write_text(json.dumps(recipe(conjecture=all_rounds, rounds=50_000, first=[], again=[SOUND["examples"][0]])))
    refused = pp("check", file, "--limit", "0.001")
    assert refused.exit_code == 2 and "more than 0.001 s" in refused.stderr
    for limit in ("0", "100"):
        assert "✓ two independent runs agree" in pp("check", file, "--limit", limit).stdout
    assert pp("check", file, "--limit", "-1").exit_code == pp("check", file, "--limit", "nan").exit_code == 2
    file.write_text(json.dumps(spiral()))
    assert "more than 2 s of processor time" in pp("check", file).stderr


def test_check_limit_does_not_count_the_loading_of_the_catalogue(tmp_path: Path) -> None:
    """Loading takes two seconds of processor time, the default limit, and the judge needs a twentieth of one."""
    assert pp("audit", "penguins-adelie-gentoo", "--certify", tmp_path / "a.json").exit_code == 0
    done = start("check", tmp_path / "a.json", "--limit", "0.7")
    assert "valid: an audit of “penguins-adelie-gentoo" in done.communicate()[0] and done.returncode == 0


@pytest.mark.parametrize(
    ("command", "content"),
    [
        ("check", json.dumps(SOUND)),
        ("export --format coq", json.dumps(SOUND)),
        ("replay", SOUND_PROOF),
        ("verify --referee kernel --json -", SOUND_PROOF),
        ("show --full", SOUND_PROOF),
        ("exercises mark", "student,exercise,answer\nada,hinge-1,1\n"),
    ],
)
def test_minus_reads_standard_input_as_a_file_is_read(tmp_path: Path, command: str, content: str) -> None:
    (file := tmp_path / "f.json").write_text(content)
    of_file, of_stdin = pp(*command.split(), file), pp(*command.split(), "-", stdin=content)
    steady = [re.sub('"seconds": [0-9.]+', "", done.stdout) for done in (of_file, of_stdin)]
    assert of_file.exit_code == of_stdin.exit_code == 0 and steady[0] == steady[1] != ""
    assert pp(*command.split(), "-", stdin="[").exit_code == 2
