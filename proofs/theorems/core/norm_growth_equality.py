"""When the weights are as long as can be: ‖w‖² = Σ‖x‖² + 2Σy⟨w, x⟩, and what one update alone gives away.

Sources: MR Lemma 1 and NG (4), (5), BL Claim 2, which print ≤.  The difference of the two sides of Lemma 1 is −2 times the sum of the
scores y⟨w, x⟩ at the updates, none of them positive; that of NG (5) is Σ(R² − ‖x‖²) besides.  So Lemma 1 is an equality exactly when
every update is a tie (score 0), and NG (5) exactly when every update is a tie and of length R.

The proofs. The identity is the cross term, summed. For ‘every update’, call the one that is looked at number M; M updates come before it
and N after it, and the run from there on has the weights v, from v(0) = w(M + 1). Σ‖x‖² − ‖w‖² starts at 0, never falls, and rises by
−2y⟨w, x⟩ at that update; a gain there is not lost later.
"""

from proofs.statements.authoring import (
    S2, Derivation, Display, Draw, Fact, Formula, Index, Instance, M, R, SampleRun, any_run, bounded, define, eq, every, ge, inner, k,
    le, nat, number, perceptron, recurrence, seq, sequence, squares, theorem, vseq, w, z,
)  # fmt: skip
from proofs.theorems.core.master import longer

N, v, y, C, T = nat("N"), vseq("v"), vseq("y"), seq("C"), seq("T")
continued = (
    define("continued", "after update M the run goes on from its weights", v(0), w(M + 1)),
    define("later update", "a later update adds y(k) to them", v(k + 1), v(k) + y(k)),
)
later_mistakes = Fact(
    "mistake-driven later", "a later update happens only if y⟨w, x⟩ ≤ 0 too", every(k, le(inner(v(k), y(k)), 0), below=number(N))
)
later_bounded = Fact("bounded later", "‖x‖ ≤ R at the later updates", every(k, le(inner(y(k), y(k)), R**2), below=number(N)))
total = number(M) + 1 + number(N)


def split(draw: Draw, run: SampleRun) -> Instance:
    """A run with one of its updates looked at: w, z up to it, v, y from it on."""
    count = max(run.updates, 1)
    before = draw.upto(count - 1)
    return Instance(
        count,
        {"M": before, "N": count - 1 - before},
        {"R": run.R, "γ": run.gamma},
        {},
        {"u": run.u},
        {"w": run.weights[:1], "z": run.steps[: before + 1], "y": run.steps[before + 1 : count]},
    )


def sample(draw: Draw) -> Instance:
    return split(draw, any_run(draw))


def join(d: Derivation) -> str:
    """‖v(0)‖² = ‖w(M + 1)‖²."""
    return d.have(eq(inner(v(0), v(0)), inner(w(M + 1), w(M + 1))))


@theorem(
    *recurrence(),
    *squares(),
    *sequence(
        "C", C, 0, C(k) + inner(w(k), z(k)), "C is the sum of the scores y⟨w, x⟩ at the updates", "C grows by ⟨w(k), z(k)⟩ at update k"
    ),
    claim=Display("norm(w)**2 = S2 + 2*C", {"w": w(M), "C": C(M)}),
)
def norm_growth_identity(d: Derivation) -> None:
    """Lemma 1 as an identity: ‖w‖² = Σ‖x‖² + 2Σy⟨w, x⟩ over the updates.

    True of any learner that adds yx on some rounds; where no score y⟨w, x⟩ is positive, as at mistakes, ‖w‖² is Σ‖x‖² exactly if every
    update is a tie, and less otherwise.

    Printed, and true:
    - MR Lemma 1: prints ≤
    - NG (4), (5): prints ≤
    - BL Claim 2
    """

    def step(i: Index, before: str) -> None:
        longer(d, i)

    d.at(d.induction(lambda i: eq(inner(w(i), w(i)), S2(i) + 2 * C(i)), (), step), M)


@theorem(
    *perceptron(),
    *squares(),
    *continued,
    later_mistakes,
    *sequence("T", T, S2(M + 1), T(k) + inner(y(k), y(k)), "T is the sum of ‖x‖² up to update M", "T grows by ‖x‖² at each later update"),
    claim=Display("-(2*inner(w, z)) <= T - norm(v)**2", {"w": w(M), "z": z(M), "T": T(N), "v": v(N)}),
    sample=sample,
)
def norm_growth_ties(d: Derivation) -> None:
    """Lemma 1 is an equality only if every update is a tie: −2y⟨w, x⟩ ≤ Σ‖x‖² − ‖w‖² for each update.

    The update that is looked at is update M, with score ⟨w(M), z(M)⟩; N more follow, and v(N) is the final w. So where the final ‖w‖² is
    Σ‖x‖², the score of every update is 0.

    Printed, and true:
    - MR Lemma 1: prints ≤
    - NG (4), (5): prints ≤
    - BL Claim 2

    No derivation: SymPy has nothing to compute: the equality of norm-growth is kept, and all but one of its terms dropped, by
    induction.
    """
    _, _, length, _ = d.root(d.square(w(M)), "‖w‖")
    grown = d.cite("norm-growth", note="up to update M")
    gap = -2 * inner(w(M), z(M))
    d.have(ge(S2(M + 1) - inner(w(M + 1), w(M + 1)), gap), grown, length, longer(d, M), d.at("S2", M))

    def step(i: Index, before: str) -> None:
        longer(d, i, 1, v, y, "later update")

    join(d)
    always = d.induction(lambda i: ge(T(i) - inner(v(i), v(i)), gap), (), step, upto=N, note="what is gained is not lost")
    d.at(always, N)


@theorem(
    (*perceptron(), bounded(R), *continued, later_mistakes, later_bounded),
    claim=Display("(R**2 - norm(z)**2) - 2*inner(w, z) <= R**2*T - norm(v)**2", {"w": w(M), "z": z(M), "T": total, "v": v(N)}),
)
def norm_growth_equality(d: Derivation) -> None:
    """NG (5) is an equality only if every update is a tie of length R: (R² − ‖x‖²) − 2y⟨w, x⟩ ≤ R²T − ‖w‖² for each of T updates.

    The update that is looked at is update M, with the example z(M) and the score ⟨w(M), z(M)⟩; N more follow, and v(N) is the final w after
    T = M + N + 1 updates. So where the final ‖w‖² is R²T, every update has ‖x‖ = R and score 0.

    Printed, and true:
    - MR Lemma 1: prints ≤
    - NG (4), (5): prints ≤
    - BL Claim 2

    No derivation: SymPy has nothing to compute: the equality of norm-growth is kept, and all but one of its terms dropped, by
    induction.
    """
    d.narrow("bounded examples", M, d.have(ge(number(M) + 1, number(M))))
    d.cite("capped-energy", c=0, note="up to update M: ‖w‖² ≤ R²M")
    gap = R**2 - inner(z(M), z(M)) - 2 * inner(w(M), z(M))
    longer(d, M)
    here = d.have(ge(R**2 * (number(M) + 1) - inner(w(M + 1), w(M + 1)), gap))

    def claim(i: Index) -> Formula:
        return ge(R**2 * (number(M) + 1 + number(i)) - inner(v(i), v(i)), gap)

    def step(i: Index, before: str) -> list[str]:
        return [longer(d, i, 1, v, y, "later update"), d.at("mistake-driven later", i), d.at("bounded later", i)]

    always = d.induction(claim, [here, join(d)], step, upto=N)
    d.at(always, N)
