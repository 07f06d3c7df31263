"""A statement: hypotheses and a bound over named quantities, which proof, attack and report share.

The bound is a text in the conjecture grammar. The attack parses it and evaluates it exactly on runs. For the proof `Statement.conclusion`
translates it into a kernel formula. So the proved statement is the attacked one. Divisions and roots become named reals with their defining
facts (q·γ = 1; r ≥ 0 and r² = p), and a floor becomes a named natural (F ≤ x < F + 1). These facts join the hypotheses as definitions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any

from perceptron.errors import InputError
from perceptron.extremal.families import Family
from perceptron.extremal.sequences import Extremal
from perceptron.learners.perceptron import MarginPerceptron
from proofs.conjecture import Comparison, nodes, parse
from proofs.conjecture.game import Game
from proofs.conjecture.nodes import Relation
from proofs.conjecture.pretty import term as unicode_text
from proofs.derive.authoring.terms import eq, ge, gt, nat, number, real
from proofs.kernel import Formula, Polynomial
from proofs.statements.constructors import floor_of, reciprocal_fact, root_of
from proofs.statements.definitions import Fact as Fact
from proofs.statements.displayed import Expansion


@dataclass(frozen=True)
class Source:
    """The place where a text prints the claim: document (NG, BL, SS, MR, VE), number, and a remark if its wording is not simply true."""

    document: str
    number: str
    remark: str = ""

    def __str__(self) -> str:
        return f"{self.document} {self.number}"


def formulas(*facts: Fact) -> tuple[tuple[str, Formula], ...]:
    """The names and kernel formulas of some facts, which a proof may assume."""
    return tuple((f.name, f.formula) for f in facts)


@dataclass(frozen=True)
class Beyond:
    """The bound to attack when a hypothesis that is not a rule of the game is dropped, and the game for it."""

    bound: str
    game: Game


@dataclass(frozen=True)
class Statement:
    """The claim that `bound` holds for every run that `game` allows; `facts` are the kernel's form of the game's rules.

    `symbols` gives the kernel term of each name in `bound`. `beyond` says what to attack without a hypothesis that the game does not know,
    such as the dimension or the range of a parameter.
    """

    id: str = ""  # this, the title and the words are often those of the proof below it
    title: str = ""
    sources: tuple[Source, ...] = ()
    game: Game = Game()  # noqa: RUF009 - it is frozen
    bound: str = ""
    facts: tuple[Fact, ...] = ()
    symbols: Mapping[str, Polynomial] = field(default_factory=dict, repr=False)
    more_games: tuple[Game, ...] = ()  # the same claim in other games, such as another ε, to be attacked as well
    parameters: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # a name of the bound alone, and values to attack it at
    learner: Any = None  # a learner of the author's own, at the first values of the parameters, where the game knows none
    beyond: Mapping[str, Beyond] = field(default_factory=dict)
    signed: tuple[str, ...] = ()  # names N of the bound with a hypothesis ‘N ≥ 0’, without which −N is attacked
    words: str = ""  # the claim in a sentence, with what its names stand for
    held: Callable[[], frozenset[str]] | None = field(default=None, repr=False)  # holds the learner's code against facts: their names

    @cached_property
    def comparison(self) -> Comparison:
        """The bound for the falsifier and the judge, at the first value of each parameter."""
        return self.attacks[0][0]

    @cached_property
    def attacks(self) -> tuple[tuple[Comparison, Game], ...]:
        """The conjectures for the falsifier: the bound, at each value of its parameters, in each of its games."""
        bound = parse(self.bound, extra=self.parameters)
        bounds = [bound.substitute(dict(zip(self.parameters, values, strict=True))) for values in product(*self.parameters.values())]
        return tuple((one, game) for one in bounds for game in (self.game, *self.more_games))

    @property
    def droppable(self) -> tuple[str, ...]:
        """The hypotheses that can be dropped: the rules of the game, those in `beyond`, and signs."""
        return (*self.game.hypotheses, *self.beyond, *(f"{name} ≥ 0" for name in self.signed))

    def spelt(self, name: str) -> str:
        """The hypothesis that is meant, with blanks or hyphens; the name as it is if there is none."""
        return next((known for known in self.droppable if known.replace(" ", "-") == name.replace(" ", "-")), name)

    def without(self, name: str) -> tuple[Comparison, Game]:
        """The bound and the game without a hypothesis. Raises InputError for an unknown name."""
        if name in self.beyond:
            return parse(self.beyond[name].bound), self.beyond[name].game
        if name.removesuffix(" ≥ 0") in self.signed:
            signed = name.removesuffix(" ≥ 0")
            return self.comparison.substitute({signed: f"-{signed}"}), self.game
        if name not in self.droppable:
            raise InputError(f"no hypothesis {name!r} to drop; {self.id} has: {', '.join(self.droppable)}")
        return self.comparison, self.game.drop(name)

    @cached_property
    def _translation(self) -> tuple[Translation, Formula]:
        translation, bound = self._translator(), parse(self.bound, extra=self.parameters)
        return translation, formula(bound, translation)

    @property
    def translation(self) -> Translation:
        """Which kernel term a term of the bound is."""
        return self._translation[0]

    def _translator(self) -> Translation:
        """By which the bound becomes a formula; a statement with a larger language has its own."""
        return Translation(self.symbols)

    @property
    def conclusion(self) -> Formula:
        """The bound as a kernel formula."""
        return self._translation[1]

    @property
    def hypotheses(self) -> tuple[Fact, ...]:
        """Hypotheses, definitions of the quantities, and definitions of the quotients and roots in the bound."""
        return self.facts + tuple(self.translation.definitions.values())

    @property
    def definitions(self) -> Mapping[str, nodes.Node]:
        """The named quotients, roots and floors of the bound, each with the term that it stands for."""
        return self.translation.meanings

    @property
    def named_facts(self) -> tuple[tuple[str, Formula], ...]:
        """(name, formula) of every fact, which a proof may assume."""
        return formulas(*self.hypotheses)


class Translation(Expansion):
    """A bound's syntax tree to a kernel term, with the facts that define its quotients, roots and floors."""

    def __init__(self, symbols: Mapping[str, Polynomial]) -> None:
        super().__init__(symbols)
        self.definitions: dict[str, Fact] = {}
        self.meanings: dict[str, nodes.Node] = {}

    def reciprocal(self, node: nodes.Node) -> Polynomial:
        label = _wrap(node)
        self.meanings[f"1/{label}"] = nodes.Div(nodes.Number(Fraction(1)), node)
        self.define(reciprocal_fact(label, self.term(node), f"1/{label} is the reciprocal of {unicode_text(node)}"))
        return real(f"1/{label}")

    def root(self, node: nodes.Node) -> Polynomial:
        name, squared = f"√{_wrap(node)}", f"√{_wrap(node)} squared is {unicode_text(node)}"
        self.meanings[name] = nodes.Call("sqrt", (node,))
        self.define(*root_of(name, real(name), self.term(node), f"{name} is a non-negative root", squared))
        return real(name)

    def floor(self, node: nodes.Node) -> Polynomial:
        """⌊x⌋ as a natural number F with F ≤ x < F + 1; there is one because a bound takes the floor of a non-negative term only."""
        whole_part = nodes.Call("floor", (node,))
        name = unicode_text(whole_part)
        self.meanings[name] = whole_part
        words = f"{name} is a natural number not above its term", f"{name} is the greatest such number"
        self.define(*floor_of(name, nat(name), self.term(node), *words))
        return number(nat(name))

    def define(self, *facts: Fact) -> None:
        self.definitions |= {fact.name: fact for fact in facts}


def _wrap(node: nodes.Node) -> str:
    text = unicode_text(node)
    return text if isinstance(node, (nodes.Name, nodes.Number)) else f"({text})"


def formula(comparison: Relation, translation: Translation) -> Formula:
    """A comparison as a kernel formula."""
    left, right = translation.term(comparison.left), translation.term(comparison.right)
    relations = {"<=": ge(right, left), "<": gt(right, left), ">=": ge(left, right), ">": gt(left, right), "=": eq(left, right)}
    return relations[comparison.op]


# -- What a theorem says of runs, and the families of runs that come near it: what `tight` and `verify` measure.


@dataclass(frozen=True)
class Reach:
    """`bound` in the rules of `game`, with families of runs near it.

    limit: where no run attains the bound, why the ratio tends to 1 along a family, in a sentence ("" if it does not);
    defaults: values for names of the bound that a family does not fix.
    """

    game: Game
    bound: str
    families: tuple[Family, ...]
    limit: str = ""
    defaults: Mapping[str, Fraction] = field(default_factory=dict)

    def comparison(self, family: Family, parameter: Fraction) -> Comparison:
        """The bound for one run: names that only the bound has are replaced by their values."""
        values = {**self.defaults, **family.values(parameter)}
        return parse(self.bound, extra=values).substitute(values)

    def rules(self, extremal: Extremal) -> Game:
        """The game that the run is judged in: the bound's own, at the run's ε."""
        if self.game.opponent.eps is not None and isinstance(extremal.learner, MarginPerceptron):
            return replace(self.game, eps=extremal.learner.eps)
        return self.game
