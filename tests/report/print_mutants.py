"""Statements with one field altered: what prints like the original has to mean the same.

    python -m tests.report.print_mutants [--number 100000] [--seed 1] [--read 10] [--part 1/2]

takes so many alterations of the statements of the catalogue and of the arena, of a coefficient, an exponent, an index, a sign, a side, a
letter, a premise or the order of two quantifiers.  It prints, for each notation, how many print like the original, and how many of those
differ from it in meaning.  Every `--read`th altered statement is read back, too.
`--part 1/2` is the first of two halves, each to be run beside the other; a line for every 5,000 alterations says how far it is.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Any

from perceptron.errors import InputError
from proofs.derive.authoring.encoding import encode
from proofs.derive.typesetting.layout import Names
from proofs.derive.typesetting.sentences import sentence, theorem_names
from proofs.derive.typesetting.writers import UNICODE
from proofs.kernel import Formula, Proof, Rejected, Theorem
from proofs.kernel.codec import FORMAT, read
from proofs.kernel.formula import names as names_in
from proofs.referees import arena
from proofs.referees.coq.encode import CoqDefinition, Untranslatable
from proofs.referees.coq.theories import CoqClaim, plain_theorem
from proofs.referees.tampering import mutants, put
from proofs.report.proofs import render
from proofs.report.proofs.linear import is_reciprocal
from proofs.system.files import read_json
from tests.report import evaluating, reading, reading_coq
from tests.report.evaluating import Different, Point, Spelled, Text, agree, compared

SEEDS = (1, 2, 3)
CLAIM = "claim"
Lines = tuple[str, ...]


@dataclass(frozen=True)
class Statement:
    """Hypotheses and a claim; `lines` are the hypotheses and the claim in a notation."""

    id: str
    hypotheses: tuple[tuple[str, Formula], ...]
    claim: Formula

    @property
    def formulas(self) -> list[Formula]:
        return [*(f for _, f in self.hypotheses), self.claim]

    @cached_property
    def theorem(self) -> Theorem:
        return Theorem(self.id, self.hypotheses, self.claim, frozenset(), frozenset())

    @cached_property
    def printed(self) -> Mapping[str, Lines]:
        """Its lines by notation, as `replay` and `verify` print them, and as Coq reads them."""
        shown = render.statement(self.theorem)
        rows = [*(said for _, said in shown.hypotheses), shown.conclusion]
        notations = {name: tuple(getattr(row, field) for row in rows) for name, field in FIELDS.items()}
        notations[LINEAR] = tuple(UNICODE.write(sentence(f, self.names)) for f in self.shown(LINEAR))
        return notations | ({} if (coq := self.coq()) is None else {"Coq": coq})

    @cached_property
    def names(self) -> Names:
        return theorem_names(self.formulas)

    def shown(self, notation: str) -> list[Formula]:
        """The formulas that are printed: `show --linear` leaves out a hypothesis that only defines a symbol."""
        if notation != LINEAR:
            return self.formulas
        return [*(f for name, f in self.hypotheses if not is_reciprocal(name, f, self.names)), self.claim]

    def coq(self) -> Lines | None:
        """The binders, hypotheses and claim of the theorem in `Claims.v`; None for functions that Coq's theory does not know."""
        proof = Proof(self.id, self.hypotheses, (), "")
        try:
            text = plain_theorem(CoqDefinition(proof, self.hypotheses, self.claim, "t"), CoqClaim(proof, self.theorem))
        except Untranslatable:
            return None
        return tuple(text.partition(".\nProof.")[0].removeprefix("Theorem t : forall ").split("\n"))

    def fault(self, notation: str, lines: Lines) -> str:
        """Where the reader of the print understands something else than this statement; empty if nowhere."""
        points = [Point(seed, self.formulas) for seed in SEEDS]
        for f in self.formulas:
            if f not in self.shown(notation) and not all(is_said_by_its_names(f, point) for point in points):
                return f"left out, and more than the meaning of a name: {f}"
        try:
            known, trees = self.read(notation, lines)
        except (Different, reading.Unreadable, KeyError, TypeError, ValueError) as reason:
            return f"{type(reason).__name__} {reason}"
        for f, tree, line in zip(self.shown(notation), trees, lines[-len(trees) :], strict=True):
            try:
                agree([compared(f, tree, Text(point, known), (), {}) for point in points])
            except ZeroDivisionError:
                continue
            except (Different, reading.Unreadable, KeyError, TypeError, ValueError) as reason:
                return f"{type(reason).__name__} {reason}: {line}"
        return ""

    def read(self, notation: str, lines: Lines) -> tuple[Mapping[str, Any], list[reading.Tree]]:
        """What each name stands for, and the tree of each line.  Raises Unreadable."""
        if notation == "Coq":
            return reading_coq.theorem("forall " + "\n".join(lines), self.formulas)
        known = Spelled(self.formulas)
        applied = frozenset(text for text in known if "(" in text and "“" not in text)
        return known, [reading.read(READERS[notation](line), applied) for line in lines]


def is_said_by_its_names(f: Formula, point: Point) -> bool:
    """Whether a formula is true of names such as 1/γ and √x, read as what they are spelled; a root need not be a rational number."""
    comparisons = list(evaluating.flat(f))
    for many, c in comparisons:
        value = point.real(c.left, (3,) if many else ())
        roots = [name for _, name in names_in(c) if str(name).startswith(("√", "‖", "1/√"))]
        defines_root = c.relation == "=" and any(point.definition(str(name), many) for name in roots)
        if not defines_root and not {"=": value == 0, ">=": value >= 0, ">": value > 0}[c.relation]:
            return False
    return bool(comparisons)


FIELDS = {"unicode": "unicode", "LaTeX": "latex", "MathML": "html"}
LINEAR = "--linear"
READERS = {"unicode": str, "LaTeX": reading.from_latex, "MathML": reading.from_mathml, LINEAR: str}


def statements() -> list[Statement]:
    """Those of the catalogue, the lemmas' included, and of each file of the arena that has proof data."""
    of_catalogue = [Statement(id, b.theorem.hypotheses, b.theorem.conclusion) for id, b in evaluating.built().items()]
    return of_catalogue + [statement for entry in arena.entries() for statement in in_arena(entry)]


def in_arena(entry: arena.ArenaFile) -> Iterator[Statement]:
    """What the proofs of a file say that they prove, whether they do or not."""
    try:
        proofs = read(read_json(entry.path))
    except (InputError, Rejected):
        return
    for number, proof in enumerate(proofs):
        claims = dict(proof.hypotheses) | {step.name: step.claim for step in proof.steps}
        if proof.conclusion not in claims:
            continue
        statement = Statement(f"{entry.kind}/{entry.name}/{number}", proof.hypotheses, claims[proof.conclusion])
        if all(kind != "loose" for f in statement.formulas for kind, _ in names_in(f)):
            yield statement


def alterations(statement: Statement) -> Iterator[tuple[str, Any]]:
    """What is altered, and the record of the altered statement, whose last hypothesis is the claim."""
    record = {"id": "", "hypotheses": [[str(n), encode(f)] for n, f in enumerate(statement.formulas)], "steps": [], "conclusion": ""}
    for mutant in mutants(record):
        path = mutant.field.path
        if len(path) > 2 and path[2] == 1:  # in a formula: not its name, nor the order of hypotheses
            yield mutant.what, mutant
    for path, inner in quantifiers(record["hypotheses"]):
        yield "two quantifiers exchanged", put(record, ("hypotheses", *path), {"ForAll": [{"ForAll": [exchanged(inner, 0)]}]})


def quantifiers(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Each ∀∀φ in a record, with the way to it."""
    if isinstance(value, dict) and isinstance(body := value.get("ForAll", [0])[0], dict) and "ForAll" in body:
        yield path, body["ForAll"][0]
    for key, part in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from quantifiers(part, (*path, key))


def exchanged(value: Any, depth: int) -> Any:
    """A formula in which the two numbers bound outside it are exchanged."""
    if isinstance(value, list):
        return [exchanged(part, depth) for part in value]
    if not isinstance(value, dict):
        return value
    ((kind, content),) = value.items()
    if kind in ("Nat", "Index") and isinstance(content[0], int) and content[0] in (depth, depth + 1):
        return {kind: [2 * depth + 1 - content[0], *content[1:]]}
    return {kind: exchanged(content, depth + (kind in ("ForAll", "Sum")))}


def altered(statement: Statement, alteration: Any) -> Statement | None:
    """The altered statement; None where that is none."""
    record = alteration if isinstance(alteration, dict) else alteration.record
    try:
        (proof,) = read({"format": FORMAT, "theorems": [record]})
    except Rejected:
        return None
    formulas = [f for _, f in proof.hypotheses]
    if formulas == statement.formulas or any(kind == "loose" for f in formulas for kind, _ in names_in(f)):
        return None
    names = [name for name, _ in statement.hypotheses]
    return replace(statement, hypotheses=tuple(zip(names, formulas, strict=False)), claim=formulas[-1])


def sample(every: Sequence[Statement], number: int, seed: int) -> Iterator[tuple[Statement, str, Statement]]:
    """So many alterations, as many of each statement as of any other as far as it has them."""
    chance = random.Random(seed)
    waiting: list[tuple[Statement, list[tuple[str, Any]]]] = []
    for statement in every:
        found = list(alterations(statement))
        chance.shuffle(found)
        waiting.append((statement, found))
    waiting.sort(key=lambda entry: len(entry[1]))
    for place, (statement, found) in enumerate(waiting):
        share = -(-number // (len(waiting) - place))
        for what, alteration in found:
            if not share:
                break
            if (other := altered(statement, alteration)) is not None:
                number, share = number - 1, share - 1
                yield statement, what, other


Counts = Counter[tuple[str, str]]  # by notation and outcome


def campaign(
    cases: Iterable[tuple[Statement, str, Statement]], read_every: int, on_progress: Callable[[Counts], None] = lambda counts: None
) -> tuple[Counts, list[str]]:
    """Counts by notation and outcome, and the alterations that print like the original and mean something else, or are misread."""
    counts: Counts = Counter()
    faults: list[str] = []
    for number, (original, what, other) in enumerate(cases):
        if number and number % 5000 == 0:
            on_progress(counts)
        for notation, lines in other.printed.items():
            counts[notation, "altered"] += 1
            alike = [" ".join(line.split()) for line in lines] == [" ".join(line.split()) for line in original.printed.get(notation, ())]
            counts[notation, "print alike"] += alike
            if alike and (why := original.fault(notation, lines) or other.fault(notation, lines)):
                counts[notation, "differ in meaning"] += 1
                faults.append(f"{original.id}: {what}: {notation}: {why}")
            elif not alike and read_every and number % read_every == 0:
                counts[notation, "read back"] += 1
                if why := other.fault(notation, lines):
                    counts[notation, "misread"] += 1
                    faults.append(f"{original.id}: {what}: {notation}: {why}")
    return counts, faults


def report(counts: Counts) -> None:
    """Print the counts, a line for each notation."""
    outcomes = ("altered", "print alike", "differ in meaning", "read back", "misread")
    for notation in dict.fromkeys(name for name, _ in counts):
        print(f"{notation}: " + ", ".join(f"{counts[notation, outcome]:,} {outcome}" for outcome in outcomes), flush=True)


def main(arguments: Sequence[str]) -> int:
    """Print the counts and the faults; 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int, default=100_000, help="alterations (100000)")
    parser.add_argument("--seed", type=int, default=1, help="which alterations are drawn (1)")
    parser.add_argument("--read", type=int, default=10, help="read back every so-manieth altered statement (10; 0: none)")
    parser.add_argument("--part", default="1/1", help="of the alterations every second one, as 1/2 or 2/2 (1/1)")
    given = parser.parse_args(arguments)
    every = statements()
    faults = [f"{s.id}: {notation}: {why}" for s in every for notation, lines in s.printed.items() if (why := s.fault(notation, lines))]
    print(f"{len(every):,} statements read back, {len(faults)} misread")
    place, parts = map(int, given.part.split("/"))
    counts, more = campaign(islice(sample(every, given.number, given.seed), place - 1, None, parts), given.read, report)
    report(counts)
    print("\n".join([*faults, *more]))
    return int(bool(faults or more))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
