"""A proof as on a blackboard: about eight lines, each of which unfolds into the lines behind it, down to the kernel's steps.

It is made from the proof and repeats nothing. The theorems that it cites are written out in their places with what stands for their names
put in (`inline`), the kernel replays that one proof, and each line is a line of it; the few that would be too long so keep their
citations. `Choice` says which steps are lines to a reader and which are bookkeeping, `unfolding` which lines come first, and `Reader` why
each holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from proofs.derive.authoring.inlining import Citation, InlinedProof, inline
from proofs.derive.authoring.terms import every
from proofs.derive.typesetting.layout import ArrangedComparison, Names, arrange
from proofs.derive.typesetting.names import composite, defines
from proofs.derive.typesetting.sentences import evident, sentence, trivial
from proofs.derive.typesetting.writers import UNICODE, Node, Strung, Words
from proofs.kernel import Compare, ForAll, Formula, Implies, Inner, Rejected, Step, Theorem, replay
from proofs.kernel.polynomial import limited
from proofs.report.proofs.pages import GivenFact, LinearProof, ProofLine
from proofs.report.proofs.reasons import Reasons, beside_claim, claim_formula
from proofs.report.proofs.render import MERGED, same
from proofs.report.proofs.theorem import Glossary, claims_of, inner
from proofs.report.proofs.unfolding import Branch, Unfolding, dominators
from proofs.statements.displayed import Likely
from proofs.statements.page import BuiltProof, Provable
from proofs.theorems import catalogue
from proofs.theorems.lookup import item


class Choice(Reasons):
    """`number` holds the lines, `by` the line that replaces one, and `held` the induction hypotheses without their guards."""

    number: dict[str, str]

    def __init__(self, whole: InlinedProof) -> None:
        super().__init__(whole.proof, short=True)
        self.whole, proof = whole, whole.proof
        self.ends = self.bases_and_steps()
        self.number = {s.name: "" for s in proof.steps if self.is_wanted(s)}
        self.held = self.instances()
        self.tags = self.roles()
        self.restate()
        self.parent = dominators([(s.name, [p for p in s.premises if p in self.steps]) for s in proof.steps], proof.conclusion)
        self.absorb()
        self.opening = {name for name in self.number if self.steps[name].rule == "assume" or name in self.held}

    def is_wanted(self, s: Step) -> bool:
        """Whether a step says something to a reader: not a mere instance, and not the sign of a product of factors with signs."""
        if s.name == self.proof.conclusion:
            return True
        if s.rule == "assume":
            return not evident(s.claim)
        if trivial(s.claim) and s.rule != "integer":
            return False
        if s.rule == "axiom":
            return isinstance(s.claim, Compare)
        if s.rule in ("root", "inverse"):
            return (("seq" if isinstance(s.claim, ForAll) else "real"), str(s.data["name"])) not in self.names.meant
        if s.rule in MERGED or s.rule == "sum":
            return s.name in self.whole.citations or s.name in self.whole.notes
        return not (s.rule == "certificate" and sign(s.claim) and s.name not in self.whole.notes and s.name not in self.ends)

    def bases_and_steps(self) -> set[str]:
        """The base and the step of each induction, which are printed even if they are signs."""
        names = set()
        for s in self.proof.steps:
            for name in s.premises if s.rule == "induction" else ():
                while name in self.steps and self.steps[name].rule in MERGED and self.steps[name].premises:
                    name = self.steps[name].premises[0]
                names.add(name)
        return names

    def instances(self) -> dict[str, str]:
        """For φ(k), taken from an induction hypothesis k ≤ M ⇒ φ(k), that hypothesis."""
        suppositions = {
            s.name for s in self.proof.steps if s.rule == "assume" and isinstance(s.claim, Implies) and trivial(s.claim.premise)
        }
        return {s.name: s.premises[0] for s in self.proof.steps if s.rule == "apply" and s.premises[0] in suppositions}

    def restate(self) -> None:
        """An induction hypothesis is printed as φ(k) where the proof has that as a line."""
        for line, supposed in self.held.items():
            if supposed in self.number and self.tags.get(supposed):
                self.tags[line] = self.tags.pop(supposed)
                self.number[line] = self.number.pop(supposed)

    def absorb(self) -> None:
        """A line that only restates another one, or takes it at an instance, is replaced by it."""
        self.by: dict[str, str] = {}
        for name in [n for n in self.number if n not in self.held]:
            line = self.said_before(name)
            if line and line in self.whole.citations and self.steps[name].rule == "certificate" and self.plain(name):
                del self.number[name]
            elif line and self.within(line, name) and self.steps[line].rule != "assume":
                self.by[name] = self.by.get(line, line)
                del self.number[line]
                if line in self.whole.notes:
                    self.whole.notes.setdefault(name, self.whole.notes[line])

    def plain(self, name: str) -> bool:
        """Whether a line has neither a name nor a note."""
        return name not in self.whole.citations and name not in self.whole.notes and name != self.proof.conclusion

    def said_before(self, name: str) -> str:
        """The shown line that a line only restates; empty if it says more."""
        line = self.restates(name)
        while line in self.steps and line not in self.number:
            line = self.restates(line)
        return line if line in self.number else ""

    def restates(self, name: str) -> str:
        """The premise that a step restates: by a rule that does no more, or by the meaning of the names of roots and reciprocals."""
        s = self.steps[name]
        if s.rule in MERGED:
            return s.premises[0] if s.premises else ""
        if s.rule != "certificate" or not isinstance(s.claim, Compare) or s.claim.relation == "=":
            return ""
        terms, equations = s.data["terms"], s.data["equations"]
        if not isinstance(terms, list) or not isinstance(equations, list) or [len(factors) for _, factors in terms] != [1]:
            return ""
        (_, (fact,)) = terms[0]
        return fact if isinstance(fact, str) and fact != "z" and all(self.defines(e) for _, e in equations) else ""

    def defines(self, name: str) -> bool:
        """Whether a line defines a root or a reciprocal."""
        while name in self.steps and self.steps[name].rule in ("part", "instantiate"):
            name = self.steps[name].premises[0]
        return self.steps[name].rule in ("root", "inverse") if name in self.steps else composite(name) != ""

    def within(self, line: str, name: str) -> bool:
        """Whether a line is needed only for another one, with no shown line between."""
        while (line := self.parent[line]) not in self.number:
            pass
        return line == name


def sign(f: Formula) -> bool:
    """p ≥ 0 or p > 0 for a sum of products without a minus: the sign of a product of factors with signs."""
    if not isinstance(f, Compare) or f.relation == "=":
        return False
    crossed = any(isinstance(a, Inner) and len(a.pair) == 2 for m in f.left.terms for a, _ in m)
    return not crossed and all(c > 0 for c in f.left.terms.values())


def is_reciprocal(hypothesis: str, f: Formula, names: Names) -> bool:
    """Whether a hypothesis only says that 1/γ is the reciprocal of γ, or the like, which the symbol says itself."""
    return bool(composite(hypothesis)) and defines(f, names.meant)


class Reader(Choice):
    """Reads a proof out, line by line."""

    def __init__(self, item: Provable, whole: InlinedProof) -> None:
        super().__init__(whole)
        self.item = item
        self.glossary = Glossary(item, whole.proof, self.names)

    def read(self, theorem: Theorem) -> LinearProof:
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
        where = tuple(entry for f in claims_of(self.item, proof) for entry in self.glossary.new(f, claim))
        hidden = inner(self.item)
        words = {fact.name: fact.words for fact in self.item.facts}
        given = tuple(
            self.hypothesis(name, f, words.get(name, ""))
            for name, f in proof.hypotheses
            if not is_reciprocal(name, f, self.names) and name not in hidden
        )
        lines = tuple(self.line(branch) for branch in tree)
        said = {s.name: sentence(s.claim, self.names) for s in proof.steps}
        defined = tuple((name, sentence(f, self.names)) for name, f in proof.hypotheses if name in hidden)
        return LinearProof(proof.id, self.item.heading, claim, where, given, lines, proof, theorem, said, defined)

    def claim(self) -> Node:
        """The theorem's claim, as its author writes it."""
        return claim_formula(self.claims[self.proof.conclusion], self.names, self.item.displayed)

    def as_printed(self, f: Formula) -> Formula:
        said = self.item.displayed
        return every(said.history, said.of_sample(f)) if isinstance(said, Likely) else f

    def hypothesis(self, name: str, f: Formula, words: str) -> GivenFact:
        claim = beside_claim(f, self.names, self.item.displayed)
        shown = "" if same(name, UNICODE.write(claim)) else name
        return GivenFact(shown, claim, "" if words == name else words, self.glossary.new(self.as_printed(f), claim))

    def label(self, page: tuple[Branch, ...], above: str) -> None:
        for i, branch in enumerate(page, 1):
            self.number[branch.name] = f"{above}{i}"
            self.label(branch.lines, f"{above}{i}.")

    def line(self, branch: Branch) -> ProofLine:
        name = branch.name
        s, by = self.steps[name], self.steps[self.by.get(name, name)]
        claim = self.claim() if name == self.proof.conclusion else sentence(s.claim, self.names)
        where = self.glossary.new(s.claim, claim)
        below = tuple(self.line(line) for line in branch.lines)
        last = s if s.rule == "certificate" else by
        facts = self.facts(last)
        cited: list[Citation] = self.whole.citations.get(name, []) or self.whole.citations.get(by.name, [])
        theorem, images = (cited[-1].theorem, self.substitution([list(i) for i in cited[-1].images])) if cited else ("", [])
        note = self.whole.notes.get(name, "")
        return ProofLine(
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
            rule=last.rule,
            reason=self.reason(by),
            facts=tuple(facts.values()),
            check=self.identity(last, facts),
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
        """The premises of a line: the lines above it, and the hypotheses that its own part of the proof uses."""
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
            elif not is_reciprocal(premise, self.claims[premise], self.names):
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
            links.append(arrange(fact, self.names))
        pairs = dict(link(shown) for shown in links)
        small, (_, large) = link(arrange(s.claim, self.names))  # type: ignore[arg-type]
        row: list[Node] = [small]
        while small in pairs:
            op, small = pairs.pop(small)
            row += [Words(f" {op} "), small]
        return Strung(tuple(row)) if small == large and not pairs and len(links) == len(row) // 2 else None

    def origin(self, name: str) -> Node:
        """The origin of a fact; a sign that is not printed by itself, from its premises."""
        s = self.steps.get(name)
        if s is not None and name not in self.number:
            if s.rule in ("root", "inverse", "sum"):
                return Words("by definition")
            if s.rule == "certificate" and s.premises and not trivial(s.claim):
                return Strung((Words("from "), *self.signs(s)))
        return super().origin(name)

    def signs(self, s: Step) -> list[Node]:
        """The inequalities among the premises of a sign; the symbols already show the definitions beside them."""
        claims = [self.claims[p] for p in s.premises]
        inequalities = [f for f in claims if isinstance(f, Compare) and f.relation != "="] or claims
        return [part for f in inequalities for part in (Words(" and "), sentence(f, self.names))][1:]


def link(shown: ArrangedComparison) -> tuple[Node, tuple[str, Node]]:
    """The smaller side, and the larger one after its sign."""
    op = "<" if shown.op in "<>" else "≤"
    return (shown.left, (op, shown.right)) if shown.op in "≤<" else (shown.right, (op, shown.left))


TOO_MUCH = "too much arithmetic"  # how the kernel says that it stopped counting
LONGEST = 2_500  # steps of a proof in which every citation is written out; a longer one has always taken too much


def length_inlined(id: str, built: Mapping[str, BuiltProof]) -> int:
    """The number of steps of a proof in which every citation is written out."""

    @cache
    def length(id: str) -> int:
        return sum(1 + (length(str(s.data["theorem"])) if s.rule == "cut" else 0) for s in built[id].proof.steps)

    return length(id)


def accept(id: str, built: Mapping[str, BuiltProof]) -> tuple[InlinedProof, Theorem]:
    """A proof without citations, and the kernel's verdict on it. One that takes more arithmetic so than the kernel spends on one proof
    keeps its citations, and one of over LONGEST steps does so untried. Raises `Rejected`."""
    if length_inlined(id, built) <= LONGEST:
        try:
            whole = limited(inline, id, built)  # what is too much to write is too much to replay
            return whole, replay(whole.proof, {})
        except Rejected as reason:
            if TOO_MUCH not in str(reason):
                raise
    whole = inline(id, built, cited=True)
    return whole, replay(whole.proof, {other: b.theorem for other, b in built.items()})


def linear(id: str, built: Mapping[str, BuiltProof] | None = None) -> LinearProof:
    """The proof of a theorem or lemma in lines; `build_ids` may give its proof and those that it rests on.

    Raises InputError for an unknown id, and `Rejected` if the kernel does not accept the proof.
    """
    if built is None or id not in built:
        item(id)
        built = catalogue.build_ids([id])
    whole, theorem = accept(id, built)
    if theorem.conclusion != built[id].theorem.conclusion:
        raise Rejected(f"{id}: the proof without citations ends in another claim")
    return Reader(built[id].page, whole).read(theorem)
