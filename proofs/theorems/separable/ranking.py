"""PRank, the Perceptron for ranks 1 to K: one score ⟨w, x⟩ and K − 1 thresholds b, and the rank is one more than the thresholds below.

Crammer and Singer (2001, from memory), for ordinal regression. On a wrong rank, each threshold on the wrong side of the score has a sign τ,
1 where the true rank is above it and −1 where it is not, and the others have τ = 0. The learner adds Σᵣτᵣ·x to w and subtracts τ from b.
Its bound there is (K − 1)(R² + 1)/γ²; the same proof gives less.

The proof. Weights and thresholds are one long vector, w(k), and a round adds sx − τ to it, with s = ⟨E, τ⟩ for the sum E of the thresholds'
axes. ‖τ‖² is the number of wrong thresholds, no less than the distance of the ranks. By Cauchy–Schwarz s² ≤ (K − 1)‖τ‖², so ‖w‖² grows by
((K − 1)R² + 1)‖τ‖² at most, and ⟨u, w⟩ by γ‖τ‖² at least. At K = 2 it is the Perceptron with a threshold: (R² + 1)/γ².
"""

from proofs.statements.authoring import (
    Coordinates, Derivation, Display, Draw, Exact, Fact, Fraction, Index, Instance, M, R, Root, define, dot, eq, every, gamma, ge, inner,
    k, le, nat, null, number, positive_margin, seq, sequence, theorem, u, unit_comparator, vec, vseq, w,
)  # fmt: skip

ranks, E, x, tau, s, N, m = nat("K"), vec("E"), vseq("x"), vseq("τ"), seq("s"), seq("N"), number(M)
added, wrong = s(k) * x(k) - tau(k), inner(tau(k), tau(k))


def judge_thresholds(score: Fraction, thresholds: Coordinates, rank: int) -> Coordinates:
    """The signs τ of PRank in a round; all are 0 where the rank is right."""
    if rank == 1 + next((r for r, b in enumerate(thresholds) if score < b), len(thresholds)):
        return tuple(Fraction(0) for _ in thresholds)
    sides = [Fraction(1 if rank > r else -1) for r in range(1, len(thresholds) + 1)]
    return tuple(side if side * (score - b) <= 0 else Fraction(0) for side, b in zip(sides, thresholds, strict=True))


def sample(draw: Draw) -> Instance:
    """Up to four rounds of PRank with two or three ranks, mostly those of u, and γ mostly the least gain of a threshold."""
    wide, count, zero, careless = 1 + draw.upto(1), 1 + draw.upto(1), Fraction(0), draw.rarely()
    at = tuple(Fraction(draw.upto(2) - 1, 2) for _ in range(wide + count)) if draw.upto(2) else draw.vector(wide + count)
    place, axes = [draw.number() if draw.rarely() else zero for _ in range(wide + count)], (*[zero] * wide, *[Fraction(1)] * count)
    start, rows, signs, gains, length = tuple(place), list[Coordinates](), list[Coordinates](), [Fraction(2)], zero
    for _ in range(draw.upto(4)):
        row = tuple(draw.number() / (1 + draw.upto(1)) for _ in range(wide))
        rank = 1 + (sum(dot(at[:wide], row) > b for b in at[wide:]) if draw.upto(3) else draw.upto(count))
        turned = draw.vector(count) if careless else judge_thresholds(dot(place[:wide], row), tuple(place[wide:]), rank)
        if any(turned):
            rows.append((*row, *[draw.number() if draw.rarely() else zero for _ in turned]))
            signs.append((*[zero] * wide, *turned))
            step = [sum(turned) * a - b for a, b in zip(rows[-1], signs[-1], strict=True)]
            place = [a + b for a, b in zip(place, step, strict=True)]
            gains.append(dot(at, step) / dot(turned, turned))
            length = max(length, dot(rows[-1], rows[-1]))
    least = min(gains[1:], default=Fraction(1))
    margin = abs(draw.number()) if draw.rarely() or least <= 0 else least
    reals: dict[str, Exact | int] = {"γ": -margin if draw.rarely() else margin, "R": draw.number() if draw.rarely() else Root(length)}
    total = tuple(a * (1 + draw.rarely()) for a in axes)
    naturals, horizon = {"M": len(rows), "K": count + 1}, max(len(rows), count + 1)
    paths = {name: [*path, *[()] * (horizon + 2 - len(path))] for name, path in (("x", rows), ("τ", signs))}
    return Instance(horizon, naturals, reals, {}, {"u": at, "E": total}, {"w": [start], **paths})


@theorem(
    Fact("zero start", "weights and thresholds start at 0", null(w(0))),
    define("s", "s(k) is the sum of the signs τ: ⟨E, τ⟩", s(k), inner(E, tau(k))),
    define("update", "a wrong rank adds s·x to the weights and subtracts τ from the thresholds", w(k + 1), w(k) + added),
    Fact("thresholds", "E is the sum of the axes of K − 1 thresholds: ‖E‖² = K − 1", eq(inner(E, E), number(ranks) - 1)),
    Fact("apart", "weights and thresholds have different coordinates: ⟨x, τ⟩ = 0", every(k, eq(inner(x(k), tau(k)), 0), below=m)),
    Fact("mistake-driven", "no threshold with a sign is on the right side: ⟨w, sx − τ⟩ ≤ 0", every(k, le(inner(w(k), added), 0), below=m)),
    Fact("bounded examples", "‖x‖ ≤ R", every(k, le(inner(x(k), x(k)), R**2), below=m)),
    positive_margin(),
    unit_comparator(),
    Fact("separable", "u has γ at each threshold with a sign: ⟨u, sx − τ⟩ ≥ γ‖τ‖²", every(k, ge(inner(u, added), gamma * wrong), below=m)),
    sequence("N", N, 0, N(k) + wrong, "N counts the wrong thresholds, ‖τ‖² in a round"),
    claim=Display("gamma**2*N <= (K - 1)*R**2 + 1", {"N": N(M), "K": number(ranks)}),
    sample=sample,
)
def prank(d: Derivation) -> None:
    """PRank, the ranking Perceptron: at most ((K − 1)R² + 1)/γ² thresholds on the wrong side in the rounds with a wrong rank.

    A score and K − 1 thresholds separate K ranks. N counts the thresholds on the wrong side in the rounds with a wrong rank, so
    the sum of the distances between rank and prediction is N at most. u has weights and thresholds with ‖u‖ ≤ 1, and ‖x‖ ≤ R.
    """
    most = (number(ranks) - 1) * R**2 + 1

    def step(i: Index, before: str) -> list[str]:
        d.cite("cauchy-schwarz", a=E, b=tau(i)), d.square(tau(i)), d.square(x(i)), d.square(E)
        d.have(le(s(i) ** 2, (number(ranks) - 1) * inner(tau(i), tau(i))))
        longest = d.have(ge(s(i) ** 2 * (R**2 - inner(x(i), x(i))), 0), d.at("bounded examples", i))
        most_signs = d.have(ge(R**2 * ((number(ranks) - 1) * inner(tau(i), tau(i)) - s(i) ** 2), 0))
        grown = d.expand(d.at("update", i), w(i + 1) + w(i) + s(i) * x(i) - tau(i))
        return [grown, d.at("mistake-driven", i), d.at("apart", i), d.at("N", i), longest, most_signs]

    d.upto(M, lambda i: ge(inner(u, w(i)), gamma * N(i)), note="⟨u, w⟩ ≥ γN")
    d.upto(M, lambda i: le(inner(w(i), w(i)), most * N(i)), (), step, note="‖w‖² ≤ ((K − 1)R² + 1)N")
    d.upto(M, lambda i: ge(N(i), 0), (), lambda i, before: [before, d.square(tau(i)), d.at("N", i)])
    d.cite("cauchy-schwarz", a=u, b=w(M)), d.square(w(M)), d.square(E)
    d.have(ge(gamma * N(M), 0)), d.have(le((gamma * N(M)) ** 2, inner(u, w(M)) ** 2))
    d.have(le(inner(u, w(M)) ** 2, inner(w(M), w(M))))
    d.have(ge(N(M) * (most - gamma**2 * N(M)), 0)), d.have(ge(inner(E, E) * R**2, 0), d.square(E)), d.have(ge(most, 0))
    d.cite("divide-out", x=N(M), K=most, g=gamma**2)
