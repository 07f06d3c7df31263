"""The inference rules, one small function each, its figure in the docstring.

A line is Γ ⊢ φ: a claim φ and the set Γ of earlier lines that it assumes (Suppes–Lemmon natural deduction). A rule gets the claim, the
lines it is said to follow from and its data; it returns Γ or rejects. Nothing is simplified, solved or guessed: each claim is compared with
the result of the rule, term by term.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from .axioms import AXIOMS
from .formula import Both, Compare, ForAll, Formula, Implies, Null, bound, closed, names, opened, substitute
from .polynomial import ZERO, Polynomial, T, need, total
from .term import Index, Real, Substitution, Sum, Vector, cast, inner

Assumptions = frozenset[str]
Data = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Step:
    name: str
    rule: str
    claim: Formula
    premises: tuple[str, ...]
    data: Data


@dataclass(frozen=True, slots=True)
class Line(Step):
    """A step that was accepted."""

    assumptions: Assumptions
    free: frozenset[tuple[str, str | int]]  # the names that are free in the claim


@dataclass(frozen=True, slots=True)
class Theorem:
    """A theorem of a replayed proof: for all values of the free names, `hypotheses` imply `conclusion`.

    `hypotheses` are those of the declared ones that the conclusion rests on; `axioms` include those of cited theorems.
    """

    id: str
    hypotheses: tuple[tuple[str, Formula], ...]
    conclusion: Formula
    axioms: frozenset[str]
    cites: frozenset[str]


@dataclass(frozen=True, slots=True)
class Context:
    """The context of a rule beside its premises: the line's name, the lines before it with every name that is free in one of them, and the
    theorems proved before."""

    name: str
    lines: Mapping[str, Line]
    taken: Collection[tuple[str, str | int]]
    theorems: Mapping[str, Theorem]

    def free(self, name: tuple[str, str], lines: Iterable[str]) -> bool:
        """Whether a name is free in the claim of one of these lines."""
        return any(name in self.lines[line].free for line in lines)


def item(data: Data, key: str, kind: type[T]) -> T:
    value = data.get(key)
    need(isinstance(value, kind), f"data {key!r} must be a {kind.__name__}")
    return value  # type: ignore[return-value]


def union(*lines: Line) -> Assumptions:
    return frozenset().union(*(line.assumptions for line in lines))


def same(claim: Formula, derived: Formula) -> None:
    need(claim == derived, "the claim is not what the rule gives")


def compared(f: Formula) -> Compare:
    need(isinstance(f, Compare), "a comparison is needed here")
    return f  # type: ignore[return-value]


def assume(claim: Formula, premises: tuple[Line, ...], data: Data, context: Context) -> Assumptions:
    """φ ⊢ φ."""
    return frozenset({context.name})


def certificate(claim: Formula, premises: tuple[Line, ...], data: Data, context: Context) -> Assumptions:
    """Γᵢ ⊢ pᵢ ≥ 0, > 0, = 0   /   ∪Γᵢ ⊢ p ≥ 0 (or > 0)   if, with z = −p > 0 (or ≥ 0),
    s + Σ c·(product of pᵢ, z)·squares + Σ m·pⱼ is the zero polynomial: s a product with a positive coefficient of strict factors,
    every c > 0, every pⱼ an equation.  For an equation p = 0: p − Σ m·pⱼ is the zero polynomial."""
    goal, facts = compared(claim), {line.name: compared(line.claim) for line in premises}
    equations = []
    for entry in item(data, "equations", list):
        need(isinstance(entry, list) and len(entry) == 2, "an equation is used as [multiplier, name]")
        multiplier, name = entry
        named = isinstance(name, str) and name in facts and facts[name].relation == "="
        need(named and isinstance(multiplier, Polynomial), f"{name!r} is not an equation")
        equations.append(multiplier * facts[name].left)
    if goal.relation == "=":
        need(goal.left == total(equations), "the equation is not that combination")
        return union(*premises)
    facts["z"] = Compare(-goal.left, ">" if goal.relation == ">=" else ">=")

    def multiplied(entry: object, strict: bool) -> Polynomial:
        need(isinstance(entry, list) and len(entry) == 2 and isinstance(entry[1], list), "a product is [coefficient, factors]")
        coefficient, factors = entry[0], entry[1]  # type: ignore[index]
        need(isinstance(coefficient, Fraction) and coefficient > 0, "a product needs a positive coefficient")
        product = Polynomial.of(coefficient)
        for factor in factors:
            if isinstance(factor, Polynomial):
                need(not strict, "a square is not strict")
                product = product * factor * factor
            else:
                need(isinstance(factor, str) and factor in facts, f"{factor!r} is no premise")
                need(facts[factor].relation == ">" or (facts[factor].relation == ">=" and not strict), f"{factor!r} has the wrong sign")
                product = product * facts[factor].left
        return product

    summands = [multiplied(item(data, "strict", list), True), *(multiplied(entry, False) for entry in item(data, "terms", list))]
    need(total([*summands, *equations]) == ZERO, "the certificate's sum is not zero")
    return union(*premises)


def expand(claim: Formula, premises: tuple[Line, ...], data: Data, context: Context) -> Assumptions:
    """Γ ⊢ v null   /   Γ ⊢ ⟨v, a⟩ = 0."""
    (line,) = premises
    need(isinstance(line.claim, Null), "a null vector is needed")
    same(claim, Compare(inner(line.claim.vector, item(data, "with", Vector)), "="))  # type: ignore[union-attr]
    return line.assumptions


def square(claim: Formula, premises: tuple[Line, ...], data: Data, context: Context) -> Assumptions:
    """⊢ ⟨v, v⟩ ≥ 0."""
    same(claim, Compare(inner(v := item(data, "of", Vector), v), ">="))
    return frozenset()


def natural(claim: Formula, premises: tuple[Line, ...], data: Data, context: Context) -> Assumptions:
    """⊢ k + c ≥ 0."""
    same(claim, Compare(cast(item(data, "index", Index)), ">="))
    return frozenset()


def integer(claim: Formula, premises: tuple[Line, ...], data: Data, context: Context) -> Assumptions:
    """Γ ⊢ i − j > 0   /   Γ ⊢ i − j ≥ 1   for natural numbers i and j."""
    (line,) = premises
    gap = cast(item(data, "more", Index)) - cast(item(data, "less", Index))
    same(line.claim, Compare(gap, ">"))
    same(claim, Compare(gap - 1, ">="))
    return line.assumptions


def forall_elimination(claim: Formula, premises: tuple[Line, ...], data: Data, context: Context) -> Assumptions:
    """Γ ⊢ ∀k φ   /   Γ ⊢ φ[k := i]."""
    (line,) = premises
    same(claim, opened(line.claim, item(data, "at", Index)))
    return line.assumptions


def forall_introduction(claim: Formula, premises: tuple[Line, ...], data: Data, context: Context) -> Assumptions:
    """Γ ⊢ φ   /   Γ ⊢ ∀k φ   if k is free in no member of Γ."""
    (line,) = premises
    need(not context.free(("nat", item(data, "over", str)), line.assumptions), "an assumption speaks of that number")
    same(claim, bound(line.claim, item(data, "over", str)))
    return line.assumptions


def implies_introduction(claim: Formula, premises: tuple[Line, ...], data: Data, context: Context) -> Assumptions:
    """Γ, A ⊢ B   /   Γ ⊢ A ⇒ B."""
    line, assumption = premises
    need(assumption.rule == "assume", "only an assumption can be discharged")
    same(claim, Implies(assumption.claim, line.claim))
    return line.assumptions - {assumption.name}


def modus_ponens(claim: Formula, premises: tuple[Line, ...], data: Data, context: Context) -> Assumptions:
    """Γ ⊢ A ⇒ B,  Δ ⊢ A   /   Γ, Δ ⊢ B."""
    implication, premise = premises
    same(implication.claim, Implies(premise.claim, claim))
    return union(implication, premise)


def and_elimination(claim: Formula, premises: tuple[Line, ...], data: Data, context: Context) -> Assumptions:
    """Γ ⊢ A ∧ B   /   Γ ⊢ A,   and   Γ ⊢ B."""
    (line,) = premises
    need(isinstance(line.claim, Both) and claim in (line.claim.first, line.claim.second), "the claim is no part of the premise")
    return line.assumptions


def cases(claim: Formula, premises: tuple[Line, ...], data: Data, context: Context) -> Assumptions:
    """Γ, p ≥ 0 ⊢ φ,  Δ, −p > 0 ⊢ φ   /   Γ, Δ ⊢ φ."""
    one, two, yes, no = premises
    p, q = compared(yes.claim), compared(no.claim)
    need(yes.rule == no.rule == "assume", "a case is an assumption")
    need((p.relation, q.relation) == (">=", ">") and q.left == -p.left, "the cases are p ≥ 0 and −p > 0")
    same(claim, one.claim)
    same(claim, two.claim)
    return (one.assumptions - {yes.name}) | (two.assumptions - {no.name})


def induction(claim: Formula, premises: tuple[Line, ...], data: Data, context: Context) -> Assumptions:
    """Γ ⊢ φ(0),  Δ ⊢ ∀k (φ(k) ⇒ φ(k+1))   /   Γ, Δ ⊢ ∀k φ(k)."""
    base, step = premises
    k = max((n for _, n in names(claim) if isinstance(n, str)), key=len, default="") + "k"  # longer than any name in the claim
    same(base.claim, opened(claim, Index(None)))
    same(step.claim, bound(Implies(opened(claim, Index(k)), opened(claim, Index(k, 1))), k))
    return union(base, step)


def cut(claim: Formula, premises: tuple[Line, ...], data: Data, context: Context) -> Assumptions:
    """H₁, …, Hₙ ⊢ C a theorem,  Γᵢ ⊢ Hᵢσ   /   ∪Γᵢ ⊢ Cσ, for a substitution σ of its free names."""
    theorem = item(data, "theorem", str)
    need(theorem in context.theorems, f"no theorem {theorem!r} was proved before")
    cited = context.theorems[theorem]
    kinds = {"real": Polynomial, "seq": Polynomial, "vec": Vector, "vseq": Vector, "nat": Index}
    images = {}
    for entry in item(data, "substitution", list):
        need(isinstance(entry, list) and len(entry) == 3, "a substitution lists [kind, name, image]")
        kind, name, image = entry
        need(isinstance(name, str) and isinstance(image, kinds.get(str(kind), ())), f"{name!r} cannot stand for that")
        loose = {level for what, level in names(image) if what == "loose"}
        need(loose <= ({0} if kind in ("seq", "vseq") else set()), f"the image of {name!r} has a loose index")
        images[kind, name] = image
    sigma = Substitution(images)
    need(len(premises) == len(cited.hypotheses), "each hypothesis of the theorem needs its premise")
    for (_, hypothesis), line in zip(cited.hypotheses, premises, strict=True):
        same(line.claim, substitute(sigma, hypothesis))
    same(claim, substitute(sigma, cited.conclusion))
    return union(*premises)


def fresh(data: Data, kind: str, context: Context) -> str:
    name = item(data, "name", str)
    need((kind, name) not in context.taken, f"the name {name!r} is in use")
    return name


def root(claim: Formula, premises: tuple[Line, ...], data: Data, context: Context) -> Assumptions:
    """Γ ⊢ p ≥ 0   /   Γ, ★ ⊢ r ≥ 0 ∧ r² = p,   and   Γ ⊢ ∀k p(k) ≥ 0   /   Γ, ★ ⊢ ∀k (r(k) ≥ 0 ∧ r(k)² = p(k)),
    for a fresh r; ★ is this line, to be forgotten before the end."""
    (line,), many = premises, isinstance(premises[0].claim, ForAll)
    name = fresh(data, "seq" if many else "real", context)
    p = compared(line.claim.body if isinstance(line.claim, ForAll) else line.claim)
    r = Polynomial.atom(Real(name, Index(0) if many else None))
    need(p.relation == ">=", "a root needs p ≥ 0")
    body = Both(Compare(r, ">="), Compare(r * r - p.left, "="))
    same(claim, ForAll(body) if many else body)
    return line.assumptions | {context.name}


def inverse(claim: Formula, premises: tuple[Line, ...], data: Data, context: Context) -> Assumptions:
    """Γ ⊢ p > 0   /   Γ, ★ ⊢ q·p = 1   for a fresh q."""
    (line,) = premises
    p, q = compared(line.claim), Polynomial.atom(Real(fresh(data, "real", context)))
    need(p.relation == ">", "a division needs p > 0")
    same(claim, Compare(q * p.left - 1, "="))
    return line.assumptions | {context.name}


def sum_(claim: Formula, premises: tuple[Line, ...], data: Data, context: Context) -> Assumptions:
    """⊢ Σ(i < 0) f(i) = 0  ∧  ∀k Σ(i < k + 1) f(i) = Σ(i < k) f(i) + f(k)   for any term f of the bound index."""
    f = item(data, "of", Polynomial)
    none, some, more = (Polynomial.atom(Sum(upto, f)) for upto in (Index(None), Index(1), Index(1, 1)))
    same(claim, closed(Both(Compare(none, "="), ForAll(Compare(more - some - f, "=")))))
    return frozenset()


def forget(claim: Formula, premises: tuple[Line, ...], data: Data, context: Context) -> Assumptions:
    """Γ, ★ ⊢ φ   /   Γ, Γ★ ⊢ φ   if the name that ★ introduced is free neither in φ nor in Γ."""
    line, star = premises
    need(star.rule in ("root", "inverse"), "only what a root or an inverse introduced can be forgotten")
    name = ("seq" if isinstance(star.claim, ForAll) else "real", item(star.data, "name", str))
    need(name not in line.free, "the claim still speaks of the name to be forgotten")
    need(not context.free(name, line.assumptions - {star.name}), "an assumption speaks of the name to be forgotten")
    same(claim, line.claim)
    return (line.assumptions | star.assumptions) - {star.name}


def axiom(claim: Formula, premises: tuple[Line, ...], data: Data, context: Context) -> Assumptions:
    """⊢ an axiom: an outside fact with a citation, at given terms."""
    name, terms = item(data, "name", str), item(data, "at", list)
    need(name in AXIOMS, f"there is no axiom {name!r}")
    arity = AXIOMS[name].__code__.co_argcount
    need(all(isinstance(t, Polynomial) for t in terms) and len(terms) == arity, "an axiom needs its terms")
    same(claim, AXIOMS[name](*terms))
    return frozenset()


# Each rule under its name in proof files, with the number of its premises.
RULES: Mapping[str, tuple[Callable[..., Assumptions], int | None]] = {
    "assume": (assume, 0), "certificate": (certificate, None), "expand": (expand, 1), "square": (square, 0), "natural": (natural, 0),
    "integer": (integer, 1), "axiom": (axiom, 0), "instantiate": (forall_elimination, 1), "generalise": (forall_introduction, 1),
    "discharge": (implies_introduction, 2), "apply": (modus_ponens, 2), "part": (and_elimination, 1), "cases": (cases, 4),
    "induction": (induction, 2), "cut": (cut, None), "root": (root, 1), "inverse": (inverse, 1), "sum": (sum_, 0), "forget": (forget, 2),
}  # fmt: skip
