"""Which steps of a proof without citations are lines to a reader, and which are bookkeeping."""

from __future__ import annotations

from proofs.derive.authoring.inlining import Inlined
from proofs.kernel import Compare, Formula, Implies, Inner, Step
from proofs.report.proofs.outline import MERGED
from proofs.report.proofs.reasons import Reasons
from proofs.report.proofs.unfolding import dominators
from proofs.report.typesetting.names import composite
from proofs.report.typesetting.sentences import evident, theorem_names, trivial


class Choice(Reasons):
    """`number` holds the lines, `by` the line in whose place one is told, and `held` the induction hypotheses without their guards."""

    number: dict[str, str]

    def __init__(self, whole: Inlined) -> None:
        self.whole, self.proof, self.short = whole, whole.proof, True
        proof = self.proof
        self.steps: dict[str, Step] = {s.name: s for s in proof.steps}
        self.claims: dict[str, Formula] = dict(proof.hypotheses) | {s.name: s.claim for s in proof.steps}
        beside = [[s.claim, *(self.claims[p] for p in s.premises)] for s in proof.steps]
        let = [s.claim for s in proof.steps if s.rule in ("root", "inverse")]
        self.names = theorem_names([*(f for _, f in proof.hypotheses), self.claims[proof.conclusion]], beside, let)
        self.ends = self.bases_and_steps()
        self.number = {s.name: "" for s in proof.steps if self.wanted(s)}
        self.held = self.instances()
        self.tags = self.roles()
        self.restated()
        self.parent = dominators([(s.name, [p for p in s.premises if p in self.steps]) for s in proof.steps], proof.conclusion)
        self.absorb()
        self.opening = {name for name in self.number if self.steps[name].rule == "assume" or name in self.held}

    def wanted(self, s: Step) -> bool:
        """Whether a step says something to a reader: not what only instantiates, and not the sign of a product of what has a sign."""
        if s.name == self.proof.conclusion:
            return True
        if s.rule == "assume":
            return not evident(s.claim)
        if trivial(s.claim) and s.rule != "integer":
            return False
        if s.rule == "axiom":
            return isinstance(s.claim, Compare)
        if s.rule in ("root", "inverse"):
            return not composite(str(s.data["name"]))
        if s.rule in MERGED or s.rule == "sum":
            return s.name in self.whole.citations or s.name in self.whole.notes
        return not (s.rule == "certificate" and sign(s.claim) and s.name not in self.whole.notes and s.name not in self.ends)

    def bases_and_steps(self) -> set[str]:
        """What inductions start from and come to, which is told even where it is a sign."""
        found = set()
        for s in self.proof.steps:
            for name in s.premises if s.rule == "induction" else ():
                while name in self.steps and self.steps[name].rule in MERGED and self.steps[name].premises:
                    name = self.steps[name].premises[0]
                found.add(name)
        return found

    def instances(self) -> dict[str, str]:
        """For φ(k), taken from an induction hypothesis k ≤ M ⇒ φ(k), that hypothesis."""
        suppositions = {
            s.name for s in self.proof.steps if s.rule == "assume" and isinstance(s.claim, Implies) and trivial(s.claim.premise)
        }
        return {s.name: s.premises[0] for s in self.proof.steps if s.rule == "apply" and s.premises[0] in suppositions}

    def restated(self) -> None:
        """An induction hypothesis is told as φ(k) where the proof has that as a line."""
        for line, supposed in self.held.items():
            if supposed in self.number and self.tags.get(supposed):
                self.tags[line] = self.tags.pop(supposed)
                self.number[line] = self.number.pop(supposed)

    def absorb(self) -> None:
        """A line that only restates another one, or takes it at an instance, is told in its place."""
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
        """Whether nobody has a name or a note for a line."""
        return name not in self.whole.citations and name not in self.whole.notes and name != self.proof.conclusion

    def said_before(self, name: str) -> str:
        """The shown line that a line only restates; empty if it says more."""
        line = self.restates(name)
        while line in self.steps and line not in self.number:
            line = self.restates(line)
        return line if line in self.number else ""

    def restates(self, name: str) -> str:
        """The premise that a step restates: by a rule that does no more, or by what the names of roots and reciprocals mean."""
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
        """Whether a line says what a root or a reciprocal is."""
        while name in self.steps and self.steps[name].rule in ("part", "instantiate"):
            name = self.steps[name].premises[0]
        return self.steps[name].rule in ("root", "inverse") if name in self.steps else composite(name) != ""

    def within(self, line: str, name: str) -> bool:
        """Whether a line is needed only for another one, with no shown line between."""
        while (line := self.parent[line]) not in self.number:
            pass
        return line == name


def sign(f: Formula) -> bool:
    """p ≥ 0 or p > 0 for a sum of products without a minus: the sign of what is made of factors with signs."""
    if not isinstance(f, Compare) or f.relation == "=":
        return False
    crossed = any(isinstance(a, Inner) and len(a.pair) == 2 for m in f.left.terms for a, _ in m)
    return not crossed and all(c > 0 for c in f.left.terms.values())
