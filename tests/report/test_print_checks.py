"""The checks and reasons that are printed beside a step, read back: an identity holds at random exact values, each label being the
difference of the line that it names; what a reason puts in place of a name is what the kernel put there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from flint import fmpq

from proofs.derive.typesetting import writers
from proofs.derive.typesetting.names import composite
from proofs.derive.typesetting.writers import UNICODE, At, Node, SignedTerms, Strung
from proofs.kernel import Compare, ForAll, Formula, Index, Polynomial, Step, Vector
from proofs.report.proofs import reasons
from proofs.report.proofs.pages import ProofLine
from proofs.report.proofs.render import _Reader, outline
from proofs.statements.page import Built
from tests.amounts import sampled
from tests.report.evaluating import (
    NOTATIONS,
    SEEDS,
    Different,
    Mutant,
    Point,
    Text,
    definitions,
    plus,
    printed_in,
    printed_names,
    shortest_first,
    times,
)
from tests.report.reading import Tree, Unreadable, read, read_term


class Printed:
    """The short form of a proof as a reader has it, with the kernel's steps beside it."""

    def __init__(self, b: Built) -> None:
        self.b, self.reader = b, _Reader(b.proof, dict(b.notes), short=True)
        self.entries = outline(b.proof, b.notes).entries
        self.steps: dict[str, Step] = {s.name: s for s in b.proof.steps}
        self.claims = dict(b.proof.hypotheses) | {s.name: s.claim for s in b.proof.steps}
        self.points = [Point(seed, definitions(b)) for seed in SEEDS]

    def known(self, e: ProofLine) -> dict[str, list[tuple[str, str]]]:
        step = self.steps[e.name]
        return printed_names(self.b, self.reader.names, [step.claim, *(claim for p in step.premises for claim in self.way(p))])

    def way(self, name: str) -> Iterator[Formula]:
        """The line, and those without a number by which it was reached."""
        yield self.claims[name]
        if name in self.steps and name not in self.reader.number:
            for premise in self.steps[name].premises[:1]:
                yield from self.way(premise)


def differences(page: Printed, notation: str) -> Iterator[str]:
    """Where a check that is printed is no identity, or a reason says something else than the kernel did."""
    for e in page.entries:
        try:
            if e.check is not None:
                check(page, e, NOTATIONS[notation])
            told(page, e, NOTATIONS[notation])
        except (Different, Unreadable, ZeroDivisionError, TypeError, KeyError) as reason:
            yield f"{page.b.proof.id}, step {e.label}: {type(reason).__name__} {reason}: {UNICODE.write(e.reason)}; {e.check}"


def check(page: Printed, e: ProofLine, write: Callable[[Node], str]) -> None:
    """The identity of a check at random values.  Raises Different."""
    assert e.check is not None
    known = page.known(e)
    applied = frozenset(text for text in known if "(" in text)
    lines = {n: page.entries[int(n[1:-1]) - 1].claim for n in e.cites} | {fact.label: fact.claim for fact in e.facts}
    tree = read(write(e.check.identity), applied, labelled=True)
    for point in page.points:
        text = Text(point, known)
        labels = {label: gap(read(UNICODE.write(line), applied), text) for label, line in lines.items()}
        labels["ζ"] = -gap(read(UNICODE.write(e.claim), applied), text)
        left, right = (Text(point, known, labels).of(side, {}) for side in tree.parts)
        if left != right:
            raise Different(f"{left} is not {right}")


def gap(line: Tree, text: Text) -> fmpq:
    """The larger side of a line minus the smaller; left minus right of an equation."""
    left, right = (text.of(side, {}) for side in line.parts)
    difference: fmpq = plus(left, times(fmpq(-1), right))
    return -difference if line.what in ("≤", "<") else difference


def told(page: Printed, e: ProofLine, write: Callable[[Node], str]) -> None:
    """What a reason says of the terms that a step was given.  Raises Different."""
    step = page.steps[e.name]
    known = page.known(e)
    for letter, node, value in given(page, e, step):
        tree = read_term(write(node), frozenset(text for text in known if "(" in text))
        for point in page.points:
            k = point.natural_drawn("place")
            if not same(Text(point, known).of(tree, {letter: k} if letter else {}), valued(point, value, k)):
                raise Different(f"{UNICODE.write(node)} is printed for {value}")


def given(page: Printed, e: ProofLine, step: Step) -> Iterator[tuple[str, Node, Any]]:
    """The terms in a reason, each with the letter of its bound index and with the kernel's."""
    items: tuple[Any, ...] = e.reason.items if isinstance(e.reason, Strung) else ()
    if step.rule == "cut":
        images = [image for _, name, image in step.data["substitution"] if not composite(str(name))]  # type: ignore[union-attr,misc]
        if len(images) != len(items) - 1:
            raise Different(f"{len(items) - 1} of {len(images)} names are said to be replaced")
        for row, image in zip(items[1:], images, strict=True):
            named = row.items[1]
            yield UNICODE.write(named.argument) if isinstance(named, At) else "", row.items[3], image
    if step.rule in ("root", "inverse"):
        f = page.claims[step.premises[0]]
        of = f.body if isinstance(f, ForAll) else f
        assert isinstance(of, Compare)
        claim = read(UNICODE.write(e.claim), frozenset(text for text in page.known(e) if "(" in text))
        yield claim.parts[0] if claim.what == "for all" else "", items[3], of.left
    if step.rule in PLACED:
        yield "", items[2], step.data[PLACED[step.rule]]
    for name, fact in page.reader.facts(step).items():
        yield from places(page, name, fact.origin)


PLACED = {"instantiate": "at", "expand": "with"}


def places(page: Printed, name: str, origin: Node) -> Iterator[tuple[str, Node, Any]]:
    """Where a fact is from: at which numbers, or times which vector, its line was taken."""
    while name in page.steps and name not in page.reader.number:
        s = page.steps[name]
        if s.rule in PLACED:
            assert isinstance(origin, Strung)
            yield "", origin.items[2], s.data[PLACED[s.rule]]
            origin = origin.items[0]
        elif s.rule not in THROUGH:
            return
        name = s.premises[0]


THROUGH = (
    "apply",
    "part",
    "discharge",
    "forget",
    "cut",
    "cases",
    "induction",
    "sum",
    "root",
    "inverse",
    "axiom",
    "integer",
)  # whence the first


def valued(point: Point, value: Polynomial | Vector | Index, k: int) -> Any:
    if isinstance(value, Polynomial):
        return point.real(value, (k,))
    return point.combination(value, (k,)) if isinstance(value, Vector) else fmpq(point.natural(value, (k,)))


def same(a: Any, b: Any) -> bool:
    """0 is printed for the null vector too."""
    return bool(a == b) or (isinstance(b, tuple) and not any(b) and a == 0)


@pytest.mark.more
@pytest.mark.parametrize("notation", NOTATIONS)
def test_every_check_and_reason_of_the_catalogue_says_what_the_kernel_did(notation: str) -> None:
    pages = [Printed(b) for b in printed_in(notation, 10)]
    assert sum(e.check is not None for page in pages for e in page.entries) > 2 * len(pages) >= 20
    found = [difference for page in pages for difference in differences(page, notation)]
    assert not found, f"{len(found)} steps: " + "\n".join(found[:20])


def turned(node: Node) -> Node:
    return SignedTerms((*node.terms[:-1], (not node.terms[-1][0], node.terms[-1][1]))) if isinstance(node, SignedTerms) else node


MUTANTS = {
    "what is subtracted is added": Mutant("unicode", reasons, "_sum", lambda whole: lambda *given: turned(whole(*given))),
    "a line that is printed divided by 2 is cited as if it were not": Mutant(
        "unicode", reasons, "arranged", lambda whole: lambda f, names: replace(whole(f, names), scale=Fraction(1))
    ),
    "k < M is not k + 1 ≤ M": Mutant("unicode", reasons, "_less", lambda whole: lambda node, slack: node),
    "a theorem is cited with another term": Mutant("unicode", reasons, "polynomial", lambda whole: lambda p, names: whole(2 * p, names)),
    "a line is taken at the next number": Mutant(
        "unicode",
        reasons.Reasons,
        "image",
        lambda whole: lambda self, value, names: whole(self, value + 1 if isinstance(value, Index) else value, names),
    ),
    "fewer images": Mutant("unicode", reasons.Reasons, "substitution", lambda whole: lambda self, entries: whole(self, entries)[1:]),
    "LaTeX without roots": Mutant("LaTeX", writers.Latex, "root", lambda whole: lambda self, inside, short: inside),
    "MathML's products for quotients": Mutant(
        "MathML",
        writers.MathMl,
        "quotient",
        lambda whole: lambda self, top, bottom: f"<mrow>{self.write(top, 2)}{self.write(bottom, 2)}</mrow>",
    ),
}


@pytest.mark.parametrize("name", sampled(list(MUTANTS), 3))
def test_a_printer_of_checks_and_reasons_that_errs_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    MUTANTS[name].apply(monkeypatch)
    assert any(True for b in shortest_first() for _ in differences(Printed(b), MUTANTS[name].notation)), "nobody would notice"
