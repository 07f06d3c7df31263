"""The atlas in a file, so that it is shown at once: its proofs and its runs, which `checked` replays and judges."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from proofs.counterexample import from_json, judge
from proofs.decide.atlas.bounds import Bound, below, bounds, common_game
from proofs.decide.atlas.chart import Atlas
from proofs.decide.atlas.comparing import Relation, compared
from proofs.decide.posed import posed
from proofs.decide.prove import library
from proofs.derive.authoring.encoding import write
from proofs.kernel import Proof, replay
from proofs.kernel.codec import read

FILE = Path(__file__).with_name("atlas.json")
Tell = Callable[[str], object]


def rebuilt(tell: Tell = lambda line: None, kept: Atlas | None = None) -> Atlas:
    """All pairs decided anew, which takes minutes, but for those that are in `kept`; `tell` hears which one it is at."""
    return Atlas(bounds(), tuple(compared(bounds(), tell, () if kept is None else kept.relations)))


def save(atlas: Atlas, path: Path = FILE) -> None:
    path.write_text(json.dumps(to_json(atlas), ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")


def to_json(atlas: Atlas) -> dict[str, Any]:
    rows = [
        {"lower": r.lower, "upper": r.upper, "through": r.through, "run": None if r.run is None else r.run.to_json()}
        for r in atlas.relations
    ]
    return {"bounds": atlas.ids, "relations": rows, "proofs": write(r.proof for r in atlas.relations if r.proof is not None)}


def stored(path: Path = FILE) -> Atlas:
    """The atlas of the file, for the bounds that the catalogue has today; pairs that the file lacks are left out."""
    by_id = {bound.id: bound for bound in bounds()}
    document = json.loads(path.read_text(encoding="utf-8"))
    proofs = {proof.id: proof for proof in read(document["proofs"])}
    rows = [_relation(row, by_id, proofs) for row in document["relations"] if {row["lower"], row["upper"]} <= by_id.keys()]
    return Atlas(bounds(), tuple(relation for relation in rows if relation is not None))


def _relation(row: dict[str, Any], by_id: dict[str, Bound], proofs: dict[str, Proof]) -> Relation | None:
    """None where the two bounds are no longer comparable, or its run is one of another claim."""
    a, b = by_id[row["lower"]], by_id[row["upper"]]
    game = common_game(a, b)
    if game is None:
        return None
    claim = below(a, b, game)
    run = None if row["run"] is None else from_json(row["run"])
    if run is not None and (run.comparison.text, run.game) != (claim.text, game):
        return None
    return Relation(a.id, b.id, claim, game, proofs.get(f"{a.id}-below-{b.id}"), row["through"], run)


def checked(atlas: Atlas) -> list[str]:
    """What is wrong with it, line by line: every proof is replayed and compared with its claim, every run judged, every chain followed."""
    wrong = {(r.lower, r.upper): found for r in atlas.relations if r.through is None and (found := _wrong(r))}
    sound = {(r.lower, r.upper) for r in atlas.relations if r.proof is not None} - wrong.keys()
    chains = {(r.lower, r.upper): r.through for r in atlas.relations if r.through is not None}
    while grown := {(a, b) for (a, b), c in chains.items() if (a, b) not in sound and {(a, c), (c, b)} <= sound}:
        sound |= grown
    wrong |= {pair: f"it does not follow by way of {c}" for pair, c in chains.items() if pair not in sound}
    return [f"{lower} below {upper}: {found}" for (lower, upper), found in wrong.items()]


def _wrong(relation: Relation) -> str:
    if relation.run is not None:
        same = relation.run.comparison.text == relation.claim.text and relation.run.game == relation.game
        return "" if same and judge(relation.run).valid else "its run does not break the claim"
    if relation.proof is None:
        return ""
    theorem = replay(relation.proof, {id: built.theorem for id, built in library(_cited(relation.proof)).items()})
    statement = posed(relation.claim, relation.game)
    same = theorem.conclusion == statement.conclusion and {f for _, f in theorem.hypotheses} <= {f for _, f in statement.named}
    return "" if same else "its proof ends in another claim"


def _cited(proof: Proof) -> tuple[str, ...]:
    return tuple(sorted({str(step.data["theorem"]) for step in proof.steps if step.rule == "cut"}))
