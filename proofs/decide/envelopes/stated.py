"""What a learner object says of its own updates, and the conjecture with that as a hypothesis.

Every update is to add y·x to the weights, from w = 0.  Beyond that the learner has one of two attributes, each a pair of texts or exact
numbers in gamma and in the learner's own numbers:

    updates_below = (s, t)    it updates only where y⟨w,x⟩ ≤ s‖w‖ + t; that ‖w‖² grows by at most 2s‖w‖ + 2t + 1 is then proved
    energy_step = (a, b)      an update takes ‖w‖² to at most ‖w‖² + a‖w‖ + b; this is a hypothesis of the theorem

An object cannot be read as a formula.  So what it says is a hypothesis of the theorem that is proved, `held` tries it on runs first, and
the verdict says that it rests on it.  A number of the object is a constant of the proof only if nothing that was looked at changes it:
neither γ, nor a method (`constants`), nor a run (`held`).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from perceptron.errors import InputError
from proofs.conjecture import Comparison, nodes, parse
from proofs.conjecture.game import Game
from proofs.conjecture.pretty import term as unicode_text
from proofs.counterexample.custom_learner import Rule
from proofs.decide.envelopes.constants import MARGINS, constants
from proofs.decide.posed import Posed, proved_about
from proofs.decide.translation import FullTranslation
from proofs.derive.authoring.certificate_search import NotFound
from proofs.derive.authoring.terms import every, inner, le, number, poly
from proofs.kernel import Index, Polynomial
from proofs.statements.standard_facts import (
    SYMBOLS,
    M,
    bounded,
    gamma,
    k,
    length,
    lengths,
    positive_margin,
    recurrence,
    separable,
    unit_comparator,
    w,
    z,
)
from proofs.statements.statement import Fact
from proofs.theorems.margin_perceptron.common import vectors

KINDS = ("updates_below", "energy_step")


@dataclass(frozen=True)
class StatedUpdate:
    """The pair that a learner states, as texts and as kernel terms in γ, and the learner's numbers that it or the conjecture names."""

    kind: str
    texts: tuple[str, str]
    slope: Polynomial
    height: Polynomial
    constants: dict[str, Fraction]
    initialises: bool

    @property
    def fact(self) -> Fact:
        """The hypothesis of the theorem."""
        below = number(self.updates)
        if self.kind == "updates_below":
            words = f"an update happens only if y⟨w, x⟩ ≤ {self.words('‖w‖')}"
            limit = self.slope * length(k) + self.height
            return Fact("update rule", words, every(k, le(inner(w(k), z(k)), limit), below=below))
        words = f"an update takes ‖w‖² to at most ‖w‖² + {self.words('‖w‖')}"
        limit = length(k) ** 2 + self.slope * length(k) + self.height
        return Fact("energy step", words, every(k, le(length(k + 1) ** 2, limit), below=below))

    @property
    def declared(self) -> str:
        """All that the learner has to keep to, in words."""
        fixed = "".join(f"; {name} is {value} in every run" for name, value in sorted(self.constants.items()))
        return f"{self.fact.words}; it adds y·x to weights that start at 0{fixed}"

    def words(self, length: str) -> str:
        """The pair as a sum: the first part times the length, and the second part."""
        first, second = (unicode_text(_node(text, self.constants)) for text in self.texts)
        parts = ([length] if first == "1" else [] if first == "0" else [f"{first}·{length}"]) + ([] if second == "0" else [second])
        return " + ".join(parts) or "0"

    @property
    def updates(self) -> Index:
        """The number of updates: M, and the first example if that is not counted."""
        return vectors if self.initialises else M

    @property
    def step(self) -> tuple[Polynomial, Polynomial]:
        """(a, b) with ‖w‖² ↦ at most ‖w‖² + a‖w‖ + b."""
        return (2 * self.slope, 2 * self.height + 1) if self.kind == "updates_below" else (self.slope, self.height)


def stated(rule: Rule, comparison: Comparison) -> StatedUpdate:
    """What the learner says of its updates. Raises NotFound if it says nothing, or names a number that is no constant, and InputError if
    what it says cannot be read."""
    said = _spoken(rule, MARGINS[0])
    if said is None:
        raise NotFound(f"{rule.label} says nothing of its updates: give it updates_below = (s, t) or energy_step = (a, b)")
    kind, texts, initialises = said
    if any(_spoken(rule, margin) != said for margin in (MARGINS if rule.told else ())):
        raise NotFound(f"what {rule.label} says of itself depends on gamma: write {kind} as texts in gamma, such as ('gamma/2', '0')")
    spoken = {n.name for text in texts for n in nodes.walk(_node(text, rule.names)) if isinstance(n, nodes.Name)}
    if unknown := spoken - {"gamma", *rule.names}:
        raise InputError(f"{rule.label}: what it says of its updates may name gamma and its own numbers, not {', '.join(sorted(unknown))}")
    fixed = constants(rule, rule.names & (spoken | comparison.names))
    slope, height = (_term(rule, text, fixed) for text in texts)
    return StatedUpdate(kind, texts, slope, height, fixed, initialises)


def _spoken(rule: Rule, margin: Fraction) -> tuple[str, tuple[str, str], bool] | None:
    """Which of the two attributes the learner for this γ has, the pair as texts, and whether its first example only initialises."""
    learner: Any = rule.fresh(margin)
    with rule.answering():
        kind = next((name for name in KINDS if getattr(learner, name, None) is not None), None)
        if kind is None:
            return None
        pair = getattr(learner, kind)
        pair = pair() if callable(pair) else pair
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            raise InputError(f"{rule.label}.{kind} must be a pair such as ('gamma/2', '0'), not {pair!r:.60}")
        return kind, (str(pair[0]), str(pair[1])), bool(getattr(learner, "initialises", False))


def _node(text: str, names: Any) -> nodes.Node:
    return parse(f"0 <= {text}", extra=names).right


def _term(rule: Rule, text: str, fixed: dict[str, Fraction]) -> Polynomial:
    translation = FullTranslation({"gamma": SYMBOLS["gamma"]} | {name: poly(value) for name, value in fixed.items()})
    found = translation.term(_node(text, fixed))
    if translation.definitions:
        raise InputError(f"{rule.label}: {text} must be a polynomial in gamma")
    return found


def posed_with(rule: Rule, said: StatedUpdate, comparison: Comparison, asked: Game) -> Posed:
    """The conjecture about every learner that makes such updates. Raises NotFound for games and names of which nothing is known."""
    game = proved_about(asked)
    if game.setting != "separable" or "any" in (game.norm, game.comparator):
        raise NotFound("envelopes are known on separable examples of length at most 1, with a comparator of length at most 1")
    if comparison.conditions:
        raise NotFound("envelopes are known without conditions")
    if unknown := comparison.names - {"M", "gamma", *said.constants}:
        raise NotFound(f"the range of {', '.join(sorted(unknown))} is not known")
    updates = said.updates
    facts = (*recurrence(), said.fact, *lengths(), positive_margin(), unit_comparator(), bounded(updates=updates), separable(updates))
    terms = {"M": number(M), "gamma": gamma} | {name: poly(value) for name, value in said.constants.items()}
    values: dict[str, tuple[str, ...]] = {name: (str(value),) for name, value in said.constants.items()}
    head = "conjecture", comparison.unicode(), (), game, comparison.text
    return Posed(*head, facts, terms, parameters=values, learner=rule, asked=asked).translated()
