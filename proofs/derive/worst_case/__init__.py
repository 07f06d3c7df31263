"""The worst case by computation: the smallest ‖u‖ with ⟨u, z(k)⟩ ≥ 1 for M updates, so the largest margin, over all Gram matrices.

    >>> from proofs.derive.worst_case import worst_case
    >>> print(worst_case(20))
    question     20 updates of the Perceptron, ‖x‖ ≤ 1
    ...
    proved       ‖u‖² ≥ 20, that is γ ≤ 0.223606798; accepted by the kernel (2 steps)
    ...

A solver for semidefinite programmes finds both halves, the proof and the run. It uses no construction of
`perceptron.extremal.sequences` and no proof of `proofs.theorems`. For the Perceptron its multipliers are 2 for every margin, 1 for
every length and 2 for every mistake. With w for the weights, before each update and after the last, they say

    ‖u‖² − M = ‖u − w‖² + 2 Σ(⟨u, z⟩ − 1) + Σ(1 − ‖z‖²) + 2 Σ(−⟨w, z⟩)

This is Novikoff's proof: twice the progress ⟨u, w⟩ ≥ M, the growth ‖w‖² = Σ(‖z‖² + 2⟨w, z⟩) ≤ M, and Cauchy–Schwarz as the square.

Read in this order: `question` (kernel formulas, and the solver), `exact` (floats to fractions, and a proof for the kernel), `run` (the
other half), `result` (the answer).
"""

from __future__ import annotations

from collections.abc import Iterable

from perceptron.errors import InputError
from perceptron.learners.perceptron import Hebb, MarginPerceptron, Perceptron
from perceptron.numbers.exact import positive
from proofs.derive.worst_case.exact import exact_certificate, prove, prove_margin
from proofs.derive.worst_case.question import MAX_UPDATES, Question, WorstCaseProgramme, ask
from proofs.derive.worst_case.result import WorstCase
from proofs.derive.worst_case.run import ExtremalRun, attaining_run
from proofs.kernel import replay

__all__ = ["ExtremalRun", "Question", "WorstCase", "WorstCaseProgramme", "ask", "most_updates", "worst_case"]


def worst_case(
    M: int,
    learner: Perceptron | MarginPerceptron | Hebb | None = None,
    *,
    radii: object = 1,
    loss: object = 0,
    loss_price: object = 0,
    power: int = 1,
    start: object = 0,
    drop: Iterable[str] = (),
) -> WorstCase:
    """The smallest ‖u‖² with which `learner` can make M updates z(k) = y·x with ⟨u, z(k)⟩ ≥ 1: a proof, and a run near to it.

    M           the number of counted updates, from 1 to 200
    learner     Perceptron() by default; MarginPerceptron(γ, ε), with the threshold (1−ε)γ·‖w‖ for this γ, whose first example is
                not counted in M; Hebb(), which updates always
    radii       ‖x‖ ≤ R for all examples, or a list with a radius for each update
    loss        allow slack ⟨u, z(k)⟩ ≥ 1 − ξ(k) with Σξ ≤ loss (H of the hinge bounds), or Σξ² ≤ loss with power=2
    loss_price  instead, minimise ‖u‖² + loss_price·Σξ^power
    start       start from any w(0) with ‖w(0)‖ ≤ start
    drop        leave out ‘separable’, ‘bounded examples’ or ‘mistake-driven’

    Returns a `WorstCase`, whose proofs the kernel has accepted. Raises InputError for bad arguments, and if the solver
    fails.

        >>> case = worst_case(4)
        >>> case.lower, case.attained.dimension
        (Fraction(4, 1), 4)
    """
    question = ask(M, learner, radii=radii, loss=loss, loss_price=loss_price, power=power, start=start, drop=drop)
    programme = WorstCaseProgramme(question)
    solution = programme.solve()
    certificate = exact_certificate(programme, solution)
    proofs = [prove(question, certificate)]
    theorems = [replay(proofs[0], {})]
    if not question.loss:
        proofs.append(prove_margin(question, certificate))
        theorems.append(replay(proofs[1], {}))
    attained = attaining_run(programme, solution, certificate)
    return WorstCase(programme, solution, certificate, tuple(proofs), tuple(theorems), attained)


def most_updates(gamma: object, learner: Perceptron | MarginPerceptron | None = None) -> tuple[WorstCase, WorstCase]:
    """The exact worst case at a margin, for ‖x‖ ≤ 1: the largest M with a run, and M + 1 with a proof that there is no run.

    gamma       0 < γ ≤ 1
    learner     Perceptron() by default; a MarginPerceptron must be promised this γ

    Returns the results for M and for M + 1. Raises InputError, also if γ is too small to compute, or if the answer lies between a
    rounded proof and a rounded run.

        >>> possible, impossible = most_updates("1/2")
        >>> possible.M, impossible.M
        (4, 5)
    """
    g = positive(gamma, "gamma")
    if g > 1:
        raise InputError(f"examples no longer than 1 have a margin of at most 1, not {g}")
    if g * g * MAX_UPDATES < 1:
        raise InputError(f"gamma = {g} allows more than the {MAX_UPDATES} updates that can be computed")
    if isinstance(learner, MarginPerceptron) and learner.gamma != g:
        raise InputError(f"this Margin Perceptron was promised the margin {learner.gamma}, not {g}")
    below, above, M = None, None, 1
    while above is None or below is None or above.M - below.M > 1:
        if M > MAX_UPDATES or M < 1:
            raise InputError(f"gamma = {g} allows more than the {MAX_UPDATES} updates that can be computed, or none")
        case = worst_case(M, learner)
        if (possible := case.possible_at(g)) is None:
            raise InputError(f"whether {M} updates can happen at gamma = {g} is too close to call with rounded numbers")
        below, above = (case, above) if possible else (below, case)
        known = below.M if below is not None else 0
        M = min(2 * known, MAX_UPDATES + (known == MAX_UPDATES)) if above is None else (known + above.M) // 2
    return below, above
