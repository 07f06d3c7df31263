"""A proof in the making that there is such a thing: what is given, the signs that follow from it, and the step that ends it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.derive.authoring.certificate import Certificate, certificate, multiple, product, strict
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.terms import ge, gt
from proofs.kernel import Compare, Fn, Formula, Polynomial, Proof, Step, Theorem, replay
from proofs.kernel.formula import names, substitute
from proofs.kernel.term import Substitution
from proofs.verify.checks.existence.shapes import Shape
from proofs.verify.checks.existence.signs import Signs

NOTHING = ge(0, 0)  # what follows, and does not speak of the name
LEMMA = "with the name"
Prover = Callable[[Shape], Certificate | str]


class Missing(Exception):
    """A sign that is not found, or a shape that has no recipe."""


class Construction:
    """A proof in the making that there is such a thing."""

    def __init__(self, group: Sequence[Shape], given: Sequence[tuple[str, Formula]]) -> None:
        self.group = group
        self.library = {LEMMA: _follows(group)}
        self.d = Derivation("without the name", given, self.library)
        self.premises = [self.d.assume(premise) for premise in group[0].fact.premises]
        self.signs = Signs(self.d)
        self.needed: list[str] = []  # lines without which a term says nothing

    def of(self, word: str) -> Shape:
        """The one fact of that shape."""
        found = [shape for shape in self.group if shape.word == word]
        if len(found) != 1:
            raise Missing
        return found[0]

    def positive(self, p: Polynomial) -> str:
        return _found(self.signs.positive(p))

    def nonnegative(self, p: Polynomial) -> str:
        return _found(self.signs.nonnegative(p))

    def defined(self) -> None:
        """Each logarithm, but for those of the new name, is one of a positive number."""
        for shape in self.group:
            left = shape.fact.body.left if isinstance(shape.fact.body, Compare) else Polynomial.of(0)
            for atom in sorted({a for monomial in left.terms for a, _ in monomial if isinstance(a, Fn)}, key=repr):
                if atom.name == "ln" and shape.name not in set(names(atom)):
                    self.needed.append(self.positive(atom.argument))

    def reciprocal(self, p: Polynomial, name: str) -> tuple[Polynomial, str, str]:
        """q = 1/p for a positive p, the line q > 0, and the line q·p = 1, which is to be forgotten."""
        above = self.positive(p)
        q, star = self.d.inverse(above, name)
        return q, self.d.have(gt(q, 0), by=certificate(strict(), product("z", above), multiple(1, star))), star

    def close(self, term: Polynomial, prove: Prover, *stars: str) -> str:
        """What follows, by the lemma at this term; `prove` says how each of its facts holds there."""
        kind, name = self.group[0].name
        sigma = Substitution({(kind, str(name)): term})
        lines = []
        for shape in self.group:
            claim, by = substitute(sigma, shape.fact.body), prove(shape)
            lines.append(by if isinstance(by, str) else self.d.have(claim, by=by))
        line = self.d.line("cut", NOTHING, lines, {"theorem": LEMMA, "substitution": [[kind, name, term]]})
        return self.d.forget(line, *stars)

    def theorem(self, line: str) -> Theorem:
        line = self.d.have(NOTHING, line, *self.needed, by=certificate())
        for premise in reversed(self.premises):
            line = self.d.discharge(line, premise)
        return replay(Proof(self.d.id, self.d.hypotheses, tuple(self.d.steps), line), self.library)


def _found(line: str | None) -> str:
    if line is None:
        raise Missing
    return line


def _follows(group: Sequence[Shape]) -> Theorem:
    """The lemma: from all facts of the group, at one index, what does not speak of the name."""
    named = tuple((f"{i}", shape.fact.body) for i, shape in enumerate(group) if isinstance(shape.fact.body, Compare))
    step = Step("follows", "certificate", NOTHING, tuple(name for name, _ in named), dict(certificate().data))
    return replay(Proof(LEMMA, named, (step,), "follows"), {})
