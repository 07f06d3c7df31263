"""Progress: an update moves the weights along the comparator."""

from perceptron.extremal.families import SLACK
from proofs.statements.authoring import (
    SYMBOLS, TD, Derivation, Game, Index, M, Source, Statement, gamma, ge, inner, mistake_bound, number, recurrence, slack, u, w,
)  # fmt: skip
from proofs.theorems.core import derivations


@mistake_bound(
    Statement(
        sources=(
            Source("NG", "(3)"),
            Source("BL", "Claim 1"),
            Source("BL", "after Theorem 2 (w·w* ≥ γM − TD)"),
            Source("VE", "Theorem 1.1"),
        ),
        game=Game(setting="agnostic", norm="any", comparator="any"),
        bound="P >= gamma*M - TD",
        facts=(*recurrence(), *slack()),
        symbols=SYMBOLS,
    ),
    cites=(),
    printed="true",
    families=(SLACK,),
    derivation=derivations.progress,
)
def progress(d: Derivation) -> None:
    """Progress: the weights gain γ along the comparator at each update, up to slack.

    After M updates ⟨u, w⟩ ≥ γM − TD, for every vector u and number γ. TD is the sum of what y⟨u, x⟩ lacked of γ at the updates.

    Proof. ⟨u, w⟩ ≥ γk − TD(k), by induction over the updates.
    """

    def base() -> str:
        start = d.expand("zero start", u)
        return d.have(ge(inner(u, w(0)), -TD(0)), start, "TD starts")

    def step(k: Index, before: str) -> str:
        moved = d.expand(d.at("update", k), u, note="NG before (3); BL Claim 1")
        missing = d.at("ξ", k)
        return d.have(ge(inner(u, w(k + 1)), gamma * (number(k) + 1) - TD(k + 1)), before, moved, missing, d.at("TD", k))

    always = d.induction(lambda k: ge(inner(u, w(k)), gamma * number(k) - TD(k)), base, step, upto=M, note="induction over updates, NG (3)")
    d.at(always, M)
