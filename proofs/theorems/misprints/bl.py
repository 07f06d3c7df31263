"""BL: steps of its proofs, its TD and its thresholds."""

from proofs.statements.authoring import (
    TD, Fact, Fraction, Instance, M, Root, bounded, eq, every, gamma, ge, gt, inner, k, le, length, margin_rule, misprint, number,
    perceptron, positive_margin, real, reciprocal_fact, recurrence, root_of, u, vec, vseq, xi, z,
)  # fmt: skip
from proofs.theorems.lower_bounds import dummy_input
from proofs.theorems.misprints.runs import updates, vector

per_gamma, s, n, after, p, delta = real("1/γ"), real("√M"), real("‖w‖"), real("‖w+z‖"), real("p"), real("δ")
a, b, w0, z0, x = vec("a"), vec("b"), vec("w"), vec("z"), vec("x")
moved, theta, size = vseq("p"), real("θ"), real("‖x‖")
half = Fraction(1, 2)
Reals = dict[str, Fraction | Root | int]
unit = Fact("unit u", "‖u‖ = 1", eq(inner(u, u), 1))
reciprocal = reciprocal_fact("γ", gamma)
mistake = Fact("mistake", "an update: y⟨w, x⟩ ≤ 0", le(inner(w0, z0), 0))
unit_step = Fact("unit example", "‖x‖ = 1", eq(inner(z0, z0), 1))
sums = (Fact("TD starts", "TD is a sum", eq(TD(0), 0)), Fact("TD", "of ξ(k) over the updates", every(k, eq(TD(k + 1), TD(k) + xi(k)))))


def first_update() -> Instance:
    return Instance(0, vectors={"w": vector(0), "z": vector(1)})


def two_labels(slacks: tuple[int, int], reals: Reals) -> Instance:
    """x = 1 with both labels in turn, three times: six mistakes, with those slacks for the right and the wrong label."""
    return updates([vector(1), vector(-1)] * 3, slacks=slacks * 3, reals=reals, u=vector(1), a=vector(1), b=vector(-1))


@misprint("norm-growth", mistake, unit_step, claim=gt(inner(w0, w0) + 1, inner(w0 + z0, w0 + z0)))
def BL_claim_2() -> Instance:
    """BL proof of Claim 2: this is less than ‖w‖² + 1"""
    return first_update()


@misprint("norm-growth", mistake, unit_step, claim=gt(0, inner(w0, z0)))
def BL_negative() -> Instance:
    """BL proof of Claim 2: w·x is negative (we made a mistake on x)"""
    return first_update()


@misprint(
    "hinge-simple",
    *perceptron(),
    positive_margin(),
    unit,
    reciprocal,
    Fact("two points", "every z is a or b", every(k, eq(inner(z(k) - a, z(k) - a) * inner(z(k) - b, z(k) - b), 0), below=number(M))),
    Fact("right", "a has the margin: it costs nothing", ge(inner(u, a), gamma)),
    Fact("wrong", "b lacks something", ge(gamma, inner(u, b))),
    Fact("TD once", "what b lacks, counted once", eq(real("TD once"), gamma - inner(u, b))),
    claim=le(number(M), per_gamma**2 + 2 * per_gamma * real("TD once")),
)
def BL_TD_once() -> Instance:
    """BL after Theorem 2: M ≤ 1/γ² + (2/γ)TD, TD the total distance we would have to move the points"""
    return two_labels((0, 2), {"γ": 1, "1/γ": 1, "TD once": 2})


@misprint(
    "hinge-root",
    *perceptron(),
    positive_margin(),
    bounded(),
    unit,
    *sums,
    *root_of("√M", s, number(M)),
    Fact("in the cone", "p(k) has that margin: ⟨u, p⟩ ≥ γ‖p‖", every(k, ge(inner(u, moved(k)) ** 2, gamma**2 * inner(moved(k), moved(k))))),
    Fact("ahead", "and lies on u's side", every(k, ge(inner(u, moved(k)), 0))),
    Fact("moved", "ξ(k) is the distance from z(k) to p(k)", every(k, eq(xi(k) ** 2, inner(z(k) - moved(k), z(k) - moved(k))))),
    Fact("ξ ≥ 0", "a distance", every(k, ge(xi(k), 0))),
    claim=ge(s, gamma * number(M) - TD(M)),
)
def BL_TD_cone() -> Instance:
    """BL after Theorem 2: √M ≥ γM − TD, TD the distance to points with ⟨w*, x⟩/‖x‖ ≥ γ, the margin of Theorem 1

    γ = 1: the right example lies in the cone, the wrong one goes to its tip, at a distance of 1.
    """
    run = two_labels((0, 1), {"γ": 1, "√M": Root(Fraction(6))})
    places = [vector(1), vector(0)] * 3 + [vector(0)] * 2
    return Instance(run.horizon, run.naturals, run.reals, run.sequences, run.vectors, {**run.vector_sequences, "p": places})


@misprint(
    "dummy-input",
    (*(f for f in dummy_input.facts if f.name != "bounded threshold"), Fact("unit", "R = 1, the dummy", eq(real("R"), 1))),
    claim=le(delta**2 * number(M), 1),
)
def BL_dummy() -> Instance:
    """BL section 1, dummy input: a dummy input that is always 1, so this can be done without loss of generality

    x = 1 and x = −1, both positive, θ = −2: at least 1 from the threshold, and two mistakes.
    """
    run = updates([vector(1, 1), vector(-1, 1)], reals={"R": 1, "θ": -2, "δ": 1}, u=vector(1, 0), e=vector(0, 1))
    places = [vector(1, 0), vector(-1, 0), vector(0, 0), vector(0, 0)]
    steps = [*run.vector_sequences["z"][:2], vector(0, 1), vector(0, 1)]
    weights = [*run.vector_sequences["w"][:3], vector(0, 3)]
    return Instance(2, run.naturals, run.reals, {"y": [1, 1, 1, 1]}, run.vectors, {"w": weights, "z": steps, "p": places})


@misprint(
    "margin-perceptron",
    positive_margin(),
    unit,
    unit_step,
    *root_of("‖w‖", n, inner(w0, w0)),
    Fact("margin mistake", "y⟨w, x⟩ < (γ/2)‖w‖", gt(half * gamma * n, inner(w0, z0))),
    Fact("new", "the Perceptron would not update", gt(inner(w0, z0), 0)),
    Fact("separable", "y⟨u, x⟩ ≥ γ", ge(inner(u, z0), gamma)),
    claim=gt(0, inner(w0, z0)),
)
def BL_angle() -> Instance:
    """BL proof of Theorem 3: we are updating on some examples where the angle is more than 90°"""
    reals: Reals = {"γ": Fraction(3, 5), "‖w‖": 1}
    return Instance(0, reals=reals, vectors={"u": vector("3/5", "4/5"), "w": vector(1, 0), "z": vector("7/25", "24/25")})


@misprint(
    "margin-perceptron",
    positive_margin(),
    unit_step,
    *root_of("‖w‖", n, inner(w0, w0)),
    *root_of("‖w+z‖", after, inner(w0 + z0, w0 + z0)),
    Fact("margin mistake", "y⟨w, x⟩ < (γ/2)‖w‖", gt(half * gamma * n, inner(w0, z0))),
    Fact("γ ≤ 1", "a margin", le(gamma, 1)),
    Fact("started", "the first example has been added: ‖w‖ ≥ 1", ge(n, 1)),
    claim=le(after, n + Fraction(3, 4) * gamma),
)
def BL_overshoot() -> Instance:
    """BL proof of Theorem 3: an update adds at most 3γ/4 to ‖w‖, wherever ‖w‖ is

    ‖w‖ = 1 < 2/γ and x at right angles to it: from 1 to √2, by more than 3/8.
    """
    reals: Reals = {"γ": half, "‖w‖": 1, "‖w+z‖": Root(Fraction(2))}
    return Instance(0, reals=reals, vectors={"w": vector(1, 0), "z": vector(0, 1)})


@misprint(
    "margin-perceptron",
    *recurrence(),
    positive_margin(),
    margin_rule(half, M),
    unit,
    Fact("‖w‖ ≥ 0", "a length", every(k, ge(length(k), 0))),
    Fact("‖w‖", "its square", every(k, eq(length(k) ** 2, inner(vseq("w")(k), vseq("w")(k))))),
    Fact("M ≥ 1", "there is a first example", ge(number(M), 1)),
    claim=gt(length(M), 0),
)
def BL_null_weights() -> Instance:
    """BL Theorem 3: w·x/‖w‖ is a number on any examples"""
    run = updates([vector(1), vector(-1)], reals={"γ": half}, u=vector(1))
    return Instance(2, run.naturals, run.reals, {"‖w‖": [0, 1, 0, 0]}, run.vectors, run.vector_sequences)
