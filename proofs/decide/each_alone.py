"""Two learners of the list beside each other: a claim about M and M_2 from the bound of each alone.

Each bound is proved in a game of its own, and the second one is cited with its run renamed: its updates are M₂ many, and its weights are
w₂. The examples have the same γ and u, so that both bounds are about one sequence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from math import ceil
from typing import Any

from proofs.conjecture import Comparison, parse
from proofs.conjecture.game import Game
from proofs.conjecture.learners import Opponent
from proofs.conjecture.learners.kernel import full_text
from proofs.counterexample.learner_object import Beside, CustomLearner
from proofs.decide.cited_bounds import CITED, Growth
from proofs.decide.posed import PosedClaim, pose, symbols
from proofs.decide.prove import ProvedConjecture, close, library
from proofs.decide.range_facts import with_margin
from proofs.derive.authoring.certificate_search import NotFound
from proofs.derive.authoring.derivation import Derivation, image_of
from proofs.derive.authoring.terms import RememberingSubstitution, nat, number, seq, vseq
from proofs.kernel import Formula, Theorem
from proofs.kernel.formula import names, substitute
from proofs.statements.definitions import Fact
from proofs.statements.page import BuiltProof
from proofs.statements.standard_facts import M
from proofs.system.work_clock import work_time

LINEAR = full_text("linear")
NAMES = frozenset({"M", "M_2", "gamma", "R"})
SECOND: Mapping[str, Any] = {"M": nat("M₂"), "w": lambda k: vseq("w₂")(k), "z": lambda k: vseq("z₂")(k), "‖w‖": lambda k: seq("‖w₂‖")(k)}
Prover = Callable[[PosedClaim, float], ProvedConjecture]


def from_each_alone(rule: Beside, comparison: Comparison, game: Game, seconds: float, prove: Prover) -> ProvedConjecture:
    """The claim from the bounds of both. Raises NotFound for other names, games and learners."""
    deadline = work_time() + seconds
    if isinstance(rule.first, CustomLearner) or not {"M_2"} < comparison.names <= NAMES or comparison.conditions or not game.is_plain:
        raise NotFound("of both learners' updates together nothing is proved")
    if game.setting != "separable" or game.dropped:
        raise NotFound("the bound of each learner alone is for separable examples")
    alone = [bound_alone(one, game, place) for place, one in enumerate((rule.first, rule.second))]
    proved = [prove(one, seconds / 3) for one in alone]
    built = {one.id: BuiltProof(one, found.proof, found.theorem, {}) for one, found in zip(alone, proved, strict=True)}  # type: ignore[arg-type]
    words = {fact.name: fact.words for one in alone for fact in one.facts}
    facts = {formula: Fact(name, words.get(name, ""), formula) for name, formula in proved[0].theorem.hypotheses}
    for name, formula in proved[1].theorem.hypotheses:
        renamed = of_second(proved[1].theorem, formula)
        facts.setdefault(renamed, Fact(f"{name}, second", words.get(name, ""), renamed))
    first, terms = alone[0], symbols(alone[0].game) | {"M_2": number(nat("M₂"))}
    given, asked = tuple(facts.values()), first.asked
    both = PosedClaim("both", comparison.unicode(), (), first.game, comparison.text, given, terms, parameters={"M_2": ()}, asked=asked)
    both = both.translate()
    library_of_both = {**library(), **library(CITED), **built}
    d = Derivation("both", both.named_facts, {id: one.theorem for id, one in library_of_both.items()}, both.conclusion)
    arithmetic, introduced = with_margin(d)
    for count in (M, nat("M₂")):
        arithmetic.sign(number(count), d.natural(count))
    arithmetic.fact(d.cite(alone[0].id), d.cite(alone[1].id, **images(proved[1].theorem)))
    found = close(arithmetic, both, introduced, library_of_both, deadline, "from the bound of each learner alone")
    return replace(found, posed=None)  # a page is about one learner


def bound_alone(one: Opponent, game: Game, place: int) -> PosedClaim:
    """The best bound of one of the learners, as a claim. Raises NotFound for a learner without one."""
    if (name := euclidean_name(one)) not in ("perceptron", "margin"):
        raise NotFound(f"of {one.name} beside another learner nothing is proved")
    own = replace(game, learner=name, ties=one.ties, eps=game.eps if one.eps is None else one.eps)
    if name == "perceptron":
        text = "gamma**2*M <= R**2" if game.norm == "any" else "gamma**2*M <= 1"
    else:
        growth = Growth(1 - own.eps)
        constant = Fraction(ceil(growth.least * 1000 + 1), 1000) if growth.c else Fraction(1)
        text = f"gamma**2*(M + 1) <= {constant}"
    return pose(parse(text), own, id=("first-alone", "second-alone")[place])


def euclidean_name(one: Opponent) -> str:
    """The name of the learner, or of the Perceptron for one with the linear kernel, which has its updates."""
    return "perceptron" if one.kernel == LINEAR else one.name


def images(theorem: Theorem) -> dict[str, Any]:
    """The images of the names of a run that occur in a theorem."""
    occurring = {name for f in (theorem.conclusion, *(f for _, f in theorem.hypotheses)) for _, name in names(f)}
    return {name: image for name, image in SECOND.items() if name in occurring}


def of_second(theorem: Theorem, formula: Formula) -> Formula:
    """A formula of the theorem about the second learner's run."""
    entries = {(kind, name): value for name, image in images(theorem).items() for kind, value in [image_of(theorem, name, image)]}
    return substitute(RememberingSubstitution(entries), formula)
