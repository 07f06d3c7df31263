"""VE: its γ and its potential.  SS: the 0–1 loss where the sign of 0 is a label."""

from proofs.statements.authoring import (
    Fact, Instance, M, bounded, eq, every, gamma, ge, gt, implies, inner, k, le, misprint, null, number, perceptron, positive_margin, real,
    u, vec, z,
)  # fmt: skip
from proofs.theorems.misprints.runs import updates, vector

a, b, w, x = vec("w"), vec("w′"), vec("w"), vec("x")
label, loss, predicted, wrong = real("y"), real("1[y⟨w, x⟩ ≤ 0]"), real("sign⟨w, x⟩"), real("1[sign⟨w, x⟩ ≠ y]")
score = label * inner(w, x)
size, potential = real("‖w‖"), real("p")


@misprint(
    "novikoff",
    *perceptron(),
    positive_margin(),
    bounded(),
    Fact("w* ≠ 0", "a direction", gt(inner(u, u), 0)),
    Fact("margin", "y⟨w*, x⟩ ≥ γ‖w*‖²", every(k, ge(inner(u, z(k)), gamma * inner(u, u)), below=number(M))),
    claim=le(gamma**2 * number(M), 1),
)
def VE_margin() -> Instance:
    """VE 1.1: γ = min |⟨w*, x⟩|/‖w*‖²"""
    return updates([vector(1)], reals={"γ": 2}, u=vector("1/2"))


@misprint(
    "novikoff",
    Fact("unit w*", "‖w*‖ = 1", eq(inner(u, u), 1)),
    Fact("moved", "w′ = w + l(x)x", eq(inner(b - a - x, b - a - x), 0)),
    Fact("mistake", "l(x)⟨w, x⟩ ≤ 0", le(inner(w, x), 0)),
    Fact("bounded", "‖x‖ ≤ 1", le(inner(x, x), 1)),
    Fact("right", "l(x)⟨w*, x⟩ > 0", gt(inner(u, x), 0)),
    Fact("ahead", "⟨w, w*⟩ > 0", gt(inner(u, w), 0)),
    claim=ge(inner(u, b) ** 2 * inner(a, a), inner(u, a) ** 2 * inner(b, b)),
)
def VE_potential() -> Instance:
    """VE proof of Theorem 1.1: ⟨w, w*⟩/‖w‖ grows with each mistake

    w = (4, 3)/50 and the mistake (3, −4)/5: cos² falls from 16/25 to 1156/2525.
    """
    before, step = vector("4/50", "3/50"), vector("3/5", "-4/5")
    after = tuple(p + s for p, s in zip(before, step, strict=True))
    return Instance(0, vectors={"w": before, "x": step, "w′": after, "u": vector(1, 0)})


@misprint(
    "novikoff-potential",
    Fact("start", "w = 0", null(w)),
    Fact("‖w‖ ≥ 0", "a length", ge(size, 0)),
    Fact("‖w‖", "of w", eq(size**2, inner(w, w))),
    Fact("quotient", "p is ⟨w, w*⟩/‖w‖", eq(potential * size, inner(u, w))),
    claim=eq(potential, 0),
)
def VE_start() -> Instance:
    """VE proof of Theorem 1.1: the potential ⟨w, w*⟩/‖w‖ starts at 0"""
    return Instance(0, reals={"p": 1, "‖w‖": 0}, vectors={"w": vector(0), "u": vector(1)})


@misprint(
    "hinge-surrogate",
    Fact("label", "y is 1 or −1", eq(label**2, 1)),
    Fact("sign", "±1", eq(predicted**2, 1)),
    Fact("sign from 0", "+1 from 0 on", implies(ge(inner(w, x), 0), eq(predicted, 1))),
    Fact("sign below 0", "−1 below", implies(gt(0, inner(w, x)), eq(predicted, -1))),
    Fact("wrong", "4·1[sign ≠ y] = (sign − y)²", eq(4 * wrong, (predicted - label) ** 2)),
    Fact("loss 1", "the loss is 1 where y⟨w, x⟩ ≤ 0", implies(le(score, 0), eq(loss, 1))),
    Fact("loss 0", "else 0", implies(gt(score, 0), eq(loss, 0))),
    claim=eq(loss, wrong),
)
def SS_zero() -> Instance:
    """SS 21.4: w errs whenever the sign of ⟨w, x⟩ is not y, therefore the 0–1 loss is 1[y⟨w, x⟩ ≤ 0]"""
    reals = {"y": 1, "sign⟨w, x⟩": 1, "1[sign⟨w, x⟩ ≠ y]": 0, "1[y⟨w, x⟩ ≤ 0]": 1}
    return Instance(0, reals=reals, vectors={"w": vector(0), "x": vector(1)})
