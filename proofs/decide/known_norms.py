"""Lines on other norms, from the facts of `norms`: each from lemmas of `proofs.theorems.ranges` about sums, here over the coordinates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from proofs.decide.known_sums import KnownSums
from proofs.decide.norms import ALONG, ALONGS, COMPARATOR, COORDINATES, LONGEST, OF_R_1, OF_R_INF, R_1, R_INF, U_1, U_INF, D, Sizes
from proofs.decide.round_facts import MARKED, mark
from proofs.derive.authoring.certificate import certificate, product
from proofs.derive.authoring.terms import ge, number, real
from proofs.kernel import Index, Polynomial
from proofs.statements.standard_facts import gamma

Within = Sequence[tuple[Polynomial, str]]


class KnownNorms:
    """Lines on how the norms compare with each other, with ‖u‖, with R and with γ."""

    def __init__(self, known: KnownSums, radii: Sequence[Polynomial], longest: Polynomial) -> None:
        self.known, self.d, self.given = known, known.d, known.given
        self.size, self.radii, self.longest = known.b, radii, longest

    def lines(self) -> Iterator[str]:
        """Every line that may help."""
        given, signs = self.given, self.known.signs
        signs |= {value: name for value, name in ((U_INF, "U_inf ≥ 0"), (R_INF, "R_inf ≥ 0")) if name in given}
        if "‖u‖ by coordinates" in given:
            within = [(self.size, "‖u‖ by coordinates")]
            yield from self.comparisons(COMPARATOR, U_1, "U_1", U_INF, self.size, "‖u‖ by coordinates", within)
            yield from self.largest_below_length("U_inf", U_INF, COMPARATOR, within)
        if "β ≥ 0" in given:
            yield from self.comparisons(LONGEST, R_1, "β sums", R_INF, self.longest, "longest", [])
        yield from self.largest_below_length("R_inf", R_INF, OF_R_INF, self.within(OF_R_INF))
        if "R_1" in given:
            yield from self.comparisons(OF_R_1, R_1, "R_1", R_INF, self.longest, "", self.within(OF_R_1))
        if "ω₁ far" in given and "U_inf ≥ 0" in given and "β sums" in given:
            yield self.margin_below_norms(R_1, "β sums", LONGEST, U_INF, "U_inf ≥ 0", COMPARATOR)
        if "ω₁ far" in given and "R_inf ≥ 0" in given and "U_1" in given:
            yield self.margin_below_norms(U_1, "U_1", COMPARATOR, R_INF, "R_inf ≥ 0", LONGEST)

    def within(self, sizes: Sizes) -> Within:
        """The radii, each with the fact that the vector is no longer."""
        named = [(radius, f"{sizes.of.name} within{'′' * place}") for place, radius in enumerate(self.radii)]
        return [(radius, name) for radius, name in named if name in self.given]

    def sign(self, length: Polynomial) -> str:
        """The line that a length is not negative."""
        return next((f"{name} ≥ 0" for name in ("‖u‖", "R") if length == real(name)), "") or self.d.have(ge(length, 0))

    def comparisons(
        self, v: Sizes, one: Polynomial, sums: str, most: Polynomial, length: Polynomial, squares: str, within: Within
    ) -> Iterator[str]:
        """Compare `one` (‖·‖₁), the length and `most` (‖·‖∞) by the sizes p of one vector.

        sums     the fact that Σp is `one`, or at most that
        squares  the fact that Σp² is the squared length
        within   the facts that Σp² is at most a squared radius
        """
        d, total, known = self.d, v.sums(D), "d" in self.given
        sign = d.cite("losses-sign", ξ=lambda j: v.of(j), TD=lambda j: v.sums(j), M=D)
        exactly = sums in ("U_1", "R_1")
        if has_sum := sums in self.given:
            more = d.have(ge(one, total), sums)
            self.known.signs[one] = d.have(ge(one, 0), more, sign)
        if has_sum and squares in self.given:
            below = d.cite("losses-square-below", **v.image())
            parts = product(below), product(more, more), product(2, more, sign)
            squared = d.have(ge(one**2, v.squares(D)), by=certificate(*parts))
            yield self.known.root_of(length, one, self.known.signs[one], squared, squares)
        if has_sum and exactly and known:
            spread = d.cite("losses-cauchy-schwarz", **v.image())
            squared = d.have(ge(COORDINATES * v.squares(D), one**2), spread, sums)
            for radius, line in within:
                less = d.have(ge(radius**2, v.squares(D)), line)
                yield d.have(ge(COORDINATES * radius**2, one**2), by=certificate(product(squared), product(d.natural(D), less)))
        if f"{v.of.name} at most" not in self.given:
            return
        at_most = d.cite("rounds-square-most", c=most, f=lambda j: v.of(j), A=lambda j: v.sums(j), P=lambda j: v.squares(j), T=D)
        top = self.known.signs[most]
        if has_sum and squares in self.given:
            wider = d.have(ge(one * most, v.squares(D)), by=certificate(product(at_most), product(top, more)))
            yield d.have(ge(one * most, length**2), wider, squares)
        if known:
            self.known.each(COORDINATES, lambda j: d.have(ge(most - v.of(j), 0), d.at(f"{v.of.name} at most", j)))
            wide = self.known.sum_text(lambda j: most - v.of(j), lambda j: most * number(j) - v.sums(j), v.sums.name, upto=D)
            if has_sum and exactly:
                yield d.have(ge(COORDINATES * most, one), wide, sums)
            if squares in self.given:
                wider = d.have(ge(COORDINATES * most**2, v.squares(D)), by=certificate(product(at_most), product(top, wide)))
                yield d.have(ge(COORDINATES * most**2, length**2), wider, squares)

    def largest_below_length(self, name: str, value: Polynomial, v: Sizes, within: Within) -> Iterator[str]:
        """The size of a coordinate is at most the length."""
        if f"{name} attained" not in self.given:
            return
        self.known.each(COORDINATES, lambda j: self.d.have(ge(v.of(j) ** 2, 0)))
        image: dict[str, Any] = {"χ": lambda j: mark[name](j), "f": lambda j: v.of(j) ** 2, "B": lambda j: MARKED[name](j)}
        above = self.d.cite("rounds-above-updates", A=lambda j: v.squares(j), T=D, **image)
        for radius, line in within:
            yield self.known.root_of(value, radius, self.sign(radius), above, f"{name} attained", line)

    def margin_below_norms(self, one: Polynomial, sums: str, v: Sizes, most: Polynomial, top: str, other: Sizes) -> str:
        """γ ≤ ‖v‖₁‖other‖∞, by Σ|u_j x_j| ≥ ⟨u, x⟩."""
        d = self.d

        def each(j: Index) -> str:
            parts = product(d.at(f"{other.of.name} at most", j), d.at(f"{v.of.name} ≥ 0", j)), product(d.at("ω at most", j))
            return d.have(ge(most * v.of(j) - ALONG(j), 0), by=certificate(*parts))

        self.known.each(COORDINATES, each)
        line = self.known.sum_text(
            lambda j: most * v.of(j) - ALONG(j), lambda j: most * v.sums(j) - ALONGS(j), v.sums.name, "ω₁", upto=D
        )  # fmt: skip
        more = d.have(ge(one, v.sums(D)), sums)
        return d.have(ge(one * most, gamma), by=certificate(product(line), product("ω₁ far"), product(top, more)))
