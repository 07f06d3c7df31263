"""Two runs of one learner: run(η, w₁) = η·run(1, w₁/η), update for update, from any start; and what that gives.

Sources: MR section 1 (w₀ ≠ 0 or η ≠ 1 ‘allows similar guarantees’), NG's footnote (the learning rate only scales θ).  The run with rate η
from o₁ and the run with rate 1 from w₁ = o₁/η err on the same rounds, and o(t) = ηw(t) throughout.  So only ‖w₁‖/η matters: a rate
is a unit of length for the start.  From 0 every rate gives the same run (`ogd-perceptron`), which is the footnote; from the same start
o₁ = w₁ ≠ 0 it fails, as the scales differ.  The bound for any start, M ≤ R²/γ² + 2‖w₁‖/(ηγ) (`learning-rate`), depends on ‖w₁‖/η alone.

The proofs.  As for `ogd-perceptron`: as long as o = ηw, y⟨o, x⟩ = η·y⟨w, x⟩ have one sign, so both update, by η times the same vector, or
neither does.  ‘Same rounds’ is said by two counts, which agree after any number of rounds.
"""

from proofs.statements.authoring import (
    Derivation, Displayed, Draw, Fact, Fraction, Index, Instance, NoDerivation, Source, dot, eq, every, ge, gt, implies, inner, k, le, nat,
    null, poly, seq, theorem, vseq, w, z,
)  # fmt: skip
from proofs.theorems.online.ogd_perceptron import a, alike, apart, eta, o, right, rule, together, wrong

one = Fraction(1)
sources = (
    Source("MR", "section 1 and Figure 1", "‘similar guarantees’: the same run up to scale, not the same bound"),
    Source("NG", "footnote on the learning rate", "true of θ = 0 at the start; else the start must be scaled too"),
)
facts = (
    Fact("scaled start", "the run with rate η starts at η times the other's start", null(o(0) - eta * w(0))),
    Fact("positive rate", "the rate is positive, and the same on every round", gt(eta, 0)),
    rule("update on a mistake", "where y⟨w, x⟩ ≤ 0 the run with rate 1 adds z = yx", w, poly(1), True),
    rule("no update else", "where y⟨w, x⟩ > 0 it rests", w, poly(1), False),
    rule("OGD on a mistake", "where y⟨o, x⟩ ≤ 0 the run with rate η adds ηz", o, eta, True),
    rule("OGD rests else", "where y⟨o, x⟩ > 0 it rests", o, eta, False),
)


def sample(draw: Draw) -> Instance:
    """Both runs on the same data, from starts that are mostly in proportion."""
    rounds, d, rate = draw.upto(3), 1 + draw.upto(1), draw.positive()
    steps, start = draw.vectors(rounds + 2, d), draw.vector(d)
    scaled = draw.vector(d) if draw.rarely() else tuple(rate * c for c in start)
    paths, counts = [], []
    for first, by in ((start, one), (scaled, rate)):
        places, errors = [first], [0]
        for x in steps[:-1]:
            wrong = dot(places[-1], x) <= 0
            places.append(tuple(a + by * b for a, b in zip(places[-1], x, strict=True)) if wrong else places[-1])
            errors.append(errors[-1] + wrong)
        paths.append(places)
        counts.append([Fraction(n) for n in errors])
    return Instance(
        rounds, {}, {"η": rate}, {"m": counts[0], "n": counts[1]}, {"a": draw.vector(d)}, {"w": paths[0], "o": paths[1], "z": steps}
    )


def start(d: Derivation) -> str:
    line = d.expand("scaled start", apart(Index(None)))
    return d.have(le(inner(apart(Index(None)), apart(Index(None))), 0), line)


@theorem(
    sources=sources,
    facts=facts,
    claim=every(k, le((inner(o(k), a) - eta * inner(w(k), a)) ** 2, 0)),
    sample=sample,
    cites=("cauchy-schwarz",),
    derivation=NoDerivation("Nothing is to be found: the two runs take the same steps but for the factor η, by induction over the rounds."),
    displayed=Displayed("(inner(o, a) - eta*inner(w, a))**2 <= 0", {"o": o(k), "a": a, "eta": eta, "w": w(k)}, (k,)),
)
def scaled_run(d: Derivation) -> None:
    """run(η, w₁) = η·run(1, w₁/η) for any start: (⟨o(t), a⟩ − η⟨w(t), a⟩)² ≤ 0.

    Before every round t, ⟨o(t), a⟩ = η⟨w(t), a⟩ for every vector a, where o starts at w₁ and w at w₁/η.
    """
    j = nat("j")
    d.generalise(alike(d, j, d.at(together(d, lambda: start(d)), j), a), j, note="and so for every vector a")


m, n = seq("m"), seq("n")


def counted(name: str, path: vseq, count: seq) -> tuple[Fact, ...]:
    """A count of the rounds on which y⟨path, x⟩ ≤ 0."""
    return (
        Fact(f"{name} starts", f"{name} counts a run's mistakes", eq(count(0), 0), defines=count),
        Fact(
            f"{name} on a mistake",
            f"{name} grows by 1",
            every(k, implies(le(inner(path(k), z(k)), 0), eq(count(k + 1), count(k) + 1))),
            defines=count,
        ),
        Fact(f"{name} else", f"{name} rests", every(k, implies(gt(inner(path(k), z(k)), 0), eq(count(k + 1), count(k)))), defines=count),
    )


@theorem(
    sources=sources,
    facts=(*facts, *counted("m", w, m), *counted("n", o, n)),
    claim=every(k, eq(m(k), n(k))),
    sample=sample,
    cites=("cauchy-schwarz",),
    derivation=NoDerivation("Nothing is to be found: equal scores make equal mistakes; a count, by induction over the rounds."),
)
def scaled_run_mistakes(d: Derivation) -> None:
    """Runs with rate 1 from w₁/η and with rate η from w₁ err on the same rounds: after any number of rounds as many mistakes.

    So a bound on M for rate 1 and the start w₁/η is one for rate η and the start w₁: only ‖w₁‖/η can matter.
    """
    always = together(d, lambda: start(d))

    def step(i: Index, before: str) -> str:
        score, scaled = inner(w(i), z(i)), inner(o(i), z(i))
        same, claim = alike(d, i, d.at(always, i), z(i)), eq(m(i + 1), n(i + 1))

        def on(case: str) -> str:
            if d.claims[case] == ge(-score, 0):
                wrong(d, same, case, scaled)
                return d.have(claim, before, d.at("m on a mistake", i), d.at("n on a mistake", i))
            right(d, same, case, scaled)
            return d.have(claim, before, d.at("m else", i), d.at("n else", i))

        return d.cases(-score, on)

    d.induction(lambda i: eq(m(i), n(i)), lambda: d.have(eq(m(0), n(0)), "m starts", "n starts"), step)
