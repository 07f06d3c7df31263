"""Facts about the numbers of a Perceptron's run, as lines of a derivation.

The core is γM − TD ≤ ‖u‖√S₂ ≤ ‖u‖R√M.  Around it: signs, what H and H₂ are, and, for claims from below, that a loss is at most γ + 1.  Each
line cites the catalogue; nothing is assumed here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from proofs.decide.known_norms import KnownNorms
from proofs.decide.known_sums import KnownSums
from proofs.decide.norms import COORDINATES
from proofs.decide.posed import H_ALL, MISTAKES, ROUNDS, TD_ALL, PosedClaim
from proofs.derive.authoring.arithmetic import Arithmetic, compare_claim
from proofs.derive.authoring.certificate import certificate, multiple, product, square, strict
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.terms import eq, ge, gt, inner, le, number, poly, real
from proofs.kernel import Compare, Index, Polynomial
from proofs.statements.standard_facts import S2, TD, M, R, U, W, gamma, u, w, z
from proofs.theorems.hinge.common import H2, H, Q

CITED = (
    "root-inequality",
    "scaled-root-inequality",
    "master-inequality",
    "weights-master",
    "bounded-sum",
    "losses-sign",
    "losses-cauchy-schwarz",
    "losses-square",
    "norm-growth",
    "progress",
    "cauchy-schwarz",
    "losses-most",
    "losses-square-most",
    "updates-in-the-plane",
    "dimension-one",
    "losses-square-below",
    "weights-least",
    "progress-within",
    "progress-squares-most",
    "progress-squares-below",
    "progress-squares-least",
    "progress-squares-reach",
    "progress-spread",
    "squares-least",
    "squares-above-length",
    "largest-loss",
    "updates-are-rounds",
    "updates-at-least-one",
    "mistakes-are-updates",
    "rounds-above-updates",
    "rounds-beside-updates",
    "rounds-square-most",
    "learner-losses-least",
    "learner-losses-most",
    "learner-losses-above-updates",
    "learner-squares-above-updates",
    "learner-squares-least",
    "least-score-most",
    "marked-rounds-least",
    "marked-rounds-most",
)
m, s, v, per_gamma = number(M), real("√M"), real("√S₂"), real("1/γ")
NO_LOSS: dict[str, Any] = {"ξ": lambda k: 0, "TD": lambda k: 0}


def with_margin(d: Derivation) -> tuple[Arithmetic[Derivation], list[str]]:
    """γ and 1/γ with their signs, and the facts that introduce them."""
    arithmetic, introduced, line = Arithmetic(d), list[str](), "1/γ"
    arithmetic.sign(gamma, "positive margin")
    if line not in d.claims:
        _, line = d.inverse("positive margin", "1/γ")
        introduced.append(line)
    arithmetic.sign(per_gamma, d.have(gt(per_gamma, 0), line, "positive margin"))
    arithmetic.reciprocal(per_gamma, gamma, line)
    return arithmetic, introduced


def add_rounds(arithmetic: Arithmetic[Derivation], updates: Polynomial, **image: Any) -> None:
    """T ≥ M, or the number of updates that is counted here, from the fact “M rounds”."""
    d = arithmetic.derivation
    d.cite("updates-are-rounds", **image)
    arithmetic.fact(d.have(ge(ROUNDS, updates), d.last, "M rounds"))
    arithmetic.sign(ROUNDS, d.have(ge(ROUNDS, 0), d.last, d.natural(M)))


def add_first_mistake(d: Derivation, updates: Polynomial, **image: Any) -> str:
    """The line that there is an update, from the fact that the first round is one."""
    d.cite("updates-at-least-one", **image)
    return d.have(ge(updates, 1), d.last, "M rounds", name="first mistake")


class KnownRange:
    """The arithmetic of a posed conjecture about the plain Perceptron, and the names to forget at the end."""

    def __init__(self, d: Derivation, posed: PosedClaim) -> None:
        self.d, self.posed = d, posed
        self.arithmetic, self.introduced = with_margin(d)
        self.given = {name for name, _ in d.hypotheses}
        self.no_loss: dict[str, Any] = {} if "ξ" in self.given else NO_LOSS
        self.loss = TD(M) if "ξ" in self.given else poly(0)
        self.radius = R if "R ≥ 0" in self.given and posed.game.norm == "any" else poly(1)
        self.radius_image: dict[str, Any] = {} if self.radius is R else {"R": 1}
        self.radii: tuple[Polynomial, ...] = (self.radius, R) if "R ≤ 1" in self.given else (self.radius,)
        if "first example" in self.given:
            add_first_mistake(d, m)
        self.root_of_updates()
        self.lengths()
        self.core()
        if "in the plane" in self.given and "separable" in self.given:
            self.arithmetic.fact(self.d.cite("updates-in-the-plane", **self.radius_image))
        if "on a line" in self.given and "separable" in self.given:
            self.arithmetic.fact(self.d.cite("dimension-one"))
        if "ξ" in self.given:
            self.losses()
        if "S2" in self.given:
            self.squares()
        if "‖w‖" in self.given:
            self.weights()
        if "P" in posed.comparison.names:
            self.progress()
        self.conditions()
        if "M rounds" in self.given and "M rounds" not in posed.optional:
            add_rounds(self.arithmetic, m)
        self.over_all_rounds()
        if "d" in self.given:
            self.arithmetic.sign(COORDINATES, self.d.have(ge(COORDINATES, 0), "d"))
            self.arithmetic.fact("d")
        if "E" in self.given:
            equal = self.mistakes()
            self.arithmetic.sign(MISTAKES, self.d.have(ge(MISTAKES, 0), equal, self.updates))
            self.arithmetic.equation(equal, MISTAKES)

    # -- signs and names ---------------------------------------------------------------------------------------------------------------

    def conditions(self) -> None:
        """The conditions on constants and run; c ≥ number first gives c − number a name, whose sign is then known."""
        shifted: set[Polynomial] = set()
        for line in self.posed.assumptions:
            claim = compare_claim(self.d.claims[line])
            constant = claim.left - claim.left.terms.get(frozenset(), 0)
            if constant not in shifted and constant in {real(name) for name in self.posed.parameters}:
                shifted.add(constant)
                above, star = self.d.let(f"{line}, by how much", claim.left)
                self.introduced.append(star)
                self.arithmetic.sign(above, self.d.have(Compare(above, claim.relation), star, line))
                self.arithmetic.equation(star, constant)
            else:
                assumed_facts(self.arithmetic, [line])

    def root_of(self, size: str, name: str) -> tuple[str, str]:
        """The lines r ≥ 0 and r² = p for p ≥ 0, the line `size`; r is introduced where the statement has no such name."""
        if name in self.given:
            return f"{name} ≥ 0", name
        _, sign, square, star = self.d.root(size, name)
        self.introduced.append(star)
        return sign, square

    def root_of_updates(self) -> None:
        """√M, and √M ≥ 1 where a first mistake is certain."""
        self.updates = self.d.natural(M)
        self.root_sign, self.root_square = self.root_of(self.updates, "√M")
        self.arithmetic.sign(s, self.root_sign)
        self.arithmetic.equation(self.root_square, m)

    def at_least_one_update(self) -> None:
        """√M ≥ 1 > 0, and the core divided by √M, for claims that need it."""
        if "H₂" in self.given:
            self.arithmetic.fact(*self.root_of_squares())
        if "first mistake" in self.d.claims:
            self.arithmetic.fact(self.d.have(ge(s, 1), "first mistake", self.root_sign, self.root_square))
            self.arithmetic.sign(s, self.d.have(gt(s, 0), "first mistake", self.root_sign, self.root_square))

    def mistakes(self) -> str:
        """E = M."""
        return self.d.have(eq(MISTAKES, m), self.d.cite("mistakes-are-updates"), "E", "M rounds")

    def lengths(self) -> None:
        if "‖u‖" in self.given:
            self.arithmetic.sign(U, "‖u‖ ≥ 0")
            if "unit comparator" in self.given:
                self.arithmetic.fact(self.d.have(le(U, 1), "unit comparator", "‖u‖", "‖u‖ ≥ 0"))
        if "R ≥ 0" in self.given:
            self.arithmetic.sign(R, "R ≥ 0")
        if "R ≤ 1" in self.given:
            self.arithmetic.fact("R ≤ 1")
            self.arithmetic.fact(self.d.have(le(R**2, R), by=certificate(product("R ≥ 0", "R ≤ 1"))))

    # -- the core ------------------------------------------------------------------------------------------------------------------------

    def core(self) -> None:
        """γM − TD ≤ ‖u‖R√M, for each radius that is known."""
        cited = "scaled-root-inequality" if "‖u‖" in self.given else "root-inequality"
        self.core_line = self.d.cite(cited, note="the core", **self.no_loss, **self.radius_image)
        self.arithmetic.fact(self.core_line)
        if not self.no_loss:
            return self.measured_core(cited)
        b, signs = self.reach()
        size = self.d.have(ge(b, 0), *signs)
        by = certificate(
            strict("z", "z"), product("z", size), product("positive margin", self.core_line), multiple(-(gamma**2), self.root_square)
        )
        root = self.d.have(le(gamma * s, b), by=by)
        length = self.d.have(ge(gamma * s, 0), by=certificate(strict("z"), product("positive margin", self.root_sign)))
        squared = certificate(strict("z"), product(root, size), product(root, length), multiple(gamma**2, self.root_square))
        self.arithmetic.fact(root, self.d.have(le(gamma**2 * m, b**2), by=squared))
        self.measured_core(cited)

    def measured_core(self, cited: str) -> None:
        """The core with the measured radius where that is at most 1."""
        if "R ≤ 1" in self.given:
            self.arithmetic.fact(self.d.cite(cited, **self.no_loss))

    def losses(self) -> None:
        td = self.d.cite("losses-sign")
        self.arithmetic.sign(TD(M), td)
        if "H" in self.given:
            self.arithmetic.sign(H, self.d.have(ge(H, 0), td, "H", "positive margin"))
            self.arithmetic.equation("H", TD(M))
        if "H₂" in self.given:
            self.square_losses()

    def square_losses(self) -> None:
        """TD ≤ √M·H₂·γ."""
        d = self.d
        self.arithmetic.sign(H2, "H₂ ≥ 0")
        self.arithmetic.equation("H₂", Q(M))
        spread = d.cite("losses-cauchy-schwarz")
        squared = d.have(le(TD(M) ** 2, (s * H2 * gamma) ** 2), spread, self.root_square, "H₂")
        size = d.have(ge(s * H2 * gamma, 0), d.have(ge(s * H2, 0), self.root_sign, "H₂ ≥ 0"), "positive margin")
        short = d.have(le(TD(M), s * H2 * gamma), squared, size)
        self.spread_line = short
        self.arithmetic.fact(spread, short, d.cite("losses-square", a=1, b=gamma))

    def root_of_squares(self) -> tuple[str, str]:
        """γ√M ≤ ‖u‖R + γH₂, which is the core divided by √M, and so TD ≤ H₂(‖u‖R + γH₂)."""
        d = self.d
        b, signs = self.reach()
        size = d.have(ge(b + gamma * H2, 0), by=certificate(strict("z"), product("positive margin", "H₂ ≥ 0"), product(1, *signs)))
        weights = (product("z", size), product("positive margin", self.core_line), product("positive margin", self.spread_line))
        by = certificate(strict("z", "z"), *weights, multiple(-(gamma**2), self.root_square))
        root = d.have(le(gamma * s, b + gamma * H2), by=by)
        losses = certificate(strict("z"), product(self.spread_line), product("H₂ ≥ 0", root))
        return root, d.have(le(TD(M), H2 * (b + gamma * H2)), by=losses)

    def reach(self) -> tuple[Polynomial, list[str]]:
        """‖u‖R, and the lines that its factors are ≥ 0."""
        signs: list[str] = [line for line in ("‖u‖ ≥ 0", "R ≥ 0") if line in self.given and (line != "R ≥ 0" or self.radius is R)]
        return (U if "‖u‖" in self.given else poly(1)) * self.radius, signs

    def largest_losses(self) -> None:
        """TD ≤ (γ + ‖u‖R)M and Σξ² ≤ (γ + ‖u‖R)TD, for claims that bound the losses from above."""
        if "ξ" not in self.given:
            return
        b, signs = self.reach()
        size = self.d.have(ge(b, 0), *signs)
        self.least_progress(b, size)
        self.arithmetic.fact(self.d.cite("losses-most", b=b))
        if "H₂" in self.given:
            self.arithmetic.fact(self.d.cite("losses-square-most", b=b))

    def least_progress(self, b: Polynomial, size: str) -> None:
        """⟨u, z⟩ ≥ −‖u‖R for every update, by Cauchy–Schwarz."""
        d, j = self.d, Index("j")
        guard = d.assume(ge(m, number(j) + 1))
        short = d.at("bounded examples" if "bounded examples" in self.given else "R", j)
        joined, long = d.cite("cauchy-schwarz", a=u, b=z(j)), d.square(z(j))
        own = ["‖u‖"] if "‖u‖" in self.given else ["unit comparator"]
        squared = d.have(le(inner(u, z(j)) ** 2, b**2), joined, short, long, *own, d.square(u))
        d.generalise(d.discharge(d.have(ge(inner(u, z(j)), -b), squared, size), guard), j)

    def over_all_rounds(self) -> None:
        """The lemmas of the catalogue on sums over all rounds, and on other norms."""
        sums = KnownSums(self)
        norms = KnownNorms(sums, self.radii, R if "R ≥ 0" in self.given else poly(1))
        self.arithmetic.fact(*sums.lines(), *norms.lines())
        for of, line in sums.signs.items():
            self.arithmetic.sign(of, line)
        if "H_all" in self.given:
            by = certificate(strict("z", "positive margin"), product(sums.signs[TD_ALL]), multiple(1, "H_all"))
            self.arithmetic.sign(H_ALL, self.d.have(ge(H_ALL, 0), by=by))
            self.arithmetic.equation("H_all", TD_ALL)

    # -- other lengths -------------------------------------------------------------------------------------------------------------------

    def length_of_comparator(self) -> str:
        """A line ‖u‖ ≤ 1 with ‖u‖ introduced, where the statement has no name for it; else nothing is needed."""
        return self.d.have(le(U, 1), "unit comparator", *self.root_of(self.d.square(u), "‖u‖"))

    def squares(self) -> None:
        """γM − TD ≤ ‖u‖√S₂ and √S₂ ≤ R√M."""
        d = self.d
        unit = None if "‖u‖" in self.given else self.length_of_comparator()
        self.root_of(d.square(w(M)), "‖w‖")
        size = d.have(ge(S2(M), 0), d.cite("norm-growth"))
        self.squares_root = root_sign, root_square = self.root_of(size, "√S₂")
        joined = d.cite("master-inequality", **self.no_loss)
        self.arithmetic.fact(joined if unit is None else d.have(le(gamma * m - self.loss, v), joined, unit, root_sign))
        self.arithmetic.sign(v, root_sign)
        self.arithmetic.sign(S2(M), size)
        self.arithmetic.equation(root_square, S2(M))
        self.arithmetic.fact(*(line for pair in self.below_root(v, root_square) for line in pair))

    def below_root(self, length: Polynomial, *at_most: str) -> Iterator[tuple[str, str]]:
        """X² ≤ R²M and X ≤ R√M for each radius that is known; the lines `at_most` say that X² ≤ S₂."""
        for radius in self.radii:
            image: dict[str, Any] = {} if radius is R else {"R": 1}
            bounded = self.d.cite("bounded-sum", **image)
            squared = self.d.have(le(length**2, (radius * s) ** 2), *at_most, bounded, self.root_square)
            root = self.d.have(ge(radius * s, 0), self.root_sign, *(["R ≥ 0"] if radius is R else []))
            yield squared, self.d.have(le(length, radius * s), squared, root)

    def weights(self) -> None:
        """γM − TD ≤ ‖u‖·‖w‖ and ‖w‖ ≤ R√M."""
        d = self.d
        self.arithmetic.sign(W, "‖w‖ ≥ 0")
        unit = None if "‖u‖" in self.given or "S2" in self.given else self.length_of_comparator()
        joined = d.cite("weights-master", **self.no_loss)
        self.arithmetic.fact(joined if unit is None else d.have(le(gamma * m - self.loss, W), joined, unit, "‖w‖ ≥ 0"))
        if "S2" not in self.given:
            self.introduced.append(d.sum("S2", lambda k: inner(z(k), z(k)))[3])
        grown = d.cite("norm-growth")
        below = list(self.below_root(W, grown))
        self.weights_lines = [squared for squared, _ in below]
        self.arithmetic.fact(*(line for pair in below for line in pair))
        least = d.cite("weights-least")
        self.arithmetic.fact(d.have(ge(W**2, (2 - m) * S2(M)), least, "‖w‖"))
        if "unit examples" in self.given:
            enough = d.cite("squares-least", c=1)
            self.arithmetic.fact(self.unit_lengths(least, enough, d.cite("bounded-sum", R=1)))
        if "S2" in self.given:
            self.arithmetic.fact(grown, d.have(le(W, v), grown, self.squares_root[1], self.squares_root[0], "‖w‖ ≥ 0"))
            self.arithmetic.fact(d.have(le(W**2, S2(M)), grown))

    def unit_lengths(self, least: str, enough: str, most: str) -> str:
        """‖w‖² ≥ (2 − M)M, as Σ‖x‖² is M."""
        by = certificate(strict("z"), product(least), product(2, enough), product(self.updates, most))
        return self.d.have(ge(W**2, (2 - m) * m), self.d.have(ge(inner(w(M), w(M)), (2 - m) * m), by=by), "‖w‖")

    def progress(self) -> None:
        """⟨u, w⟩ ≥ γM − TD, and |⟨u, w⟩| ≤ ‖u‖‖w‖, squared too."""
        d = self.d
        far = d.cite("progress", **self.no_loss)
        self.arithmetic.fact(far)
        if self.no_loss:
            by = certificate(strict("z"), product(far, far), product(2, "positive margin", far, self.updates))
            self.arithmetic.fact(d.have(ge(inner(u, w(M)) ** 2, (gamma * m) ** 2), by=by))
        b, length = (U, ["‖u‖"]) if "‖u‖" in self.given else (poly(1), ["unit comparator"])
        joined = d.cite("cauchy-schwarz", a=u, b=w(M))
        squared = d.have(le(inner(u, w(M)) ** 2, (b * W) ** 2), joined, *length, "‖w‖", d.square(w(M)))
        size = d.have(ge(b * W, 0), "‖w‖ ≥ 0", *(["‖u‖ ≥ 0"] if "‖u‖" in self.given else []))
        sides = [d.have(le(sign * inner(u, w(M)), b * W), squared, size) for sign in (1, -1)]
        self.arithmetic.fact(*sides, squared, *self.squares_above(b, squared))

    def squares_above(self, b: Polynomial, squared: str) -> Iterator[str]:
        """⟨u, w⟩² ≤ ‖u‖²X for each X that ‖w‖² is at most: early, since no search multiplies that many lines."""
        d, p = self.d, inner(u, w(M)) ** 2
        above = list(self.weights_lines)
        if "S2" in self.given:
            above.append(d.have(le(W**2, S2(M)), "‖w‖", d.cite("norm-growth")))
        for line in above:
            most = W**2 + compare_claim(d.claims[line]).left
            yield d.have(ge(b**2 * most, p), by=certificate(strict("z"), product(squared), product(line, square(b))))


def assumed_facts(arithmetic: Arithmetic[Derivation], lines: Sequence[str]) -> None:
    """Conditions as facts; an equation is one from both sides."""
    d = arithmetic.derivation
    for line in lines:
        claim = compare_claim(d.claims[line])
        both = claim.relation == "="
        arithmetic.fact(*([d.have(ge(sign * claim.left, 0), line) for sign in (1, -1)] if both else [line]))
