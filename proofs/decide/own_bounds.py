"""Conjectures about a learner with a game of its own, from the bound of its theorem: with every letter a number, it is a matter of algebra.

Of the runs only the theorem is known, so that a conjecture which needs more of them is left to the search."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from proofs.conjecture import Comparison, nodes, parse
from proofs.conjecture.game import Game
from proofs.conjecture.own_games import OwnGame
from proofs.decide.posed import PosedClaim
from proofs.decide.prove import close, count, library
from proofs.decide.range_facts import with_margin
from proofs.derive.authoring.arithmetic import Arithmetic
from proofs.derive.authoring.certificate_search import NotFound
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.terms import real
from proofs.derive.semialgebraic.laurent import NoNormalForm
from proofs.kernel import Rejected
from proofs.statements.standard_facts import gamma, positive_margin
from proofs.system.work_clock import work_time

SIGNS = ("M >= 0", "m >= 0", "N >= 1", "T >= 1", "beta > 0", "eta > 0", "R >= 0")


def from_theorem(game: OwnGame, comparisons: Sequence[Comparison], seconds: float) -> str:
    """Derive the comparisons from the learner's theorem, and say in words by what; empty if the time for each does not suffice."""
    steps = 0
    names = frozenset[str]().union(*(one.names for one in comparisons))
    id, *forms = game.theorem(names)
    for one in comparisons:
        try:
            steps += _steps(game, one, forms, seconds)
        except (NotFound, NoNormalForm, LookupError, Rejected, OverflowError):
            return ""
    shown = f"`perceptron-proofs show {id}`"
    return (
        f"{count(steps, 'step')}, accepted by the kernel, from the theorem {id}: {shown}" if steps else f"it is the theorem {id}: {shown}"
    )


def _steps(game: OwnGame, one: Comparison, forms: Sequence[str], seconds: float) -> int:
    """The number of kernel steps from the bound, in any of its forms, to the comparison. Raises NotFound and others."""
    letters = tuple(game.letters)
    terms = {letter: real(letter) for letter in letters} | ({"gamma": gamma} if "gamma" in letters else {"regret": real("G") - real("L")})
    signs = [text for text in SIGNS if text.split()[0] in letters]
    given = tuple(parse(text, extra=letters) for text in (*forms, *signs))
    facts = (positive_margin(),) if "gamma" in letters else ()
    claim = PosedClaim(
        "conjecture", one.unicode(), (), Game(), one.text, facts, terms, parameters=dict.fromkeys(letters, ()), conditions=given
    )
    posed = claim.translate()
    bounds, of_signs = posed.condition_facts[: len(forms)], posed.condition_facts[len(forms) :]
    defined = {part for bound in given[: len(forms)] for part in _parts(bound)}
    if any(fact.formula == posed.conclusion for fact in bounds) and _parts(one) <= defined:
        return 0
    built, deadline = library(), work_time() + seconds
    d = Derivation(posed.id, posed.named_facts, {id: b.theorem for id, b in built.items()}, posed.conclusion)
    arithmetic, introduced = with_margin(d) if facts else (Arithmetic(d), [])
    arithmetic.until = deadline
    for text, fact in zip(signs, of_signs, strict=True):
        arithmetic.sign(real(text.split()[0]), fact.name)
    arithmetic.fact(*(fact.name for fact in (*bounds, *of_signs)))
    proved = close(arithmetic, posed, introduced, built, deadline, "from the theorem")
    if proved.where:
        raise NotFound(f"it has a value only where {' and '.join(proved.where)}")
    return len(proved.proof.steps)


def _parts(one: Comparison) -> set[nodes.Node]:
    """The terms in a comparison that may be without a value."""
    sides = chain(nodes.walk(one.left), nodes.walk(one.right))
    return {node for node in sides if isinstance(node, (nodes.Call, nodes.Div, nodes.Pow, nodes.VariablePow))}
