"""Kernel lines that say of terms that they are positive or not negative, from given facts.

It finds these: the facts themselves, multiples of them and what adds up to them; squares and lengths, products and sums of positive terms,
quotients of them, and sequences that only grow. By such lines `contradictory` shows that conditions cannot hold together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction

from proofs.derive.authoring.certificate import Certificate, Factor, Product, certificate, multiple, product, square, strict
from proofs.derive.authoring.certificate_search import NotFound, SearchLimits, search, weighted_without_z3
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.terms import ge, gt
from proofs.kernel import Compare, Fn, ForAll, Formula, Implies, Index, Inner, Nat, Polynomial, Proof, Real, Rejected, Step, Theorem, replay
from proofs.kernel.formula import names, opened, substitute
from proofs.kernel.term import Substitution, Vector
from proofs.statements.places import BOUND, Binding, FactAtIndex, Name, at, constant, meet, places, powers, variables

DEEP = 4  # how far a sign may hang on other signs


class Signs:
    """The lines of a derivation, asked for signs.  A line that is found is added to it, and becomes part of its kernel proof."""

    def __init__(self, d: Derivation) -> None:
        self.d = d
        self.found: dict[tuple[Polynomial, str], str | None] = {}
        self.asked: set[tuple[Polynomial, str]] = set()
        self.named: dict[str, set[tuple[str, str | int]]] = {}
        self.opened: dict[tuple[str, tuple[Index, ...]], str | None] = {}

    def positive(self, p: Polynomial) -> str | None:
        """A line p > 0."""
        return self._recall(p, ">")

    def nonnegative(self, p: Polynomial) -> str | None:
        """A line p ≥ 0."""
        return self._recall(p, ">=")

    def _recall(self, p: Polynomial, relation: str) -> str | None:
        if (p, relation) not in self.found:
            if (p, relation) in self.asked or len(self.asked) > DEEP:
                return None
            self.asked.add((p, relation))
            line = self._prove(p, relation)
            self.asked.discard((p, relation))
            if line is None and self.asked:
                return None  # it may be found where less hangs on it
            self.found[p, relation] = line
        return self.found[p, relation]

    def _prove(self, p: Polynomial, relation: str) -> str | None:
        if not p.terms:
            return self.d.have(ge(0, 0), by=certificate()) if relation == ">=" else None
        lines = list(self._lines(p))
        for line, claim in lines:
            if claim.left == p and claim.relation == relation:
                return line
        for line, claim in lines:
            for scale in _scales(p, claim.left) if claim.relation != "=" else ():
                remainder = p - scale * claim.left
                parts = self._parts(remainder)
                enough = relation == ">=" or claim.relation == ">" or (parts is not None and self._certain(remainder))
                if parts is None or not enough:
                    continue
                return self._write(p, relation, parts, remainder, (scale, line) if claim.relation == ">" else None, (scale, line))
        parts = self._parts(p)
        if parts is not None and (relation == ">=" or self._certain(p)):
            return self._write(p, relation, parts, p)
        return self._quotient(p, relation, lines) or (self._root(p, lines) if relation == ">" else None)

    def _write(
        self,
        p: Polynomial,
        relation: str,
        parts: list[Product],
        remainder: Polynomial,
        above: tuple[Fraction, str] | None = None,
        line: tuple[Fraction, str] | None = None,
    ) -> str:
        """p as a line times a number plus products: the certificate."""
        claim = Compare(p, relation)
        whole = [*parts, *([product(*line)] if line else [])]
        if relation == ">=":
            return self.d.have(claim, by=certificate(*whole))
        if above is not None:
            return self.d.have(claim, by=certificate(strict(*above), "z", *parts))
        sure = ((i, c, self._surely(monomial)) for i, (monomial, c) in enumerate(_order(remainder)))
        at, c, lines = next((i, c, lines) for i, c, lines in sure if lines is not None)
        return self.d.have(claim, by=certificate(strict(c, *lines), "z", *(w for w in whole if w != parts[at])))

    def _parts(self, p: Polynomial) -> list[Product] | None:
        """A sum of products of factors that are not negative, if p is one at sight: a part for each of its monomials."""
        parts = []
        for monomial, c in _order(p):
            factors: list[Factor] = []
            for atom, e in monomial:
                if e > 1:
                    factors.append(square(Polynomial.atom(atom) ** (e // 2)))
                if e % 2:
                    line = self._atom(atom, ">=")
                    if line is None:
                        return None
                    factors.append(line)
            if c < 0:
                return None
            parts.append(product(c, *factors))
        return parts

    def _certain(self, p: Polynomial) -> bool:
        return any(self._surely(monomial) is not None for monomial in p.terms)

    def _surely(self, monomial: frozenset[tuple[object, int]]) -> list[str] | None:
        """The positive lines whose product a monomial is."""
        lines = []
        for atom, e in sorted(monomial, key=repr):
            line = self._atom(atom, ">")
            if line is None:
                return None
            lines += [line] * e
        return lines

    def _atom(self, atom: object, relation: str) -> str | None:
        p = Polynomial.atom(atom)
        if relation == ">=":
            if isinstance(atom, Nat):
                return self.d.natural(Index(atom.name))
            if isinstance(atom, Inner) and len(atom.pair) == 1:
                return self.d.square(Vector.basic(next(iter(atom.pair))))
        line = self.positive(p) if relation == ">" else self.nonnegative(p)
        if line is None and relation == ">=":
            above = self.positive(p)
            line = None if above is None else self.d.have(ge(p, 0), by=certificate(above))
        return line if line is not None or relation == ">" else self._growing(atom)

    def _lines(self, p: Polynomial) -> Iterator[tuple[str, Compare]]:
        """The comparisons among the hypotheses and assumptions that share a name with p, each ∀ at the index that p has."""
        own = set(names(p))
        for name, claim in list(self.d.claims.items()):
            assumed = name in dict(self.d.hypotheses) or any(
                s.name == name and s.rule in ("assume", "inverse", "part") for s in self.d.steps
            )
            if assumed and own & self._names(name, claim):
                for index in _indices(p) if isinstance(claim, ForAll) else [Index(None)]:
                    line = self.open(name, [index])
                    if line is not None and isinstance(said := self.d.claims[line], Compare):
                        yield line, said

    def _names(self, line: str, claim: Formula) -> set[tuple[str, str | int]]:
        if line not in self.named:
            self.named[line] = set(names(claim))
        return self.named[line]

    def open(self, name: str, numbers: Sequence[Index]) -> str | None:
        """A fact with its ∀ at these numbers, and at others of its own, if its premises are lines already or follow."""
        line, claim, depth = name, self.d.claims[name], 0
        key = name, tuple(numbers)
        if key in self.opened:
            return self.opened[key]
        self.opened[key] = None
        while isinstance(claim, (ForAll, Implies)):
            if isinstance(claim, ForAll):
                at = numbers[depth] if depth < len(numbers) else Index(BOUND.format(depth))
                claim, depth = opened(claim, at), depth + 1
                line = self.d.line("instantiate", claim, [line], {"at": at})
            else:
                premise = self._premise(claim.premise)
                if premise is None:
                    return None
                claim = claim.conclusion
                line = self.d.line("apply", claim, [line, premise])
        self.opened[key] = line
        return line

    def _premise(self, claim: Formula) -> str | None:
        """A line that says so."""
        line = next((n for n, c in self.d.claims.items() if c == claim), None)
        if line is not None or not isinstance(claim, Compare) or claim.relation == "=":
            return line
        return self.positive(claim.left) if claim.relation == ">" else self.nonnegative(claim.left)

    def _quotient(self, p: Polynomial, relation: str, lines: Iterable[tuple[str, Compare]]) -> str | None:
        """N from a·N = b with a > 0 and b ≥ 0, or b > 0."""
        if len(p.terms) != 1 or constant(p) is not None:
            return None
        ((monomial, c),) = p.terms.items()
        ((atom, power),) = monomial if len(monomial) == 1 else ((None, 0),)
        if atom is None or power != 1 or c != 1:
            return None
        for line, claim in lines:
            of = powers(claim.left, atom)
            if claim.relation != "=" and relation == ">" and set(of) == {0, 1}:
                scale, least = self.nonnegative(of[1]), self.nonnegative(-of[0]) if claim.relation == ">" else self.positive(-of[0])
                if scale is not None and least is not None:
                    parts = (strict(1, line), least) if claim.relation == ">" else (strict(1, least), line)
                    return self.d.have(gt(p, 0), by=certificate(*parts, product("z", scale)))
            if claim.relation != "=" or (set(of) != {0, 1} and set(of) != {1}):
                continue
            for sign in (1, -1):
                lead, rest = sign * of[1], sign * of.get(0, Polynomial.of(0))
                above = self.positive(lead)
                below = None if above is None else self.positive(-rest) if relation == ">" else self.nonnegative(-rest)
                if above is None or below is None:
                    continue
                z = (strict(1, below), product("z", above)) if relation == ">" else (strict(1, "z", above), product(below))
                return self.d.have(Compare(p, relation), by=certificate(*z, multiple(sign, line)))
        return None

    def _root(self, p: Polynomial, lines: Iterable[tuple[str, Compare]]) -> str | None:
        """r > 0 from r ≥ 0 and r² = b with b > 0."""
        for line, claim in lines:
            for scale in _scales(p * p, claim.left) if claim.relation == "=" and len(p.terms) == 1 else ():
                above = self.positive(p * p - scale * claim.left)
                sign = None if above is None else self.nonnegative(p)
                if above is not None and sign is not None:
                    return self.d.have(gt(p, 0), by=certificate(strict(1, above), product("z", sign), multiple(scale, line)))
        return None

    def _growing(self, atom: object) -> str | None:
        """S(i) ≥ 0 where S(0) ≥ 0 and S(k + 1) is S(k) plus a term that is not negative."""
        if not isinstance(atom, Real) or atom.index is None:
            return None
        s, i = atom.name, atom.index
        steps = [(n, c) for n, c in self.d.hypotheses if isinstance(c, ForAll) and isinstance(c.body, Compare) and c.body.relation == "="]
        for name, claim in steps:
            k = Index("·k")
            step = opened(claim, k)
            of = powers(step.left, Real(s, k + 1)) if isinstance(step, Compare) else {}
            lead = constant(of[1]) if set(of) <= {0, 1} and 1 in of else None
            start = self.nonnegative(Polynomial.atom(Real(s, Index(None))))
            if lead is None or start is None:
                continue
            gain = -of.get(0, Polynomial.of(0)) * (1 / lead) - Polynomial.atom(Real(s, k))
            grown = None if ("seq", s) in set(names(gain)) else self._induction(s, name, gain, start, lead, i)
            if grown is not None:
                return grown
        return None

    def _induction(self, s: str, name: str, gain: Polynomial, start: str, lead: Fraction, i: Index) -> str | None:
        class Stuck(Exception):
            pass

        def step(k: Index, before: str) -> str:
            grown, more = self.open(name, [k]), self.nonnegative(Substitution({("nat", "·k"): k}).real(gain))
            if grown is None or more is None:
                raise Stuck
            return self.d.have(ge(Polynomial.atom(Real(s, k + 1)), 0), by=certificate(before, more, multiple(1 / lead, grown)))

        for upto in (None, i) if i.name is not None and not isinstance(i.name, tuple) else (None,):
            kept = len(self.d.steps), dict(self.d.claims), dict(self.found), dict(self.opened)
            try:
                line = self.d.induction(lambda j: ge(Polynomial.atom(Real(s, j)), 0), lambda: start, step, upto=upto)
            except Stuck:
                del self.d.steps[kept[0] :]
                self.d.claims, self.found, self.opened = kept[1], kept[2], kept[3]
                continue
            taken = self.d.line("instantiate", opened(self.d.claims[line], i), [line], {"at": i})
            if upto is None:
                return taken
            reached = self.d.have(ge(0, 0), by=certificate())
            return self.d.line("apply", ge(Polynomial.atom(Real(s, i)), 0), [taken, reached])
        return None


def _indices(p: Polynomial) -> list[Index]:
    """The indices that stand in a term, and the number at which a ∀ is opened."""
    indices = [index for _, index in places(p) if index is not None]
    return list(dict.fromkeys([*sorted(indices, key=repr), Index(BOUND.format(0))]))


def _scales(p: Polynomial, of: Polynomial) -> list[Fraction]:
    """The positive numbers c for which p − c·of lacks a monomial of p."""
    scales = [p.terms[m] / c for m, c in of.terms.items() if m in p.terms and m]
    return list(dict.fromkeys(c for c in scales if c > 0))


def _order(p: Polynomial) -> list[tuple[frozenset[tuple[object, int]], Fraction]]:
    return sorted(p.terms.items(), key=repr)


# ------------------------------------------------------------------------------------------------------------------------------------------
# That there always is what a definition introduces, as a proof that the kernel replays.
#
# For what is said of a new name N at one index, D₁(N), D₂(N), …, two theorems are made. The first is a lemma: D₁(N), D₂(N), … lead to
# something that does not speak of N. The second leads to the same from the facts before it: the definition gives a term t with D₁(t),
# D₂(t), …, and the kernel's rule `cut` puts t in the place of N. Where t needs a root or a reciprocal, the rules `root` and `inverse` want
# a proof that the number is not negative, or positive, which `Signs` looks for.

NOTHING = ge(0, 0)  # what follows, and does not speak of the name
LEMMA = "with the name"
AdversaryChoice = Sequence[tuple[str, Formula]]
CitedTheorem = Callable[[], Certificate | str]  # why one of the formulas is true of the term


class Missing(Exception):
    """A sign that is not found."""


class Construction:
    """A proof in the making that there is a thing of that name, under those premises, of which `bodies`, some of `said`, are true."""

    def __init__(
        self, name: Name, premises: Sequence[Formula], said: Sequence[Formula], bodies: Sequence[Formula], given: AdversaryChoice
    ) -> None:
        self.name, self.said, self.bodies = name, said, bodies
        named = tuple((f"{i}", body) for i, body in enumerate(bodies) if isinstance(body, Compare))
        step = Step("follows", "certificate", NOTHING, tuple(name for name, _ in named), dict(certificate().data))
        self.library = {LEMMA: replay(Proof(LEMMA, named, (step,), "follows"), {})}
        self.d = Derivation("without the name", given, self.library)
        self.premises = [self.d.assume(premise) for premise in premises]
        self.signs = Signs(self.d)

    def missing(self) -> str:
        raise Missing

    def positive(self, p: Polynomial) -> str:
        return self.signs.positive(p) or self.missing()

    def nonnegative(self, p: Polynomial) -> str:
        return self.signs.nonnegative(p) or self.missing()

    def logarithms(self, terms: Sequence[object]) -> list[str]:
        """Each logarithm in the definition is one of a positive number."""
        atoms = {
            a
            for term in terms
            if isinstance(term, Polynomial)
            for monomial in term.terms
            for a, _ in monomial
            if isinstance(a, Fn) and a.name == "ln"
        }
        return [self.positive(atom.argument) for atom in sorted(atoms, key=repr)]

    def reciprocal(self, p: Polynomial, name: str) -> tuple[Polynomial, str, str]:
        """q = 1/p for a positive p, the line q > 0, and the line q·p = 1, which is to be forgotten."""
        above = self.positive(p)
        q, star = self.d.inverse(above, name)
        return q, self.d.have(gt(q, 0), by=certificate(strict(), product("z", above), multiple(1, star))), star

    def nothing(self, *lines: str) -> str:
        return self.d.have(NOTHING, *lines, by=certificate())

    def close(self, term: Polynomial, *proved: CitedTheorem, stars: Sequence[str] = ()) -> str:
        """The conclusion by the lemma at this term; `proved` maps each formula of the definition to its line."""
        kind, name = self.name
        sigma, lines = Substitution({(kind, str(name)): term}), {}
        for body, why in zip(self.said, proved, strict=True):
            if body in self.bodies:
                by = why()
                lines[body] = by if isinstance(by, str) else self.d.have(substitute(sigma, body), by=by)
        used = [lines[body] for body in self.bodies]
        line = self.d.line("cut", NOTHING, used, {"theorem": LEMMA, "substitution": [[kind, name, term]]})
        return self.d.forget(line, *stars)

    def theorem(self, *lines: str) -> Theorem:
        line = self.nothing(*lines)
        for premise in reversed(self.premises):
            line = self.d.discharge(line, premise)
        return replay(Proof(self.d.id, self.d.hypotheses, tuple(self.d.steps), line), self.library)


def sign(given: AdversaryChoice, ask: Callable[[Signs], str | None]) -> Theorem | None:
    """The kernel's theorem that ends in the wanted line, such as the sign of a term; None if it is not found."""
    d = Derivation("a sign", given)
    line = ask(Signs(d))
    return None if line is None else replay(Proof(d.id, d.hypotheses, tuple(d.steps), line), {})


# ------------------------------------------------------------------------------------------------------------------------------------------
# That conditions cannot hold together, shown by the kernel: two cases of a definition must not say different things of one number.


SMALL = SearchLimits(1, 0, 0), SearchLimits(2, 0, 0)  # sums of the premises, and of products of two: p > 0 and p² = 0


def contradictory(premises: Sequence[Formula], given: AdversaryChoice = ()) -> bool:
    """Whether the kernel sees that the premises cannot all hold, given facts on their numbers."""
    said = [*premises, *(p.conclusion for p in premises if isinstance(p, Implies) and p.premise in premises)]
    about = {name for p in said for name in names(p) if name[0] == "seq"}
    facts = [(name, formula) for name, formula in given if about & set(names(formula))]
    d = Derivation("impossible", [*facts, *((f"·{i}", premise) for i, premise in enumerate(said))])
    signs = Signs(d)
    lines = [f"·{i}" for i, premise in enumerate(said) if isinstance(premise, Compare)]
    atoms = {a for p in said if isinstance(p, Compare) for monomial in p.left.terms for a, _ in monomial}
    for name, formula in facts:
        for binding in _instances(FactAtIndex.of(formula), atoms):
            line = signs.open(name, binding)
            if line is not None and isinstance(d.claims[line], Compare):
                lines.append(line)
    counts = [d.natural(Index(a.name)) for a in sorted(atoms, key=repr) if isinstance(a, Nat)]
    nothing, using = Compare(Polynomial.of(0), ">"), list(dict.fromkeys([*lines, *counts]))
    compared = {line: claim for line in using if isinstance(claim := d.claims[line], Compare)}
    try:
        d.line("certificate", nothing, using, search(nothing, compared, shapes=SMALL, solve=weighted_without_z3))
        replay(d.proof(), {})
    except (NotFound, Rejected):
        return False
    return True


def _instances(fact: FactAtIndex, atoms: Iterable[object]) -> Iterator[list[Index]]:
    """The numbers at which a fact contains one of these atoms."""
    bound = [f"·{i}" for i in range(fact.depth)]
    own = {a for monomial in fact.body.left.terms for a, _ in monomial} if isinstance(fact.body, Compare) else set()
    for mine in sorted((a for a in own if isinstance(a, Real) and set(bound) <= set(variables(a.index))), key=repr):
        for other in sorted((a for a in atoms if isinstance(a, Real) and a.name == mine.name), key=repr):
            apart: Binding = {name: Index(f"{name}′") for name in bound}
            binding = meet(None if mine.index is None else at(mine.index, apart), other.index)
            if binding is not None:
                yield [at(apart[name], binding) for name in bound]
