"""The setting that the statements share, as kernel formulas: a learner as its recurrence and what its update rule implies.

The k-th update adds the vector z(k) = y·x to the weights, w(k+1) = w(k) + z(k); rounds without an update leave no trace, so the facts are
about updates only, k < M, and cover every convention for ties. u is the comparator, γ the margin, ξ(k) a slack of update k and TD(k) the
sum of the slacks before it: for the hinge loss ξ(k) = max(0, γ − ⟨u, z(k)⟩), and whatever holds for all such ξ holds for it.
"""

from __future__ import annotations

from proofs.derive.authoring.terms import Term, every, ge, gt, inner, le, nat, null, number, real, seq, vec, vseq
from proofs.kernel import Index, Polynomial
from proofs.statements.constructors import at_least, define, larger_of, root_at_least, root_of, sequence
from proofs.statements.definitions import Fact

k = nat("k")
M = nat("M")
w, z = vseq("w"), vseq("z")
u = vec("u")
gamma, R = real("γ"), real("R")
xi, TD, S2 = seq("ξ"), seq("TD"), seq("S2")
U, W = real("‖u‖"), real("‖w‖")
length = seq("‖w‖")


def recurrence() -> tuple[Fact, ...]:
    """w(0) = 0 and w(k+1) = w(k) + z(k)."""
    return (
        Fact("zero start", "the weights start at 0", null(w(0))),
        define("update", "update k adds z(k) = y·x to the weights", w(k + 1), w(k) + z(k)),
    )


def defined_run() -> tuple[Fact, ...]:
    """w(0) = 0 and w(k+1) = w(k) + z(k), of a run that the page's own examples determine."""
    return define("zero start", "the weights start at 0", w(0), 0), recurrence()[1]


def mistake_driven() -> Fact:
    return Fact("mistake-driven", "an update happens only if y⟨w, x⟩ ≤ 0", every(k, le(inner(w(k), z(k)), 0), below=number(M)))


def perceptron() -> tuple[Fact, ...]:
    """A run of the Perceptron from 0."""
    return (*recurrence(), mistake_driven())


def margin_rule(share: Term, updates: Index) -> Fact:
    """The Margin Perceptron's rule with threshold share·γ; the initialising example is update 0, where w = 0."""
    words = "an update happens only if y⟨w, x⟩ is below the threshold times ‖w‖; at the first example both are 0"
    return Fact("margin rule", words, every(k, le(inner(w(k), z(k)), share * gamma * length(k)), below=number(updates)))


def separable(updates: Index = M) -> Fact:
    return Fact("separable", "y⟨u, x⟩ ≥ γ on every example", every(k, ge(inner(u, z(k)), gamma), below=number(updates)))


def positive_margin() -> Fact:
    return Fact("positive margin", "γ > 0", gt(gamma, 0))


def unit_comparator() -> Fact:
    return Fact("unit comparator", "‖u‖ ≤ 1 (a unit vector, or shorter)", le(inner(u, u), 1))


def bounded(radius: Term = 1, updates: Index = M) -> Fact:
    words = "‖x‖ ≤ R" if isinstance(radius, Polynomial) else f"‖x‖ ≤ {radius}"
    return Fact("bounded examples", words, every(k, le(inner(z(k), z(k)), radius * radius), below=number(updates)))


def measured_radius() -> Fact:
    return root_at_least("R", R, inner(z(k), z(k)), "R is no less than any ‖x‖", over=(k,), below=number(M))[1]


def radius_sign() -> Fact:
    return Fact("R ≥ 0", "R is a length", ge(R, 0))


def slack() -> tuple[Fact, ...]:
    """ξ(k) ≥ 0 and ξ(k) ≥ γ − ⟨u, z(k)⟩, and TD as their running sum."""
    sign, missing = "a slack is not negative", "a slack makes up for what is missing from the margin"
    return (
        *at_least(xi(k), ("ξ ≥ 0", sign, 0), ("ξ", missing, gamma - inner(u, z(k))), below=number(M)),
        *sequence("TD", TD, 0, TD(k) + xi(k), "TD is a sum of slacks", "TD grows by ξ(k) at update k"),
    )


def tight_slack(label: str = "ξ is tight", words: str = "a slack is 0 or what is missing from the margin") -> Fact:
    """With the facts of `slack`, ξ(k) is max(0, γ − ⟨u, z(k)⟩), and no more."""
    return larger_of(xi(k), 0, gamma - inner(u, z(k)), ("", ""), ("", ""), (label, words), below=number(M))[2]


def squares() -> tuple[Fact, ...]:
    """S2 as the running sum of ‖x‖² over the updates."""
    return sequence("S2", S2, 0, S2(k) + inner(z(k), z(k)), "S2 is a sum of squared lengths", "S2 grows by ‖x‖² at each update")


def comparator_length() -> tuple[Fact, ...]:
    """‖u‖ as the length of a comparator that may be any vector."""
    return root_of("‖u‖", U, inner(u, u))


def final_length() -> tuple[Fact, ...]:
    """‖w‖ as the length of the final weights."""
    return root_of("‖w‖", W, inner(w(M), w(M)))


def lengths() -> tuple[Fact, ...]:
    """‖w(k)‖ at every k, as the non-negative root of ⟨w(k), w(k)⟩."""
    return root_of("‖w‖", length(k), inner(w(k), w(k)), "‖w(k)‖ is a length", "‖w(k)‖² is ⟨w(k), w(k)⟩")


def weight_of_mixture(t: Polynomial) -> tuple[Fact, Fact]:
    """t from 0 to 1, the weight in a mixture t·x + (1 − t)·y, at which a convex loss is at most the mixture of its values."""
    return (
        Fact("weight from 0", "the mixture's weight is not negative", ge(t, 0)),
        Fact("weight to 1", "the mixture's weight is at most 1", le(t, 1)),
    )


SYMBOLS: dict[str, Polynomial] = {  # what the names of a bound are
    "M": number(M), "gamma": gamma, "R": R, "TD": TD(M), "S2": S2(M), "U": U, "W": W, "P": inner(u, w(M)), "H": real("H"),
    "H2": real("H₂"), "eps": real("ε"),
}  # fmt: skip
