"""Whether one bound is never above another, for all pairs of a list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import permutations

from proofs.conjecture import Comparison
from proofs.conjecture.game import Game
from proofs.counterexample import Counterexample
from proofs.decide.atlas.bounds import Bound, below, common_game, holds_in
from proofs.decide.attempts import prove
from proofs.decide.posed import posed
from proofs.decide.refute import refuted
from proofs.derive.authoring.certificate_search import NotFound
from proofs.falsify import Found, falsify
from proofs.kernel import Proof

RUN_SECONDS, PROOF_SECONDS, SEARCH_SECONDS = 2.0, 240.0, 4.0


@dataclass(frozen=True)
class Relation:
    """What is known of the claim that `lower` is never above `upper` where both hold.

    Exactly one of these is there unless it is undecided: the proof; a third bound through which it follows; a run where it fails."""

    lower: str
    upper: str
    claim: Comparison
    game: Game
    proof: Proof | None = None
    through: str | None = None
    run: Counterexample | None = None

    @property
    def holds(self) -> bool | None:
        """None: undecided."""
        return True if self.proof is not None or self.through is not None else False if self.run is not None else None


def compared(bounds: Sequence[Bound], tell: Callable[[str], object] = lambda line: None, kept: Sequence[Relation] = ()) -> list[Relation]:
    """A relation for each ordered pair with a common game: closed forms first, then proofs, then the search for what is left.

    What was decided before may be kept."""
    ids = {bound.id for bound in bounds}
    known = {(r.lower, r.upper): r for r in kept if r.holds is not None and {r.lower, r.upper} <= ids}
    open_pairs = []
    for a, b in permutations(bounds, 2):
        game = common_game(a, b)
        if game is None or (a.id, b.id) in known:
            continue
        claim = below(a, b, game)
        run = refuted(claim, game, RUN_SECONDS)
        if run is None:
            open_pairs.append((a, b, claim, game))
        else:
            known[a.id, b.id] = Relation(a.id, b.id, claim, game, run=run)
    for a, b, claim, game in open_pairs:
        tell(f"{a.id} below {b.id}")
        through = None if claim.left == claim.right else _through(known, bounds, a, b, game)
        known[a.id, b.id] = Relation(a.id, b.id, claim, game, through=through) if through else _decided(a, b, claim, game)
    for pair, relation in list(known.items()):  # what was proved later may lead to what was left open
        a, b = (next(bound for bound in bounds if bound.id == id) for id in pair)
        if relation.holds is None and (through := _through(known, bounds, a, b, relation.game)):
            known[pair] = Relation(a.id, b.id, relation.claim, relation.game, through=through)
    return list(known.values())


def _through(known: dict[tuple[str, str], Relation], bounds: Sequence[Bound], a: Bound, b: Bound, game: Game) -> str | None:
    """A bound between the two that holds wherever both do."""
    for c in bounds:
        if c.id in (a.id, b.id) or not holds_in(c, game):
            continue
        first, second = known.get((a.id, c.id)), known.get((c.id, b.id))
        if first is not None and second is not None and first.holds and second.holds:
            return c.id
    return None


def _decided(a: Bound, b: Bound, claim: Comparison, game: Game) -> Relation:
    try:
        statement = posed(claim, game, id=f"{a.id}-below-{b.id}")
        return Relation(a.id, b.id, claim, game, proof=prove(statement, PROOF_SECONDS).proof)
    except NotFound:
        outcome = falsify(claim, game, budget=SEARCH_SECONDS)
        return Relation(a.id, b.id, claim, game, run=outcome.counterexample if isinstance(outcome, Found) else None)
