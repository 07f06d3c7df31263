"""A free conjecture as a statement: the facts of its game, the kernel terms of its names, its translation.

A page of the catalogue chooses its facts by hand.  Here they follow from the game and from the names that occur, so that any conjecture
of the grammar can be handed to the prover.

The kernel formula: the terms of catalogue statements, and min, max, ceil, exp, roots of any order, φ, e and π besides. None of them is new
to the kernel. Each becomes a name with facts that define it: m = max(a, b) has m ≥ a, m ≥ b and (m − a)(m − b) = 0; an n-th root r ≥ 0 has
rⁿ = p; E = exp(x) has E > 0 and ln E = x, and aˣ is exp(x ln a) for a > 0. π is no more than a number between two decimals.

How the search is to read the facts that define roots, reciprocals, extremes, floors and constants is said by `learn`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import cast

from perceptron.errors import InputError
from proofs.conjecture import Comparison, compose, nodes, parse
from proofs.conjecture.game import LOSSES, Game
from proofs.conjecture.hypotheses import Hypothesis
from proofs.conjecture.nodes import Relation
from proofs.conjecture.pretty import term as unicode_text
from proofs.conjecture.pretty import unicode
from proofs.decide.norms import COORDINATES, norm_facts
from proofs.decide.ranges import KNOWN, lift, narrow
from proofs.decide.round_facts import OF_UPDATE, WINNOW_COUNT, counted_rounds, label_facts, round_facts, some_example, update_facts
from proofs.derive.authoring.certificate_search import NotFound
from proofs.derive.authoring.derivation import as_index
from proofs.derive.authoring.terms import eq, every, ge, gt, inner, le, nat, number, poly, real
from proofs.derive.semialgebraic.laurent import atoms
from proofs.derive.typesetting.layout import polynomial
from proofs.derive.typesetting.writers import UNICODE
from proofs.kernel import Formula, Index, Nat, Polynomial
from proofs.kernel.axioms import ln
from proofs.statements.constructors import define, power_of, quotient
from proofs.statements.definitions import Definition, Fact
from proofs.statements.standard_facts import (
    SYMBOLS,
    M,
    R,
    U,
    bounded,
    comparator_length,
    final_length,
    gamma,
    k,
    length,
    measured_radius,
    perceptron,
    positive_margin,
    radius_sign,
    separable,
    slack,
    squares,
    u,
    unit_comparator,
    w,
    z,
)
from proofs.statements.statement import Statement, Translation, formula
from proofs.theorems.hinge.common import loss, loss_length
from proofs.theorems.hinge.largest_losses import exact_slack
from proofs.theorems.margin_perceptron.common import run as margin_run
from proofs.theorems.margin_perceptron.common import vectors
from proofs.theorems.ranges.all_rounds import (
    E,
    N,
    T,
    below_threshold,
    bounded_rounds,
    first_update,
    lengths_of_v,
    mistake_driven,
    mistakes,
    run,
    separable_rounds,
    some_round,
    tau,
    threshold,
)  # fmt: skip
from proofs.theorems.separable.dimension_two import in_plane
from proofs.theorems.separable.dimension_two import line as on_a_line
from proofs.theorems.winnow import common as winnow
from proofs.theorems.winnow.bound import at_any_rate
from proofs.theorems.winnow.bound import facts as winnow_at

tuned = winnow_at(winnow.eta, "y⟨u, x⟩ ≥ γ on every example, γ being the rate η")
PI = (Fraction(31415926, 10**7), Fraction(31415927, 10**7))


@dataclass(frozen=True)
class ByCalculus(Definition):
    """Facts about π, a root of higher order or a minimum of several terms: its existence is known, and not proved here."""

    said: Formula

    @property
    def bodies(self) -> tuple[Formula, ...]:
        return (self.said,)


class FullTranslation(Translation):
    """The whole grammar of conjectures. `complete`: the hypotheses are written down, so that no name can be added."""

    complete = False

    def term(self, node: nodes.Node) -> Polynomial:
        match node:
            case nodes.Name("phi"):
                return Fraction(1, 2) * (1 + self.root(nodes.Number(Fraction(5))))
            case nodes.Name("pi"):
                return self.pi()
            case nodes.Name("e"):
                return self.exponential("e", poly(1), node)
            case nodes.Pow(base, exponent) if exponent.denominator != 1:
                return self.power(node, base, exponent)
            case nodes.Call("min" | "max" as which, arguments):
                return self.extreme(which, node, [self.term(a) for a in arguments])
            case nodes.Call("ceil", (argument,)):
                return self.ceiling(node, self.term(argument))
            case nodes.Call("exp", (argument,)):
                return self.exponential(unicode_text(node), self.term(argument), node)
            case nodes.VariablePow(base, power):
                return self.exponential(unicode_text(node), self.term(power) * ln(self.term(base)), node)
        return super().term(node)

    def inverse(self, node: nodes.Node) -> Polynomial:
        match node:
            case nodes.Name("phi"):  # 1/φ = φ − 1
                return self.term(node) - 1
            case nodes.Call("sqrt", (nodes.Number(value),)) if value > 0:  # 1/√2 = √2/2
                return self.term(node) * (1 / value)
            case nodes.Pow(base, exponent) if exponent.denominator != 1:
                return self.term(nodes.Pow(base, -exponent))
        return super().inverse(node)

    def introduce(self, name: str, words: str, formula: Formula, top: Polynomial) -> None:
        """A fact about a name for something that there is by calculus, or by arithmetic."""
        self.define(Fact(name, words, formula, ByCalculus(top, formula)))

    def pi(self) -> Polynomial:
        pi = real("π")
        self.introduce("π above", f"π is above {float(PI[0])}", gt(pi, PI[0]), pi)
        self.introduce("π below", f"π is below {float(PI[1])}", gt(PI[1], pi), pi)
        return pi

    def exponential(self, name: str, exponent: Polynomial, node: nodes.Node) -> Polynomial:
        value = real(name)
        self.meanings[name] = node
        self.define(*power_of(name, value, exponent, "its logarithm is the exponent"))
        return value

    def power(self, node: nodes.Node, base: nodes.Node, exponent: Fraction) -> Polynomial:
        """base^(p/q): the p-th power of the q-th root, or its reciprocal."""
        root = self.root(base) if exponent.denominator == 2 else self.root_of_order(base, exponent.denominator)
        power = root ** abs(exponent.numerator)
        if exponent > 0:
            return power
        name = f"1/({unicode_text(nodes.Pow(base, -exponent))})"
        reciprocal = real(name)
        self.meanings[name] = node
        self.define(quotient(name, "a reciprocal", reciprocal, 1, power))
        return reciprocal

    def root_of_order(self, node: nodes.Node, order: int) -> Polynomial:
        name = f"({unicode_text(node)})^(1/{order})"
        root = real(name)
        self.meanings[name] = nodes.Pow(node, Fraction(1, order))
        self.introduce(f"{name} ≥ 0", "a root is not negative", ge(root, 0), root)
        self.introduce(name, f"its power {order}", eq(root**order, self.term(node)), root)
        return root

    def extreme(self, which: str, node: nodes.Node, terms: Sequence[Polynomial]) -> Polynomial:
        """The largest or least of some terms: on the right side of all of them, and one of them."""
        name = unicode_text(node)
        m = real(name)
        self.meanings[name] = node
        product = poly(1)
        for place, t in enumerate(terms, 1):
            side = "least" if which == "max" else "most"
            self.introduce(f"{name}, {place}", f"{name} is at {side} its argument {place}", ge(m, t) if which == "max" else ge(t, m), m)
            product = product * (m - t)
        self.introduce(name, f"{name} is one of its arguments", eq(product, 0), m)
        return m

    def whole_sides(self, left: nodes.Node, right: nodes.Node) -> Whole | None:
        """Of l ≤ r the natural numbers B ≤ A with A − B = scale·(r − l), if all that occurs is whole; where one is a sum it has a name."""
        p = self.term(right) - self.term(left)
        if not all(isinstance(a, Nat) for a in atoms(p)):
            return None
        scale = lcm(*(c.denominator for c in p.terms.values()))
        parts = [Polynomial({m: sign * scale * c for m, c in p.terms.items() if sign * c > 0}) for sign in (1, -1)]
        (more, first), (less, second) = map(self.natural, parts)
        return None if more is None or less is None else (scale, more, less, [*first, *second])

    def rounded_sides(self, node: nodes.Node) -> tuple[nodes.Node, nodes.Node] | None:
        """The gain from wholeness for x = n/D: ⌈x⌉ ≤ x + (D − 1)/D and x − (D − 1)/D ≤ ⌊x⌋; None for other terms."""
        if not (isinstance(node, nodes.Call) and node.fn in ("floor", "ceil")):
            return None
        (argument,), p = node.args, self.term(node.args[0])
        below = lcm(*(c.denominator for c in p.terms.values()))
        if below == 1 or not all(isinstance(a, Nat) for a in atoms(p)):
            return None
        rest = nodes.Number(Fraction(below - 1, below))
        return (node, nodes.Add(argument, rest)) if node.fn == "ceil" else (nodes.Sub(argument, rest), node)

    def has_names_for(self, node: nodes.Node) -> bool:
        """Whether a term has roots, quotients and the like that the statement has names for already."""
        before = dict(self.definitions), dict(self.meanings)
        self.term(node)
        known = self.definitions.keys() == before[0].keys()
        self.definitions, self.meanings = before
        return known

    def natural(self, p: Polynomial) -> tuple[Index | None, list[str]]:
        """A sum of products of natural numbers as one of them, with the line that defines it."""
        if set(p.terms) <= {frozenset()}:
            return Index(None) + int(p.terms.get(frozenset(), 0)), []
        if (index := as_index(p)) is not None:
            return index, []
        name = UNICODE.write(polynomial(p))
        if not self.complete:
            self.define(define(name, f"{name} is a natural number, as sums and products of such are", number(nat(name)), p))
        return (nat(name), [name]) if name in self.definitions else (None, [])

    def ceiling(self, node: nodes.Node, x: Polynomial) -> Polynomial:
        name = unicode_text(node)
        whole = number(nat(name))
        self.meanings[name] = node
        self.introduce(name, f"{name} is a natural number not below its term", ge(whole, x), whole)
        self.introduce(f"{name} − 1", f"{name} is the least such number", gt(x + 1, whole), whole)
        return whole


Whole = tuple[int, Index, Index, list[str]]  # a common denominator, the two natural numbers that are compared, and what defines them
ROUNDS = number(nat("T"))
MISTAKES = real("E")
S2_ALL, TD_ALL, H_ALL, H2_ALL, L, L2, F = (real(name) for name in ("S2_all", "TD_all", "H_all", "H2_all", "L", "L₂", "F"))
OF_COORDINATES = {name: real(name) for name in sorted(nodes.OF_COORDINATES)}
BESIDE = {  # the names that say how large a quantity is
    frozenset({"L"}): {"S2", "W"},
    frozenset({"L2"}): {"L", "S2", "W"},
    frozenset({"H_all", "H2_all"}): {"TD_all"},
    frozenset({"H2_all"}): {"H2"},
    frozenset({"G2_all"}): {"G2"},
    frozenset({"R_min", "R_1", "R_inf"}): {"R"},
    frozenset({"U_1", "U_inf"}): {"U"},
}
MISTAKES_COUNTED = Fact("E", "E is the number of mistakes in all rounds", eq(MISTAKES, E(T)))


@dataclass(frozen=True)
class PosedClaim(Statement):
    """A statement whose bound may be anything in the grammar of conjectures, with constants that have no value (its `parameters`).

    conditions   hypotheses besides: the claim's assumptions on its constants or on the run
    asked        the game of the question; `game` is the one of the proof
    optional     the names of facts that the statement has only if its proof uses them
    """

    conditions: tuple[Relation, ...] = ()
    asked: Game = field(default_factory=Game)
    optional: frozenset[str] = frozenset()

    @cached_property
    def comparison(self) -> Comparison:
        return parse(self.bound, extra=self.parameters)

    @property
    def translation(self) -> FullTranslation:
        return cast(FullTranslation, super().translation)

    def _translator(self) -> FullTranslation:
        return FullTranslation(self.symbols)

    @cached_property
    def condition_facts(self) -> tuple[Fact, ...]:
        """The conditions as facts, in the same terms as the bound; one that says no more than a fact of the game may have its name."""
        said = {unicode(condition): formula(condition, self.translation) for condition in self.conditions}
        taken = {fact.name for fact in (*self.facts, *self.translation.definitions.values())}
        called = {text: f"where {text}" if text in taken else text for text in said}
        return tuple(Fact(called[text], f"claimed only where {text}", claim) for text, claim in said.items())

    @property
    def assumptions(self) -> tuple[str, ...]:
        return tuple(fact.name for fact in self.condition_facts)

    @property
    def hypotheses(self) -> tuple[Fact, ...]:
        return (*self.facts, *self.condition_facts, *self.translation.definitions.values())

    def translate(self) -> PosedClaim:
        """Itself, once its conclusion is a kernel formula. Raises NotFound for a term that the kernel lacks."""
        try:
            self.conclusion, self.condition_facts  # noqa: B018
            sides = (self.comparison.left, self.comparison.right)
            self.translation.whole_sides(*(sides if self.comparison.op == "<=" else sides[::-1]))
            for node in (n for side in sides for n in nodes.walk(side)):
                if (rounded := self.translation.rounded_sides(node)) is not None:
                    self.translation.whole_sides(*rounded)
            self.translation.complete = True
        except InputError as reason:
            raise NotFound(str(reason)) from None
        return self


def pose(
    comparison: Comparison, game: Game, constants: tuple[str, ...] = (), conditions: tuple[str, ...] = (), id: str = "conjecture"
) -> PosedClaim:
    """The conjecture with the facts of its game. Its own conditions and those on its constants are hypotheses.

    Raises NotFound for games of which the prover knows nothing."""
    game.refuse_indefinite()
    asked, game = game, proved_about(game)
    if game.learner not in KNOWN:
        raise NotFound(f"the range of the quantities is not known for the learner {game.learner}")
    if unknown := comparison.names - KNOWN[game.learner] - set(constants):
        raise NotFound(f"the range of {', '.join(sorted(unknown))} is not known")
    first = {fact.name: fact for fact in first_mistake(game)}
    own = {fact.name: fact for fact in FACTS.get(game.learner, perceptron_facts)(comparison.names, asked, narrow(comparison, game))}
    facts = tuple((own | first).values())
    terms = symbols(game) | {name: real(name) for name in constants}
    given = (*comparison.conditions, *(parse(text, extra=constants) for text in conditions))
    unknown_values: dict[str, tuple[str, ...]] = {name: () for name in constants}
    bound = compose(comparison.left, comparison.op, comparison.right).text
    statement = PosedClaim(
        id, comparison.unicode(), (), game, bound, facts, terms, parameters=unknown_values, conditions=given, asked=asked,
        optional=frozenset(first.keys() - own.keys()),
    )  # fmt: skip
    return statement.translate()


def proved_about(game: Game) -> Game:
    """The game of a proof, in which any sequence may be played. Whatever makes facts of a game asks for this one first.

    Its theorems hold for the examples of a finite class and for several passes, in whatever orders: these are sequences too. With flipped
    labels it is one with any labels. Raises NotFound where a hypothesis is dropped without which nothing is known."""
    if (game := lift(game)).dropped:
        raise NotFound(f"without {', '.join(sorted(game.dropped))} the range of the quantities is not known")
    if game.is_plain:
        return game
    return replace(game, coordinates=(), passes=1, shuffled=False, flips=0, setting="agnostic" if game.flips else game.setting)


def symbols(game: Game) -> dict[str, Polynomial]:
    """The kernel term of each name: R and U are 1 where the game says so."""
    terms = SYMBOLS | {"T": ROUNDS, "E": MISTAKES, "d": COORDINATES, "eps": poly(game.eps)}
    terms |= {"S2_all": S2_ALL, "TD_all": TD_ALL, "H_all": H_ALL, "H2_all": H2_ALL, "L": L, "L2": L2, "F": F} | OF_COORDINATES
    if game.learner == "margin":
        terms |= {"W": length(vectors), "P": inner(u, w(vectors))}
    if game.learner == "winnow":
        terms["d"] = number(winnow.n)
    if game.comparator == "unit":
        terms["U"] = poly(1)
    if game.norm == "unit":
        terms |= {"R": poly(1), "R_min": poly(1), "S2": number(M), "S2_all": ROUNDS}
    return terms


def margin_facts(names: frozenset[str], asked: Game, game: Game) -> tuple[Fact, ...]:
    """The facts of the sharp bound. Raises NotFound for a game that does not impose every one of them."""
    if not 0 < game.eps <= 1:
        raise NotFound(f"the Margin Perceptron is known for 0 < ε ≤ 1, not for ε = {game.eps}")
    if game.setting != "separable" or "any" in (game.norm, game.comparator):
        raise NotFound("the Margin Perceptron is known on separable examples of length at most 1, with a comparator of length at most 1")
    return (
        *margin_run(1 - game.eps),
        *(counted_rounds(vectors) if names & {"T", "E"} else []),
        *(margin_mistakes(game) if "E" in names else []),
    )


def first_mistake(game: Game) -> Iterator[Fact]:
    """There is an example, and the first one is an update: at the first weights each score is a tie, which counts as a mistake."""
    if game.ties == "mistake" and game.learner != "margin":
        yield from (*counted_rounds(count=WINNOW_COUNT if game.learner == "winnow" else N), first_update, some_round)


def margin_mistakes(game: Game) -> Iterator[Fact]:
    """All rounds of the run, its updates and its mistakes. Raises NotFound for ε = 1."""
    if game.eps == 1:
        raise NotFound("at ε = 1 a tie is a mistake and no update, and nothing is known of E")
    yield from (*run[1:3], *mistakes, *lengths_of_v, first_update, threshold(1 - game.eps), separable_rounds, MISTAKES_COUNTED)
    yield from (below_threshold(1 - game.eps), bounded_rounds) if game.eps >= Fraction(1, 2) else ()
    yield from (some_round, Fact("first mistake", "the first example is a mistake, a tie at w = 0", eq(tau(0), 1)))


def winnow_facts(names: frozenset[str], asked: Game, game: Game) -> tuple[Fact, ...]:
    """Those of the theorem at any rate, and the rate. Raises NotFound for other rules."""
    if game.setting != "separable" or "any" in (game.norm, game.comparator) or Hypothesis.BALANCED_WEIGHTS in game.dropped:
        raise NotFound("Winnow is known on separable examples with ‖x‖∞ ≤ 1 and ‖u‖₁ ≤ 1, with weights for both signs")
    name, value = game.rate.split("=")
    rate = gamma if value == "gamma" else poly(Fraction(value))
    own = tuned if value == "gamma" else at_any_rate
    words = f"the {'rate is η = ln β' if name == 'eta' else 'factor is β'} = {'γ' if value == 'gamma' else value}"
    rounds = counted_rounds(count=WINNOW_COUNT) if "T" in names else ()
    return (*own, positive_margin(), Fact("rate", words, eq(rate, winnow.eta if name == "eta" else winnow.beta)), *rounds)


def perceptron_facts(names: frozenset[str], asked: Game, game: Game) -> Iterator[Fact]:
    names = names.union({"gamma"}, *(more for of, more in BESIDE.items() if names & of))
    radius = R if game.norm == "any" else poly(1)
    size = poly(1) if game.comparator == "unit" or (game.comparator == "ball" and "U" not in names) else U
    yield from (*perceptron(), positive_margin())
    if game.comparator != "any":
        yield unit_comparator()
    if game.comparator == "any" or ("U" in names and game.comparator == "ball"):
        yield from comparator_length()
    yield from radius_facts(names, game)
    if game.setting == "separable":
        yield separable()
    if game.dimension in (1, 2) and game.learner == "perceptron":
        yield in_plane if game.dimension == 2 else on_a_line
    if game.setting == "agnostic" or names & LOSSES:
        yield from (*slack(), exact_slack)
    if "H" in names:
        yield loss
    if "H2" in names:
        yield from loss_length
    if names & {"S2", "S2_all"} and game.norm != "unit":
        yield from squares()
    if names & {"W", "P", "F"}:
        yield from final_length()
    if "H_all" in names:
        yield Fact("H_all", "H over all rounds is TD over all rounds by γ", eq(H_ALL * gamma, TD_ALL))
    unit = game.norm == "unit"
    yield from update_facts(names, unit)
    radii = (radius, R) if measures(names, game) else (radius,)
    wrong, measured = asked.flips * asked.passes, game.radius == "measured"
    yield from round_facts(names, game.setting == "separable", radii, unit, measured, wrong)
    if wrong:
        yield from (*some_example(radii), *label_facts(OF_UPDATE, wrong))
    longest = poly(1) if unit else R if measured else None
    yield from norm_facts(names, size, radii, longest, far=bool(wrong) or game.setting == "separable")
    if unit and {"W", "M"} <= names:
        yield Fact("unit examples", "‖x‖ = 1", every(k, ge(inner(z(k), z(k)), 1), below=number(M)))
    if "E" in names:
        yield from (*counted_rounds(), *mistakes[2:], mistake_driven, MISTAKES_COUNTED)
    if "d" in names:
        yield Fact("d", "vectors have at least one coordinate", ge(COORDINATES, 1))


def measures(names: frozenset[str], game: Game) -> bool:
    """Whether the longest example is measured beside the radius 1."""
    return "R" in names and game.norm == "ball" and game.radius == "measured"


FACTS = {"margin": margin_facts, "winnow": winnow_facts}


def radius_facts(names: frozenset[str], game: Game) -> Iterator[Fact]:
    """How long the examples are: at most 1, at most R, or both."""
    measured = measured_radius()
    if game.norm == "any":
        yield from (radius_sign(), bounded(R) if game.radius == "declared" else measured)
        return
    yield bounded()
    if measures(names, game):
        yield from (radius_sign(), measured, Fact("R ≤ 1", "no example is longer than 1", le(R, 1)))
