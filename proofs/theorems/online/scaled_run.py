"""Two runs of one learner: run(η, o(0)) = η·run(1, o(0)/η), update for update, from any start; and what that gives.

Sources: MR section 1 (w₀ ≠ 0 or η ≠ 1: “similar guarantees”), NG's footnote (the learning rate only scales θ).  The run with rate η
from o(0) and the run with rate 1 from w(0) = o(0)/η err on the same rounds, and o(t) = ηw(t) throughout.  So only ‖o(0)‖/η matters: a
rate is a unit of length for the start.  From 0 every rate gives the same run (`ogd-perceptron`), which is the footnote; from the same start
o(0) = w(0) ≠ 0 it fails, as the scales differ.  The bound for any start, M ≤ R²/γ² + 2‖w(0)‖/(ηγ) (`learning-rate`), depends on ‖w(0)‖/η
alone.

The proofs.  As for `ogd-perceptron`: as long as o = ηw, y⟨o, x⟩ = η·y⟨w, x⟩ have one sign, so both update, by η times the same vector, or
neither does; at a tie both do the same.  ‘Same rounds’ is said by two counts, which agree after any number of rounds.
"""

from proofs.statements.authoring import (
    Derivation, Display, Fact, Index, Polynomial, define, eq, every, gt, inner, k, le, nat, null, poly, real,
    seq, theorem, w, z,
)  # fmt: skip
from proofs.theorems.online.ogd_regret import (
    KINDS, a, alike, apart, both, by_kind, by_sign, eta_perceptron as eta, o, rules, tau, together, where,
)  # fmt: skip


facts = (
    Fact("scaled start", "the run with rate η starts at η times the other's start", null(o(0) - eta * w(0))),
    Fact("positive rate", "the rate is positive, and the same on every round", gt(eta, 0)),
    *rules("the Perceptron", w, poly(1), "the run with rate 1", "adds z = yx"),
    *rules("OGD", o, eta, "the run with rate η", "adds ηz", "y⟨o, x⟩"),
)


def start(d: Derivation) -> str:
    return d.have(le(inner(apart(Index(None)), apart(Index(None))), 0))


@theorem(
    facts,
    claim=every(k, le((inner(o(k), a) - eta * inner(w(k), a)) ** 2, 0)),
    displayed=Display("(inner(o, a) - eta*inner(w, a))**2 <= 0", {"o": o(k), "a": a, "eta": eta, "w": w(k)}, (k,)),
)
def scaled_run(d: Derivation) -> None:
    """run(η, o(0)) = η·run(1, o(0)/η) for any start: (⟨o(t), a⟩ − η⟨w(t), a⟩)² ≤ 0.

    Before every round t, ⟨o(t), a⟩ = η⟨w(t), a⟩ for every vector a, where w starts at o(0)/η, and whatever both do at a tie.

    Printed, and true with assumptions:
    - MR section 1 and Figure 1: “similar guarantees”: the same run up to scale, not the same bound
    - NG footnote on the learning rate: true of θ = 0 at the start; else the start must be scaled too

    No derivation: SymPy has nothing to find: the two runs take the same steps but for the factor η, by induction over the rounds.
    """
    j = nat("j")
    d.generalise(alike(d, j, d.at(together(d, lambda: start(d)), j), a), j, note="and so for every vector a")


m, n = seq("m"), seq("n")


def count(name: str, count: seq, score: Polynomial) -> tuple[Fact, ...]:
    """A count of the rounds on which a run errs by that score."""
    words = f"{name} grows by 1", f"{name} grows by τ(k)", f"{name} rests"
    starts = define(f"{name} starts", f"{name} counts a run's mistakes", count(0), 0)
    return starts, *by_kind(name, words, count(k + 1), (count(k) + 1, count(k) + tau(k), count(k)), score)


first, second = inner(w(k), z(k)), inner(o(k), z(k))


@theorem(*facts, *count("m", m, first), *count("n", n, second), claim=every(k, eq(m(k), n(k))))
def scaled_run_mistakes(d: Derivation) -> None:
    """Runs with rate 1 from o(0)/η and with rate η from o(0) err on the same rounds: after any number of rounds as many mistakes.

    So a bound on M for rate 1 and the start o(0)/η is one for rate η and the start o(0): only ‖o(0)‖/η can matter. At a tie both do the
    same.

    Printed, and true with assumptions:
    - MR section 1 and Figure 1: “similar guarantees”: the same run up to scale, not the same bound
    - NG footnote on the learning rate: true of θ = 0 at the start; else the start must be scaled too

    No derivation: SymPy has nothing to find: equal scores make equal mistakes; a count, by induction over the rounds.
    """
    always = together(d, lambda: start(d))

    def step(i: Index, before: str) -> str:
        same = alike(d, i, d.at(always, i), z(i))

        def on(kind: str, case: str) -> str:
            both(d, same, kind, case, i)
            return d.have(eq(m(i + 1), n(i + 1)), before, d.at(f"m {kind}", i), d.at(f"n {kind}", i))

        return by_sign(d, inner(w(i), z(i)), on)

    d.induction(lambda i: eq(m(i), n(i)), ["m starts", "n starts"], step)


# ------------------------------------------------------------------------------------------------------------------------------------------
# Rescaling: the Perceptron on examples c·x, for one c > 0, is c times the Perceptron on the examples x, mistake for mistake.
#
# Source: VE 1.1, “without loss of generality” ‖x‖ ≤ 1; NG and MR keep the radius. So R and γ both become c times as much, R/γ stays, and a
# bound for ‖x‖ ≤ 1 is one for every R, with c = 1/R. ‖w*‖ = 1 is no loss either, since a comparator's length is not the learner's affair.
# BL scales every example by itself, to length 1: that is another sequence, on which the Perceptron runs differently.
#
# The proof. y⟨o, cx⟩ = c·y⟨o, x⟩ has the sign of y⟨o, x⟩, so the run on c·x is the one with the rate c, and `scaled-run` speaks of that.

c = real("c")
score = c * inner(o(k), z(k))


steps_on_cx = o(k) + c * z(k), o(k) + c * tau(k) * z(k), o(k)
words_on_cx = "where y⟨o, cx⟩ < 0 the run on the examples cx adds cz", "at a tie it adds τ(k)cz", "where y⟨o, cx⟩ > 0 it rests"
scaled = (*by_kind("OGD", words_on_cx, o(k + 1), steps_on_cx, score), *count("n", n, score))


def _unscale(d: Derivation, name: str, kind: str) -> None:
    """The rule with y⟨o, x⟩ in the place of y⟨o, cx⟩."""
    i = d.fresh("i")
    score = inner(o(i), z(i))
    with d.supposing(i, where(score, kind)):
        d.have(where(c * score, kind))
        d.at(f"{name} {kind}", i)


@theorem(
    Fact("scaled start", "the run on cx starts at c times the other's start, so from 0 if that does", null(o(0) - c * w(0))),
    Fact("positive scale", "c is positive, and the same for all examples", gt(c, 0)),
    *rules("the Perceptron", w, poly(1), "the run on the examples x", "adds z = yx"),
    *count("m", m, first),
    *scaled,
    claim=every(k, eq(m(k), n(k))),
)
def rescaled_examples(d: Derivation) -> None:
    """On the examples cx the Perceptron makes the mistakes that it makes on the examples x, for every c > 0.

    After any number of rounds both have made as many mistakes, whatever both do at a tie; so ‖x‖ ≤ 1 is no loss of generality, as R and γ
    scale alike.

    Printed, and true with assumptions:
    - VE 1.1: for one scale for all examples; each scaled by itself, as in BL, is another sequence
    - BL section 1 and the algorithm: scaling each example leaves the sides, but not the run

    No derivation: SymPy has nothing to find: the run on cx is the run with the rate c.
    """
    for kind in KINDS:
        _unscale(d, "OGD", kind)
        _unscale(d, "n", kind)
    d.cite("scaled-run-mistakes", η=c, note="the run on cx is the one with the rate c")
