"""MR Theorem 2 from any start w₁ and with any rate η > 0: (1) and (2) with a = ‖w₁‖/η beside the radius.

Source: MR section 1, which says of w₀ ≠ 0 and η ≠ 1 that they allow ‘similar guarantees’, and leaves them out; Theorem 2.  For every loss
with an affine minorant φ(x) ≥ φ(0) − g·x at the margins, as for `affine-minorant`,

    (1) M ≤ ΣL/φ(0) + (g/φ(0))(a + √(a² + Σ‖x‖²))     (2) M ≤ (gr/φ(0) + √((ΣL + 2ga)/φ(0)))².

The proofs.  The minorant says that φ(k) is a slack for g·u at the margin φ(0), and `any-start-master` holds for any slack; for (2),
a + √(a² + Σ‖x‖²) ≤ 2a + r√M, and M ≤ b√M + c² says √M ≤ b + c.
"""

from proofs.statements.authoring import (
    Derivation, Displayed, Draw, Fraction, Instance, M, Polynomial, R, Root, Source, Surd, U, any_run, bounded, combination, dot, eq, ge,
    gt, inner, le, radius_sign, real, root_of, running, theorem, u, unit_comparator,
)  # fmt: skip
from proofs.theorems.core.any_start import length, measured, per_eta, sizes, start, steps, symbols as start_symbols
from proofs.theorems.losses import derivations
from proofs.theorems.losses.affine_minorant import at_zero, g, m, minorant, per_at_zero, phi, positive, s, summed_up, total

NAME = "√((ΣL + 2ga)/φ(0))"
under = real(NAME)
away = per_eta * start
facts = (*steps, *sizes[:3], unit_comparator(), *minorant, *positive)
WHAT = "‘similar guarantees’: ‖w₀‖/η comes in"


def sample(draw: Draw) -> Instance:
    """A run from anywhere, and losses that are mostly above their minorant."""
    rate, slope, zero = draw.positive(), draw.positive(), draw.number() if draw.rarely() else abs(draw.number(7))
    run = any_run(draw, rate, anywhere=True)
    slope, spare = -slope if draw.rarely() else slope, draw.upto(1)
    losses = [zero - slope * dot(run.u, x) + (-abs(draw.number(5)) if draw.rarely() else spare) for x in run.steps]
    numbers, per_zero = measured(run, rate), 1 / zero if zero else Fraction(0)
    at = Surd.root(numbers["‖w₁‖"].square) * Surd.rational(2 * slope * Fraction(numbers["1/η"]))  # type: ignore[union-attr, arg-type]
    inside = ((Surd.rational(sum(losses[: run.updates], Fraction(0))) + at) * Surd.rational(per_zero)).as_rational()
    numbers |= {"g": slope, "φ(0)": zero, "1/φ(0)": per_zero, "R": run.R, "√M": Root(Fraction(run.updates))}
    numbers |= {NAME: Root(max(Fraction(0), inside) if inside is not None else Fraction(0)), "‖u‖": Root(dot(run.u, run.u))}
    sequences = {"L": losses, "ΣL": running(losses), "S2": running([dot(x, x) for x in run.steps])}
    return Instance(run.updates, {"M": run.updates}, numbers, sequences, {"u": run.u}, {"w": run.weights, "z": run.steps})


def _short(d: Derivation, theorem: str, reach: Polynomial, size: str) -> tuple[str, str]:
    """M ≤ ΣL/φ(0) + g·reach/φ(0), from the line reach ≥ 0, and the line to forget."""
    _, u_sign, u_square, star = d.root(d.square(u), "‖u‖")
    d.have(ge(g * U, 0), "slope", u_sign)
    d.have(eq((g * U) ** 2, g**2 * inner(u, u)), by=combination((g**2, u_square)), note="‖gu‖ = g‖u‖")
    images = {"γ": at_zero, "u": g * u, "ξ": phi, "TD": total, "‖u‖": g * U}
    joined = d.cite(theorem, note="the loss φ is a slack at the margin φ(0) for g·u", **images)
    unit, room = d.have(le(U, 1), "unit comparator", u_square, u_sign), d.have(ge(g * reach, 0), "slope", size)
    short = d.have(le(at_zero * m, total(M) + g * reach), joined, unit, room)
    sign = d.have(gt(per_at_zero, 0), "1/φ(0)", "positive at zero")
    divided = d.have(le(m, per_at_zero * total(M) + per_at_zero * g * reach), short, sign, "1/φ(0)")
    return divided, star


def _start_sign(d: Derivation) -> str:
    return d.have(ge(away, 0), d.have(gt(per_eta, 0), "1/η", "positive rate"), "‖w₁‖ ≥ 0")


@theorem(
    sources=(Source("MR", "Theorem 2, (1)", "for w₀ ≠ 0 and η ≠ 1"), Source("MR", "section 1 and Figure 1", WHAT)),
    facts=(*facts, *sizes[3:]),
    claim=le(m, per_at_zero * total(M) + per_at_zero * g * length),
    sample=sample,
    cites=("any-start-master",),
    derivation=derivations.any_start,
    displayed=Displayed(
        "M <= L/phi0 + g/phi0*(w1/eta + sqrt(w1**2/eta**2 + S2))", start_symbols | {"L": total(M), "g": g, "phi0": at_zero}
    ),
)
def any_start_loss(d: Derivation) -> None:
    """MR (1) from any start with any rate: M ≤ ΣL/φ(0) + (g/φ(0))(a + √(a² + Σ‖x‖²)), a = ‖w₁‖/η.

    ΣL, MR’s ‖L_φ‖₁, is the sum of the losses over the updates, and S₂ is Σ‖x‖²; φ has an affine minorant of slope −g at 0.
    """
    size = d.have(ge(length, 0), _start_sign(d), "√(‖w₁‖²/η² + S₂) ≥ 0")
    short, star = _short(d, "any-start-master", length, size)
    d.forget(d.conclude(short), star)


@theorem(
    sources=(Source("MR", "Theorem 2, (2)", "for w₀ ≠ 0 and η ≠ 1"), Source("MR", "section 1 and Figure 1", WHAT)),
    facts=(
        *facts,
        radius_sign(),
        bounded(R),
        summed_up,
        *root_of(NAME, under, per_at_zero * total(M) + 2 * per_at_zero * g * away),
        *root_of("√M", s, m),
    ),
    claim=le(m, (per_at_zero * g * R + under) ** 2),
    sample=sample,
    cites=("any-start-radius",),
    derivation=derivations.any_start_radius,
)
def any_start_loss_radius(d: Derivation) -> None:
    """MR (2) from any start with any rate: M ≤ (gR/φ(0) + √((ΣL + 2ga)/φ(0)))², a = ‖w₁‖/η.

    With ‖x‖ ≤ R besides, MR’s r; ΣL, MR’s ‖L_φ‖₁, is the sum of the losses over the updates.
    """
    sign, square = "√M ≥ 0", "√M"
    reach = 2 * away + R * s
    start_sign, long = _start_sign(d), d.have(ge(R * s, 0), "R ≥ 0", sign)
    short, star = _short(d, "any-start-radius", reach, d.have(ge(reach, 0), start_sign, long))
    b = per_at_zero * g * R
    solved = d.have(le(s**2, b * s + under**2), short, square, NAME, note="a quadratic in √M")
    slope = d.have(ge(per_at_zero * g, 0), "slope", d.have(gt(per_at_zero, 0), "1/φ(0)", "positive at zero"))
    steep = d.have(ge(b, 0), slope, "R ≥ 0")
    below = d.have(le(s, b + under), solved, f"{NAME} ≥ 0", steep, sign)
    d.forget(d.conclude(below, sign, square, steep, f"{NAME} ≥ 0"), star)
