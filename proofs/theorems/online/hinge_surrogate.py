"""The hinge loss as surrogate: f(w) = max(0, 1 − y⟨w, x⟩) is convex, lies above the 0–1 loss, and on a mistake has −yx as subgradient.

Source: SS section 21.4, the two conditions after the definition of f_t, and “it is easy to verify that v_t = −y_t x_t is in ∂f_t(w)”.
Here z = yx, and a value h = max(0, b) is what its three defining facts say: h ≥ 0, h ≥ b, and h(h − b) = 0, for h is one of the two.

The proofs.  Convexity: max(0, ·) of a mixture is at most the mixture of the values, since both 0 and b are.  Above the 0–1 loss: where
⟨w, z⟩ ≤ 0, f ≥ 1 − ⟨w, z⟩ ≥ 1.  Subgradient: on a mistake 1 − ⟨w, z⟩ ≥ 1, so f(w) is that number, and f(u) ≥ 1 − ⟨u, z⟩, which is
f(w) + ⟨−z, u − w⟩.  On the correct rounds f is 0: convex, and equal to the 0–1 loss at the learner's own w, if not above it elsewhere.
"""

from proofs.statements.authoring import (
    Derivation, Display, Fact, define, ge, gt, inner, le, positive_part, real, theorem, vec, weight_of_mixture,
)  # fmt: skip

w, u, z = vec("w"), vec("u"), vec("z")
f, g, h, t, loss = real("f(w)"), real("f(u)"), real("f(mix)"), real("t"), real("loss")
mix = t * w + (1 - t) * u


@theorem(
    *positive_part(f, 1 - inner(w, z), "f(w)"),
    define("loss on a mistake", "the 0–1 loss is 1 where y⟨w, x⟩ ≤ 0", loss, 1, where=le(inner(w, z), 0)),
    define("loss else", "the 0–1 loss is 0 where y⟨w, x⟩ > 0", loss, 0, where=gt(inner(w, z), 0)),
    claim=ge(f, loss),
)
def hinge_surrogate(d: Derivation) -> None:
    """The hinge loss lies above the 0–1 loss: f(w) ≥ 1[y⟨w, x⟩ ≤ 0].

    For all w, the hinge loss f(w) = (1 − y⟨w, x⟩)₊ is at least the 0–1 loss ℓ(w, (x, y)).

    Printed, and true:
    - SS 21.4, second condition: the 0–1 loss counts y⟨w, x⟩ = 0 as a mistake, so sign(0) may be neither label
    """

    def mistake(case: str) -> str:
        d.apply("loss on a mistake", case)
        return d.conclude(note="1 − y⟨w, x⟩ ≥ 1")

    def right(case: str) -> str:
        return d.conclude(d.apply("loss else", d.have(gt(inner(w, z), 0))), "f(w) ≥ 0")

    d.cases(-inner(w, z), mistake, right)


@theorem(
    *weight_of_mixture(t),
    *positive_part(f, 1 - inner(w, z), "f(w)"),
    *positive_part(g, 1 - inner(u, z), "f(u)"),
    *positive_part(h, 1 - inner(mix, z), "f(mix)"),
    claim=Display("mix <= t*f + (1 - t)*g", {"mix": h, "t": t, "f": f, "g": g}),
)
def hinge_convex(d: Derivation) -> None:
    """The hinge loss is convex: f(t·w + (1−t)·u) ≤ t·f(w) + (1−t)·f(u).

    The value at a mixture is at most the mixture of the values.

    Printed, and true:
    - SS 21.4, first condition
    - MR Definition 1, condition 1
    """
    d.have(ge(t * f + (1 - t) * g, 0))
    d.have(ge(t * f + (1 - t) * g, 1 - inner(mix, z)))
    d.conclude(note="h is 0 or its argument, and the mixture is above both")


@theorem(
    Fact("mistake", "y⟨w, x⟩ ≤ 0", le(inner(w, z), 0)),
    *positive_part(f, 1 - inner(w, z), "f(w)"),
    *positive_part(g, 1 - inner(u, z), "f(u)"),
    claim=Display("g >= f + inner(-z, u - w)", {"g": g, "f": f, "z": z, "u": u, "w": w}),
)
def hinge_subgradient(d: Derivation) -> None:
    """On a mistake −yx is a subgradient of the hinge loss: f(u) ≥ f(w) + ⟨−yx, u − w⟩.

    For all u, f(u) ≥ f(w) + ⟨−z, u − w⟩.

    Printed, and true:
    - SS 21.4, “it is easy to verify”
    """
    d.have(le(f, 1 - inner(w, z)), note="on a mistake f(w) = 1 − y⟨w, x⟩")
