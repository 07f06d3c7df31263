"""MR (3)–(8) from any start w(0) and with any rate η > 0: the hinge bounds with a = ‖w(0)‖/η beside the radius.

Source: MR section 1, which says of w₀ ≠ 0 and η ≠ 1 that they allow “similar guarantees”, and leaves them out; Corollaries 1 and 2, Theorem
3.  With ℓ = a + √(a² + Σ‖x‖²) for √Σ‖x‖² the first of each pair is

    (3) M ≤ ‖L‖₁ + ℓ/ρ     (5) M ≤ ‖L‖₁ + 2ℓ/ρ     (7) M ≤ (Λ/2 + √(Λ²/4 + ℓ/ρ))²,

and the second, from ℓ ≤ 2a + r√M,

    (4) M ≤ (r/ρ + √(‖L‖₁ + 2a/ρ))²     (6) M ≤ (2r/ρ + √(‖L‖₁ + 4a/ρ))²     (8) M ≤ (r/ρ + Λ + √(2a/ρ))².

(5) and (6), for the squared hinge, are the repaired ones; as printed they are false from 0 already.  At a = 0 all six are MR's.

The proofs.  As from 0, with `any-start-master` for the master inequality; whatever M ≤ b√M + c² says, it says √M ≤ b + c.
"""

from proofs.statements.authoring import (
    TD, Derivation, Display, Draw, Fact, Fraction, Instance, M, Polynomial, R, U, any_run, bounded, gamma, ge, gt, le, number,
    positive_margin, radius_sign, real, root_of, slack, theorem, u, unit_comparator,
)  # fmt: skip
from proofs.theorems.core.any_start import length, per_eta, sizes, start, steps, symbols as start_symbols
from proofs.theorems.hinge import norms, squared_hinge
from proofs.theorems.hinge.common import H2, H, gamma_reciprocal, loss, loss_length, per_gamma, reciprocal, root_of_updates, s

half, m = Fraction(1, 2), number(M)
away = per_gamma * per_eta * start  # a/ρ
symbols = start_symbols | {"R": R, "H": H, "H2": H2}
common = (*steps, *sizes[:3], positive_margin(), gamma_reciprocal, *slack(), unit_comparator())
radius = (radius_sign(), bounded(R))


def root(name: str, of: Polynomial) -> tuple[Polynomial, tuple[Fact, ...]]:
    return real(name), root_of(name, real(name), of)


under_4, root_4 = root("√(H + 2a/γ)", H + 2 * away)
under_6, root_6 = root("√(H₂² + 4a/γ)", H2**2 + 4 * away)
under_7, root_7 = root("√(H₂²/4 + ℓ/γ)", half**2 * H2**2 + per_gamma * length)
under_8, root_8 = root("√(2a/γ)", 2 * away)


def sample(draw: Draw) -> Instance:
    """A run from anywhere; a root of a sum of roots may have no exact value, and then the instance does not count."""
    rate, margin = draw.positive(), draw.positive()
    return any_run(draw, rate, anywhere=True).instance({"η": rate, "γ": margin})


def _short(d: Derivation, theorem: str, reach: Polynomial, sign: str, per_gamma_sign: str) -> tuple[str, str]:
    """M ≤ TD/γ + reach/γ by the master inequality γM − TD ≤ ‖u‖·reach, and the line to forget."""
    _, _, _, star = d.root(d.square(u), "‖u‖")
    d.cite(theorem)
    d.have(le(U, 1))
    d.have(le(gamma * m - TD(M), reach))
    divided = d.have(le(m, per_gamma * TD(M) + per_gamma * reach))
    return divided, star


def _start_sign(d: Derivation) -> str:
    """‖w(0)‖/η ≥ 0."""
    return d.have(ge(per_eta * start, 0), d.have(gt(per_eta, 0)), "‖w(0)‖ ≥ 0")


def by_lengths(d: Derivation) -> tuple[str, str, str]:
    """M ≤ TD/γ + ℓ/γ, the line 1/γ > 0, and the line to forget."""
    sign = d.have(ge(length, 0), _start_sign(d), "√(‖w(0)‖²/η² + S₂) ≥ 0")
    per_gamma_sign = reciprocal(d)
    return *_first(d, sign, per_gamma_sign), per_gamma_sign


def _first(d: Derivation, sign: str, per_gamma_sign: str) -> tuple[str, str]:
    return _short(d, "any-start-master", length, sign, per_gamma_sign)


def by_radius(d: Derivation, root_sign: str, per_gamma_sign: str) -> tuple[str, str]:
    """M ≤ TD/γ + (2a + R√M)/γ, and the line to forget."""
    sign = d.have(ge(2 * per_eta * start + R * s, 0), _start_sign(d), "R ≥ 0", root_sign)
    return _short(d, "any-start-radius", 2 * per_eta * start + R * s, sign, per_gamma_sign)


def _end(d: Derivation, solved: str, slope: Polynomial, under: Polynomial, name: str, square: str, sign: str) -> str:
    """(√M)² ≤ slope·√M + under² puts √M below slope + under; square."""
    d.have(ge(slope, 0), "R ≥ 0", reciprocal(d), *(["H₂ ≥ 0"] if "H₂ ≥ 0" in d.claims else []))
    d.have(le(s, slope + under))
    return d.conclude()


@theorem(*common, *sizes[3:], loss, claim=Display("M <= H + (w1/eta + sqrt(w1**2/eta**2 + S2))/gamma", symbols))
def any_start_l1(d: Derivation) -> None:
    """MR (3) from any start with any rate: M ≤ H + (a + √(a² + Σ‖x‖²))/γ, a = ‖w(0)‖/η.

    For every u with ‖u‖ ≤ 1 and every γ, MR’s ρ; H, MR’s ‖L‖₁, is the sum of the losses (1 − y⟨u, x⟩/γ)₊ over the updates; S₂ is Σ‖x‖² over
    the updates.

    Printed, and true with assumptions:
    - MR Corollary 1, (3): for w(0) ≠ 0 and η ≠ 1
    - MR section 1 and Figure 1: “similar guarantees”: ‖w(0)‖/η comes in
    """
    by_lengths(d)


@theorem(*common, *radius, loss, *root_4, claim=le(m, (per_gamma * R + under_4) ** 2), sample=sample)
def any_start_l1_radius(d: Derivation) -> None:
    """MR (4) from any start with any rate: M ≤ (R/γ + √(H + 2a/γ))², a = ‖w(0)‖/η.

    For every u with ‖u‖ ≤ 1 and every γ, MR’s ρ; H, MR’s ‖L‖₁, is the sum of the losses (1 − y⟨u, x⟩/γ)₊ over the updates; R is MR’s r.

    Printed, and true with assumptions:
    - MR Corollary 1, (4): for w(0) ≠ 0 and η ≠ 1
    - MR section 1 and Figure 1: “similar guarantees”: ‖w(0)‖/η comes in
    """
    sign, square, _ = root_of_updates(d)
    per_gamma_sign = reciprocal(d)
    first = by_radius(d, sign, per_gamma_sign)[0]
    solved = d.have(le(s**2, per_gamma * R * s + under_4**2), first, "H", "1/γ", square, "√(H + 2a/γ)", note="a quadratic in √M")
    _end(d, solved, per_gamma * R, under_4, "√(H + 2a/γ)", square, sign)


@theorem((*common, *sizes[3:], *loss_length), claim=Display("M <= H2**2 + 2*(w1/eta + sqrt(w1**2/eta**2 + S2))/gamma", symbols))
def any_start_squared(d: Derivation) -> None:
    """MR (5), repaired, from any start with any rate: M ≤ H₂² + 2(a + √(a² + Σ‖x‖²))/γ for the squared hinge, a = ‖w(0)‖/η.

    For every u with ‖u‖ ≤ 1 and every γ, MR’s ρ; H₂², MR’s ‖L‖₁ for the squared hinge, is the sum of the squares (1 − y⟨u, x⟩/γ)₊² over the
    updates; S₂ is Σ‖x‖² over the updates.

    Printed, and true with assumptions:
    - MR Corollary 2, (5): for w(0) ≠ 0 and η ≠ 1
    - MR section 1 and Figure 1: “similar guarantees”: ‖w(0)‖/η comes in
    """
    first, _, per_gamma_sign = by_lengths(d)
    d.conclude(first, squared_hinge.tangent(d, per_gamma_sign))


@theorem(*common, *radius, *loss_length, *root_6, claim=le(m, (2 * per_gamma * R + under_6) ** 2), sample=sample)
def any_start_squared_radius(d: Derivation) -> None:
    """MR (6), repaired, from any start with any rate: M ≤ (2R/γ + √(H₂² + 4a/γ))² for the squared hinge, a = ‖w(0)‖/η.

    For every u with ‖u‖ ≤ 1 and every γ, MR’s ρ; H₂², MR’s ‖L‖₁ for the squared hinge, is the sum of the squares (1 − y⟨u, x⟩/γ)₊² over the
    updates; R is MR’s r.

    Printed, and true with assumptions:
    - MR Corollary 2, (6): for w(0) ≠ 0 and η ≠ 1
    - MR section 1 and Figure 1: “similar guarantees”: ‖w(0)‖/η comes in
    """
    sign, square, _ = root_of_updates(d)
    per_gamma_sign = reciprocal(d)
    by_radius(d, sign, per_gamma_sign)
    squared_hinge.tangent(d, per_gamma_sign)
    solved = d.have(le(s**2, 2 * per_gamma * R * s + under_6**2), note="a quadratic in √M")
    _end(d, solved, 2 * per_gamma * R, under_6, "√(H₂² + 4a/γ)", square, sign)


@theorem(*common, *sizes[3:], *loss_length, *root_7, claim=le(m, (half * H2 + under_7) ** 2), sample=sample)
def any_start_l2(d: Derivation) -> None:
    """MR (7) from any start with any rate: M ≤ (H₂/2 + √(H₂²/4 + ℓ/γ))², ℓ = a + √(a² + Σ‖x‖²), a = ‖w(0)‖/η.

    For every u with ‖u‖ ≤ 1 and every γ, MR’s ρ; H₂, MR’s ‖L‖₂, is the root of the sum of the squared losses; S₂ is Σ‖x‖² over the
    updates.

    Printed, and true with assumptions:
    - MR Theorem 3, (7): for w(0) ≠ 0 and η ≠ 1
    - MR section 1 and Figure 1: “similar guarantees”: ‖w(0)‖/η comes in
    """
    sign, square, _ = root_of_updates(d)
    _, _, per_gamma_sign = by_lengths(d)
    norms.losses_bound(d, sign, square, per_gamma_sign)
    solved = d.have(le(s**2, H2 * s + per_gamma * length), note="s² ≤ sH₂ + ℓ/γ")
    name = "√(H₂²/4 + ℓ/γ)"
    d.have(le(s, half * H2 + under_7), solved, name, f"{name} ≥ 0", note="√M lies below the larger root")


@theorem(*common, *radius, *loss_length, *root_8, claim=le(m, (per_gamma * R + H2 + under_8) ** 2), sample=sample)
def any_start_l2_radius(d: Derivation) -> None:
    """MR (8) from any start with any rate: M ≤ (R/γ + H₂ + √(2a/γ))², a = ‖w(0)‖/η.

    For every u with ‖u‖ ≤ 1 and every γ, MR’s ρ; H₂, MR’s ‖L‖₂, is the root of the sum of the squared losses; R is MR’s r.

    Printed, and true with assumptions:
    - MR Theorem 3, (8): for w(0) ≠ 0 and η ≠ 1
    - MR section 1 and Figure 1: “similar guarantees”: ‖w(0)‖/η comes in
    """
    sign, square, _ = root_of_updates(d)
    per_gamma_sign = reciprocal(d)
    by_radius(d, sign, per_gamma_sign)
    norms.losses_bound(d, sign, square, per_gamma_sign)
    solved = d.have(le(s**2, (per_gamma * R + H2) * s + under_8**2), note="a quadratic in √M")
    _end(d, solved, per_gamma * R + H2, under_8, "√(2a/γ)", square, sign)
