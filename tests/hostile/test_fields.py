"""Whatever text stands in a field of a file, each command prints it on its own line and with every sign to be seen.

The text has a line end with what looks like a verdict after it, a stroke that makes ≤ another sign, a terminal's escape sequence, a sign
that turns the direction of writing, and a separator of lines that no keyboard has."""

from __future__ import annotations

import copy
import hashlib
import json
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from proofs.derive.authoring.encoding import write
from proofs.derive.authoring.terms import eq, ge, gt, inner, nat, real, seq, vec, vseq
from proofs.kernel import Proof
from proofs.kernel.formula import names as names_in
from proofs.referees.coq.gate import SHIPPED
from proofs.theorems import catalogue
from proofs.theorems import witnesses as witnesses_of
from tests.amounts import some
from tests.cli.running import pp
from tests.hostile.counterexample_files import SOUND, TRAPS

FORGED = "\nforged: M ≤\u0338 0\x1b[2K\u202e\u2028"
PRINTED_BY_MATHML = "\u2061\u2062\xa0"


def clean(text: str) -> None:
    """No sign of the text is printed raw, and no line is what it makes up."""
    assert "\u0338" not in text and all(c.isprintable() or c in "\n" + PRINTED_BY_MATHML for c in text), ascii(text)
    assert not any(line.strip().startswith("forged") for line in text.split("\n")), text


class Key(str):
    """The last part of a path to the key itself, and not to its value."""


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where a JSON value has a text, also as a key."""
    if isinstance(value, str):
        yield path
    yield from ((*path, Key(key)) for key in (value if isinstance(value, dict) else ()))
    for key, part in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from places(part, (*path, key))


def forged(value: Any, path: tuple[Any, ...]) -> Any:
    """A copy in which one text goes on with the forged one."""
    whole = copy.deepcopy(value)
    holder = whole
    for key in path[:-1]:
        holder = holder[key]
    if isinstance(path[-1], Key):
        holder[path[-1] + FORGED] = holder.pop(path[-1])
    else:
        holder[path[-1]] += FORGED
    return whole


def doubled(value: Any, path: tuple[Any, ...]) -> str:
    """The JSON text in which the key at that place stands twice."""
    key = json.dumps(path[-1])
    return json.dumps(forged(value, path)).replace(json.dumps(path[-1] + FORGED), f"{key}: 0, {key}")


def answer(file: Path, content: Any, *commands: tuple[str, ...]) -> None:
    file.write_text(json.dumps(content))
    for command in commands:
        done = pp(*command, file)
        assert done.exit_code in (0, 1, 2) and "Traceback" not in done.output, done.output
        clean(done.stdout)
        clean(done.stderr)


READERS = [("replay",), ("verify", "--referee", "kernel", "--attack", "0"), ("check",), ("show", "--full")]
SHOWN = [("show",), ("show", "--full"), ("show", "--format", "latex"), ("show", "--format", "html", "--full")]


def names(proofs: list[Proof]) -> list[str]:
    """The names of theorems, hypotheses and lines, without those that are letters too: a cut has its letters beside such names."""
    letters = {name for p in proofs for f in (*(f for _, f in p.hypotheses), *(s.claim for s in p.steps)) for _, name in names_in(f)}
    return sorted({name for p in proofs for name in (p.id, *(n for n, _ in p.hypotheses), *(s.name for s in p.steps))} - letters)


def renamed(value: Any, old: str, new: str) -> Any:
    """A proof file in which a name of a theorem, a hypothesis or a line is another one wherever it stands."""
    if isinstance(value, dict) and any(key[0].isupper() for key in value):  # a term or a formula
        return value
    if isinstance(value, dict):
        return {key: renamed(part, old, new) for key, part in value.items()}
    return [renamed(part, old, new) for part in value] if isinstance(value, list) else new if value == old else value


@pytest.mark.more
def test_a_name_in_an_accepted_proof_file_is_printed_as_a_name(tmp_path: Path) -> None:
    """The file is as valid with these names as with others, so that everything in it is printed."""
    proofs = catalogue.proofs(["novikoff"])
    document: Any = write(proofs)
    file = tmp_path / "p.json"
    for name in some(names(proofs), 4):
        answer(file, renamed(document, name, name + FORGED), ("replay",), *SHOWN)
        assert pp("replay", file).stdout.startswith("accepted: ")
    answer(file, renamed(document, "zero start", "zero start" + FORGED), ("show",))
    assert "“zero start\\u{a}forged: M ≤\\u{338} 0\\u{1b}[2K\\u{202e}\\u{2028}”" in pp("show", file).stdout


@pytest.mark.parametrize("kind", [real, nat, vec, seq, vseq])
def test_a_letter_in_a_proof_file_is_printed_as_a_letter(tmp_path: Path, kind: Any) -> None:
    x = kind("x" + FORGED)
    term = {"real": lambda: ge(x, 0), "nat": lambda: gt(real("y"), seq("z")(x)), "seq": lambda: ge(x(0), 1)}.get(kind.__name__)
    claim = term() if term is not None else eq(inner(x if kind is vec else x(0), vec("v")), 1)
    answer(tmp_path / "p.json", write([Proof("t", (("h", claim),), (), "h")]), *READERS, *SHOWN)


@pytest.mark.more
def test_a_text_anywhere_in_a_proof_file_is_printed_on_its_own_line(tmp_path: Path) -> None:
    document: Any = json.loads(json.dumps(write(catalogue.proofs(["norm-growth"]))))
    for path in some(places(document), 25):
        answer(tmp_path / "p.json", forged(document, path), *READERS)


@pytest.mark.more
def test_a_text_anywhere_in_a_counterexample_is_printed_on_its_own_line(tmp_path: Path) -> None:
    files = [SOUND, *(trap.content for trap in some(TRAPS.values(), 10) if isinstance(trap.content, dict))]
    for content in files:
        for path in some(places(content), 12):
            answer(tmp_path / "c.json", forged(content, path), ("check",), ("export", "--format", "coq"))


@pytest.mark.more
def test_a_text_anywhere_in_an_instance_is_printed_on_its_own_line(tmp_path: Path) -> None:
    instances = [json.loads(file.read_text()) for file in witnesses() if '"perceptron-proofs/model-1"' in file.read_text()[:200]]
    assert instances
    for path in some(places(instances[0]), 10):
        answer(tmp_path / "i.json", forged(instances[0], path), ("check",))


def witnesses() -> list[Path]:
    return sorted(Path(witnesses_of.__file__).parent.rglob("*.json"))


@pytest.mark.more
def test_text_in_any_field_of_an_audit_certificate_stays_on_its_line(tmp_path: Path) -> None:
    """With the digest of the altered file, so that the text is all that is wrong."""
    assert pp("audit", "penguins-adelie-gentoo", "--certify", tmp_path / "a.json").exit_code == 0
    content = json.loads((tmp_path / "a.json").read_text())
    fields = [path for path in places(content) if path[0] != "sha256"]
    for path in [("data",), *some(fields, 12)]:
        altered = forged(content, path)
        rest = {key: value for key, value in altered.items() if key != "sha256"}
        digest = hashlib.sha256(json.dumps(rest, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
        answer(tmp_path / "b.json", rest | {"sha256": digest}, ("check",))
        answer(tmp_path / "b.json", altered, ("check",))
    altered = forged(content, ("data",))
    answer(tmp_path / "b.json", {key: value for key, value in altered.items() if key != "sha256"}, ("check",))
    assert pp("check", tmp_path / "b.json").exit_code == 2  # a certificate has a digest


@pytest.mark.more
def test_a_key_that_stands_twice_is_refused_at_any_depth_by_every_reader(tmp_path: Path) -> None:
    """Readers that take the first or the last value would read two files in one."""
    assert pp("audit", "penguins-adelie-gentoo", "--certify", tmp_path / "a.json").exit_code == 0
    instance = next(data for file in witnesses() if (data := json.loads(file.read_text()))["format"] == "perceptron-proofs/model-1")
    readers = [(json.loads(json.dumps(write(catalogue.proofs(["norm-growth"])))), READERS)]
    readers += [(content, [("check",)]) for content in (SOUND, instance, json.loads((tmp_path / "a.json").read_text()))]
    for content, commands in readers:
        for path in some([path for path in places(content) if isinstance(path[-1], Key)], 3):
            (file := tmp_path / "twice.json").write_text(doubled(content, path))
            for command in commands:
                done = pp(*command, file)
                assert done.exit_code == 2 and f"the key '{path[-1]}' occurs twice in one object" in done.stderr, done.output


def test_a_text_anywhere_in_a_record_of_coq_is_printed_on_its_own_line(tmp_path: Path) -> None:
    record = json.loads(Path(SHIPPED).read_text())
    for path in [("coq",), ("assumes", 0), ("format",), *list(places(record))[-2:]]:
        answer(tmp_path / "r.json", forged(record, path), ("replay", "--coq"))


def test_a_text_anywhere_in_a_campaign_file_is_printed_on_its_own_line(tmp_path: Path) -> None:
    entry: dict[str, Any] = {"conjecture": "M <= 1/gamma**2", "name": "n", "expected": "falls", "learner": {"name": "margin", "eps": "1/2"}}
    entry |= {"setting": "separable", "norm": "ball", "comparator": "unit", "drop": ["separable"], "coordinates": ["1"]}
    for path in places(entry):
        file = tmp_path / "c.jsonl"
        file.write_text(json.dumps(forged(entry, path)))
        done = pp("campaign", "run", tmp_path / "s.db", "--conjectures", file, "--budget", "1")
        assert done.exit_code == 2
        clean(done.output)


@pytest.mark.more
def test_a_text_anywhere_in_a_campaigns_store_is_printed_on_its_own_line(tmp_path: Path) -> None:
    whole, file = tmp_path / "whole.db", tmp_path / "c.txt"
    lines = ('{"conjecture": "M <= 1/gamma**2 + TD/gamma", "name": "half"}', '{"theorem": "ogd-regret", "drop": ["zero start"]}')
    file.write_text("\n".join((*lines, "M <= 1/gamma**2", "")))
    pp("campaign", "run", whole, "--conjectures", file, "--budget", "1", "--workers", "1", "--search")
    with sqlite3.connect(whole) as store:
        tables = [name for (name,) in store.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        columns = [(t, row[1]) for t in tables for row in store.execute(f"PRAGMA table_info({t})") if row[2].lower() == "text"]
    assert {("conjecture", "name"), ("conjecture", "text"), ("unit", "note")} <= {*columns}
    for number, (table, column) in enumerate(some(columns, 14)):
        altered = tmp_path / f"{number}.db"
        shutil.copy(whole, altered)
        with sqlite3.connect(altered) as store:
            store.execute("PRAGMA ignore_check_constraints = ON")
            store.execute(f"UPDATE {table} SET {column} = coalesce({column}, '') || ?", (FORGED,))
        for command in (("status", altered), ("export", altered, tmp_path / f"out{number}", "--pytest")):
            done = pp("campaign", *command)
            assert done.exit_code in (0, 2) and "Traceback" not in done.output, done.output
            clean(done.output)
        for test in tmp_path.glob(f"out{number}/broken/test_*.py"):
            compile(test.read_text(), test.name, "exec")
            clean(test.read_text().partition('"""')[2].partition('"""')[0])


def test_a_text_in_a_table_of_answers_is_marked_on_its_own_line(tmp_path: Path) -> None:
    for student, exercise, given in (("ada" + FORGED, "hinge-1", "1"), ("ada", "hinge-1" + FORGED, "1"), ("ada", "hinge-1", "1" + FORGED)):
        file = tmp_path / "a.csv"
        file.write_text("student,exercise,answer\n" + ",".join(f'"{cell}"' for cell in (student, exercise, given)) + "\n")
        clean(pp("exercises", "mark", file).output)


def test_a_text_in_a_data_file_is_printed_on_its_own_line(tmp_path: Path) -> None:
    sign = FORGED.replace("\n", "")
    rows = "".join(
        f"{t % 3 + 1},{2 - t % 2},{'up' if t % 2 else 'down'}{FORGED}\n".replace(FORGED, FORGED.replace("\n", "")) for t in range(8)
    )
    file = tmp_path / f"d{sign}.csv"
    file.write_text(f"a{sign},b,label\n" + rows)
    done = pp("audit", file)
    assert done.exit_code in (0, 2)
    clean(done.output)


def test_a_learners_class_name_is_printed_on_its_own_line(tmp_path: Path) -> None:
    file = tmp_path / "named.py"
    file.write_text(
        "from perceptron import Learner\n\n\nclass Named(Learner):\n"
        "    def wants_update(self, w, x, y):\n        return y * (w @ x) <= 0\n\n"
        f"    def step(self, w, x, y):\n        return w + y * x\n\n\nNamed.__name__ += {FORGED!r}\n",
        encoding="utf-8",
    )
    for command in (
        ["bound", f"{file}:Named", "--count", "updates"],
        ["decide", "M <= R**2/gamma**2", "--norm", "any", "--learner", f"{file}:Named"],
    ):
        result = pp(*command, "--budget", "5")
        clean(result.output)
        assert result.exit_code in (0, 3)
