"""A free conjecture as a statement: the facts of its game, the kernel terms of its names, its translation.

A page of the catalogue chooses its facts by hand.  Here they follow from the game and from the names that occur, so that any conjecture of
the grammar can be handed to the prover.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from perceptron.errors import InputError
from proofs.conjecture import Comparison, parse
from proofs.conjecture.game import Game
from proofs.conjecture.nodes import Relation
from proofs.conjecture.pretty import unicode
from proofs.decide.ranges import KNOWN, lifted
from proofs.decide.translation import FullTranslation
from proofs.derive.authoring.certificate_search import NotFound
from proofs.derive.authoring.terms import eq, ge, le, number, poly, real
from proofs.kernel import Polynomial
from proofs.statements.standard_facts import (
    SYMBOLS,
    M,
    R,
    bounded,
    comparator_length,
    final_length,
    lengths,
    margin_rule,
    perceptron,
    positive_margin,
    radius_sign,
    recurrence,
    separable,
    slack,
    squares,
    unit_comparator,
)
from proofs.statements.statement import Fact, Statement, formula
from proofs.theorems.hinge.common import H2, H, loss, loss_length
from proofs.theorems.hinge.largest_losses import exact_slack
from proofs.theorems.margin_perceptron.common import vectors
from proofs.theorems.separable.dimension_one import line as on_a_line
from proofs.theorems.separable.dimension_two import in_plane

ROUNDS, MISTAKES = real("T"), real("E")
COORDINATES = real("d")
FIRST_MISTAKE = Fact("first mistake", "there is an example, and at w = 0 a tie counts as a mistake", ge(number(M), 1))


@dataclass(frozen=True)
class Posed(Statement):
    """A statement whose bound may be anything in the grammar of conjectures, with constants that have no value (its `parameters`).

    assumed   the names of the facts that are conditions, on the constants or on the run
    asked     the game that the question is about; `game` is the one that the proof speaks of
    """

    assumed: tuple[str, ...] = ()
    asked: Game = field(default_factory=Game)

    @cached_property
    def comparison(self) -> Comparison:
        return parse(self.bound, extra=self.parameters)

    def _translator(self) -> FullTranslation:
        return FullTranslation(self.symbols)

    def translated(self) -> Posed:
        """Itself, once its conclusion is a kernel formula. Raises NotFound for what has no term in the kernel."""
        try:
            self.conclusion  # noqa: B018
        except InputError as reason:
            raise NotFound(str(reason)) from None
        return self


def posed(
    comparison: Comparison, game: Game, constants: tuple[str, ...] = (), conditions: tuple[str, ...] = (), id: str = "conjecture"
) -> Posed:
    """The conjecture with the facts of its game. Its own conditions and those on its constants are hypotheses, if they are polynomial.

    Raises NotFound for games of which the prover knows nothing."""
    game.refuse_indefinite()
    asked, game = game, proved_about(game)
    if game.learner not in KNOWN:
        raise NotFound(f"the range of the quantities is not known for the learner {game.learner}")
    known = KNOWN[game.learner] - (set() if game.ties == "mistake" else {"E"})  # a tie with the right label is no update, but is counted
    if unknown := comparison.names - known - set(constants):
        raise NotFound(f"the range of {', '.join(sorted(unknown))} is not known")
    facts = margin_facts(game) if game.learner == "margin" else tuple(perceptron_facts(comparison, game))
    terms = symbols(game) | {name: real(name) for name in constants}
    given = (*comparison.conditions, *(parse(text, extra=constants) for text in conditions))
    assumed = tuple(_condition(condition, terms) for condition in given)
    unknown_values: dict[str, tuple[str, ...]] = {name: () for name in constants}
    bound, names = comparison.text.partition(" where ")[0], tuple(fact.name for fact in assumed)
    statement = Posed(
        id, comparison.unicode(), (), game, bound, (*facts, *assumed), terms, parameters=unknown_values, assumed=names, asked=asked
    )
    return statement.translated()


def proved_about(game: Game) -> Game:
    """The game that a proof speaks of, in which any sequence may be played. Whatever makes facts of a game asks for this one first.

    What is proved of it holds for the examples of a finite class and for several passes, in whatever orders: these are sequences too. With
    flipped labels it is one with any labels. Raises NotFound where a hypothesis is dropped without which nothing is known."""
    if (game := lifted(game)).dropped:
        raise NotFound(f"without {', '.join(sorted(game.dropped))} the range of the quantities is not known")
    if game.is_plain:
        return game
    return replace(game, coordinates=(), passes=1, shuffled=False, flips=0, setting="agnostic" if game.flips else game.setting)


def _condition(condition: Relation, terms: dict[str, Polynomial]) -> Fact:
    """Raises NotFound unless it is polynomial, so that it needs no names of its own."""
    translation = FullTranslation(terms)
    said = unicode(condition)
    try:
        fact = Fact(said, f"claimed only where {said}", formula(condition, translation))
    except InputError as reason:
        raise NotFound(str(reason)) from None
    if translation.definitions:
        raise NotFound(f"conditions are used if they are polynomial, which {said} is not")
    return fact


def symbols(game: Game) -> dict[str, Polynomial]:
    """The kernel term of each name: R and U are 1 where the game says so."""
    found = SYMBOLS | {"H": H, "H2": H2, "T": ROUNDS, "E": MISTAKES, "d": COORDINATES, "eps": poly(game.eps)}
    if game.comparator == "unit":
        found["U"] = poly(1)
    if game.norm == "unit":
        found |= {"R": poly(1), "S2": number(M)}
    return found


def margin_facts(game: Game) -> tuple[Fact, ...]:
    """The facts of the sharp bound. Raises NotFound for a game that does not impose every one of them."""
    if not 0 < game.eps <= 1:
        raise NotFound(f"the Margin Perceptron is known for 0 < ε ≤ 1, not for ε = {game.eps}")
    if game.setting != "separable" or "any" in (game.norm, game.comparator):
        raise NotFound("the Margin Perceptron is known on separable examples of length at most 1, with a comparator of length at most 1")
    return (
        *recurrence(),
        margin_rule(1 - game.eps, vectors),
        *lengths(),
        positive_margin(),
        unit_comparator(),
        bounded(updates=vectors),
        separable(vectors),
    )


def perceptron_facts(comparison: Comparison, game: Game) -> Iterator[Fact]:
    names = comparison.names
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
    if game.setting == "agnostic" or names & {"TD", "H", "H2"}:
        yield from (*slack(), exact_slack)
    if "H" in names:
        yield loss
    if "H2" in names:
        yield from loss_length
    if "S2" in names and game.norm != "unit":
        yield from squares()
    if "W" in names:
        yield from final_length()
    if "T" in names:
        yield Fact("T", "every update is a round", ge(ROUNDS, number(M)))
    if "E" in names:
        yield Fact("E", "ties being mistakes, the updates are the mistakes", eq(MISTAKES, number(M)))
    if "d" in names:
        yield Fact("d", "vectors have at least one coordinate", ge(COORDINATES, 1))
    if game.ties == "mistake":
        yield FIRST_MISTAKE


def radius_facts(names: frozenset[str], game: Game) -> Iterator[Fact]:
    """How long the examples are: at most 1, at most R, or both."""
    measured = replace(bounded(R), name="R", words="R is no less than any ‖x‖", defines=R)
    if game.norm == "any":
        yield from (radius_sign(), bounded(R) if game.radius == "declared" else measured)
        return
    yield bounded()
    if "R" in names and game.norm == "ball" and game.radius == "measured":
        yield from (radius_sign(), measured, Fact("R ≤ 1", "no example is longer than 1", le(R, 1)))
