"""Numbers the lines of a proof without citations and says of each why it holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from proofs.derive.authoring.inlining import Citation, Inlined
from proofs.kernel import Compare, Formula, Step, Theorem
from proofs.report.proofs.linear import Choice
from proofs.report.proofs.outline import same
from proofs.report.proofs.pages import Given, Line, Lines
from proofs.report.proofs.reasons import check
from proofs.report.proofs.theorem import Glossary
from proofs.report.proofs.unfolding import Branch, Unfolding
from proofs.report.typesetting.layout import Arranged, arranged
from proofs.report.typesetting.names import composite
from proofs.report.typesetting.sentences import claimed, sentence, trivial
from proofs.report.typesetting.writers import UNICODE, Node, Row, Words
from proofs.statements.provable import Provable

L = TypeVar("L", bound=Lines)


class Reader(Choice):
    """Reads a proof out, line by line."""

    def __init__(self, item: Provable, whole: Inlined) -> None:
        super().__init__(whole)
        self.item = item
        self.glossary = Glossary(item, whole.proof, self.names)

    def read(self, make: Callable[..., L], theorem: Theorem) -> L:
        claim, proof = self.claim(), self.proof
        whole = self.whole
        tree = Unfolding(
            proof,
            shown=self.number,
            supposed=whole.supposed,
            tied={*self.tags} - self.opening,
            opening=self.opening,
            named={*whole.citations, *whole.notes},
            cited=whole.citations,
        ).tree()
        self.label(tree, "")
        where = self.glossary.new(theorem.conclusion, claim)
        words = {fact.name: fact.words for fact in self.item.facts}
        given = tuple(self.hypothesis(name, f, words.get(name, "")) for name, f in proof.hypotheses if not composite(name))
        lines = tuple(self.line(branch) for branch in tree)
        said = {s.name: sentence(s.claim, self.names) for s in proof.steps}
        return make(proof.id, self.item.heading, claim, where, given, lines, proof, theorem, said)

    def claim(self) -> Node:
        """The theorem's claim, as its author writes it."""
        return claimed(self.claims[self.proof.conclusion], self.names, self.item.displayed)

    def hypothesis(self, name: str, f: Formula, words: str) -> Given:
        claim = sentence(f, self.names)
        shown = "" if same(name, UNICODE.write(claim)) else name
        return Given(shown, claim, "" if words == name else words, self.glossary.new(f, claim))

    def label(self, page: tuple[Branch, ...], above: str) -> None:
        for i, branch in enumerate(page, 1):
            self.number[branch.name] = f"{above}{i}"
            self.label(branch.lines, f"{above}{i}.")

    def line(self, branch: Branch) -> Line:
        name = branch.name
        s, by = self.steps[name], self.steps[self.by.get(name, name)]
        claim = self.claim() if name == self.proof.conclusion else sentence(s.claim, self.names)
        where = self.glossary.new(s.claim, claim)
        below = tuple(self.line(line) for line in branch.lines)
        last = s if s.rule == "certificate" else by
        facts = self.facts(last)
        labels = {p: f"({self.number[p]})" for p in last.premises if p in self.number} | {p: f.label for p, f in facts.items()}
        cited: list[Citation] = self.whole.citations.get(name, []) or self.whole.citations.get(by.name, [])
        theorem, images = (cited[-1].theorem, self.substitution([list(i) for i in cited[-1].images])) if cited else ("", [])
        note = self.whole.notes.get(name, "")
        return Line(
            label=self.number[name],
            name=name,
            formula=s.claim,
            claim=claim,
            chain=self.chain(last) if last.claim == s.claim else None,
            tag=self.tags.get(name, ""),
            how=self.how(by),
            cites=self.sources(name),
            theorem=theorem,
            images=tuple(images),
            note="" if same(note, UNICODE.write(claim)) else note,
            where=where,
            reason=self.reason(by),
            facts=tuple(facts.values()),
            check=check(last, self.claims, labels, self.names) if last.rule == "certificate" else None,
            lines=below,
            folded=branch.folded,
        )

    def how(self, s: Step) -> str:
        match s.rule:
            case "assume":
                return "suppose"
            case "apply" if s.name in self.held:
                return "suppose"
            case "induction":
                return "by induction"
            case "cases":
                return "in both cases"
            case "axiom" | "root" | "inverse" | "integer":
                return UNICODE.write(self.reason(s))
        return "" if s.premises else "evident"

    def sources(self, name: str) -> tuple[str, ...]:
        """What a line follows from: the lines that stand above it, and the hypotheses that its own part of the proof uses."""
        lines: dict[str, str] = {}
        given: dict[str, None] = {}
        seen, waiting = {name}, list(self.steps[name].premises)
        while waiting:
            premise = waiting.pop(0)
            if premise in seen:
                continue
            seen.add(premise)
            label = self.number.get(premise, "")
            if label and not label.startswith(self.number[name] + ".") and premise != name:
                lines[label] = premise
            elif premise in self.steps:
                waiting += self.steps[premise].premises
                if self.steps[premise].rule == "axiom":
                    given[f"axiom {self.steps[premise].data['name']}"] = None
            elif not composite(premise):
                given[premise] = None
        ordered = sorted(lines, key=lambda label: [int(part) for part in label.split(".")])
        order = {name: i for i, (name, _) in enumerate(self.proof.hypotheses)}
        return (*(f"({label})" for label in ordered), *sorted(given, key=lambda name: order.get(name, len(order))))

    def chain(self, s: Step) -> Node | None:
        """a ≤ b ≤ c, where a step only adds up a ≤ b and b ≤ c."""
        plain = s.rule == "certificate" and not s.data["equations"] and isinstance(s.claim, Compare) and s.claim.relation == ">="
        terms: object = s.data["terms"] if plain else []
        if not isinstance(terms, list) or len(terms) < 2:
            return None
        links = []
        for coefficient, factors in terms:
            fact = self.claims.get(factors[0]) if len(factors) == 1 and isinstance(factors[0], str) else None
            if coefficient != 1 or not isinstance(fact, Compare):
                return None
            links.append(arranged(fact, self.names))
        pairs = dict(link(shown) for shown in links)
        small, (_, large) = link(arranged(s.claim, self.names))  # type: ignore[arg-type]
        row: list[Node] = [small]
        while small in pairs:
            op, small = pairs.pop(small)
            row += [Words(f" {op} "), small]
        return Row(tuple(row)) if small == large and not pairs and len(links) == len(row) // 2 else None

    def origin(self, name: str) -> Node:
        """Where a fact is from; a sign that is not told by itself, from what it follows."""
        s = self.steps.get(name)
        if s is not None and name not in self.number:
            if s.rule in ("root", "inverse", "sum"):
                return Words("by definition")
            if s.rule == "certificate" and s.premises and not trivial(s.claim):
                return Row((Words("from "), *self.signs(s)))
        return super().origin(name)

    def signs(self, s: Step) -> list[Node]:
        """What it follows from: the inequalities among the premises of a sign; the definitions beside them are told by their symbols."""
        claims = [self.claims[p] for p in s.premises]
        told = [f for f in claims if isinstance(f, Compare) and f.relation != "="] or claims
        return [part for f in told for part in (Words(" and "), sentence(f, self.names))][1:]


def link(shown: Arranged) -> tuple[Node, tuple[str, Node]]:
    """The smaller side, and the larger one after its sign."""
    op = "<" if shown.op in "<>" else "≤"
    return (shown.left, (op, shown.right)) if shown.op in "≤<" else (shown.right, (op, shown.left))
