"""Why a line holds: in a few words, and for a line by algebra the identity that was checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from proofs.derive.typesetting.layout import ArrangedComparison, Names, Sample, arrange, free, index, negative, polynomial, value, vector
from proofs.derive.typesetting.names import composite, spell
from proofs.derive.typesetting.sentences import relation, sentence, theorem_names, trivial
from proofs.derive.typesetting.writers import UNICODE, At, Bracket, Factors, Node, Norm, Numeral, Power, SignedTerms, Strung, Symbol, Words
from proofs.kernel import Compare, ForAll, Formula, Index, Polynomial, Proof, Real, Step, Vector
from proofs.kernel.axioms import AXIOMS
from proofs.statements.displayed import Likely, Shown, Together


@dataclass(frozen=True, slots=True)
class Check:
    """`identity` is the checked equation: either the claim's difference as a combination of facts ("(1) + 2·(a)"), or 0 as a sum of
    products with ζ, the claim's smaller side minus the larger. A label stands for the larger side minus the smaller, or left minus right of
    an equation."""

    identity: Node
    indirect: bool


GAP = Symbol("ζ")
Term = tuple[Polynomial, list[str], list[Polynomial]]  # coefficient, names of facts, terms to be squared


def check(step: Step, claims: Mapping[str, Formula], labels: Mapping[str, str], names: Names) -> Check | None:
    """The identity behind a certificate step, with each fact named by its label; None if there is nothing to combine."""
    goal = step.claim
    if not isinstance(goal, Compare):
        return None
    shown = arrange(goal, names)
    facts = {p: arrange(f, names) for p in step.premises if isinstance(f := claims[p], Compare)}
    scales = {p: a.scale for p, a in facts.items()}
    cited = {p: _less(Words(labels[p]), a.slack) for p, a in facts.items()}
    multiples: list[Term] = [(m, [name], []) for m, name in _list(step.data["equations"])]
    if goal.relation == "=":
        return Check(_equation(shown, _sum(multiples, scales, cited, shown.scale, names)), False) if multiples else None
    products: list[Term] = []
    for c, factors in _list([step.data["strict"]]) + _list(step.data["terms"]):
        given = [f for f in factors if isinstance(f, str)]
        products.append((Polynomial.of(c), given, [f for f in factors if not isinstance(f, str)]))
    negated = [t for t in products if "z" in t[1]]
    rest = [t for t in products if t not in negated] + multiples
    if len(negated) == 1 and negated[0][1:] == (["z"], []):
        weight = negated[0][0].terms[frozenset()] * shown.scale
        return Check(_equation(shown, _sum(rest, scales, cited, weight, names)), False) if rest else None
    gap = SignedTerms(((False, GAP), (False, Numeral(Fraction(shown.slack))))) if shown.slack else GAP
    total = _sum(products + multiples, {**scales, "z": shown.scale}, {**cited, "z": gap}, Fraction(1), names)
    return Check(Strung((Numeral(Fraction(0)), Words(" = "), total)), True)


def difference(shown: ArrangedComparison) -> Node:
    """The larger side minus the smaller (left minus right of an equation)."""
    large, small = (shown.right, shown.left) if shown.op in ("≤", "<") else (shown.left, shown.right)
    if small == Numeral(Fraction(0)):
        return large
    if isinstance(small, SignedTerms) and all(less for less, _ in small.terms):
        return SignedTerms(((False, large), *((False, t) for _, t in small.terms)))
    return SignedTerms(((False, large), (True, small)))


def _equation(shown: ArrangedComparison, total: Node) -> Node:
    return Strung((_less(difference(shown), shown.slack), Words(" = "), total))


def _less(node: Node, slack: int) -> Node:
    return SignedTerms(((False, node), (True, Numeral(Fraction(slack))))) if slack else node


def _sum(terms: Sequence[Term], scales: Mapping[str, Fraction], cited: Mapping[str, Node], by: Fraction, names: Names) -> Node:
    listed = []
    for coefficient, given, squares in terms:
        scale = 1 / by
        for name in given:
            scale *= scales[name]
        c = coefficient * scale
        less = negative(c)
        factors: list[Node] = [] if c in (Polynomial.of(1), Polynomial.of(-1)) else [polynomial(-c if less else c, names)]
        factors += [_power(cited[name], n) for name, n in Counter(given).items()]
        factors += [_power(polynomial(p, names), 2 * n) for p, n in Counter(squares).items()]
        listed.append((less, factors[0] if len(factors) == 1 else Factors(tuple(factors)) if factors else Numeral(Fraction(1))))
    ordered = sorted(listed, key=lambda t: t[0])
    return ordered[0][1] if len(ordered) == 1 and not ordered[0][0] else SignedTerms(tuple(ordered))


def _power(base: Node, n: int) -> Node:
    if isinstance(base, Power):
        return Power(base.base, base.exponent * n)
    return base if n == 1 else Power(base, n)


def _list(value: object) -> list[tuple[Any, Any]]:
    return value if isinstance(value, list) else []


SAID = {"apply": "applying", "part": "part of", "discharge": "discharging", "forget": "restating"}


def claim_formula(f: Formula, names: Names, displayed: Shown | None) -> Node:
    """`f` with its own quantifiers; their formulas are those that the author displays, where these are given."""
    if displayed is None:
        return sentence(f, names)
    if isinstance(displayed, Likely):
        return probability(displayed, names)
    if isinstance(displayed, Together):
        parts = [part for d in displayed.parts for part in (Words(" and "), relation(d.relation, d.symbols, names))]
        return Strung(tuple(parts[1:]))

    def matrix(inside: Names) -> Node:
        called = {("nat", str(i.name)): letter for i, letter in zip(displayed.indices, inside.bound, strict=True)}
        return relation(displayed.relation, displayed.symbols, replace(inside, spelled={**inside.spelled, **called}))

    return sentence(f, names, matrix)


def probability(it: Likely, names: Names) -> Node:
    """Pr[for some k < T: …] ≤ δ"""
    some = [Words("for some "), index(it.some[0], names), Words(" < "), index(it.some[1], names), Words(": ")] if it.some else []
    sampled = _at_the_sample(it, replace(names, reserved=names.reserved | {str(it.some[0].name)} if it.some else names.reserved))
    event, most, draws = sentence(it.event, sampled), polynomial(it.most, names), index(it.draws, names)
    return Strung((Words("Pr["), *some, event, Words("] ≤ "), most, Words(" over "), draws, Words(" draws")))


def beside_claim(f: Formula, names: Names, displayed: Shown | None) -> Node:
    """A hypothesis or a definition as it is to be read beside the claim."""
    if isinstance(displayed, Likely):
        return sentence(displayed.of_sample(f), _at_the_sample(displayed, names))
    return sentence(f, names)


def _at_the_sample(it: Likely, names: Names) -> Names:
    return replace(names, sample=Sample(it.history, it.space[0], it.space[1].name))


@dataclass(frozen=True, slots=True)
class CitedFact:
    """A premise that has no number of its own: its letter, its formula, and its origin."""

    label: str
    claim: Node
    origin: Node


class Reasons:
    """The reasons of a proof's lines; `number` holds the printed lines."""

    number: Mapping[str, int | str]

    def __init__(self, proof: Proof, short: bool) -> None:
        self.proof, self.short = proof, short
        self.steps: dict[str, Step] = {s.name: s for s in proof.steps}
        self.claims: dict[str, Formula] = dict(proof.hypotheses) | {s.name: s.claim for s in proof.steps}
        beside = [[s.claim, *(self.claims[p] for p in s.premises)] for s in proof.steps]
        let = [s.claim for s in proof.steps if s.rule in ("root", "inverse")]
        self.names: Names = theorem_names([*(f for _, f in proof.hypotheses), self.claims[proof.conclusion]], beside, let)

    def shown_line(self, name: str) -> str:
        """The shown line that a hidden one restates."""
        while name in self.steps and name not in self.number and self.steps[name].premises:
            name = self.steps[name].premises[0]
        return name

    def roles(self) -> dict[str, str]:
        """The roles of the lines of an induction and of a case distinction."""
        tags: dict[str, str] = {}
        for s in self.proof.steps:
            if s.rule == "induction":
                tags[self.shown_line(s.premises[0])] = "base case"
                implication = self.steps[s.premises[1]].premises[0] if s.premises[1] in self.steps else ""
                if implication in self.steps and self.steps[implication].rule == "discharge":
                    last, hypothesis = self.steps[implication].premises
                    tags[hypothesis], tags[self.shown_line(last)] = "induction hypothesis", "induction step"
            if s.rule == "cases":
                tags[s.premises[2]], tags[s.premises[3]] = "first case", "second case"
        return tags

    def facts(self, s: Step) -> dict[str, CitedFact]:
        """The premises of a step that have no number of their own and that a reader may ask for, with letters."""
        cited: dict[str, CitedFact] = {}
        if s.rule == "certificate" or (self.short and s.rule in ("cut", "root", "inverse", "axiom")):
            for p in dict.fromkeys(s.premises):
                if p not in self.number and not (s.rule == "cut" and (p not in self.steps or trivial(_inside(self.claims[p])))):
                    label = f"({chr(97 + len(cited))})" if len(cited) < 26 else f"(a{len(cited)})"
                    cited[p] = CitedFact(label, sentence(self.claims[p], self.names), self.origin(p))
        return cited

    def identity(self, s: Step, facts: Mapping[str, CitedFact]) -> Check | None:
        """The identity behind a step by algebra, in which each premise has its number or its letter."""
        labels = {p: f"({self.number[p]})" for p in s.premises if p in self.number} | {p: f.label for p, f in facts.items()}
        return check(s, self.claims, labels, self.names) if s.rule == "certificate" else None

    def origin(self, name: str) -> Node:
        """Where a fact is from, in a few words."""
        if name in self.number:
            return Words(f"({self.number[name]})")
        if name not in self.steps:
            return Words("given" if name == UNICODE.write(sentence(self.claims[name], self.names)) else name)
        s = self.steps[name]
        match s.rule:
            case "instantiate" | "expand":
                return Strung((self.origin(s.premises[0]), *self.place(s)))
            case "square":
                v = s.data.get("of")
                if not isinstance(v, Vector) or len(v.parts) < 2:
                    return Words("a squared length")
                return Strung((Power(Norm(vector(v, self.names)), 2), Words(" ≥ "), Symbol("0")))
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
                return Strung((Words(f"by {s.data['theorem']}"), *self.substitution(s.data["substitution"])))
            case "induction":
                start, step = (self.shown_line(p) for p in s.premises)
                return Strung((Words("by induction: from "), self.reference(start), Words(" and "), self.reference(step)))
            case "root" | "inverse":
                name, term = self.introduce(s)
                return Strung(
                    (Words("let "), name, Words(f" be the {'non-negative root' if s.rule == 'root' else 'reciprocal'} of "), term)
                )
            case "sum":
                return Words("the sum, term by term")
            case "cases":
                return Strung((Words("in both cases: "), references[0], Words(", "), references[1]))
            case "axiom":
                return Words(f"axiom: {AXIOMS[str(s.data['name'])].__doc__}")
            case "expand" | "instantiate":
                return Strung((references[0], *self.place(s)))
            case "generalise":
                return Strung((references[0], Words(", whatever "), self.names.natural(str(s.data["over"])), Words(" is")))
            case "square":
                return Strung((self.origin_of_square(s), Words(" is a squared length")))
            case "natural":
                return Words("a natural number")
            case "integer":
                return Strung((Words("whole numbers: from "), references[0]))
        if self.short:
            return Strung((Words("from "), references[0])) if references else Words(s.rule)
        listed = [Strung((Words(", " if i else ""), r)) for i, r in enumerate(references)]
        return Strung((Words(f"{SAID.get(s.rule, s.rule)} "), *listed))

    def place(self, s: Step) -> tuple[Node, Node]:
        """At which number a line is taken, or times which vector."""
        words, name = (", times ", "with") if s.rule == "expand" else (" at ", "at")
        return Words(words), self.image(s.data[name], self.names)

    def origin_of_square(self, s: Step) -> Node:
        v = s.data["of"]
        shown = vector(v, self.names) if isinstance(v, Vector) else Symbol("")
        return Bracket(shown, shown)

    def introduce(self, s: Step) -> tuple[Node, Node]:
        """The name that a root or a reciprocal gets, and the term that it is of; both at k if there is one for each k."""
        name, p = str(s.data["name"]), self.claims[s.premises[0]]
        names = self.names.inside(free(p, self.names)) if isinstance(p, ForAll) else self.names
        of = p.body if isinstance(p, ForAll) else p
        term = polynomial(of.left, names) if isinstance(of, Compare) else Words("")
        return (value(Real(name, Index(0)), names) if isinstance(p, ForAll) else value(Real(name), names)), term

    def substitution(self, entries: object) -> list[Node]:
        """The images of a cited theorem's names; its composite names follow from the rest."""
        said: list[Node] = []
        entries = entries if isinstance(entries, list) else []
        theirs = Names(spell((kind, name) for kind, name, _ in entries))
        for kind, name, image in entries:
            if self.short and composite(name):
                continue
            many = kind in ("seq", "vseq")
            inside = self.names.inside(free(image, self.names)) if many else self.names
            left = theirs.symbol(kind, name)
            left = At(left, Symbol(inside.bound[-1])) if many else left
            said.append(Strung((Words(", " if said else " with "), left, Words(" = "), self.image(image, inside))))
        return said

    def image(self, value: object, names: Names) -> Node:
        match value:
            case Polynomial():
                return polynomial(value, names)
            case Vector():
                return vector(value, names)
            case Index():
                return index(value, names)
        return Words("")


def _inside(f: Formula) -> Formula:
    while hasattr(f, "body"):
        f = f.body
    return f
