"""Where MR (5) and (6) as printed are true, ρ ≤ r, and what their repair is worth: (3) ≤ (7) ≤ (5′).

Source: MR Corollary 2, (5) and (6); Theorem 3, (7).

The proofs.  For ρ ≤ r the printed 2r/ρ² and 2r²/ρ² are no less than the repaired 2/ρ and 2r/ρ.  For ρ > r the printed forms fail, on every
run with w ≠ 0 for large ρ (`squared-hinge-never`).  With x² = xΛ + c the root in (7), c = √Σ‖x‖²/ρ, the difference of (5′) and (7) is
Λ² + 2c − x² = (Λ/2 − √(Λ²/4 + c))², so the repaired (5) never says more than (7), nor that more than (3) (`l1-dominates-l2`).
"""

from proofs.statements.authoring import (
    S2, UNITS, Certificate, Derivation, Displayed, Draw, Fact, Fraction, Instance, M, R, Reach, Root, Source, any_run, bounded, certificate,
    gamma, ge, gt, le, multiple, product, real, root_of, square, squares, theorem, unit_comparator,
)  # fmt: skip
from proofs.theorems.hinge import sharper_derivations
from proofs.theorems.hinge.common import H2, gamma_reciprocal, loss_length, per_gamma, run, unit_game
from proofs.theorems.hinge.squared_hinge_printed import PRINTED_SYMBOLS, five, m, measure, printed_5, printed_6, six, v


def sample_small(draw: Draw) -> Instance:
    """A run with any unit comparator and mostly ρ ≤ r."""
    made = any_run(draw)
    comparator = made.u if draw.rarely() else UNITS[len(made.u)][draw.upto(1)]
    rho = draw.number() if draw.rarely() else Fraction(1, 1 + draw.upto(3))
    radius = made.R if draw.rarely() else Root(max(made.R.square, rho**2))
    return measure(made.updates, made.weights, made.steps, comparator, rho, radius)


near = Fact("ρ ≤ r", "γ is at most R; MR writes ρ and r", le(gamma, R))


def share(d: Derivation) -> tuple[str, str]:
    """1/ρ > 0 and r/ρ ≥ 1."""
    per_gamma_sign = d.have(gt(per_gamma, 0), "1/γ", "positive margin")
    return per_gamma_sign, d.have(ge(per_gamma * R, 1), "ρ ≤ r", per_gamma_sign, "1/γ")


def squares_product(least: str) -> Certificate:
    """2(x² − x) = 2(x − 1)² + 2(x − 1)."""
    return certificate(product(2, least, least), product(2, least))


@theorem(
    sources=(five,),
    facts=(*run, unit_comparator(), *squares(), *loss_length, *root_of("√S₂", v, S2(M)), gamma_reciprocal, near),
    claim=le(m, printed_5),
    sample=sample_small,
    cites=("squared-hinge",),
    printed="false",
    derivation=sharper_derivations.close,
    displayed=Displayed("M <= H2**2 + (2*R/gamma**2)*sqrt(S2)", PRINTED_SYMBOLS),
)
def squared_hinge_close(d: Derivation) -> None:
    """MR (5) as printed holds for γ ≤ R: M ≤ H₂² + (2R/γ²)√Σ‖x‖².

    γ and R are MR’s ρ and r; for γ ≤ R the printed term 2R/γ² is no less than the true one, 2/γ.
    """
    repaired = d.cite("squared-hinge", note="(5′)")
    per_gamma_sign, least = share(d)
    more = d.have(
        ge(per_gamma * v * (per_gamma * R - 1), 0),
        least,
        per_gamma_sign,
        "√S₂ ≥ 0",
        by=certificate(product(per_gamma_sign, "√S₂ ≥ 0", least)),
    )
    d.conclude(repaired, more)


@theorem(
    sources=(six,),
    facts=(*run, unit_comparator(), bounded(R), *loss_length, gamma_reciprocal, near),
    claim=le(m, printed_6),
    sample=sample_small,
    cites=("squared-hinge-radius",),
    printed="false",
    derivation=sharper_derivations.close_radius,
    displayed=Displayed("M <= (2*R**2/gamma**2 + H2)**2", PRINTED_SYMBOLS),
)
def squared_hinge_close_radius(d: Derivation) -> None:
    """MR (6) as printed holds for γ ≤ R: M ≤ (2R²/γ² + H₂)².

    γ and R are MR’s ρ and r; for γ ≤ R the printed term 2R²/γ² is no less than the true one, 2R/γ.
    """
    d.have(ge(R, 0), "ρ ≤ r", "positive margin")
    repaired = d.cite("squared-hinge-radius", note="(6′)")
    _, least = share(d)
    wider = d.have(ge(2 * R**2 * per_gamma**2, 2 * per_gamma * R), by=squares_product(least))
    sign = d.have(ge(2 * per_gamma * R + H2, 0), least, "H₂ ≥ 0")
    d.conclude(repaired, wider, sign)


half = Fraction(1, 2)
x, c, root = real("H₂"), real("c"), real("√(H₂²/4 + c)")


def sample_order(draw: Draw) -> Instance:
    length, rest = abs(draw.number()), abs(draw.number())
    return Instance(0, reals={"H₂": length, "c": rest, "√(H₂²/4 + c)": Root(length**2 / 4 + rest)})


@theorem(
    sources=(Source("MR", "Theorem 3, (7)"), five),
    facts=(
        Fact("c ≥ 0", "c is not negative, nor is what it stands for", ge(c, 0)),
        *root_of("√(H₂²/4 + c)", root, Fraction(1, 4) * x**2 + c, "the root in (7)", "squared is H₂²/4 + c"),
    ),
    claim=le((half * x + root) ** 2, x**2 + 2 * c),
    sample=sample_order,
    printed="true",
    misprints=("MR Corollary 2: even repaired, (5) never says more than (7), nor (7) more than (3).",),
    reach=Reach(unit_game, "(H2/2 + sqrt(H2**2/4 + sqrt(S2)/gamma))**2 <= H2**2 + 2*sqrt(S2)/gamma", ()),
    played=True,
    derivation=sharper_derivations.order,
    displayed=Displayed("(length/2 + sqrt(length**2/4 + c))**2 <= length**2 + 2*c", {"length": x, "c": c}),
)
def squared_hinge_order(d: Derivation) -> None:
    """MR (7) is never worse than the repaired (5): (H₂/2 + √(H₂²/4 + c))² ≤ H₂² + 2c with c = √Σ‖x‖²/γ.

    The repaired (5) never says more than (7), nor does (7) say more than (3), by `l1-dominates-l2`.
    """
    d.conclude(note="the difference is (H₂/2 − √(H₂²/4 + c))²", by=certificate(square(half * x - root), multiple(-2, "√(H₂²/4 + c)")))
