"""NG: the learning rate of the footnote, and the intercept that θ ∈ ℝⁿ⁺¹ allows for."""

from proofs.statements.authoring import (
    Fact, Fraction, Instance, M, R, bounded, eq, every, gamma, ge, gt, implies, inner, k, le, misprint, mistake_driven, null, number,
    perceptron, positive_margin, real, reciprocal_fact, recurrence, separable, seq, unit_comparator, vec, vseq, w, z,
)  # fmt: skip
from proofs.theorems.misprints.runs import updates, vector

per_gamma, e, x, o, eta = real("1/γ"), vec("e"), vseq("x"), vseq("o"), seq("η")
reciprocal = reciprocal_fact("γ", gamma)


def moves(path: vseq, rate: Fraction, name: str) -> tuple[Fact, Fact]:
    """The Perceptron with a rate, on every round."""
    score = inner(path(k), z(k))
    return (
        Fact(
            f"{name} moves",
            "on a mistake it adds the rate times yx",
            every(k, implies(le(score, 0), null(path(k + 1) - path(k) - rate * z(k)))),
        ),
        Fact(f"{name} rests", "else it rests", every(k, implies(gt(score, 0), null(path(k + 1) - path(k))))),
    )


@misprint(
    "learning-rate",
    recurrence()[0],
    Fact("update", "update k adds η(k)z(k)", every(k, null(w(k + 1) - w(k) - eta(k) * z(k)))),
    Fact("positive rates", "η(k) > 0", every(k, gt(eta(k), 0))),
    mistake_driven(),
    positive_margin(),
    unit_comparator(),
    bounded(),
    separable(),
    reciprocal,
    claim=le(number(M), per_gamma**2),
)
def NG_varying_rate() -> Instance:
    """NG footnote on the learning rate: the only effect of the learning rate is to scale the parameters

    After a first step of rate 4, two more mistakes: 3 > 25/9.
    """
    first, other = vector("3/5", "4/5"), vector("3/5", "-4/5")
    return updates([first, other, other], rates=[4, 1, 1], reals={"γ": Fraction(3, 5), "1/γ": Fraction(5, 3)}, u=vector(1, 0))


@misprint(
    "ogd-perceptron",
    Fact("one start", "both start at the same θ", null(o(0) - w(0))),
    *moves(w, Fraction(1), "rate 1"),
    *moves(o, Fraction(1, 10), "rate 1/10"),
    claim=every(k, implies(le(inner(o(k), z(k)), 0), le(inner(w(k), z(k)), 0))),
)
def NG_rate_and_start() -> Instance:
    """NG footnote on the learning rate: the learning rate does not affect the behavior of the perceptron

    From θ = −1 on x = y = 1: after two rounds rate 1 is right, rate 1/10 is not.
    """
    ones = [vector(1)] * 4
    slow = [vector(Fraction(n, 10)) for n in (-10, -9, -8, -7)]
    return Instance(2, vector_sequences={"w": [vector(n) for n in (-1, 0, 1, 1)], "o": slow, "z": ones})


@misprint(
    "dummy-input",
    *perceptron(),
    positive_margin(),
    unit_comparator(),
    separable(),
    reciprocal,
    Fact("axis", "e has length 1", eq(inner(e, e), 1)),
    Fact("intercept", "z = x + e: all labels are 1, and 1 is appended", every(k, null(z(k) - x(k) - e), below=number(M))),
    Fact("D", "‖x‖ ≤ D, D ≥ 0, and x has no intercept yet", every(k, le(inner(x(k), x(k)), R**2))),
    Fact("R ≥ 0", "D is a length", ge(R, 0)),
    Fact("apart", "x is at right angles to e", every(k, eq(inner(x(k), e), 0))),
    claim=le(number(M), (R * per_gamma) ** 2),
)
def NG_intercept() -> Instance:
    """NG Theorem: ‖x‖ ≤ D with θ ∈ ℝⁿ⁺¹, for x ∈ ℝⁿ with an intercept feature of 1

    One example x = 1/2 and its intercept: D = 1/2, u the axis of the intercept, γ = 1.
    """
    rest = vector(0, 0)
    run = updates([vector("1/2", 1)], reals={"γ": 1, "1/γ": 1, "R": Fraction(1, 2)}, u=vector(0, 1), e=vector(0, 1))
    return Instance(run.horizon, run.naturals, run.reals, {}, run.vectors, {**run.vector_sequences, "x": [vector("1/2", 0), rest, rest]})
