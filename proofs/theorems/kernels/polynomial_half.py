"""(1 + ⟨x, z⟩)^(1/2) is not a kernel: the d in BL's first example has to be a whole number.

Source: BL section 2, where d is not specified.  Take the points 0, x, −x with 0 < ‖x‖ ≤ 1, so that the roots exist, and v = (−2, 1, 1).

The proof.  ⟨v, Kv⟩ = 4 − 8 + 2s + 2t with s = √(1+‖x‖²) and t = √(1−‖x‖²).  As s² + t² = 2 and s ≠ t, s + t < 2, and so ⟨v, Kv⟩ < 0: no
features have these inner products, since ⟨v, Kv⟩ would be a square (`gram-matrix`).  At x = (2/5, 2/5, 4/5) all is rational: −4/5.
"""

from perceptron.numbers.rational_points import sqrt_exact
from proofs.statements.authoring import (
    Coordinates, Derivation, Draw, Exact, Fact, Fraction, Instance, Refuted, Root, Source, Term, dot, ge, gt, inner, le, real, root_of,
    theorem, vec,
)  # fmt: skip
from proofs.theorems.kernels import derivations

zero, x = Fraction(0), vec("x")
up, down = real("√(1+‖x‖²)"), real("√(1−‖x‖²)")
v0, v1, v2 = real("v₀"), real("v₁"), real("v₂")
SHORT: tuple[Coordinates, ...] = (  # with rational roots
    (Fraction(2, 5), Fraction(2, 5), Fraction(4, 5)),
    (zero, zero, zero),
    (Fraction(2, 3), Fraction(2, 3), zero),
)


def sample(draw: Draw) -> Instance:
    point = SHORT[draw.upto(2)] if draw.rarely() or draw.rarely() else SHORT[0]
    if draw.rarely():
        point = draw.vector(3)
    if (square := dot(point, point)) > 1:
        point, square = SHORT[0], dot(SHORT[0], SHORT[0])
    roots: dict[str, Exact] = {name: sqrt_exact(of) or Root(of) for name, of in (("√(1+‖x‖²)", 1 + square), ("√(1−‖x‖²)", 1 - square))}
    weights: dict[str, Exact] = dict(zip(("v₀", "v₁", "v₂"), draw.numbers(3), strict=True))
    return Instance(0, reals={**roots, **weights}, vectors={"x": point})


def form(a: Term, b: Term, c: Term) -> Term:
    return a * a + 2 * a * b + 2 * a * c + (b * b + c * c) * up + 2 * b * c * down


@theorem(
    sources=(Source("BL", "section 2, first example", "false for d = 1/2, which its open d does not rule out"),),
    facts=(
        Fact("x is not 0", "‖x‖ > 0", gt(inner(x, x), 0)),
        *root_of("√(1+‖x‖²)", up, 1 + inner(x, x), "K(x, x) = K(−x, −x) is a root", "of 1 + ⟨x, x⟩"),
        Fact("short", "‖x‖ ≤ 1", le(inner(x, x), 1)),
        *root_of("√(1−‖x‖²)", down, 1 - inner(x, x), "K(x, −x) is a root", "of 1 + ⟨x, −x⟩"),
    ),
    claim=gt(0, form(-2, 1, 1)),
    sample=sample,
    printed="false",
    refuted=Refuted("(1 + x·y)ᵈ is a kernel for d = 1/2: ⟨v, Kv⟩ ≥ 0 on 0, x, −x for all v", ge(form(v0, v1, v2), 0)),
    derivation=derivations.half_degree,
)
def polynomial_kernel_half(d: Derivation) -> None:
    """(1 + ⟨x, z⟩)^(1/2) is not a kernel: ⟨v, Kv⟩ < 0 on 0, x, −x for v = (−2, 1, 1).

    On the points 0, x, −x the matrix of K = √(1 + ⟨x, z⟩) has the first row (1, 1, 1). For v = (−2, 1, 1), ⟨v, Kv⟩ is twice the sum of the
    two roots, less 4: so it is negative.

    Proof. With s and t for the roots, s² + t² = 2 and (s² − t²)² = 4‖x‖⁴ > 0, so that s + t < 2.
    """
    d.conclude(*(f.name for f in polynomial_kernel_half.facts))
