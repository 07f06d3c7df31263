"""A comparison proved by its shape: min, max, floors and squares are taken apart, and what is left is algebra."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import product as choices
from time import monotonic

from perceptron.numbers.rational_points import sqrt_exact
from proofs.conjecture import nodes
from proofs.conjecture.pretty import term as unicode_text
from proofs.decide.logarithms import Logarithms, occurring, tight_values
from proofs.decide.range_facts import m, s
from proofs.derive.authoring.arithmetic import Arithmetic
from proofs.derive.authoring.certificate import certificate, combination, multiple, product, strict
from proofs.derive.authoring.certificate_search import NotFound
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.steps import ln_tangent
from proofs.derive.authoring.terms import eq, ge, gt, le, number
from proofs.kernel import Formula, Index, Polynomial
from proofs.kernel.axioms import ln
from proofs.statements.standard_facts import M
from proofs.statements.statement import Translation

ROOM = Fraction(1, 1000)  # that a proof leaves between the sides of a strict claim; a smaller summand is left out of a bound


class Structure:
    """The prover of one derivation: `line` returns a line of a comparison of two syntax trees, or raises NotFound."""

    def __init__(
        self, arithmetic: Arithmetic[Derivation], translation: Translation, deadline: float, root_lines: tuple[str, str] | None = None
    ) -> None:
        self.arithmetic, self.translation, self.deadline = arithmetic, translation, deadline
        self.root_lines = root_lines  # √M ≥ 0 and (√M)² = M, where the derivation has them
        self.d = arithmetic.derivation
        known = {} if root_lines is None else {m: (s, *root_lines)}
        self.logarithms = Logarithms(arithmetic, translation, known)
        self.floored: set[str] = set()

    def line(self, left: nodes.Node, op: str, right: nodes.Node) -> str:
        if op in (">=", ">"):
            return self.line(right, "<=" if op == ">=" else "<", left)
        if op == "=":
            return self.equation(left, right)
        if isinstance(right, nodes.Call) and right.fn == "min":
            return self.extreme(right, self.claim(left, op, right), [self.line(left, op, a) for a in right.args], op)
        if isinstance(left, nodes.Call) and left.fn == "max":
            return self.extreme(left, self.claim(left, op, right), [self.line(a, op, right) for a in left.args], op)
        return self.first_of(left, op, right)

    def first_of(self, left: nodes.Node, op: str, right: nodes.Node) -> str:
        """The first way that succeeds; each gets a part of the time that is left."""
        reasons: list[str] = []
        for way in self.ways():
            if monotonic() > self.deadline:
                break
            try:
                return way(left, op, right)
            except NotFound as reason:
                reasons.append(str(reason))
        raise NotFound("; ".join(r for r in dict.fromkeys(reasons) if r) or "no time was left")

    def ways(self) -> Iterator[Callable[[nodes.Node, str, nodes.Node], str]]:
        yield from (self.by_whole, self.by_floor, self.by_root, self.by_squares, self.by_exponents, self.by_algebra)
        yield from (self.by_tangents, self.by_logarithms, self.by_root_of_bound, self.by_less)

    def claim(self, left: nodes.Node, op: str, right: nodes.Node) -> Formula:
        low, high = self.translation.term(left), self.translation.term(right)
        return ge(high, low) if op == "<=" else gt(high, low)

    def seconds(self, share: float) -> float:
        return max(0.3, (self.deadline - monotonic()) * share)

    # -- ways ----------------------------------------------------------------------------------------------------------------------------

    def by_algebra(self, left: nodes.Node, op: str, right: nodes.Node) -> str:
        self.logarithms.learn(left, right)
        self.learn_floors(left, right)
        share = 0.1 if occurring(left, right) else 0.5  # what is known of logarithms so far is coarse
        return self.arithmetic.prove(self.claim(left, op, right), self.seconds(share))

    def by_less(self, left: nodes.Node, op: str, right: nodes.Node) -> str:
        """l ≤ r + c because l ≤ r, for a number c: one so small that no certificate in few digits uses it."""
        if not (isinstance(right, nodes.Add) and isinstance(right.right, nodes.Number) and 0 < right.right.value < ROOM):
            raise NotFound("")
        return self.d.have(self.claim(left, op, right), self.line(left, "<=", right.left))

    def by_exponents(self, left: nodes.Node, op: str, right: nodes.Node) -> str:
        """A ≤ exp(B) because ln A ≤ B, and exp(B) ≤ A because B ≤ ln A."""
        sides = [exponent(side) for side in (left, right)]
        if sides == [None, None]:
            return self.by_multiples_of_exponents(left, op, right)
        low, high = (logarithm(side) if e is None else e for side, e in zip((left, right), sides, strict=True))
        small, large = self.translation.term(left), self.translation.term(right)
        signs = [self.arithmetic.prove(gt(side, 0), self.seconds(0.1)) for side in (small, large)]
        order = self.line(low, op, high)
        between = ge(ln(large), ln(small)) if op == "<=" else gt(ln(large), ln(small))
        order = self.d.have(between, order, *(unicode_text(n) for n, e in zip((left, right), sides, strict=True) if e is not None))
        rise = product(order, signs[0])
        tangent = ln_tangent(self.d, large, small, signs[1], signs[0])
        how = certificate(strict("z"), tangent, rise) if op == "<=" else certificate(strict(order, signs[0]), tangent, product("z"))
        return self.d.have(self.claim(left, op, right), by=how)

    def by_multiples_of_exponents(self, left: nodes.Node, op: str, right: nodes.Node) -> str:
        """A ≤ c·exp(B) because A/c ≤ exp(B), and c·exp(B) ≤ A because exp(B) ≤ A/c, for a number c > 0."""
        (a, small), (b, large) = multiple_of(left), multiple_of(right)
        if a <= 0 or b <= 0 or a == b == 1 or exponent(small) is exponent(large) is None:
            raise NotFound("")
        number = nodes.Number(b / a)
        shorter = (small, op, nodes.Mul(number, large)) if exponent(large) is None else (nodes.Div(small, number), op, large)
        return self.d.have(self.claim(left, op, right), self.line(*shorter))

    def by_tangents(self, left: nodes.Node, op: str, right: nodes.Node) -> str:
        """Tangents to the logarithms where the claim is tight, and which of two logarithms is larger."""
        occur = [node for node in occurring(left, right) if isinstance(node, nodes.Call) and node.fn == "log"]
        if not occur:
            raise NotFound("")
        numbers = [line for node in occur for line in self.logarithms.enclose(node)]
        curved = [node for node in occur if not isinstance(node.args[0], nodes.Number)]
        for level in (0, 1):
            self.logarithms.refine(left, right, level)
            touched = [self.logarithms.touch(node, at) for node in curved for at in tight_values(node.args[0], left, right, level)]
            with suppress(NotFound):  # with these alone: a search among few lines is quick
                return self.with_room(left, op, right, self.seconds(0.15), [*self.logarithms.plain(), *numbers, *touched])
        self.logarithms.compare(curved, 0.2)
        return self.with_room(left, op, right, self.seconds(0.4))

    def with_room(self, left: nodes.Node, op: str, right: nodes.Node, seconds: float, using: Sequence[str] | None = None) -> str:
        """l ≤ r, or l < r because l + δ ≤ r for a small number δ."""
        low, high = self.translation.term(left), self.translation.term(right)
        if op == "<":
            with suppress(NotFound):
                return self.d.have(gt(high, low), self.logarithms.prove(ge(high, low + ROOM), seconds / 2, using))
        return self.logarithms.prove(self.claim(left, op, right), seconds, using)

    def by_logarithms(self, left: nodes.Node, op: str, right: nodes.Node) -> str:
        """Finer and finer bounds on the logarithms."""
        if not occurring(left, right):
            raise NotFound("")
        for level in (1, 2, 3):
            try:
                self.logarithms.refine(left, right, level)
                return self.arithmetic.prove(self.claim(left, op, right), self.seconds(0.4))
            except NotFound:
                continue
        raise NotFound("the bounds on the logarithms are too coarse")

    def by_whole(self, left: nodes.Node, op: str, right: nodes.Node) -> str:
        """M ≤ n because M is whole and M < n + 1."""
        if not (isinstance(right, nodes.Number) and right.value.denominator == 1 and right.value >= 0 and is_updates(left) and op == "<="):
            raise NotFound("")
        whole, claim = Index(None) + int(right.value), self.claim(left, op, right)
        below = self.arithmetic.prove(gt(right.value + 1, m), self.seconds(0.3))

        def on(case: str) -> str:
            return case if self.d.claims[case] == claim else self.d.have(claim, self.d.integer(case, M, whole), below)

        return self.d.cases(right.value - m, on)

    def by_floor(self, left: nodes.Node, op: str, right: nodes.Node) -> str:
        """M ≤ ⌊x⌋ because M is whole and M ≤ x."""
        if not (isinstance(right, nodes.Call) and right.fn == "floor" and is_updates(left) and op == "<="):
            raise NotFound("")
        below = self.line(left, "<=", right.args[0])
        return self.whole_below(unicode_text(right), 0, below)

    def by_root(self, left: nodes.Node, op: str, right: nodes.Node) -> str:
        """M ≤ r² because √M ≤ r and r ≥ 0."""
        base = square_root(right)
        if base is None or not is_updates(left) or op != "<=" or self.root_lines is None:
            raise NotFound("")
        root = self.translation.term(base)
        size = self.arithmetic.prove(ge(root, 0), self.seconds(0.2))
        low = self.arithmetic.prove(ge(root, s), self.seconds(0.4))
        return self.d.have(self.claim(left, op, right), low, size, *self.root_lines)

    def by_squares(self, left: nodes.Node, op: str, right: nodes.Node) -> str:
        """l² ≤ r² because 0 ≤ l ≤ r."""
        low, high = square_root(left), square_root(right)
        if low is None or high is None or op != "<=":
            raise NotFound("")
        signs = [self.arithmetic.prove(ge(self.translation.term(base), 0), self.seconds(0.1)) for base in (low, high)]
        order = self.arithmetic.prove(self.claim(low, op, high), self.seconds(0.3))
        return self.d.have(self.claim(left, op, right), by=certificate(strict("z"), *(product(order, sign) for sign in signs)))

    def by_root_of_bound(self, left: nodes.Node, op: str, right: nodes.Node) -> str:
        """M ≤ b because √M ≤ √b, with √b as a new name."""
        if not is_updates(left) or op != "<=" or self.root_lines is None:
            raise NotFound("")
        bound = self.translation.term(right)
        size = self.arithmetic.prove(ge(bound, 0), self.seconds(0.3))
        name = f"√({unicode_text(right)})"
        root, sign, square, star = self.d.root(size, name)
        self.arithmetic.sign(root, sign)
        self.arithmetic.equation(square, root**2)
        low = self.arithmetic.prove(ge(root, s), self.seconds(0.8))
        return self.d.forget(self.d.have(self.claim(left, op, right), low, square, sign, *self.root_lines), star)

    def equation(self, left: nodes.Node, right: nodes.Node) -> str:
        """By the equations of the run alone."""
        difference = self.translation.term(left) - self.translation.term(right)
        rest, multipliers = self.arithmetic.rewriting.divided(difference)
        if rest.terms:
            raise NotFound("the equation does not follow from those of the run")
        return self.d.have(eq(difference, 0), by=combination(*((p, name) for name, p in multipliers.items())))

    # -- shapes --------------------------------------------------------------------------------------------------------------------------

    def extreme(self, node: nodes.Call, claim: Formula, lines: list[str], op: str) -> str:
        """The claim for min or max from the lines for each argument: with z its negative, Π (argument − m) = 0 is a sum of positives.

        Each factor is (argument − bound) + z, so the product is the sum over all choices; one summand is strict."""
        name = unicode_text(node)
        summands = [list(c) for c in choices(*((line, "z") for line in lines))]
        positive = ["z"] * len(lines) if op == "<=" else list(lines)
        terms = [product(*summand) for summand in summands if summand != positive]
        weight = Fraction((-1) ** (len(lines) + 1))
        if node.fn == "max":
            weight = Fraction(-1)
        return self.d.have(claim, by=certificate(strict(*positive), *terms, multiple(Polynomial.of(weight), name)))

    def whole_below(self, name: str, more: int, below: str) -> str:
        """M + more ≤ ⌊x⌋ from the line M + more ≤ x: otherwise ⌊x⌋ + 1 ≤ M + more, which is more than x."""
        more_on_m, more_on_floor = max(more, 0), max(-more, 0)
        index, floor = M + more_on_m, Index(name) + more_on_floor
        claim = le(number(index), number(floor))

        def on(case: str) -> str:
            if self.d.claims[case] == claim:
                return case
            return self.d.have(claim, self.d.integer(case, index, floor), below, f"{name} + 1")

        return self.d.cases(number(floor) - number(index), on)

    def learn_floors(self, *sides: nodes.Node) -> None:
        """What wholeness adds: M + k ≤ ⌊x⌋ for the largest small k with M + k ≤ x."""
        for node in (n for side in sides for n in nodes.walk(side)):
            name = unicode_text(node)
            if not (isinstance(node, nodes.Call) and node.fn == "floor") or name in self.floored:
                continue
            self.floored.add(name)
            self.arithmetic.sign(number(Index(name)), self.d.natural(Index(name)))
            x = self.translation.term(node.args[0])
            for more in (2, 1, 0, -1, -2):
                try:
                    below = self.arithmetic.prove(le(m + more, x), self.seconds(0.05))
                except NotFound:
                    continue
                self.arithmetic.fact(self.whole_below(name, more, below))
                break


def is_updates(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Name) and node.name == "M"


def exponent(node: nodes.Node) -> nodes.Node | None:
    """x of exp(x), and of cˣ the product x·ln c."""
    match node:
        case nodes.Call("exp", (x,)):
            return x
        case nodes.VariablePow(nodes.Number() as base, x):
            return nodes.Mul(x, logarithm(base))
    return None


def multiple_of(node: nodes.Node) -> tuple[Fraction, nodes.Node]:
    """c and x of a term c·x, with a number c."""
    match node:
        case nodes.Mul(nodes.Number(c), x) | nodes.Mul(x, nodes.Number(c)):
            factor, inside = multiple_of(x)
            return c * factor, inside
        case nodes.Div(x, nodes.Number(c)) if c:
            factor, inside = multiple_of(x)
            return factor / c, inside
    return Fraction(1), node


def logarithm(node: nodes.Node) -> nodes.Node:
    return nodes.Call("log", (node,))


def square_root(node: nodes.Node) -> nodes.Node | None:
    """The term whose square this is, if it is written as one."""
    match node:
        case nodes.Pow(base, exponent) if exponent == 2:
            return base
        case nodes.Pow(base, exponent) if exponent > 0 and exponent.denominator == 1 and exponent.numerator % 2 == 0:
            return nodes.Pow(base, exponent / 2)
        case nodes.Number(value) if value >= 0 and (root := sqrt_exact(value)) is not None:
            return nodes.Number(root)
        case nodes.Mul(a, b) | nodes.Div(a, b):
            above, below = square_root(a), square_root(b)
            return None if above is None or below is None else type(node)(above, below)
    return None
