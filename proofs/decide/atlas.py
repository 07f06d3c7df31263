"""The atlas: which of the catalogue's bounds is never above another, with a kernel proof, and which is somewhere, with an exact run.

    atlas = stored()            or rebuilt(), which takes minutes
    atlas.table(), atlas.redundant(), atlas.advice({"gamma", "TD"})

First the bounds M ≤ … of the catalogue, and the game in which two of them are compared. Then one pair: a run at an end of the range, a
proof, the search; what follows from two proofs is not proved again. Then all pairs: the order of the bounds, redundant ones, and the bound
to use. Last the file of it, with the proofs and the runs, which `check_atlas` replays and judges.

Where a conjecture stays open, `nearest_theorem` says which theorem is least on the run that came nearest."""

from __future__ import annotations

import html
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from graphlib import TopologicalSorter
from itertools import permutations
from pathlib import Path
from typing import Any

from perceptron.errors import InputError
from proofs.conjecture import Comparison, compose, nodes
from proofs.conjecture.evaluate import as_float, compile_term, guard
from proofs.conjecture.game import Game
from proofs.conjecture.nodes import NAMES
from proofs.counterexample import Counterexample, from_json, judge
from proofs.decide.attempts import prove
from proofs.decide.posed import pose
from proofs.decide.prove import library
from proofs.decide.ranges import KNOWN
from proofs.decide.refute import refute
from proofs.decide.verdict import Decision
from proofs.derive.authoring.certificate_search import NotFound
from proofs.derive.authoring.encoding import write
from proofs.falsify import Found, falsify
from proofs.kernel import Proof, replay
from proofs.kernel.codec import read
from proofs.theorems import catalogue

SIZES = ("unit", "ball", "any")  # from the narrowest rule on
LOSSES = ("TD", "H2", "H")
APART = frozenset({"dimension-one", "dimension-two", "dimension-three"})  # each for a dimension of its own


@dataclass(frozen=True)
class CatalogueBound:
    """A theorem M ≤ … (from M + 1 ≤ … for some), and the game for which it holds."""

    id: str
    comparison: Comparison
    game: Game

    @property
    def names(self) -> frozenset[str]:
        """The quantities that its use requires; H is TD/γ, so that either will do."""
        return frozenset("TD" if name == "H" else name for name in self.comparison.names - {"M"})

    def unicode(self) -> str:
        return self.comparison.unicode()

    def latex(self) -> str:
        return self.comparison.latex()


@cache
def bounds() -> tuple[CatalogueBound, ...]:
    """Every bound on M of the Perceptron, and of the Margin Perceptron at ε = 1/2, whose quantities are known to `decide`."""
    known = []
    for theorem in catalogue.THEOREMS:
        statement = getattr(theorem, "statement", None)
        if statement is None or theorem.id in APART:
            continue
        comparison, game = statement.comparison, statement.game
        match comparison.op, comparison.left:
            case "<=", nodes.Name("M"):
                right = comparison.right
            case "<=", nodes.Add(nodes.Name("M"), nodes.Number() as more):
                right = nodes.Sub(comparison.right, more)
            case _:
                continue
        if game.dropped or game.learner not in KNOWN or not comparison.names <= KNOWN[game.learner]:
            continue
        known.append(CatalogueBound(theorem.id, compose(nodes.Name("M"), "<=", right), replace(game, radius="measured")))
    return tuple(known)


def common_game(a: Game, b: Game) -> Game | None:
    """The widest game in which bounds of both hold, None for different learners."""
    if (a.learner, a.eps) != (b.learner, b.eps):
        return None
    return replace(
        a,
        setting="separable" if "separable" in (a.setting, b.setting) else "agnostic",
        norm=min(a.norm, b.norm, key=SIZES.index),
        comparator=min(a.comparator, b.comparator, key=SIZES.index),
    )


def holds_in(bound: CatalogueBound, game: Game) -> bool:
    """Whether the bound's game allows all that this one does."""
    common = common_game(bound.game, game)
    return common is not None and all(getattr(common, rule) == getattr(game, rule) for rule in ("setting", "norm", "comparator"))


def below(a: CatalogueBound, b: CatalogueBound, game: Game) -> Comparison:
    """The conjecture that a's number is at most b's; on separable examples there are no losses."""
    comparison = compose(a.comparison.right, "<=", b.comparison.right)
    return comparison.substitute(dict.fromkeys(LOSSES, "0")) if game.setting == "separable" else comparison


RUN_SECONDS, PROOF_SECONDS, SEARCH_SECONDS = 2.0, 240.0, 4.0


@dataclass(frozen=True)
class BoundRelation:
    """The relation of two bounds: whether `lower` is never above `upper` where both hold.

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


def compare(
    bounds: Sequence[CatalogueBound], on_progress: Callable[[str], object] = lambda line: None, kept: Sequence[BoundRelation] = ()
) -> list[BoundRelation]:
    """A relation for each ordered pair with a common game: closed forms first, then proofs, then the search for the rest.

    Earlier decisions may be kept."""
    ids = {bound.id for bound in bounds}
    known = {(r.lower, r.upper): r for r in kept if r.holds is not None and {r.lower, r.upper} <= ids}
    open_pairs = []
    for a, b in permutations(bounds, 2):
        game = common_game(a.game, b.game)
        if game is None or (a.id, b.id) in known:
            continue
        claim = below(a, b, game)
        run = refute(claim, game, RUN_SECONDS)
        if run is None:
            open_pairs.append((a, b, claim, game))
        else:
            known[a.id, b.id] = BoundRelation(a.id, b.id, claim, game, run=run)
    for a, b, claim, game in open_pairs:
        on_progress(f"{a.id} below {b.id}")
        through = None if claim.left == claim.right else _through(known, bounds, a, b, game)
        known[a.id, b.id] = BoundRelation(a.id, b.id, claim, game, through=through) if through else _decide(a, b, claim, game)
    for pair, relation in list(known.items()):  # what was proved later may lead to what was left open
        a, b = (next(bound for bound in bounds if bound.id == id) for id in pair)
        if relation.holds is None and (through := _through(known, bounds, a, b, relation.game)):
            known[pair] = BoundRelation(a.id, b.id, relation.claim, relation.game, through=through)
    return list(known.values())


def _through(
    known: dict[tuple[str, str], BoundRelation], bounds: Sequence[CatalogueBound], a: CatalogueBound, b: CatalogueBound, game: Game
) -> str | None:
    """A bound between the two that holds wherever both do."""
    for c in bounds:
        if c.id in (a.id, b.id) or not holds_in(c, game):
            continue
        first, second = known.get((a.id, c.id)), known.get((c.id, b.id))
        if first is not None and second is not None and first.holds and second.holds:
            return c.id
    return None


def _decide(a: CatalogueBound, b: CatalogueBound, claim: Comparison, game: Game) -> BoundRelation:
    try:
        statement = pose(claim, game, id=f"{a.id}-below-{b.id}")
        proved = prove(statement, PROOF_SECONDS)
        if proved.where:
            raise NotFound("the proof rests on the bounds' having values")
        return BoundRelation(a.id, b.id, claim, game, proof=proved.proof)
    except NotFound:
        outcome = falsify(claim, game, budget=SEARCH_SECONDS)
        return BoundRelation(a.id, b.id, claim, game, run=outcome.counterexample if isinstance(outcome, Found) else None)


MARKS = {True: "≤", False: "·", None: "?"}


@dataclass(frozen=True)
class Atlas:
    """The bounds, and for each ordered pair with a common game whether the first is never above the second."""

    bounds: tuple[CatalogueBound, ...]
    relations: tuple[BoundRelation, ...]

    @cached_property
    def _relation(self) -> dict[tuple[str, str], BoundRelation]:
        return {(r.lower, r.upper): r for r in self.relations}

    def relation(self, lower: str, upper: str) -> BoundRelation:
        """Raises InputError for bounds that are not here or cannot be compared."""
        if (known := self._relation.get((lower, upper))) is None:
            raise InputError(f"{lower} and {upper} are not two bounds of the atlas for one learner; it has {', '.join(self.ids)}")
        return known

    @property
    def ids(self) -> list[str]:
        return [bound.id for bound in self.bounds]

    def is_below(self, lower: str, upper: str) -> bool:
        return lower == upper or ((known := self._relation.get((lower, upper))) is not None and known.holds is True)

    @property
    def missing(self) -> list[str]:
        """Bounds of the catalogue that are compared with no other of their learner."""
        compared = {id for pair in self._relation for id in pair}
        return [id for id in self.ids if id not in compared]

    def open_pairs(self) -> list[BoundRelation]:
        return [relation for relation in self.relations if relation.holds is None]

    def equal(self, a: str, b: str) -> bool:
        return self.is_below(a, b) and self.is_below(b, a)

    def redundant(self) -> dict[str, str]:
        """Each bound that another replaces everywhere: it holds wherever this one does, is never above it, and needs nothing more.

        Of two bounds that replace each other the first of the catalogue stays."""
        replaced_by: dict[str, str] = {}
        for place, bound in enumerate(self.bounds):
            for other_place, other in enumerate(self.bounds):
                serves = other.names <= bound.names | {"gamma"} and holds_in(other, bound.game)
                if bound.id == other.id or other.id in replaced_by or not serves or not self.is_below(other.id, bound.id):
                    continue
                if not self.is_below(bound.id, other.id) or other_place < place:
                    replaced_by[bound.id] = other.id
                    break
        return replaced_by

    def graph(self) -> dict[str, tuple[str, ...]]:
        """For a picture: each bound with those next below it, in an order in which these come first; equal ones are taken once.

        Bounds for separable examples alone are left out: on those every hinge bound becomes one, so that the two orders do not fit."""
        ids = [bound.id for bound in self.bounds if bound.game.setting == "agnostic" or bound.game.learner == "margin"]
        kept = [id for n, id in enumerate(ids) if not any(self.equal(id, other) for other in ids[:n])]
        under = {a: [b for b in kept if b != a and self.is_below(b, a)] for a in kept}
        nearest = {a: tuple(b for b in below if not any(b in under[c] for c in below if c != b)) for a, below in under.items()}
        return {id: nearest[id] for id in TopologicalSorter(nearest).static_order()}

    def advice(self, known: Iterable[str], separable: bool = False, learner: str = "perceptron") -> list[CatalogueBound]:
        """The bounds that use these quantities alone and that no other such bound is always at most.

        Raises InputError for a name that is no quantity."""
        names = {"TD" if name == "H" else name for name in known}
        if unknown := names - set(NAMES):
            raise InputError(f"{', '.join(sorted(unknown))} is no quantity; there are {', '.join(NAMES)}")
        usable = [b for b in self.bounds if b.names <= names | {"gamma"} and b.game.learner == learner]
        usable = [b for b in usable if separable or b.game.setting == "agnostic" or learner == "margin"]
        games = {b.id: replace(b.game, setting="separable") if separable else b.game for b in usable}
        return [
            b
            for n, b in enumerate(usable)
            if not any(
                holds_in(c, games[b.id]) and self.is_below(c.id, b.id) and (not self.is_below(b.id, c.id) or usable.index(c) < n)
                for c in usable
                if c is not b
            )
        ]

    def table(self) -> list[str]:
        """A row for each bound: ≤ where it is never above the column's, · where it is on some run, blank for another learner.

        A column is a sign wide, after a space if its number is 1, 6, 11, …, so that a terminal of 80 columns has room."""
        width, numbers = max(map(len, self.ids)), range(1, len(self.ids) + 1)
        gaps = [" " * (n % 5 == 1) for n in numbers]
        tens = "".join(f"{gap}{n // 10 or ' '}" for gap, n in zip(gaps, numbers, strict=True))
        units = "".join(f"{gap}{n % 10}" for gap, n in zip(gaps, numbers, strict=True))
        rows = [
            f"{n:>2}  {a:<{width}}  " + "".join(f"{gap}{self._mark(a, b) or ' '}" for gap, b in zip(gaps, self.ids, strict=True))
            for n, a in zip(numbers, self.ids, strict=True)
        ]
        pad = " " * (width + 6)
        return [row.rstrip() for row in (pad + tens, pad + units, *rows)]

    def _mark(self, a: str, b: str) -> str:
        return "=" if a == b else "" if (known := self._relation.get((a, b))) is None else MARKS[known.holds]

    def lines(self) -> list[str]:
        return [*(f"{n:>2}  {bound.unicode()}" for n, bound in enumerate(self.bounds, 1)), "", *self.table(), "", *self.remarks()]

    def remarks(self) -> list[str]:
        """Remarks below the table: the meaning of its signs and their counts, redundant bounds, and the quantities fixed for the
        comparison."""
        count = {holds: sum(relation.holds is holds for relation in self.relations) for holds in (True, False, None)}
        proofs = sum(relation.proof is not None for relation in self.relations)
        return [
            f"≤ {count[True]} pairs: the row's bound is never above the column's",
            f"  ({proofs} kernel proofs, the others by two of them)",
            f"· {count[False]} pairs: it is above on an exact run",
            *([f"? {count[None]} pairs: undecided"] if count[None] else []),
            "redundant: another holds wherever it does, is never above, needs no more",
            *(f"  {a} by {b}" for a, b in self.redundant().items()),
            *([f"not compared yet: {', '.join(self.missing)}; run perceptron-proofs atlas --rebuild"] if self.missing else []),
            "compared: hinge-pareto at B = 3/2, ssbd-21-16-regret at η = 1,",
            "  the Margin Perceptron's bounds at ε = 1/2",
        ]

    def __str__(self) -> str:
        return "\n".join(self.lines())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        cell = "text-align:center;padding:0 .2em;min-width:0"
        head = "".join(f'<th style="{cell}">{n}</th>' for n in range(1, len(self.ids) + 1))
        rows = "".join(
            f'<tr><th>{n}</th><td title="{html.escape(bound.unicode())}">{html.escape(bound.id)}</td>'
            + "".join(f'<td style="{cell}">{self._mark(bound.id, b)}</td>' for b in self.ids)
            + "</tr>"
            for n, bound in enumerate(self.bounds, 1)
        )
        listed = "<br>".join(html.escape(line) for line in self.remarks())
        return f'<table style="font-size:.85em"><tr><th></th><th>bound</th>{head}</tr>{rows}</table><p>{listed}</p>'


FILE = Path(__file__).with_name("atlas.json")
Callback = Callable[[str], object]


def rebuilt(on_progress: Callback = lambda line: None, kept: Atlas | None = None) -> Atlas:
    """All pairs decided anew, which takes minutes, but for those that are in `kept`; `on_progress` is called with the current pair."""
    return Atlas(bounds(), tuple(compare(bounds(), on_progress, () if kept is None else kept.relations)))


def save(atlas: Atlas, path: Path = FILE) -> None:
    path.write_text(json.dumps(to_json(atlas), ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")


def to_json(atlas: Atlas) -> dict[str, Any]:
    rows = [
        {"lower": r.lower, "upper": r.upper, "through": r.through, "run": None if r.run is None else r.run.to_json()}
        for r in atlas.relations
    ]
    return {"bounds": atlas.ids, "relations": rows, "proofs": write(r.proof for r in atlas.relations if r.proof is not None)}


def load_atlas(path: Path = FILE) -> Atlas:
    """The atlas of the file, for the bounds that the catalogue has today; pairs that the file lacks are left out."""
    by_id = {bound.id: bound for bound in bounds()}
    document = json.loads(path.read_text(encoding="utf-8"))
    proofs = {proof.id: proof for proof in read(document["proofs"])}
    rows = [_relation(row, by_id, proofs) for row in document["relations"] if {row["lower"], row["upper"]} <= by_id.keys()]
    return Atlas(bounds(), tuple(relation for relation in rows if relation is not None))


def _relation(row: dict[str, Any], by_id: dict[str, CatalogueBound], proofs: dict[str, Proof]) -> BoundRelation | None:
    """None where the two bounds are no longer comparable, or its run is one of another claim."""
    a, b = by_id[row["lower"]], by_id[row["upper"]]
    game = common_game(a.game, b.game)
    if game is None:
        return None
    claim = below(a, b, game)
    run = None if row["run"] is None else from_json(row["run"])
    if run is not None and (run.comparison, run.game) != (claim, game):
        return None
    return BoundRelation(a.id, b.id, claim, game, proofs.get(f"{a.id}-below-{b.id}"), row["through"], run)


def check_atlas(atlas: Atlas) -> list[str]:
    """Faults of the atlas, a line each: every proof is replayed and compared with its claim, every run judged, every chain followed."""
    wrong = {(r.lower, r.upper): fault for r in atlas.relations if r.through is None and (fault := _wrong(r))}
    sound = {(r.lower, r.upper) for r in atlas.relations if r.proof is not None} - wrong.keys()
    chains = {(r.lower, r.upper): r.through for r in atlas.relations if r.through is not None}
    while grown := {(a, b) for (a, b), c in chains.items() if (a, b) not in sound and {(a, c), (c, b)} <= sound}:
        sound |= grown
    wrong |= {pair: f"it does not follow by way of {c}" for pair, c in chains.items() if pair not in sound}
    return [f"{lower} below {upper}: {fault}" for (lower, upper), fault in wrong.items()]


def _wrong(relation: BoundRelation) -> str:
    if relation.run is not None:
        same = (relation.run.comparison, relation.run.game) == (relation.claim, relation.game)
        return "" if same and judge(relation.run).valid else "its run does not break the claim"
    if relation.proof is None:
        return ""
    theorem = replay(relation.proof, {id: built.theorem for id, built in library(_cite(relation.proof)).items()})
    statement = pose(relation.claim, relation.game)
    same = theorem.conclusion == statement.conclusion and {f for _, f in theorem.hypotheses} <= {f for _, f in statement.named_facts}
    return "" if same else "its proof ends in another claim"


def _cite(proof: Proof) -> tuple[str, ...]:
    return tuple(sorted({str(step.data["theorem"]) for step in proof.steps if step.rule == "cut"}))


def nearest_theorem(decision: Decision) -> tuple[CatalogueBound, float] | None:
    """A bound M ≤ … that holds in the conjecture's game, and its value on the nearest run; None if there is none, or no run."""
    if decision.nearest is None or decision.game.dropped:
        return None
    values = {name: as_float(value) for name, value in judge(decision.nearest).values.items()}
    values_of_bounds = []
    for bound in bounds():
        if holds_in(bound, decision.game) and bound.comparison.names <= values.keys():
            value = guard(compile_term(bound.comparison.right))(values)
            values_of_bounds.append((value, bound))
    usable = [(value, bound) for value, bound in values_of_bounds if value == value]
    if not usable:
        return None
    value, bound = min(usable, key=lambda pair: pair[0])
    return bound, value
