"""Necessary conditions on the numbers of a run: one chain, which `range-attained` shows to be complete.

Sources: MR Lemma 1 and the proof of Theorem 1 have each step of the chain; no source says that nothing else binds the numbers.  With TD
the sum of any slacks (none on separable data), γM − TD ≤ ⟨u, w⟩ ≤ ‖u‖‖w‖ and ‖w‖² ≤ Σ‖x‖² ≤ MR².  After one update ‖w‖² is Σ‖x‖².

Losses keep to more: TD² ≤ MΣξ² and Σξ² ≤ (γ + ‖u‖R)·TD.

The proofs.  Progress, Cauchy–Schwarz and energy, each a theorem; all at once as a sum with weights that may be any natural numbers.
"""

from proofs.statements.authoring import (
    S2, TD, Derivation, Draw, Formula, Fraction, Index, Instance, M, Polynomial, R, Sequence, Together, U, W, any_run, bounded, certificate,
    comparator_length, dot, eq, every, final_length, gamma, ge, inner, k, le, lemma, multiple, nat, number, perceptron, poly, product,
    radius_sign, recurrence, slack, squares, theorem, u, w, z,
)  # fmt: skip
from proofs.theorems.hinge.common import Q, loss_squares
from proofs.theorems.hinge.largest_losses import exact_slack

WEIGHTS = tuple(map(nat, ("a", "b", "c", "d")))


def at_once(parts: Sequence[Polynomial]) -> Formula:
    """Each part is at most 0: so is their sum with any natural weights."""
    weights = WEIGHTS[: len(parts)]
    body: Formula = le(sum((number(a) * p for a, p in zip(weights, parts, strict=True)), start=poly(0)), 0)
    for weight in reversed(weights):
        body = every(weight, body)
    return body


def conclude_at_once(d: Derivation, lines: Sequence[str], parts: Sequence[Polynomial]) -> None:
    """The claim `at_once` from a line for each part."""
    weights = WEIGHTS[: len(parts)]
    body = le(sum((number(a) * p for a, p in zip(weights, parts, strict=True)), start=poly(0)), 0)
    line = d.have(body, by=certificate(*(product(d.natural(a), part) for a, part in zip(weights, lines, strict=True))))
    for weight in reversed(weights):
        line = d.generalise(line, weight)


chain = (gamma * number(M) - TD(M) - inner(u, w(M)), inner(u, w(M)) - U * W, W**2 - S2(M), S2(M) - number(M) * R**2)


def sample(draw: Draw) -> Instance:
    """A short run with its sums, and slacks that mostly suffice."""
    run = any_run(draw)
    gamma_ = run.gamma if not draw.rarely() else draw.number()
    least = [max(Fraction(0), gamma_ - dot(run.u, v)) for v in run.steps]
    losses = [x + draw.upto(1) * draw.rarely() for x in least]
    return run.instance({"γ": gamma_}, {"ξ": losses})


@theorem(
    (*perceptron(), *slack(), *squares(), *comparator_length(), *final_length(), bounded(R)),
    claim=at_once(chain),
    sample=sample,
    displayed=Together(("gamma*M - TD <= P", "P <= U*W", "W**2 <= S2", "S2 <= M*R**2"), {}, WEIGHTS),
)
def range_(d: Derivation) -> None:
    """The range: γM − TD ≤ ⟨u, w⟩ ≤ ‖u‖‖w‖ and ‖w‖² ≤ Σ‖x‖² ≤ MR² on every run.

    For M ≥ 2 any numbers that keep to these four inequalities are those of some run, by `range-attained`; for M = 1 those with ‖w‖² =
    Σ‖x‖² are, by `range-attained-one`.

    Printed, and true with assumptions:
    - MR Lemma 1
    - MR proof of Theorem 1

    No derivation: SymPy has nothing to compute: the four inequalities, each derived on a page of its own, are added with natural
    factors.
    """
    joined = d.cite("cauchy-schwarz", a=u, b=w(M))
    gain = d.have(le(inner(u, w(M)), U * W), joined, "‖u‖", "‖w‖", "‖u‖ ≥ 0", "‖w‖ ≥ 0")
    grown = d.have(le(W**2, S2(M)), d.cite("norm-growth"), "‖w‖")
    conclude_at_once(d, (d.cite("progress"), gain, grown, d.cite("bounded-sum")), chain)


@theorem(*recurrence(), *squares(), claim=eq(inner(w(1), w(1)), S2(1)))
def range_one(d: Derivation) -> None:
    """After one update ‖w‖² = Σ‖x‖².

    After one update the weights are the example. From M = 2 on ‖w‖² may be anything up to Σ‖x‖².

    Printed, and true with assumptions:
    - MR Lemma 1
    - MR proof of Theorem 1

    No derivation: SymPy has nothing to compute: after one update from 0 the weights are the example.
    """
    Index(None)


losses = (-TD(M), TD(M) ** 2 - number(M) * Q(M), Q(M) - (gamma + U * R) * TD(M))
lengths_known = (*comparator_length(), bounded(R))


@lemma(*lengths_known, claim=every(k, le(inner(u, z(k)) ** 2, (U * R) ** 2), below=number(M)))
def progress_reach(d: Derivation) -> None:
    """no update is further along u than ‖u‖R, either way.

    Proof. ⟨u, z⟩² ≤ (‖u‖R)², by Cauchy–Schwarz.
    """
    i = Index("i")
    with d.supposing(i, ge(number(M), number(i) + 1)):
        d.cite("cauchy-schwarz", a=u, b=z(i))
        d.have(le(inner(u, z(i)) ** 2, (U * R) ** 2))


def ends(d: Derivation, size: str) -> tuple[str, str, str]:
    """The line ‖u‖R ≥ 0, and from it for every update −‖u‖R ≤ ⟨u, z⟩ and ⟨u, z⟩ ≤ ‖u‖R."""
    d.cite("progress-reach")

    def end(sign: int) -> str:
        with d.supposing(i := Index("i"), ge(number(M), number(i) + 1)):
            d.have(le(sign * inner(u, z(i)), U * R))
        return d.last

    return size, end(-1), end(1)


@theorem(
    (*slack(), exact_slack, *loss_squares, radius_sign(), *lengths_known),
    claim=at_once(losses),
    sample=sample,
    displayed=Together(("TD >= 0", "TD**2 <= M*Q", "Q <= (gamma + U*R)*TD"), {"Q": Q(M)}, WEIGHTS[:3]),
)
def range_losses(d: Derivation) -> None:
    """The range of the losses: 0 ≤ TD, TD² ≤ MΣξ² and Σξ² ≤ (γ + ‖u‖R)·TD on every run.

    The first two inequalities are attained together by equal losses: `range-attained-losses`.

    Printed, and true with assumptions:
    - MR Theorem 3: uses TD² ≤ MΣξ²

    No derivation: SymPy has nothing to compute: the inequalities between sums of losses are added with natural factors.
    """
    _, low, _ = ends(d, d.have(ge(U * R, 0)))
    span = U * R

    def step(i: Index, before: str) -> str:
        more, exact = product(d.at("ξ ≥ 0", i), d.at(low, i)), d.at("ξ exactly", i)
        sums = multiple(-1, d.at("Q", i)), multiple(gamma + span, d.at("TD", i))
        return d.have(phrase(i + 1), by=certificate(before, more, multiple(-1, exact), *sums))

    def phrase(i: Index) -> Formula:
        return le(Q(i), (gamma + span) * TD(i))

    most = d.upto(M, phrase, (), step)
    conclude_at_once(d, (d.cite("losses-sign"), d.cite("losses-cauchy-schwarz"), most), losses)
