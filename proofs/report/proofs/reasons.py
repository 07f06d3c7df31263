"""Why a line holds, in a few words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from proofs.kernel import Compare, ForAll, Formula, Index, Polynomial, Proof, Real, Step, Vector
from proofs.kernel.axioms import AXIOMS
from proofs.report.typesetting.layout import Names, free, index, polynomial, value, vector
from proofs.report.typesetting.names import composite, spelled
from proofs.report.typesetting.sentences import sentence, trivial
from proofs.report.typesetting.writers import UNICODE, At, Bracket, Node, Norm, Power, Row, Symbol, Words

SAID = {"apply": "applying", "part": "part of", "discharge": "discharging", "forget": "restating"}


@dataclass(frozen=True, slots=True)
class Fact:
    """A premise that has no number of its own: its letter, what it says, and where it is from."""

    label: str
    claim: Node
    origin: Node


class Reasons:
    """What a reader of a proof has to know of it; `number` holds the lines that are shown."""

    proof: Proof
    short: bool
    steps: dict[str, Step]
    claims: dict[str, Formula]
    names: Names
    number: Mapping[str, int | str]

    def shown(self, name: str) -> str:
        """The shown line that a hidden one restates."""
        while name in self.steps and name not in self.number and self.steps[name].premises:
            name = self.steps[name].premises[0]
        return name

    def roles(self) -> dict[str, str]:
        """What the lines of an induction and of a case distinction are for."""
        tags: dict[str, str] = {}
        for s in self.proof.steps:
            if s.rule == "induction":
                tags[self.shown(s.premises[0])] = "base case"
                implication = self.steps[s.premises[1]].premises[0] if s.premises[1] in self.steps else ""
                if implication in self.steps and self.steps[implication].rule == "discharge":
                    last, hypothesis = self.steps[implication].premises
                    tags[hypothesis], tags[self.shown(last)] = "induction hypothesis", "induction step"
            if s.rule == "cases":
                tags[s.premises[2]], tags[s.premises[3]] = "first case", "second case"
        return tags

    def facts(self, s: Step) -> dict[str, Fact]:
        """The premises of a step that have no number of their own and that a reader may ask for, with letters."""
        found: dict[str, Fact] = {}
        if s.rule == "certificate" or (self.short and s.rule in ("cut", "root", "inverse", "axiom")):
            for p in dict.fromkeys(s.premises):
                if p not in self.number and not (s.rule == "cut" and (p not in self.steps or trivial(_inside(self.claims[p])))):
                    label = f"({chr(97 + len(found))})" if len(found) < 26 else f"(a{len(found)})"
                    found[p] = Fact(label, sentence(self.claims[p], self.names), self.origin(p))
        return found

    def origin(self, name: str) -> Node:
        """Where a fact is from, in a few words."""
        if name in self.number:
            return Words(f"({self.number[name]})")
        if name not in self.steps:
            return Words("given" if name == UNICODE.write(sentence(self.claims[name], self.names)) else name)
        s = self.steps[name]
        match s.rule:
            case "instantiate":
                return Row((self.origin(s.premises[0]), Words(" at "), self.image(s.data["at"], self.names)))
            case "expand":
                return Row((self.origin(s.premises[0]), Words(", times "), self.image(s.data["with"], self.names)))
            case "square":
                v = s.data.get("of")
                if not isinstance(v, Vector) or len(v.parts) < 2:
                    return Words("a squared length")
                return Row((Power(Norm(vector(v, self.names)), 2), Words(" ≥ "), Symbol("0")))
            case "natural" | "certificate" | "assume":
                return Words("a natural number" if s.rule == "natural" else "evident")
            case "generalise":
                while s.rule in ("generalise", "discharge", "apply", "instantiate") and s.premises[0] in self.steps:
                    s = self.steps[s.premises[0]]
                return self.origin(s.premises[0] if s.rule == "instantiate" else s.name)
        return self.origin(s.premises[0]) if s.premises else Words(s.rule)

    def reference(self, name: str) -> Node:
        return self.origin(name) if self.short else Words(f"({self.number[name]})" if name in self.number else name)

    def reason(self, s: Step) -> Node:
        references = [self.reference(p) for p in s.premises]
        match s.rule:
            case "assume":
                return Words("suppose")
            case "certificate":
                return Words("by algebra" if s.premises else "evident")
            case "cut":
                return Row((Words(f"by {s.data['theorem']}"), *self.substitution(s.data["substitution"])))
            case "induction":
                start, step = (self.shown(p) for p in s.premises)
                return Row((Words("by induction: from "), self.reference(start), Words(" and "), self.reference(step)))
            case "root" | "inverse":
                name, term = self.introduced(s)
                return Row((Words("let "), name, Words(f" be the {'non-negative root' if s.rule == 'root' else 'reciprocal'} of "), term))
            case "sum":
                return Words("the sum, term by term")
            case "cases":
                return Row((Words("in both cases: "), references[0], Words(", "), references[1]))
            case "axiom":
                return Words(f"axiom: {AXIOMS[str(s.data['name'])].__doc__}")
            case "expand" | "instantiate":
                end = s.data["with" if s.rule == "expand" else "at"]
                return Row((references[0], Words(", times " if s.rule == "expand" else " at "), self.image(end, self.names)))
            case "generalise":
                return Row((references[0], Words(", whatever "), self.names.natural(str(s.data["over"])), Words(" is")))
            case "square":
                return Row((self.origin_of_square(s), Words(" is a squared length")))
            case "natural":
                return Words("a natural number")
            case "integer":
                return Row((Words("whole numbers: from "), references[0]))
        if self.short:
            return Row((Words("from "), references[0])) if references else Words(s.rule)
        listed = [Row((Words(", " if i else ""), r)) for i, r in enumerate(references)]
        return Row((Words(f"{SAID.get(s.rule, s.rule)} "), *listed))

    def origin_of_square(self, s: Step) -> Node:
        v = s.data["of"]
        shown = vector(v, self.names) if isinstance(v, Vector) else Symbol("")
        return Bracket(shown, shown)

    def introduced(self, s: Step) -> tuple[Node, Node]:
        """The name that a root or a reciprocal gets, and the term that it is of; both at k if there is one for each k."""
        name, p = str(s.data["name"]), self.claims[s.premises[0]]
        names = self.names.inside(free(p, self.names)) if isinstance(p, ForAll) else self.names
        of = p.body if isinstance(p, ForAll) else p
        term = polynomial(of.left, names) if isinstance(of, Compare) else Words("")
        return (value(Real(name, Index(0)), names) if isinstance(p, ForAll) else value(Real(name), names)), term

    def substitution(self, entries: object) -> list[Node]:
        """What stands for the names of a theorem that is cited; what it calls by composite names follows from the rest."""
        said: list[Node] = []
        entries = entries if isinstance(entries, list) else []
        theirs = Names(spelled((kind, name) for kind, name, _ in entries))
        for kind, name, image in entries:
            if self.short and composite(name):
                continue
            many = kind in ("seq", "vseq")
            inside = self.names.inside(free(image, self.names)) if many else self.names
            left = theirs.symbol(kind, name)
            left = At(left, Symbol(inside.bound[-1])) if many else left
            said.append(Row((Words(", " if said else " with "), left, Words(" = "), self.image(image, inside))))
        return said

    def image(self, value: object, names: Names) -> Node:
        if isinstance(value, Polynomial):
            return polynomial(value, names)
        if isinstance(value, Vector):
            return vector(value, names)
        if not isinstance(value, Index):
            return Words("")
        return index(value, names)


def _inside(f: Formula) -> Formula:
    while hasattr(f, "body"):
        f = f.body
    return f
