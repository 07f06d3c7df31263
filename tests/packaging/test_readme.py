"""README.md does what it says: every command and every Python snippet of its tour, in their order, in an empty folder."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from proofs.cli import COMMANDS
from proofs.theorems import catalogue
from tests.cli.running import pp

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SNIPPETS = [line.strip() for line in README.splitlines() if line.startswith("    ")]
CALLS = [shlex.split(line, comments=True)[1:] for line in SNIPPETS if line.startswith("perceptron-proofs ")]
# The same with less time; the whole of `verify` is `make`, and tests/report looks at a book with all chapters.
QUICK = {"falsify": ["--turns", "12"], "book": ["--only", "progress", "--notebooks", "one"], "bound": ["--budget", "120"]}
REFUTED = "1.40"  # the constant that `decide` is shown to refute
FALSE = ("--drop", "--learner")  # a counterexample is what these are to find: exit code 1


def quickly(call: list[str]) -> list[str]:
    """The call with less time."""
    call = [{"600": "1", "3600": "2", "FILE": "conjectures.txt"}.get(word, word) for word in call]
    return [*call, *(["progress", "--attack", "0"] if call == ["verify"] else QUICK.get(call[0], []))]


def test_the_commands_of_the_tour_do_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ROOT / "notebooks", tmp_path / "notebooks")
    Path("one").mkdir()
    shutil.copy("notebooks/start.ipynb", "one")
    Path("conjectures.txt").write_text("M <= 1/gamma**2\nnovikoff\n")
    for call, line in zip(CALLS, (line for line in SNIPPETS if line.startswith("perceptron-proofs ")), strict=True):
        result = pp(*quickly(call))
        false = (call[0] == "falsify" and set(FALSE) & set(call)) or (call[0] == "decide" and REFUTED in call[1])
        code = 1 if false else 4 if "it survives" in line else 0
        assert result.exit_code == code, (call, result.output)
    made = {path.name for path in tmp_path.iterdir()}
    assert {"novikoff.json", "broken.json", "broken.svg", "runs", "hinge.db", "found"} <= made


@pytest.mark.parametrize("block", re.findall(r"^```console\n\$ perceptron-proofs (.*?)^```", README, re.MULTILINE | re.DOTALL))
def test_what_a_command_is_shown_to_print_it_prints(block: str) -> None:
    call, *shown = block.splitlines()
    printed = pp(*shlex.split(call)).output.splitlines()
    assert shown and [line for line in shown if line not in printed] == []


def test_the_tour_shows_every_command() -> None:
    assert {call[0] for call in CALLS} == set(COMMANDS) - {"witnesses"}  # for authors only


def test_the_python_of_the_tour_runs() -> None:
    lines = [line for line in SNIPPETS if re.match(r"from |\w+\(", line)]
    names: dict[str, object] = {}
    for line in lines:
        exec(line, names)
    shown = eval(next(line for line in lines if line.startswith("theorem(")), names)
    promised = re.findall(r"\.(\w+)", next(line for line in SNIPPETS if line.startswith("theorem(")).partition("#")[2])
    assert len(promised) >= 4 and [name for name in promised if not hasattr(shown, name)] == []


def test_the_ids_of_the_table_exist() -> None:
    rows = re.findall(r"^\| [^|]+ \| (`[^|]+) \|", README, re.MULTILINE)
    known = {theorem.id for theorem in (*catalogue.THEOREMS, *catalogue.LEMMAS)}
    assert len(rows) >= 10
    for row in rows:
        ids = re.findall(r"`([a-z0-9-]+)`", row)
        stems = ["-".join(id.split("-")[:k]) for id in ids if id[0] != "-" for k in range(1, 4)]
        assert [id for id in ids if not ({id} | {stem + id for stem in stems if id.startswith("-")}) & known] == []


def test_the_links_lead_somewhere() -> None:
    targets = re.findall(r"\]\(([^)#]+)\)", README)
    assert targets and [target for target in targets if "://" not in target and not (ROOT / target).exists()] == []
