"""A syntax tree of the conjecture grammar as a kernel term.  The kernel has neither quotients nor roots: each has to be a name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from perceptron.errors import InputError
from proofs.conjecture import nodes
from proofs.conjecture.nodes import FUNCTIONS
from proofs.conjecture.parser import parse_relation
from proofs.conjecture.pretty import term as unicode_text
from proofs.derive.authoring.terms import eq, every, ge, gt, implies, inner, number, seq, sequel, sum_below, vseq
from proofs.kernel import Both, Compare, ForAll, Formula, Implies, Index, Polynomial, Real, Rejected, Vector
from proofs.kernel.axioms import ln
from proofs.kernel.formula import names, opened
from proofs.statements.standard_facts import SYMBOLS


class Expansion:
    """`symbols` gives the kernel term of each name; subclasses print a reciprocal, a root and a floor."""

    def __init__(self, symbols: Mapping[str, Polynomial | Vector]) -> None:
        self.symbols = symbols

    def term(self, node: nodes.Node) -> Polynomial:
        """The kernel term.  Raises InputError where there is none."""
        match node:
            case nodes.Number(value):
                return Polynomial.of(value)
            case nodes.Name(name) if isinstance(symbol := self.symbols.get(name), Polynomial):
                return symbol
            case nodes.Neg() | nodes.Add() | nodes.Sub() | nodes.Mul():
                return nodes.arithmetic(node, self.term)
            case nodes.Div(left, right):
                return self.term(left) * self.inverse(right)
            case nodes.Pow(base, exponent) if exponent.denominator == 1:
                return self.term(base) ** exponent.numerator if exponent >= 0 else self.inverse(base) ** -exponent.numerator
            case nodes.Call("sqrt", (arg,)):
                return self.root(arg)
            case nodes.Call("log", (arg,)):
                return ln(self.term(arg))
            case nodes.Call("floor", (arg,)):
                return self.floor(arg)
        raise InputError(f"the kernel has no term for {unicode_text(node)}")

    def inverse(self, node: nodes.Node) -> Polynomial:
        """1/node, taken apart so that only the reciprocals of names and sums need a name of their own."""
        match node:
            case nodes.Number(value):
                if not value:
                    raise InputError("there is no number 1/0")
                return Polynomial.of(1 / value)
            case nodes.Mul(left, right):
                return self.inverse(left) * self.inverse(right)
            case nodes.Div(left, right):
                return self.inverse(left) * self.term(right)
            case nodes.Pow(base, exponent) if exponent.denominator == 1 and exponent >= 0:
                return self.inverse(base) ** exponent.numerator
        return self.reciprocal(node)

    def reciprocal(self, node: nodes.Node) -> Polynomial:
        raise InputError(f"there is no name for 1/({unicode_text(node)})")

    def root(self, node: nodes.Node) -> Polynomial:
        raise InputError(f"there is no name for √({unicode_text(node)})")

    def floor(self, node: nodes.Node) -> Polynomial:
        raise InputError(f"there is no name for ⌊{unicode_text(node)}⌋")


# ------------------------------------------------------------------------------------------------------------------------------------------
# A claim as its author writes it, beside the one that the kernel multiplies out: (φ(x) − φ(y))² and not φ(x)² − 2φ(x)φ(y) + φ(y)².
#
# It is a text of the conjecture grammar over names for kernel terms. It is not believed: multiplied out, each quotient and root being the
# name that a fact defines as such, it has to be the claim.

OF_VECTORS = {"norm": (1, 1), "inner": (2, 2)}


@dataclass(frozen=True)
class Display:
    """`text` is parsed; `symbols` gives the kernel term of each name in it, beyond those of `SYMBOLS`.

    Of vectors there are inner(u, w) and norm(u - 2*w).

    `indices`: the text's names of the numbers that the claim binds by ‘for all’, the outermost first; their ranges are the claim's.
    """

    text: str
    symbols: Mapping[str, Polynomial | Vector] = field(default_factory=dict)
    indices: tuple[Index, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "symbols", {**SYMBOLS, **self.symbols})

    @cached_property
    def relation(self) -> nodes.Relation:
        return parse_relation(self.text, self.symbols, FUNCTIONS | OF_VECTORS)

    def formula(self, facts: Iterable[Formula]) -> Formula:
        """The text multiplied out.  Raises Rejected where no fact defines a quotient or a root in it."""
        smaller, greater = self.sides(facts)
        compare = {"=": eq, "<=": ge, ">=": ge}.get(self.relation.op, gt)
        return compare(greater, smaller)

    def sides(self, facts: Iterable[Formula]) -> tuple[Polynomial, Polynomial]:
        """The smaller side and the greater one, each multiplied out.  Raises Rejected as `formula` does."""
        equations = [f.left for f in facts if isinstance(f, Compare) and f.relation == "="]
        expansion = _MultipliedOut(self.symbols, equations)
        left, right = expansion.term(self.relation.left), expansion.term(self.relation.right)
        return (right, left) if self.relation.op.startswith((">", "=")) else (left, right)

    def check(self, claim: Formula | None, facts: Iterable[Formula]) -> None:
        """Raises Rejected if this is not the claim."""
        written = self.formula(facts)
        for index in self.indices:
            claim = opened(claim, index) if isinstance(claim, ForAll) else claim
            claim = claim.conclusion if isinstance(claim, Implies) else claim  # the range is shown as the claim has it
        if written != claim and not (isinstance(claim, Compare) and claim.relation == "=" and written == Compare(-claim.left, "=")):
            raise Rejected(f"what is displayed, {self.text}, is not the claim")


@dataclass(frozen=True)
class Together:
    """Several inequalities.  The kernel concludes in no conjunction: its claim is their sum with any natural weights, of which one may be 1
    and the others 0."""

    texts: tuple[str, ...]
    symbols: Mapping[str, Polynomial | Vector]
    weights: tuple[Index, ...]

    @cached_property
    def parts(self) -> tuple[Display, ...]:
        return tuple(Display(text, self.symbols) for text in self.texts)

    def check(self, claim: Formula | None, facts: Iterable[Formula]) -> None:
        """Raises Rejected if this is not the claim."""
        said = [part.formula(facts) for part in self.parts]
        if not all(isinstance(f, Compare) and f.relation == ">=" for f in said):
            raise Rejected(f"what is displayed, {', '.join(self.texts)}, is more than inequalities")
        whole: Formula = ge(sum((number(w) * f.left for w, f in zip(self.weights, said, strict=True)), Polynomial({})), 0)  # type: ignore[union-attr]
        for weight in reversed(self.weights):
            whole = every(weight, whole)
        if claim != whole:
            raise Rejected(f"what is displayed, {', '.join(self.texts)}, is not the claim")


def where(event: Formula, said: Formula) -> Formula:
    """The formula `said`, under the condition that the event happens."""
    return where(event.first, where(event.second, said)) if isinstance(event, Both) else Implies(event, said)


def nowhere(event: Formula) -> Formula:
    """That an event does not happen: of several things at once, that the last does not where the others do."""
    if isinstance(event, Both):
        return where(event.first, nowhere(event.second))
    if not isinstance(event, Compare) or event.relation == "=":
        raise Rejected("of an event, the last part has to be an inequality")
    return Compare(-event.left, ">=" if event.relation == ">" else ">")


@dataclass(frozen=True)
class Likely:
    """A claim on random draws as a textbook prints it, Pr[event] ≤ most. The kernel's is P(0) ≤ most, where P(h) is the probability once
    the history h has been seen.

    `event` is of the sample `history`, for some index below a bound where `some` names both; then `counts` is the sequence that is 1 as
    soon as it has happened for one of the first indices. `random` depend on the drawn examples; `inner` are the definitions on which only
    the proof rests. There are `draws` draws, each of z < N with the probability D(z), where N and D are the `space`.
    """

    most: Polynomial
    event: Formula
    some: tuple[Index, Index] | None
    history: Index
    P: seq
    left: seq
    draws: Index
    space: tuple[Index, seq]
    random: frozenset[seq | vseq]
    inner: frozenset[str]
    counts: seq | None = None

    @property
    def meaning(self) -> tuple[Formula, ...]:
        """The facts that make P(0) the probability of that event; the page has to state these and no others."""
        h, z, (N, D), P, left = self.history, Index("·z"), self.space, self.P, self.left
        after = sequel(h, z)
        drawn = [every(z, ge(D(z), 0), below=number(N)), eq(sum_below(N, D), 1), eq(left(0), number(self.draws))]
        drawn.append(every(h, implies(ge(left(h), 1), every(z, eq(left(after), left(h) - 1), below=number(N)))))
        mean = eq(P(h), sum_below(N, lambda z: D(z) * P(sequel(h, z))))
        return (*drawn, every(h, implies(ge(left(h), 1), mean)), *(every(h, implies(eq(left(h), 0), said)) for said in self._in_the_end()))

    def _in_the_end(self) -> Iterator[Formula]:
        """Of a sample: that P is 1 where the event has happened, and 0 where it has not."""
        P, h = self.P(self.history), self.history
        if self.some is None or self.counts is None:
            yield where(self.event, eq(P, 1))
            yield Implies(nowhere(self.event), eq(P, 0))
            return
        (k, most), count = self.some, self.counts
        yield eq(count(sequel(h, 0)), 0)
        yield every(k, where(self.event, eq(count(sequel(h, k + 1)), 1)), below=number(most))
        yield every(k, Implies(nowhere(self.event), eq(count(sequel(h, k + 1)), count(sequel(h, k)))), below=number(most))
        yield eq(P, count(sequel(h, most)))

    def check(self, claim: Formula | None, facts: Iterable[Formula]) -> None:
        """Raises Rejected if this is not the claim, or if the facts do not make P the probability of the event that is printed."""
        if claim != ge(self.most, self.P(0)):
            raise Rejected("what is displayed as a probability is not the claim")
        said = {*facts}
        if missing := [f for f in self.meaning if f not in said]:
            from proofs.derive.typesetting.sentences import print_formula

            none = f"none says {print_formula(missing[0])}"
            raise Rejected(f"no fact makes {self.P.name}(0) the probability of the event that is displayed: {none}")

    @property
    def speaks_of(self) -> tuple[Formula, Formula]:
        """Formulas with the free names of the claim."""
        event = every(self.some[0], self.event) if self.some else self.event
        return every(self.history, event), ge(self.most, 0)

    def of_sample(self, f: Formula) -> Formula:
        """A fact about every history, read as one about the drawn history, which the printed names do not mention."""
        if isinstance(f, Both):
            return Both(self.of_sample(f.first), self.of_sample(f.second))
        if isinstance(f, ForAll) and {name.name for name in self.random} & {name for _, name in names(f)}:
            return self._learnt(opened(f, self.history))
        return f

    def _learnt(self, f: Formula) -> Formula:
        """Without the guards on how many draws are left."""
        if isinstance(f, Implies):
            guarded = self.left.name in {name for _, name in names(f.premise)}
            return self._learnt(f.conclusion) if guarded else Implies(f.premise, self._learnt(f.conclusion))
        return ForAll(self._learnt(f.body)) if isinstance(f, ForAll) else f


Shown = Display | Together | Likely


class _MultipliedOut(Expansion):
    """Quotients and roots are the names that `equations` define as such."""

    def __init__(self, symbols: Mapping[str, Polynomial | Vector], equations: list[Polynomial]) -> None:
        super().__init__(symbols)
        self.equations = equations

    def term(self, node: nodes.Node) -> Polynomial:
        match node:
            case nodes.Pow(nodes.Call("norm", (arg,)), exponent) if exponent > 0 and exponent % 2 == 0:
                v = self.vector(arg)
                return inner(v, v) ** (exponent.numerator // 2)
            case nodes.Call("norm", (arg,)):
                v = self.vector(arg)
                return self.find_defined_name("‖", lambda r: r * r - inner(v, v), "length")
            case nodes.Call("inner", (left, right)):
                return inner(self.vector(left), self.vector(right))
        return super().term(node)

    def vector(self, node: nodes.Node) -> Vector:
        match node:
            case nodes.Name(name) if isinstance(symbol := self.symbols.get(name), Vector):
                return symbol
            case nodes.Add(left, right):
                return self.vector(left) + self.vector(right)
            case nodes.Sub(left, right):
                return self.vector(left) - self.vector(right)
            case nodes.Neg(arg):
                return -1 * self.vector(arg)
            case nodes.Mul(scale, right):
                return self.term(scale) * self.vector(right)
            case nodes.Div(left, scale):
                return self.inverse(scale) * self.vector(left)
        raise InputError(f"the kernel has no vector for {unicode_text(node)}")

    def root(self, node: nodes.Node) -> Polynomial:
        radicand = self.term(node)
        return self.find_defined_name("√", lambda r: r * r - radicand, "root")

    def reciprocal(self, node: nodes.Node) -> Polynomial:
        divisor = self.term(node)
        return self.find_defined_name("1/", lambda q: q * divisor - 1, "reciprocal")

    def find_defined_name(self, start: str, equation: Callable[[Polynomial], Polynomial], what: str) -> Polynomial:
        """The name that is spelled so and of which a fact says so."""
        for p in self.equations:
            for atom in {a for m in p.terms for a, _ in m if isinstance(a, Real) and a.name.startswith(start)}:
                name = Polynomial.atom(atom)
                if p in (equation(name), -equation(name)):
                    return name
        raise Rejected(f"no fact defines that {what}")
