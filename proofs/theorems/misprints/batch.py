"""MR Theorem 4: what “bounded by one”, “any δ > 0” and a loss L(yh(x)) leave open."""

from proofs.statements.authoring import Fact, Fraction, Instance, eq, ge, gt, implies, le, ln, misprint, real

T, delta, per_delta, b, p = (real(name) for name in ("T", "δ", "1/δ", "b", "P"))
risk, loss, other = real("risk"), real("loss"), real("other loss")
h, tie = real("h"), real("L(0)")
first, second = real("1[h errs on y = 1]"), real("1[h errs on y = −1]")
printed = ln(2 * (T + 1) * per_delta)
allowed = (
    Fact("δ > 0", "the probability of failure that is allowed", gt(delta, 0)),
    Fact("1/δ", "its reciprocal", eq(per_delta * delta, 1)),
)


@misprint(
    "online-to-batch",
    (
        *allowed,
        Fact("T", "one example", eq(T, 1)),
        Fact("loss", "a loss is at most 1", le(loss, 1)),
        Fact("other loss", "so is the other", le(other, 1)),
        Fact("P", "both come with probability P = 1/2", eq(2 * p, 1)),
        Fact("risk", "the risk is their mean", eq(risk, p * (loss + other))),
        Fact("likely", "P is more than δ", gt(p, delta)),
        Fact("b ≥ 0", "b is a root", ge(b, 0)),
        Fact("b", "of ln(2(T+1)/δ)/T, or more", ge(b**2 * T, printed)),
    ),
    le(risk, loss + 6 * b),
)
def MR_bounded() -> Instance:
    """MR Theorem 4: L is bounded by one

    A loss of 1 or −100, half each: the mean is −99/2, and −100 has been met.
    """
    halves = {"δ": Fraction(1, 4), "risk": Fraction(-99, 2), "P": Fraction(1, 2)}
    return Instance(0, reals={**halves, "1/δ": 4, "T": 1, "loss": -100, "other loss": 1, "b": 2})


@misprint("online-to-batch", (*allowed, Fact("T ≥ 1", "there is an example", ge(T, 1))), ge(printed, 0))
def MR_delta() -> Instance:
    """MR Theorem 4: for any δ > 0 (√(ln(2(T+1)/δ)/T) is a number)"""
    return Instance(0, reals={"δ": 5, "1/δ": Fraction(1, 5), "T": 1})


@misprint(
    "online-to-batch",
    (
        Fact("right at 0", "sgn(0) = +1: from 0 on h does not err on y = 1", implies(ge(h, 0), eq(first, 0))),
        Fact("wrong at 0", "but on y = −1", implies(ge(h, 0), eq(second, 1))),
        Fact("tie", "h(x) = 0", eq(h, 0)),
    ),
    eq((tie - first) ** 2 + (tie - second) ** 2, 0),
)
def MR_sgn() -> Instance:
    """MR after (9): L(yh(x)), a function of yh(x), counts the mistakes of h"""
    return Instance(0, reals={"h": 0, "L(0)": 1, "1[h errs on y = 1]": 0, "1[h errs on y = −1]": 1})
