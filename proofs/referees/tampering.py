"""What of a proof carries its claim: every field altered in every way, each mutant replayed by the kernel.

A record is what a proof file has for one theorem. A field is a place in it (a coefficient, an exponent, a name, an index, a premise, a
rule, a part of a formula), found by the keys that lead to it. `mutants` walks the record. A mutant shares with the record whatever does
not lie on the way to the altered field.

`Resumed` replays many mutants of one proof, each from the first line that differs: the kernel's own rules go on from the lines that they
had. Whatever gets through to the end is then replayed by `replay`, from the start. So nothing here can accept.

`tampering` tells what became of each. A mutant that the kernel rejects shows that the field matters. One that it accepts is a proof too:
of the same theorem, or of another one that is as true."""

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
    names = [name for name, _ in record["hypotheses"]] + [s["name"] for s in record["steps"]]
    words = sorted(set(symbols(record))) or ["x"]

    def altered(field: Field, change: str, value: Any, step: int | None = None) -> Mutant:
        return Mutant(record, field, change, value, step)

    for i, (name, formula) in enumerate(record["hypotheses"]):
        whole = Field(("hypotheses",), f"hypothesis {name}", record["hypotheses"])
        yield altered(whole, "dropped", drop(record["hypotheses"], i))
        called = Field(("hypotheses", i, 0), f"hypothesis {name}, name", name)
        yield altered(called, "renamed", name + "'")
        for field in fields(formula, ("hypotheses", i, 1), f"hypothesis {name}"):
            yield from (altered(field, change, value) for change, value in changes(field, words))
    for i, step in enumerate(record["steps"]):
        place, whole = f"step {step['name']} ({step['rule']})", Field(("steps",), f"step {step['name']}", record["steps"])
        for field, change, value in of_step(step, ("steps", i), place, names, len(record["hypotheses"]) + i, words):
            yield altered(field, change, value, i)
        yield altered(whole, "dropped", drop(record["steps"], i))
        if i:
            yield altered(whole, "before its predecessor", moved_up(record["steps"], i))
    conclusion = Field(("conclusion",), "conclusion", record["conclusion"])
    yield from (altered(conclusion, f"becomes {name}", name) for name in names if name != record["conclusion"])


def of_step(
    step: dict[str, Any], path: Path, place: str, names: list[str], position: int, words: list[str]
) -> Iterator[tuple[Field, str, Any]]:
    """Every altered field of a step, in place; `position` is its number among all named lines."""
    rule, called = Field((*path, "rule"), f"{place}, rule", step["rule"]), Field((*path, "name"), f"{place}, name", step["name"])
    yield from ((rule, f"becomes {other}", other) for other in RULES if other != step["rule"])
    for other in sorted({names[position - 1], names[0], "z", step["name"] + "'"} - {step["name"]}):
        yield called, f"becomes {other}", other
    for field in fields(step["claim"], (*path, "claim"), f"{place}, claim"):
        yield from ((field, change, value) for change, value in changes(field, words))
    premises = Field((*path, "premises"), f"{place}, premises", step["premises"])
    yield premises, f"{names[0]} added", [*step["premises"], names[0]]
    for i, premise in enumerate(step["premises"]):
        yield premises, f"{premise} dropped", drop(step["premises"], i)
        if i:
            yield premises, f"{premise} moved up", moved_up(step["premises"], i)
        one = Field((*path, "premises", i), f"{place}, premise {premise}", premise)
        yield from ((one, f"becomes {other}", other) for other in names if other != premise)
    data = Field((*path, "data"), f"{place}, data", step["data"])
    texts = [*step["premises"], "z"] if step["rule"] == "certificate" else words
    for key, value in step["data"].items():
        yield data, f"{key} dropped", {k: v for k, v in step["data"].items() if k != key}
        for field in fields(value, (*path, "data", key), f"{place}, {key}"):
            yield from ((field, change, altered) for change, altered in changes(field, words, texts))


def fields(value: Any, path: Path, place: str) -> Iterator[Field]:
    """A value of the record and every field in it."""
    yield Field(path, place, value)
    if isinstance(value, list):
        for i, entry in enumerate(value):
            yield from fields(entry, (*path, i), place)
    elif isinstance(value, dict):
        ((kind, content),) = value.items()
        if kind == "Polynomial":
            for i, (coefficient, monomial) in enumerate(content):
                yield Field((*path, kind, i, 0), f"{place}, coefficient", coefficient)
                for j, (atom, exponent) in enumerate(monomial):
                    yield from fields(atom, (*path, kind, i, 1, j, 0), place)
                    yield Field((*path, kind, i, 1, j, 1), f"{place}, exponent", exponent)
        elif kind == "Fraction":
            yield Field((*path, kind), f"{place}, coefficient", content)
        elif kind == "Compare":
            yield from fields(content[0], (*path, kind, 0), place)
            yield Field((*path, kind, 1), f"{place}, relation", content[1])
        else:
            yield from (field for i, part in enumerate(content) for field in fields(part, (*path, kind, i), place))


def changes(field: Field, words: list[str], texts: list[str] | None = None) -> Iterator[tuple[str, Any]]:
    """Every alteration of one field itself, and not of the fields in it; a text outside terms becomes each of `texts` (or `words`)."""
    value, holder = field.value, field.path[-2] if len(field.path) > 1 else None
    if field.place.endswith(", coefficient"):
        yield from number(value)
    elif field.place.endswith(", exponent"):
        yield from ((f"{value} becomes {e}", e) for e in (value + 1, value - 1, value + 2))
    elif field.place.endswith(", relation"):
        yield from ((f"{value} becomes {r}", r) for r in RELATIONS if r != value)
    elif isinstance(value, dict):
        yield from of_node(value, holder)
    elif isinstance(value, list):
        for i in range(len(value)):
            yield f"entry {i} dropped", drop(value, i)
            yield f"entry {i} doubled", [*value, value[i]]
    elif isinstance(value, str):
        others = words if texts is None or holder in NAMED else texts
        yield from ((f"{value} becomes {t}", t) for t in [*others, value + "'"] if t != value)
    elif isinstance(value, int):
        yield f"{value} + 1", value + 1
        yield f"{value} − 1", value - 1
    elif holder in ("Vec", "Real"):
        yield "index added", {"Index": [None, 0]}
    else:
        yield "none becomes 0", 0
        yield "none becomes a name", words[0]


def of_node(value: dict[str, Any], holder: str | int | None) -> Iterator[tuple[str, Any]]:
    """Every alteration of a node itself, which is {kind: content}."""
    ((kind, content),) = value.items()
    if kind == "Polynomial":
        for i, (_, monomial) in enumerate(content):
            yield f"term {i} dropped", {kind: drop(content, i)}
            for j in range(len(monomial)):
                yield f"factor {j} of term {i} dropped", {kind: put(content, (i, 1), drop(monomial, j))}
        yield from ((f"{c} added", {kind: [*content, [c, []]]}) for c in ("1", "-1", "-1/1000000"))
        yield "negated", {kind: [[str(-Fraction(c)), m] for c, m in content]}
    elif kind == "Vector":
        yield from ((f"part {i} dropped", {kind: drop(content, i)}) for i in range(len(content)))
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


class Resumed:
    """A proof that was replayed once; `record` is the proof as its file has it, `library` what it may cite."""

    def __init__(self, record: dict[str, Any], library: Mapping[str, Theorem]) -> None:
        self.record, self.library = record, library  # the record keeps alive the parts that are known by their identity
        self._known: dict[int, Any] = {}
        self._known = {id(r): self._read(r, "steps") for r in record["steps"]}
        self._known[id(record["hypotheses"])] = self._read(record["hypotheses"], "hypotheses")
        self.proof = self.decoded(record)
        self.theorem = replay(self.proof, library)
        assumed = tuple(Step(name, "assume", f, (), {}) for name, f in self.proof.hypotheses)
        self.lines = self._go_on({}, assumed + self.proof.steps)

    def judged(self, mutant: Mutant) -> tuple[Proof, Theorem]:
        """The mutant and what it proves; raises `Rejected`."""
        proof = self.decoded(mutant.record)
        if mutant.step is not None:
            before = [*(name for name, _ in proof.hypotheses), *(s.name for s in self.proof.steps[: mutant.step])]
            limited(self._go_on, {name: self.lines[name] for name in before}, proof.steps[mutant.step :])
        return proof, replay(proof, self.library)

    def decoded(self, record: dict[str, Any]) -> Proof:
        """Through the reader of proof files; what a mutant shares with the others is read once."""
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
        made, taken = dict(lines), {name for line in lines.values() for name in line.free}
        for step in steps:
            add(step, made, taken, self.library)
        return made


REJECTED, SAME, ANOTHER = "rejected", "same theorem", "another theorem"


@dataclass
class FieldVerdict:
    """What became of the alterations of one field. `accepted` lists those that the kernel accepts, with what they prove if it differs."""

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


def tampering(document: Mapping[str, Any], tell: Callable[[str, float], None] = lambda what, part: None) -> Iterator[Tampering]:
    """Alter every field of a proof file, one at a time, and replay what comes of it; one record for each theorem of the file.

    document    a proof file's JSON, as `codec.read` takes it
    tell        hears what is being altered, and how much of the file was done since it last heard

    A mutant counts as accepted only if the kernel accepts the whole file with it: whatever cites the altered theorem too.
    Raises `Rejected` if the kernel rejects the file as it is.
    """
    proofs = read(document)
    replay_all(proofs)
    library: dict[str, Theorem] = {}
    for i, (proof, record) in enumerate(zip(proofs, document["theorems"], strict=True)):
        judge = Resumed(record, dict(library))
        verdicts: dict[Any, FieldVerdict] = {}
        for number, mutant in enumerate(mutants(record)):
            if number % 100 == 0:
                tell(mutant.field.place, 0)
            verdict = verdicts.setdefault((mutant.field.path, mutant.field.place), FieldVerdict(mutant.field))
            _judge(verdict, mutant, judge, proofs[i + 1 :])
        yield Tampering(proof, judge.theorem, list(verdicts.values()))
        library[proof.id] = judge.theorem
        tell(proof.id, 1 / len(proofs))


def _judge(verdict: FieldVerdict, mutant: Mutant, judge: Resumed, later: Sequence[Proof]) -> None:
    """Add a mutant's fate to that of its field."""
    try:
        _, theorem = judge.judged(mutant)
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
