"""A proof without citations: each theorem that it cites is written out in its place, with what stands for its names put in.

Nothing is believed of what comes out; the kernel replays it. A line that only repeats a known line is left out, so that a theorem which two
others cite in the same way is written once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from proofs.derive.authoring.terms import RememberingSubstitution
from proofs.kernel import Compare, Formula, Index, Polynomial, Proof, Real, Step, Theorem, Vector
from proofs.kernel.formula import names, substitute
from proofs.kernel.term import Substitution

Key = tuple[str, str]
Images = dict[Key, Polynomial | Vector | Index]
SAME = RememberingSubstitution()


@lru_cache(maxsize=50_000)
def name_formula(f: Formula) -> tuple[tuple[str, str | int], ...]:
    """The free names in a formula, each once, as they come: a proof that is cited often says the same each time."""
    return tuple(dict.fromkeys(names(f)))


class CitedTheorem(Protocol):
    """The interface of a cited theorem."""

    @property
    def proof(self) -> Proof: ...
    @property
    def theorem(self) -> Theorem: ...
    @property
    def notes(self) -> Mapping[str, str]: ...


@dataclass(frozen=True)
class Citation:
    """A theorem at the terms that stand for its names, in the order of the citation."""

    theorem: str
    images: tuple[tuple[str, str, Polynomial | Vector | Index], ...]


@dataclass
class InlinedProof:
    """The proof; the assumptions and numbers of each line, besides the hypotheses and their names; of which citations a line is the claim,
    the outermost last; and the authors' notes to its lines."""

    proof: Proof
    supposed: dict[str, frozenset[str]]
    citations: dict[str, list[Citation]]
    notes: dict[str, str]


def inline(id: str, library: Mapping[str, CitedTheorem], cited: bool = False) -> InlinedProof:
    """The proof of a theorem of `library` without citations, or with its own where they stay `cited`; the library holds whatever it rests
    on."""
    return _Writer(library, cited).whole(id)


class _Writer:
    def __init__(self, library: Mapping[str, CitedTheorem], cited: bool) -> None:
        self.library, self.cited = library, cited
        self.steps: dict[str, Step] = {}
        self.rests: dict[str, frozenset[str]] = {}  # the assumptions of each line, as the kernel counts them
        self.saying: dict[Formula, list[str]] = {}
        self.used: set[tuple[str, str | int]] = set()  # names in the lines so far, which a root or a reciprocal must not take
        self.citations: dict[str, list[Citation]] = {}
        self.notes: dict[str, str] = {}
        self.naturals = 0

    def whole(self, id: str) -> InlinedProof:
        proof = self.library[id].proof
        self.naturals = max((int(str(name)[1:]) for s in proof.steps for _, name in name_formula(s.claim) if _number(name)), default=0)
        for name, formula in proof.hypotheses:
            self.keep(Step(name, "assume", formula, (), {}), frozenset({name}))
        end = self.write(id, SAME, {name: name for name, _ in proof.hypotheses}, "")
        given = {name for name, _ in proof.hypotheses}
        steps = tuple(_need(end, [s for name, s in self.steps.items() if name not in given]))
        opened = {s.name for s in steps if s.rule == "assume"}
        stated = {key for f in (self.steps[end].claim, *(f for _, f in proof.hypotheses)) for key in name_formula(f)}
        loose = {s.name: {str(key[1]) for key in name_formula(s.claim) if key[0] == "nat" and key not in stated} for s in steps}
        supposed = {s.name: (self.rests[s.name] & opened) | loose[s.name] for s in steps}
        return InlinedProof(Proof(proof.id, proof.hypotheses, steps, end), supposed, self.citations, self.notes)

    def keep(self, step: Step, rests: frozenset[str]) -> str:
        self.steps[step.name], self.rests[step.name] = step, rests
        self.saying.setdefault(step.claim, []).append(step.name)
        self.used.update(name_formula(step.claim))
        return step.name

    def write(self, id: str, sigma: Substitution, known: dict[str, str], prefix: str) -> str:
        """Writes the lines of a proof under `sigma`; `known` says which lines here its hypotheses are.  The line of its conclusion."""
        own = self.library[id]
        stated = {key for _, f in own.proof.hypotheses for key in name_formula(f)} | set(name_formula(own.theorem.conclusion))
        images: Images = {key: image for key, image in sigma.images.items() if key in stated}
        if prefix:
            images |= self.eigenvariables(own.proof, stated)
        here = RememberingSubstitution(images)
        for s in _need(own.proof.conclusion, own.proof.steps):
            name = f"{prefix}{s.name}"
            if s.rule == "cut":
                line = self.cite(s, here, known)
            else:
                if s.rule in ("root", "inverse") and (again := self.name_term(s, here, known)) is not None:
                    kind, other = again
                    images[kind, str(s.data["name"])] = _variable(kind, other)
                    here = RememberingSubstitution(images)
                line = self.line(name, s, here, known)
            known[s.name] = line
            if s.name in own.notes:
                self.notes.setdefault(line, own.notes[s.name])
        return known[own.proof.conclusion]

    def eigenvariables(self, proof: Proof, stated: set[tuple[str, str | int]]) -> Images:
        """New names for the naturals that occur in the proof alone."""
        own = dict.fromkeys(key for s in proof.steps for key in name_formula(s.claim) if key[0] == "nat" and key not in stated)
        images: Images = {}
        for key in own:
            self.naturals += 1
            images["nat", str(key[1])] = Index(f"k{self.naturals}")
        return images

    def name_term(self, s: Step, sigma: Substitution, known: Mapping[str, str]) -> Key | None:
        """How the root or reciprocal of this step is called here: as an earlier one of the same term, or anew if its name is taken."""
        kind, name = _introduces(s)
        of = self.steps[known[s.premises[0]]].claim
        rests = self.rests[known[s.premises[0]]]
        for other in self.steps.values():
            if other.rule == s.rule and self.steps[other.premises[0]].claim == of and self.rests[other.name] - {other.name} <= rests:
                return kind, str(other.data["name"])
        if (kind, name) not in self.used:
            return None
        return kind, next(new for n in range(2, len(self.used) + 3) if (kind, new := f"{name}{n}") not in self.used)

    def line(self, name: str, s: Step, sigma: Substitution, known: Mapping[str, str]) -> str:
        """The step under `sigma`; if a line that rests on no more says the same, that one."""
        claim, premises = substitute(sigma, s.claim), tuple(known[p] for p in s.premises)
        data = {key: _in(key, value, s.rule, sigma, known) for key, value in s.data.items()}
        if s.rule == "certificate":
            data, premises = self.shorten(data, premises)
        rests = self.resting(name, s.rule, premises)
        if s.rule != "assume":
            own = {name} if s.rule in ("root", "inverse") else set()
            for other in self.saying.get(claim, ()):
                star = {other} if own and self.steps[other].rule == s.rule else set()
                if self.rests[other] - star <= rests - own:
                    return other
        return self.keep(Step(name, s.rule, claim, premises, data), rests)

    def shorten(self, data: dict[str, Any], premises: tuple[str, ...]) -> tuple[dict[str, Any], tuple[str, ...]]:
        """A certificate without the products that vanish at these terms, such as those with 0 ≥ 0, and without lines that it does not
        use."""

        def vanishes(factor: object) -> bool:
            claim = self.steps[factor].claim if isinstance(factor, str) and factor in premises else None
            left = claim.left if isinstance(claim, Compare) else factor
            return isinstance(left, Polynomial) and not left.terms

        kept = {"terms": [term for term in data.get("terms", []) if not any(map(vanishes, term[1]))]}
        kept["equations"] = [[m, name] for m, name in data.get("equations", []) if not vanishes(m) and not vanishes(name)]
        shorter = {**data, **{key: terms for key, terms in kept.items() if key in data}}
        factors = [factor for term in filter(None, [shorter.get("strict"), *kept["terms"]]) for factor in term[1]]
        cited = {factor for factor in [*factors, *(name for _, name in kept["equations"])] if isinstance(factor, str)}
        return shorter, tuple(p for p in premises if p in cited)

    def resting(self, name: str, rule: str, premises: tuple[str, ...]) -> frozenset[str]:
        """The assumptions of a line, as its rule has them."""
        closed = {"discharge": premises[1:], "cases": premises[2:], "forget": premises[1:]}.get(rule, ())
        stays = premises[:-1] if rule == "discharge" else premises[:2] if rule == "cases" else premises
        own = {name} if rule in ("assume", "root", "inverse") else set()
        return frozenset(own).union(*(self.rests[p] for p in stays)) - set(closed)

    def cite(self, s: Step, sigma: Substitution, known: Mapping[str, str]) -> str:
        """A citation: the lines of the theorem that is cited."""
        id = str(s.data["theorem"])
        entries: Any = s.data["substitution"]
        images = [(kind, name, _image(image, sigma, kind)) for kind, name, image in entries]
        if self.cited:
            line = self.line(s.name, s, sigma, known)
            self.citations.setdefault(line, []).append(Citation(id, tuple(images)))
            return line
        cited = self.library[id]
        given = {name: known[p] for (name, _), p in zip(cited.theorem.hypotheses, s.premises, strict=True)}
        inside = RememberingSubstitution({**sigma.images, **{(kind, name): image for kind, name, image in images}})
        often = sum(c.theorem == id for of_a_line in self.citations.values() for c in of_a_line)
        line = self.write(id, inside, given, f"{id}/" if not often else f"{id}/{often + 1}/")
        self.citations.setdefault(line, []).append(Citation(id, tuple(images)))
        return line


def _need(end: str, steps: Any) -> Iterator[Step]:
    """The steps that the line `end` needs, in their order."""
    needed = {end}
    for s in reversed(steps):
        if s.name in needed:
            needed.update(s.premises)
    return (s for s in steps if s.name in needed)


def _introduces(s: Step) -> Key:
    many = s.rule == "root" and hasattr(s.claim, "body")
    return "seq" if many else "real", str(s.data["name"])


def _variable(kind: str, name: str) -> Polynomial:
    return Polynomial.atom(Real(name, Index(0) if kind == "seq" else None))


def _number(name: object) -> bool:
    return isinstance(name, str) and name[:1] == "k" and name[1:].isascii() and name[1:].isdigit()


def _image(value: Any, sigma: Substitution, kind: str) -> Any:
    """A term under `sigma`; that of a sequence has an index, bound 0."""
    depth = int(kind in ("seq", "vseq"))
    if isinstance(value, Polynomial):
        return sigma.real(value, depth)
    if isinstance(value, Vector):
        return sigma.vector(value, depth)
    return sigma.index(value, depth) if isinstance(value, Index) else value


def _in(key: str, value: Any, rule: str, sigma: Substitution, known: Mapping[str, str]) -> Any:
    """The data of a step under `sigma`, with the lines that it names."""
    if isinstance(value, list):
        return [_in(key, v, rule, sigma, known) for v in value]
    if isinstance(value, str):
        if rule == "certificate":
            return known.get(value, value)
        if rule == "generalise":
            return str(sigma.index(Index(value)).name)
        if rule in ("root", "inverse"):
            images = [sigma.images.get((kind, value)) for kind in ("seq", "real")]
            atoms = (a for image in images if isinstance(image, Polynomial) for m in image.terms for a, _ in m)
            return next((a.name for a in atoms if isinstance(a, Real)), value)
        return value
    return _image(value, sigma, "seq" if rule == "sum" else "")
