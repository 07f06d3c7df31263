"""A comparison proved by its shape: min, max, floors and squares are taken apart, and the rest is algebra."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from fractions import Fraction
from itertools import product as choices

from perceptron.numbers.rational_points import sqrt_exact
from proofs.conjecture import nodes
from proofs.conjecture.evaluate import constant_value
from proofs.conjecture.pretty import term as unicode_text
from proofs.decide.logarithms import MOST_FACTORS, Logarithms, curve, tight_values, values_at_counts
from proofs.decide.posed import FullTranslation
from proofs.decide.range_facts import m, s
from proofs.derive.authoring.arithmetic import Arithmetic
from proofs.derive.authoring.certificate import certificate, combination, multiple, product, strict
from proofs.derive.authoring.certificate_search import NotFound
from proofs.derive.authoring.derivation import Derivation, as_index
from proofs.derive.authoring.steps import ln_rises, ln_tangent
from proofs.derive.authoring.terms import eq, ge, gt, le, number
from proofs.kernel import Formula, Index, Polynomial
from proofs.kernel.axioms import ln
from proofs.statements.standard_facts import M
from proofs.statements.statement import Translation
from proofs.system.work_clock import work_time

ONE = nodes.Number(Fraction(1))
NO_TIME = "no time was left"
CASE = "for M "  # how a reason begins that speaks of some M only
MOST_EXTREMES = 3  # inside a claim, that are taken apart case by case
MOST_COUNTS = 4  # values of M that are taken one by one
AT_ONCE = 0.0  # seconds that are left for a search beyond weights of the known lines
ROOM = Fraction(1, 1000)  # that a proof leaves between the sides of a strict claim
TINY = Fraction(1, 10**6)  # a summand that no search in floats sees is left out


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
            if work_time() > self.deadline:
                break
            try:
                return way(left, op, right)
            except NotFound as reason:
                reasons.append(str(reason))
        given_reasons = [reason for reason in reasons if reason] or [NO_TIME]
        raise NotFound(next((reason for reason in given_reasons if reason.startswith(CASE)), given_reasons[0]))

    def ways(self) -> Iterator[Callable[[nodes.Node, str, nodes.Node], str]]:
        yield from (self.by_rounding, self.by_integer, self.by_less, self.by_root, self.by_exponents, self.by_denominator)
        yield from (self.by_parts, self.by_algebra, self.by_extremes, self.by_one_logarithm, self.by_counts, self.by_joint_logarithm)
        yield from (self.by_tangents, self.by_logarithms)

    def claim(self, left: nodes.Node, op: str, right: nodes.Node) -> Formula:
        low, high = self.translation.term(left), self.translation.term(right)
        return ge(high, low) if op == "<=" else gt(high, low)

    def seconds(self, share: float) -> float:
        return max(0.3, (self.deadline - work_time()) * share)

    # -- ways ----------------------------------------------------------------------------------------------------------------------------

    def by_algebra(self, left: nodes.Node, op: str, right: nodes.Node) -> str:
        self.logarithms.learn(left, right)
        self.learn_floors(left, right)
        seconds = AT_ONCE if curve(left, right) else self.seconds(0.5)  # what is known of logarithms so far is coarse
        return self.arithmetic.prove(self.claim(left, op, right), seconds)

    def by_less(self, left: nodes.Node, op: str, right: nodes.Node) -> str:
        """l + a ≤ r + b because l ≤ r, for numbers a < b that are so near that no certificate in few digits uses it."""
        (low, a), (high, b) = without_number(left), without_number(right)
        if not 0 < b - a < TINY:
            raise NotFound("")
        return self.d.have(self.claim(left, op, right), self.line(low, "<=", high))

    def by_exponents(self, left: nodes.Node, op: str, right: nodes.Node) -> str:
        """A ≤ B because ln A ≤ ln B, where a factor of one of them is an exponential."""
        if not (has_exponential(left) or has_exponential(right)):
            raise NotFound("")
        self.logarithms.learn(left, right)
        (low, first), (high, second) = self.logarithms.apart(left), self.logarithms.apart(right)
        small, large = self.translation.term(left), self.translation.term(right)
        signs = [self.arithmetic.prove(gt(side, 0), self.seconds(0.1)) for side in (small, large)]
        order = self.line(low, op, high)
        between = ge(ln(large), ln(small)) if op == "<=" else gt(ln(large), ln(small))
        order = self.d.have(between, order, *first, *second)
        rise = product(order, signs[0])
        tangent = ln_tangent(self.d, large, small, signs[1], signs[0])
        how = certificate(strict("z"), tangent, rise) if op == "<=" else certificate(strict(order, signs[0]), tangent, product("z"))
        return self.d.have(self.claim(left, op, right), by=how)

    def by_denominator(self, left: nodes.Node, op: str, right: nodes.Node) -> str:
        """a/c ≤ b because a ≤ bc, for a term c with logarithms of numbers, which was shown to be positive."""
        c = next((side.right for side in (left, right) if isinstance(side, nodes.Div) and curve(side.right)), None)
        if c is None or any(constant_value(log.args[0]) is None for log in curve(c) if isinstance(log, nodes.Call)):
            raise NotFound("")
        low, high = (side.left if isinstance(side, nodes.Div) and side.right == c else nodes.Mul(side, c) for side in (left, right))
        return self.arithmetic.prove(self.claim(left, op, right), AT_ONCE, [self.line(low, op, high)])

    def by_parts(self, left: nodes.Node, op: str, right: nodes.Node) -> str:
        """With the logarithms of products, quotients and powers as sums."""
        lines: list[str] = []

        def apart(node: nodes.Node) -> nodes.Node:
            match node:
                case nodes.Call("log", (x,)):
                    new, more = self.logarithms.apart(x)
                    lines.extend(more)
                    return new
                case nodes.Neg() | nodes.Add() | nodes.Sub() | nodes.Mul() | nodes.Div():
                    return type(node)(*map(apart, nodes.children(node)))
            return node

        low, high = apart(left), apart(right)
        if not lines:
            raise NotFound("")
        return self.d.have(self.claim(left, op, right), self.line(low, op, high), *dict.fromkeys(lines))

    def by_one_logarithm(self, left: nodes.Node, op: str, right: nodes.Node) -> str:
        """Σ aᵢ ln xᵢ ≤ Σ bⱼ ln yⱼ because Π xᵢ^aᵢ ≤ Π yⱼ^bⱼ, for whole numbers a and b."""
        terms = logarithms_in(nodes.Sub(right, left))
        if not terms or op != "<=" or any(c.denominator != 1 or abs(c) > MOST_FACTORS for c in terms.values()):
            raise NotFound("")
        low, high = (product_of_powers({x: sign * c for x, c in terms.items() if sign * c > 0}) for sign in (-1, 1))
        (_, one), (_, two) = self.logarithms.apart(low), self.logarithms.apart(high)
        small, large = self.translation.term(low), self.translation.term(high)
        signs = self.logarithms.positive(low), self.logarithms.positive(high)
        rise = ln_rises(self.d, small, large, *signs, self.line(low, "<=", high))
        return self.d.have(self.claim(left, op, right), rise, *one, *two)

    def by_joint_logarithm(self, left: nodes.Node, op: str, right: nodes.Node) -> str:
        """Σ aᵢ ln xᵢ ≤ r by the tangents to the one logarithm ln Π xᵢ^aᵢ, for whole numbers a."""
        terms, rest = apart_from_logarithms(nodes.Sub(left, right))
        if len(terms) < 2 or any(c.denominator != 1 or abs(c) > MOST_FACTORS for c in terms.values()):
            raise NotFound("")
        terms = without_reciprocals(terms)
        above, below = (product_of_powers({x: sign * c for x, c in terms.items() if sign * c > 0}) for sign in (1, -1))
        joint = above if below == ONE else nodes.Div(above, below)
        if isinstance(self.translation, FullTranslation) and not self.translation.has_names_for(joint):
            raise NotFound("")
        _, lines = self.logarithms.apart(joint)
        with self.forgetting_in_vain():
            self.logarithms.learn(log := nodes.Call("log", (joint,)))
            return self.d.have(self.claim(left, op, right), self.by_tangents(log, op, nodes.Neg(rest)), *lines)

    def by_tangents(self, left: nodes.Node, op: str, right: nodes.Node) -> str:
        """Tangents to the logarithms where the claim is tight, and which of two logarithms is larger."""
        occur = [node for node in curve(left, right) if isinstance(node, nodes.Call) and node.fn == "log"]
        if not occur:
            raise NotFound("")
        numbers = [line for node in occur for line in self.logarithms.enclose(node)]
        unknown = [node for node in occur if not isinstance(node.args[0], nodes.Number)]
        touched: dict[int, list[str]] = {}
        for level in (0, 1):
            self.logarithms.refine(left, right, level)
            self.logarithms.compare(unknown, AT_ONCE)
            touched[level] = [self.logarithms.touch(node, at) for node in unknown for at in tight_values(node.args[0], left, right, level)]
            with suppress(NotFound):
                return self.with_room(left, op, right, AT_ONCE)
        for lines in touched.values():
            with suppress(NotFound):  # with these alone: a search among few lines is quick
                return self.with_room(left, op, right, self.seconds(0.15), [*self.logarithms.plain(), *numbers, *lines])
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
        if not curve(left, right):
            raise NotFound("")
        for level in (1, 2, 3):
            with suppress(NotFound):
                self.logarithms.refine(left, right, level)
                return self.arithmetic.prove(self.claim(left, op, right), self.seconds(0.4))
        raise NotFound("the bounds on the logarithms are too coarse")

    def by_rounding(self, left: nodes.Node, op: str, right: nodes.Node) -> str:
        """N ≤ ⌊x⌋ because N ≤ x, and ⌈x⌉ ≤ N because x ≤ N, for whole N; ⌊x⌋ ≤ r and l ≤ ⌈x⌉, since ⌊x⌋ ≤ x ≤ ⌈x⌉."""
        low, high = as_index(self.translation.term(left)), as_index(self.translation.term(right))
        match left, right:
            case _, nodes.Call("floor", (x,)) if op == "<=" and low is not None:
                name = unicode_text(right)
                return self.whole(low, Index(name), self.line(left, "<=", x), f"{name} + 1")
            case nodes.Call("floor", (x,)), _:
                return self.d.have(self.claim(left, op, right), self.line(x, op, right), unicode_text(left))
            case _, nodes.Call("ceil", (x,)):
                return self.d.have(self.claim(left, op, right), self.line(left, op, x), unicode_text(right))
            case nodes.Call("ceil", (x,)), _ if op == "<=" and high is not None:
                return self.whole(Index(unicode_text(left)), high, self.line(x, "<=", right), f"{unicode_text(left)} − 1")
        raise NotFound("")

    def by_integer(self, left: nodes.Node, op: str, right: nodes.Node) -> str:
        """l ≤ r because both are whole and l < r + 1; a fraction of whole numbers is multiplied out first."""
        translation = self.translation
        sides = translation.whole_sides(left, right) if op == "<=" and isinstance(translation, FullTranslation) else None
        if sides is None:
            raise NotFound("")
        scale, more, less, lines = sides
        claim, d = self.claim(left, op, right), self.d
        below = self.line(left, "<", nodes.Add(right, nodes.Number(Fraction(1, scale))))

        def on(case: str) -> str:
            known = [case] if d.claims[case] == ge(number(more) - number(less), 0) else [d.integer(case, less, more), below]
            return case if d.claims[case] == claim else d.have(claim, *known, *lines)

        return d.cases(number(more) - number(less), on)

    def by_extremes(self, left: nodes.Node, op: str, right: nodes.Node) -> str:
        """Case by case which of the two arguments of each min and max inside is the larger."""
        walked = dict.fromkeys(node for side in (left, right) for node in nodes.walk(side))
        inside = [n for n in walked if isinstance(n, nodes.Call) and n.fn in ("min", "max") and len(n.args) == 2]
        if not inside or len(inside) > MOST_EXTREMES or curve(left, right):
            raise NotFound("")
        return self.in_cases(self.claim(left, op, right), inside, [])

    def in_cases(self, claim: Formula, extremes: Sequence[nodes.Call], lines: Sequence[str]) -> str:
        """The claim in every case, where the lines say which of the earlier extremes is which argument."""
        if not extremes:
            return self.arithmetic.prove(claim, self.seconds(0.1), [*self.arithmetic.facts, *lines])
        node, name = extremes[0], unicode_text(extremes[0])
        first, second = map(self.translation.term, node.args)
        extreme = self.translation.term(node)

        def on(case: str) -> str:
            chosen = first if (self.d.claims[case] == ge(first - second, 0)) == (node.fn == "max") else second
            order = ge(chosen, extreme) if node.fn == "max" else ge(extreme, chosen)
            known = self.d.have(order, case, name, f"{name}, 1", f"{name}, 2")
            return self.in_cases(claim, extremes[1:], [*lines, case, known])

        return self.d.cases(first - second, on)

    def by_counts(self, left: nodes.Node, op: str, right: nodes.Node) -> str:
        """One small M after the other, then all larger ones; logarithms have their tangents at these, where nothing but M occurs."""
        names = {node.name for side in (left, right) for node in nodes.walk(side) if isinstance(node, nodes.Name)}
        if "M" not in names or (curve(left, right) and names != {"M"}):
            raise NotFound("")
        first = "first mistake" in self.d.claims
        unknown = [node for node in curve(left, right) if not self.logarithms.enclose(node)]
        with self.forgetting_in_vain():
            for log in unknown:
                for at in values_at_counts(log, MOST_COUNTS):
                    self.logarithms.touch(log, at)
            return self.from_count(self.claim(left, op, right), int(first), "first mistake" if first else self.d.natural(M))

    @contextmanager
    def forgetting_in_vain(self) -> Iterator[None]:
        """Forget the facts learned here if they do not suffice, because they would make the next searches longer."""
        facts = dict(self.arithmetic.facts)
        try:
            yield
        except NotFound:
            self.arithmetic.facts = facts
            raise

    def from_count(self, claim: Formula, n: int, least: str) -> str:
        """The claim for M ≥ n, which is the line `least`. The lines of a case are used in no other."""
        try:
            return self.arithmetic.prove(claim, self.seconds(0.15), [*self.arithmetic.facts, least])
        except NotFound as reason:
            if n >= MOST_COUNTS:
                raise NotFound(f"{CASE}≥ {n}: {reason}") from None

        def on(case: str) -> str:
            if self.d.claims[case] == ge(n - m, 0):
                try:
                    return self.arithmetic.prove(claim, self.seconds(0.15), [*self.arithmetic.facts, least, case])
                except NotFound as reason:
                    raise NotFound(f"{CASE}= {n}: {reason}") from None
            return self.from_count(claim, n + 1, self.d.integer(case, M, Index(None) + n))

        return self.d.cases(n - m, on)

    def by_root(self, left: nodes.Node, op: str, right: nodes.Node) -> str:
        """M ≤ r² because √M ≤ r and r ≥ 0."""
        base = square_root(right)
        if base is None or not is_updates(left) or op != "<=" or self.root_lines is None:
            raise NotFound("")
        root = self.translation.term(base)
        size = self.arithmetic.prove(ge(root, 0), self.seconds(0.2))
        low = self.arithmetic.prove(ge(root, s), self.seconds(0.4))
        return self.d.have(self.claim(left, op, right), low, size, *self.root_lines)

    def equation(self, left: nodes.Node, right: nodes.Node) -> str:
        """By the equations of the run alone."""
        difference = self.translation.term(left) - self.translation.term(right)
        rest, multipliers = self.arithmetic.rewriting.divide(difference)
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

    def whole(self, low: Index, high: Index, *known: str) -> str:
        """N ≤ N' from lines that contradict N' + 1 ≤ N: N ≤ ⌊x⌋ + k from N ≤ x + k and x < ⌊x⌋ + 1, ⌈x⌉ ≤ N from x ≤ N and ⌈x⌉ − 1 < x."""
        claim = le(number(low), number(high))

        def on(case: str) -> str:
            return case if self.d.claims[case] == claim else self.d.have(claim, self.d.integer(case, low, high), *known)

        return self.d.cases(number(high) - number(low), on)

    def learn_floors(self, *sides: nodes.Node) -> None:
        """The gain from wholeness: M + k ≤ ⌊x⌋ for the largest small k with M + k ≤ x."""
        for node in (n for side in sides for n in nodes.walk(side)):
            name = unicode_text(node)
            if not (isinstance(node, nodes.Call) and node.fn in ("floor", "ceil")) or name in self.floored:
                continue
            self.floored.add(name)
            if isinstance(self.translation, FullTranslation) and (rounded := self.translation.rounded_sides(node)) is not None:
                with suppress(NotFound):
                    self.arithmetic.fact(self.by_integer(rounded[0], "<=", rounded[1]))
            if node.fn == "ceil":
                continue
            self.arithmetic.sign(number(Index(name)), self.d.natural(Index(name)))
            x = self.translation.term(node.args[0])
            for more in (2, 1, 0, -1, -2):
                try:
                    below = self.arithmetic.prove(le(m + more, x), self.seconds(0.05))
                except NotFound:
                    continue
                self.arithmetic.fact(self.whole(M + max(more, 0), Index(name) + max(-more, 0), below, f"{name} + 1"))
                break


def without_number(node: nodes.Node) -> tuple[nodes.Node, Fraction]:
    """A sum as the sum of its terms with names, and the sum of its numbers."""
    if (value := constant_value(node)) is not None:
        return nodes.Number(Fraction(0)), value
    match node:
        case nodes.Neg(a):
            rest, number_ = without_number(a)
            return nodes.Neg(rest), -number_
        case nodes.Add(a, b) | nodes.Sub(a, b):
            (one, c), (two, d) = without_number(a), without_number(b)
            return type(node)(one, two), c + d if isinstance(node, nodes.Add) else c - d
    return node, Fraction(0)


def is_updates(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Name) and node.name == "M"


def has_exponential(node: nodes.Node) -> bool:
    """Whether a factor of a product is exp(x), or a power whose exponent is a term."""
    match node:
        case nodes.Call("exp", _) | nodes.VariablePow():
            return True
        case nodes.Mul(a, b) | nodes.Div(a, b):
            return has_exponential(a) or has_exponential(b)
    return False


def logarithms_in(node: nodes.Node) -> dict[nodes.Node, Fraction] | None:
    """The arguments of a sum of logarithms, each with its factor; None for anything else."""
    match node:
        case nodes.Call("log", (x,)):
            return {x: Fraction(1)}
        case nodes.Number(value) if not value:
            return {}
        case nodes.Neg(a):
            return scale(logarithms_in(a), Fraction(-1))
        case nodes.Mul(nodes.Number(c), a) | nodes.Mul(a, nodes.Number(c)):
            return scale(logarithms_in(a), c)
        case nodes.Div(a, nodes.Number(c)) if c:
            return scale(logarithms_in(a), 1 / c)
        case nodes.Add(a, b) | nodes.Sub(a, b):
            one, two = logarithms_in(a), scale(logarithms_in(b), Fraction(1 if isinstance(node, nodes.Add) else -1))
            return None if one is None or two is None else {x: one.get(x, 0) + two.get(x, 0) for x in {**one, **two}}  # type: ignore[misc]
    return None


def apart_from_logarithms(node: nodes.Node) -> tuple[dict[nodes.Node, Fraction], nodes.Node]:
    """A sum as that of multiples of logarithms, the arguments with their factors, and the rest."""
    if (terms := logarithms_in(node)) is not None:
        return terms, nodes.Number(Fraction(0))
    match node:
        case nodes.Add(a, b) | nodes.Sub(a, b):
            (one, first), (two, second) = apart_from_logarithms(a), apart_from_logarithms(b)
            two = {x: c if isinstance(node, nodes.Add) else -c for x, c in two.items()}
            return {x: one.get(x, Fraction(0)) + two.get(x, Fraction(0)) for x in {**one, **two}}, type(node)(first, second)
    return {}, node


def without_reciprocals(terms: dict[nodes.Node, Fraction]) -> dict[nodes.Node, Fraction]:
    """The sum of logarithms with −ln x in place of ln 1/x."""
    turned = dict[nodes.Node, Fraction]()
    for x, c in terms.items():
        match x:
            case nodes.Div(one, y) if one == ONE:
                turned[y] = turned.get(y, Fraction(0)) - c
            case _:
                turned[x] = turned.get(x, Fraction(0)) + c
    return turned


def scale(terms: dict[nodes.Node, Fraction] | None, by: Fraction) -> dict[nodes.Node, Fraction] | None:
    return None if terms is None else {x: by * c for x, c in terms.items()}


def product_of_powers(terms: dict[nodes.Node, Fraction]) -> nodes.Node:
    joint: nodes.Node | None = None
    for x, c in terms.items():
        power = x if c == 1 else nodes.Pow(x, c)
        joint = power if joint is None else nodes.Mul(joint, power)
    return joint or ONE


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
