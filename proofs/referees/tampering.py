"""Mutants of proofs: every field altered in every way, each mutant replayed by the kernel.

A record is the part of a proof file for one theorem. A field is a place in it (a coefficient, an exponent, a name, an index, a premise, a
rule, a part of a formula), found by the keys that lead to it. `mutants` walks the record. A mutant shares with the record whatever does not
lie on the way to the altered field.

`ReplayedProof` replays many mutants of one proof, each from the first line that differs: the kernel's own rules go on from the lines that
they had. Whatever gets through to the end is then replayed by `replay`, from the start. So nothing here can accept.

`tampering` reports the fate of each. A mutant that the kernel rejects shows that the field matters. One that it accepts is a proof too: of
the same theorem, or of another one that is as true."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from proofs.kernel import Proof, Rejected, Step, Theorem, replay, replay_all
from proofs.kernel.codec import FORMAT, read
from proofs.kernel.polynomial import limited
from proofs.kernel.replay import add
from proofs.kernel.rules import RULES, Line

RELATIONS = (">=", ">", "=")
FORMULAS = ("Compare", "Null", "Both", "Implies", "ForAll")
NAMED = ("Vec", "Real", "Nat", "Index", "Fn")  # their first field is a name

Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Field:
    """A value in a record; `path` leads to it, and `place` says in words where it stands."""

    path: Path
    place: str
    value: Any


@dataclass(frozen=True, slots=True)
class Mutant:
    """A record with one field altered; `step` is the position of the step that it is in, None if it is in none or steps were moved."""

    original: dict[str, Any]
    field: Field
    change: str
    value: Any
    step: int | None

    @property
    def what(self) -> str:
        return f"{self.field.place}: {self.change}"

    @property
    def record(self) -> dict[str, Any]:
        """Made when asked for: a long proof has some hundred thousand mutants, of which a sample is tried."""
        altered: dict[str, Any] = put(self.original, self.field.path, self.value)
        return altered


def mutants(record: dict[str, Any]) -> Iterator[Mutant]:
    """Every mutant of a record, field after field."""
    lines = [name for name, _ in record["hypotheses"]] + [step["name"] for step in record["steps"]]
    words = sorted(set(symbols(record))) or ["x"]
    for path, value in fields({part: record[part] for part in ("hypotheses", "steps", "conclusion")}):
        field, step = Field(path, place(record, path), value), path[1] if path[0] == "steps" and len(path) > 1 else None
        texts = others(record, path, value, lines, words) if isinstance(value, str) else words
        more = [(f"{lines[0]} added", [*value, lines[0]])] if path[2:] == ("premises",) else []
        for change, altered in (*changes(path, value, texts), *more):
            if altered != value:  # as of two equal entries, one before the other
                yield Mutant(record, field, change, altered, step)  # type: ignore[arg-type]


def fields(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every field in a value, with the way to it."""
    for key, part in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield (*path, key), part
        yield from fields(part, (*path, key))


def place(record: dict[str, Any], path: Path) -> str:
    """Where a field stands, in words."""
    part, way = str(path[0]), path[1:]
    words: list[object] = [part]
    if way and part == "hypotheses":
        words = [f"hypothesis {record[part][way[0]][0]}", "name" if way[1:] == (0,) else ""]
    elif way:
        step = record[part][way[0]]
        words = [f"step {step['name']} ({step['rule']})", *(way[2:3] if way[1:2] == ("data",) and len(way) > 2 else way[1:2])]
    sort = "coefficient" if is_coefficient(path) else "exponent" if is_exponent(path) else "relation" if is_relation(path) else ""
    return ", ".join(str(word) for word in (*words, sort) if word)


def is_coefficient(path: Path) -> bool:
    return path[-1] == "Fraction" or (path[-3:-2] == ("Polynomial",) and path[-1] == 0)


def is_exponent(path: Path) -> bool:
    return path[-5:-4] == ("Polynomial",) and path[-3] == path[-1] == 1


def is_relation(path: Path) -> bool:
    return path[-2:] == ("Compare", 1)


def is_tuple(path: Path) -> bool:
    """Whether the entries of a list are of different kinds: a field of a node, a term, a factor, or a hypothesis with its name."""
    of_node = isinstance(path[-1], str) and path[-1][0].isupper() and path[-1] not in ("Polynomial", "Vector")
    return of_node or path[-2:-1] == ("Polynomial",) or path[-4:-3] == ("Polynomial",) or path[:-1] == ("hypotheses",)


def others(record: dict[str, Any], path: Path, value: str, lines: list[str], words: list[str]) -> list[str]:
    """The alterations of a text."""
    own = path[2:3] if path[0] == "steps" else path
    if own in (("premises",), ("conclusion",)):
        return lines
    if own == ("rule",):
        return [*RULES]
    if own == ("name",) or (path[0] == "hypotheses" and path[2:] == (0,)):
        return [*dict.fromkeys((lines[0], lines[lines.index(value) - 1], "z", value + "'"))]
    if is_relation(path):
        return [*RELATIONS]
    step = record["steps"][path[1]] if own == ("data",) else None
    of_certificate = step is not None and step["rule"] == "certificate" and path[-2] not in NAMED
    return [*step["premises"], "z", value + "'"] if step is not None and of_certificate else [*words, value + "'"]


def changes(path: Path, value: Any, texts: list[str]) -> Iterator[tuple[str, Any]]:
    """Every alteration of one field itself, and not of the fields in it; a text becomes each of `texts`."""
    holder = path[-2] if len(path) > 1 else None
    if is_coefficient(path):
        yield from number(value)
    elif isinstance(value, str):
        yield from ((f"{value} becomes {t}", t) for t in texts if t != value)
    elif isinstance(value, int):
        yield from ((f"{value} becomes {n}", n) for n in (value + 1, value - 1, *([value + 2] if is_exponent(path) else ())))
    elif isinstance(value, list):
        for i, entry in enumerate(() if is_tuple(path) else value):
            called = entry["name"] if path == ("steps",) else entry[0] if path == ("hypotheses",) else f"entry {i}"
            yield f"{called} dropped", drop(value, i)
            yield f"{called} doubled", [*value, entry]
            yield from [(f"{called} before its predecessor", moved_up(value, i))] if i else []
    elif isinstance(value, dict):
        if path[-1] == "data":
            yield from ((f"{key} dropped", {k: v for k, v in value.items() if k != key}) for key in value)
        elif len(value) == 1:
            yield from of_node(value, holder)
    elif holder in ("Vec", "Real"):
        yield "index added", {"Index": [None, 0]}
    else:
        yield "none becomes 0", 0
        yield "none becomes a name", texts[0]


def of_node(value: dict[str, Any], holder: str | int | None) -> Iterator[tuple[str, Any]]:
    """Every alteration of a node itself, which is {kind: content}."""
    ((kind, content),) = value.items()
    if kind == "Polynomial":
        yield from ((f"{c} added", {kind: [*content, [c, []]]}) for c in ("1", "-1", "-1/1000000"))
        yield "negated", {kind: [[str(-Fraction(c)), m] for c, m in content]}
    elif kind in ("Both", "Implies"):
        yield f"{kind} turned", {kind: content[::-1]}
        yield "halved", content[1]
        yield "halved", content[0]
        yield f"{kind} becomes the other", {"Implies" if kind == "Both" else "Both": content}
    elif kind == "ForAll":
        yield "∀ dropped", content[0]
    elif kind == "Index" and holder in ("Vec", "Real"):
        yield "index dropped", None
    if kind in FORMULAS:
        yield "∀ added", {"ForAll": [value]}


def number(text: str) -> Iterator[tuple[str, str]]:
    c = Fraction(text)
    for altered in (-c, c + 1, c - 1, 2 * c, c + Fraction(1, 10**6), Fraction(0)):
        if altered != c:
            yield f"{c} becomes {altered}", str(altered)


def symbols(value: Any) -> Iterator[str]:
    """Every name in a theorem's formulas."""
    if isinstance(value, dict):
        for key, content in value.items():
            if key in NAMED and isinstance(content[0], str):
                yield content[0]
            yield from symbols(content)
    elif isinstance(value, list):
        for entry in value:
            yield from symbols(entry)


def put(whole: Any, path: Path, value: Any) -> Any:
    """`whole` with another value at the end of a path; what lies beside the path is shared."""
    if not path:
        return value
    copy = whole.copy()
    copy[path[0]] = put(whole[path[0]], path[1:], value)
    return copy


def drop(values: list[Any], i: int) -> list[Any]:
    return [*values[:i], *values[i + 1 :]]


def moved_up(values: list[Any], i: int) -> list[Any]:
    """The list with entry i before its predecessor."""
    return [*values[: i - 1], values[i], values[i - 1], *values[i + 1 :]]


class ReplayedProof:
    """A proof that was replayed once; `record` is the proof as its file has it, `library` the theorems that it may cite."""

    def __init__(self, record: dict[str, Any], library: Mapping[str, Theorem]) -> None:
        self.record, self.library = record, library  # the record keeps alive the parts that are known by their identity
        self._known: dict[int, Any] = {}
        self._known = {id(r): self._read(r, "steps") for r in record["steps"]}
        self._known[id(record["hypotheses"])] = self._read(record["hypotheses"], "hypotheses")
        self.proof = self.decode(record)
        self.theorem = replay(self.proof, library)
        assumed = tuple(Step(name, "assume", f, (), {}) for name, f in self.proof.hypotheses)
        self.lines = self._go_on({}, assumed + self.proof.steps)

    def judge(self, mutant: Mutant) -> tuple[Proof, Theorem]:
        """The mutant and its theorem; raises `Rejected`."""
        proof = self.decode(mutant.record)
        if mutant.step is not None:
            before = [*(name for name, _ in proof.hypotheses), *(s.name for s in self.proof.steps[: mutant.step])]
            limited(self._go_on, {name: self.lines[name] for name in before}, proof.steps[mutant.step :])
        return proof, replay(proof, self.library)

    def decode(self, record: dict[str, Any]) -> Proof:
        """Through the reader of proof files; the part that a mutant shares with the others is read once."""
        steps = tuple(self._read(s, "steps") for s in record["steps"])
        return Proof(record["id"], self._read(record["hypotheses"], "hypotheses"), steps, record["conclusion"])

    def _read(self, part: Any, field: str) -> Any:
        if id(part) in self._known:
            return self._known[id(part)]
        theorem = {"id": "", "hypotheses": [], "steps": [], "conclusion": "", field: [part] if field == "steps" else part}
        (proof,) = read({"format": FORMAT, "theorems": [theorem]})
        return proof.steps[0] if field == "steps" else proof.hypotheses

    def _go_on(self, lines: Mapping[str, Line], steps: tuple[Step, ...]) -> dict[str, Line]:
        """The lines after these steps; `replay` has the last word on them."""
        known, taken = dict(lines), {name for line in lines.values() for name in line.free}
        for step in steps:
            add(step, known, taken, self.library)
        return known


REJECTED, SAME, ANOTHER = "rejected", "same theorem", "another theorem"


@dataclass
class FieldVerdict:
    """The kernel's verdicts on the alterations of one field. `accepted` lists those that it accepts, with their claims if these differ."""

    field: Field
    rejected: int = 0
    accepted: list[tuple[str, str, Theorem | None]] = dataclasses.field(default_factory=list)  # change, verdict, other theorem

    @property
    def carries(self) -> bool:
        """Whether the kernel rejects every alteration of the field."""
        return not self.accepted


@dataclass(frozen=True)
class Tampering:
    """The fields of one theorem's proof, each with its verdict."""

    proof: Proof
    theorem: Theorem
    fields: Sequence[FieldVerdict]

    @property
    def counts(self) -> Mapping[str, int]:
        """How many alterations met with each verdict."""
        counts = Counter({REJECTED: sum(f.rejected for f in self.fields), SAME: 0, ANOTHER: 0})
        counts.update(verdict for f in self.fields for _, verdict, _ in f.accepted)
        return counts

    def to_json(self, stated: Callable[[Theorem], str]) -> dict[str, Any]:
        """The record for `replay --tamper --json`."""
        return {
            "id": self.proof.id,
            "alterations": sum(self.counts.values()),
            **self.counts,
            "fields": [_json(f, stated) for f in self.fields],
        }


def tampering(document: Mapping[str, Any], on_progress: Callable[[str, float], None] = lambda what, part: None) -> Iterator[Tampering]:
    """Alter every field of a proof file, one at a time, and replay what comes of it; one record for each theorem of the file.

    document    a proof file's JSON, as `codec.read` takes it
    on_progress  is called with the place being altered, and the share of the file done since its last call

    A mutant counts as accepted only if the kernel accepts the whole file with it: whatever cites the altered theorem too.
    Raises `Rejected` if the kernel rejects the file as it is.
    """
    proofs = read(document)
    replay_all(proofs)
    library: dict[str, Theorem] = {}
    for i, (proof, record) in enumerate(zip(proofs, document["theorems"], strict=True)):
        judge = ReplayedProof(record, dict(library))
        verdicts: dict[Any, FieldVerdict] = {}
        for number, mutant in enumerate(mutants(record)):
            if number % 100 == 0:
                on_progress(mutant.field.place, 0)
            verdict = verdicts.setdefault((mutant.field.path, mutant.field.place), FieldVerdict(mutant.field))
            _judge(verdict, mutant, judge, proofs[i + 1 :])
        yield Tampering(proof, judge.theorem, list(verdicts.values()))
        library[proof.id] = judge.theorem
        on_progress(proof.id, 1 / len(proofs))


def _judge(verdict: FieldVerdict, mutant: Mutant, judge: ReplayedProof, later: Sequence[Proof]) -> None:
    """Add a mutant's fate to that of its field."""
    try:
        _, theorem = judge.judge(mutant)
        if (theorem.hypotheses, theorem.conclusion) == (judge.theorem.hypotheses, judge.theorem.conclusion):
            verdict.accepted.append((mutant.change, SAME, None))
            return
        library = {**judge.library, theorem.id: theorem}
        for proof in later:
            library[proof.id] = replay(proof, library)
        verdict.accepted.append((mutant.change, ANOTHER, theorem))
    except Rejected:
        verdict.rejected += 1


def _json(f: FieldVerdict, stated: Callable[[Theorem], str]) -> dict[str, Any]:
    accepted = [{"change": c, "verdict": v} | ({} if t is None else {"proves": stated(t)}) for c, v, t in f.accepted]
    path = "".join(f"/{key}" for key in f.field.path)  # a JSON pointer into the theorem's record
    return {"place": f.field.place, "path": path, "carries": f.carries, "rejected": f.rejected, "accepted": accepted}
