"""Rescaling: the Perceptron on examples c·x, for one c > 0, is c times the Perceptron on the examples x, mistake for mistake.

Source: VE 1.1, ‘without loss of generality’ ‖x‖ ≤ 1; NG and MR keep the radius.  So R and γ both become c times as much, R/γ stays, and a
bound for ‖x‖ ≤ 1 is one for every R, with c = 1/R.  ‖w*‖ = 1 is no loss either, since a comparator's length is not the learner's affair.
BL scales every example by itself, to length 1: that is another sequence, on which the Perceptron runs differently.

The proof.  y⟨o, cx⟩ = c·y⟨o, x⟩ has the sign of y⟨o, x⟩, so the run on c·x is the one with the rate c, and `scaled-run` speaks of that.
"""

from proofs.statements.authoring import (
    Derivation, Draw, Fact, Formula, Fraction, Index, Instance, Named, NoDerivation, Source, dot, eq, every, gt, implies, inner, k, le,
    null, poly, real, theorem, w, z,
)  # fmt: skip
from proofs.theorems.online.ogd_perceptron import o, rule
from proofs.theorems.online.scaled_run import counted, m, n

c = real("c")


def scored(name: str, words: str, mistake: bool, then: Formula, defines: Named) -> Fact:
    """What happens in a round on which y⟨o, cx⟩ ≤ 0, or in another."""
    score = c * inner(o(k), z(k))
    return Fact(name, words, every(k, implies(le(score, 0) if mistake else gt(score, 0), then)), defines=defines)


scaled = (
    scored("update on cx", "where y⟨o, cx⟩ ≤ 0 the run on the examples cx adds cz", True, null(o(k + 1) - o(k) - c * z(k)), o),
    scored("no update on cx", "where y⟨o, cx⟩ > 0 it rests", False, null(o(k + 1) - o(k)), o),
    Fact("n starts", "n counts that run's mistakes", eq(n(0), 0), defines=n),
    scored("n on a mistake", "n grows by 1", True, eq(n(k + 1), n(k) + 1), n),
    scored("n else", "n rests", False, eq(n(k + 1), n(k)), n),
)


def sample(draw: Draw) -> Instance:
    """Both runs, from starts that are mostly in proportion."""
    rounds, d, scale = draw.upto(3), 1 + draw.upto(1), draw.positive()
    steps, start = draw.vectors(rounds + 2, d), draw.vector(d) if draw.upto(1) else (Fraction(0),) * d
    first = draw.vector(d) if draw.rarely() else tuple(scale * a for a in start)
    paths, counts = [], []
    for at, by in ((start, Fraction(1)), (first, scale)):
        places, errors = [at], [Fraction(0)]
        for x in steps[:-1]:
            wrong = by * dot(places[-1], x) <= 0
            places.append(tuple(a + by * b for a, b in zip(places[-1], x, strict=True)) if wrong else places[-1])
            errors.append(errors[-1] + wrong)
        paths.append(places)
        counts.append(errors)
    return Instance(rounds, {}, {"c": scale}, {"m": counts[0], "n": counts[1]}, {}, {"w": paths[0], "o": paths[1], "z": steps})


def _unscaled(d: Derivation, name: str, mistake: bool) -> None:
    """The rule with y⟨o, x⟩ in the place of y⟨o, cx⟩."""
    i = Index(f"i{len(d.steps)}")
    score = inner(o(i), z(i))
    case = d.assume(le(score, 0) if mistake else gt(score, 0))
    d.have(le(c * score, 0) if mistake else gt(c * score, 0), case, "positive scale")
    d.generalise(d.discharge(d.at(name, i), case), i)


@theorem(
    sources=(
        Source("VE", "1.1", "for one scale for all examples; each scaled by itself, as in BL, is another sequence"),
        Source("BL", "section 1 and the algorithm", "scaling each example leaves the sides, but not the run"),
    ),
    facts=(
        Fact("scaled start", "the run on cx starts at c times the other's start, so from 0 if that does", null(o(0) - c * w(0))),
        Fact("positive scale", "c is positive, and the same for all examples", gt(c, 0)),
        rule("update on a mistake", "where y⟨w, x⟩ ≤ 0 the run on the examples x adds z = yx", w, poly(1), True),
        rule("no update else", "where y⟨w, x⟩ > 0 it rests", w, poly(1), False),
        *counted("m", w, m),
        *scaled,
    ),
    claim=every(k, eq(m(k), n(k))),
    sample=sample,
    cites=("scaled-run-mistakes",),
    derivation=NoDerivation("Nothing is to be found: the run on cx is the run with the rate c."),
)
def rescaled_examples(d: Derivation) -> None:
    """On the examples cx the Perceptron makes the mistakes that it makes on the examples x, for every c > 0.

    After any number of rounds both have made as many mistakes; so ‖x‖ ≤ 1 is no loss of generality, as R and γ scale alike.
    """
    for name, mistake in (("update on cx", True), ("no update on cx", False), ("n on a mistake", True), ("n else", False)):
        _unscaled(d, name, mistake)
    d.cite("scaled-run-mistakes", η=c, note="the run on cx is the one with the rate c")
