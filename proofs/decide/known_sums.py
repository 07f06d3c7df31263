"""Lines on sums over all rounds, on squares of losses and of progress, and on the shortest example, from the facts of `round_facts`.

Each cites a lemma of `proofs.theorems.ranges` about its sum."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol

from proofs.decide.posed import PosedClaim
from proofs.decide.round_facts import (
    G2,
    G2_ALL,
    H2_ALL,
    L2,
    MARKED,
    OF_ROUND,
    OF_UPDATE,
    R_MIN,
    ROUNDS,
    S2_ALL,
    SUMMED,
    SUMS,
    TD_ALL,
    F,
    L,
    Labels,
    example,
    mark,
    marks,
    slack,
)  # fmt: skip
from proofs.derive.authoring.certificate import certificate, multiple, product, strict
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.terms import eq, ge, inner, le, number, poly
from proofs.kernel import Index, Polynomial, Vector
from proofs.statements.standard_facts import S2, TD, M, R, U, W, gamma, u, w, z
from proofs.theorems.hinge.common import H2, Q
from proofs.theorems.ranges.all_rounds import L as LOSSES
from proofs.theorems.ranges.all_rounds import N, P, T, chi, loss, v, x
from proofs.theorems.ranges.sums import G

m = number(M)


class RunFacts(Protocol):
    """Further facts of a run (`range_facts.KnownRange`): the names of its facts, the radius, and ‖u‖R with the lines on its sign."""

    d: Derivation
    posed: PosedClaim
    given: set[str]
    radius: Polynomial
    radii: tuple[Polynomial, ...]
    radius_image: dict[str, Any]
    no_loss: dict[str, Any]

    def reach(self) -> tuple[Polynomial, list[str]]: ...


class KnownSums:
    """The lines, by the quantities of the question; `lines` has all of them, and `signs` the names that are not negative."""

    def __init__(self, known: RunFacts) -> None:
        self.known, self.d, self.given = known, known.d, known.given
        self.names = known.posed.comparison.names
        self.b, self.radius = (U if "‖u‖" in self.given else poly(1)), known.radius
        self.unit = known.posed.game.norm == "unit"
        self.separable = "separable rounds" in self.given
        self.radius_image: dict[str, Any] = known.radius_image
        self.most_wrong = known.posed.asked.flips * known.posed.asked.passes
        self.signs: dict[Polynomial, str] = {}

    def lines(self) -> Iterator[str]:
        """Every line that may help."""
        if "G2" in self.given:
            yield from self.progress_squares()
        if "H₂" in self.given:
            yield self.losses_square_below()
        if "x₀" in self.given:
            yield from self.margin_below_radius()
        if "ξ" in self.given and ("κ" in self.given or "separable" in self.given):
            yield from self.wrong_labels(OF_UPDATE, "H₂", H2 * gamma)
        if "TD_all" in self.given and ("κ′" in self.given or self.separable):
            yield from self.wrong_labels(OF_ROUND, "H2_all", H2_ALL * gamma)
        if "R attained" in self.given:
            yield from self.longest()
        if "S2_all" in self.given and not self.unit:
            yield from self.squares()
        if "TD_all" in self.given:
            yield from self.losses()
        if "H2_all" in self.given:
            yield from self.loss_squares()
        if "G2_all" in self.given:
            yield from self.all_progress_squares()
        if "L of losses" in self.given:
            yield from self.learner_losses()
        if "L2" in self.given:
            yield from self.learner_squares()
        if "F mark" in self.given:
            yield from self.least_score()
        if "R_min" in self.given:
            yield from self.shortest()

    # -- tools ---------------------------------------------------------------------------------------------------------------------------

    def each(self, upto: Polynomial, make: Callable[[Index], str]) -> str:
        """∀i below `upto` of the line that `make` returns."""
        i = Index(f"t{len(self.d.steps)}")
        with self.d.supposing(i, ge(upto, number(i) + 1)):
            make(i)
        return self.d.last

    def reach(self) -> tuple[Polynomial, str]:
        """bR, for ‖u‖ ≤ b, and the line that it is not negative."""
        size, signs = self.known.reach()
        return size, self.d.have(ge(size, 0), *signs)

    def short(self) -> str:
        """⟨u, u⟩ ≤ b²."""
        return self.d.have(le(inner(u, u), self.b**2), "‖u‖" if "‖u‖" in self.given else "unit comparator")

    def of_rounds(self, name: str) -> dict[str, Any]:
        """The image of a lemma's sums over all rounds and over the updates."""
        f, (whole, part) = SUMMED[name], SUMS[name]
        return {"f": lambda t: f(t), "A": lambda t: whole(t), "B": lambda t: part(t)}

    def above_updates(self, name: str, nonneg: str, whole: Polynomial, of_updates: Polynomial) -> str:
        """The sum over all rounds is at least that over the updates."""
        assert nonneg
        more = self.d.cite("rounds-above-updates", **self.of_rounds(name))
        return self.d.have(ge(whole, of_updates), more, *self.name_sum(name), f"{name} of updates")

    def name_sum(self, name: str) -> list[str]:
        """The line that says which number the sum over all rounds is."""
        return [{"S2": "S2_all", "TD": "TD_all", "Q": "H2_all", "G": "G2_all"}[name]]

    def beside_updates(self, name: str, most: Polynomial, whole: Polynomial, of_updates: Polynomial) -> str:
        """The sum over all rounds is at most that over the updates, and `most` for each other round."""
        less = self.d.cite("rounds-beside-updates", c=most, **self.of_rounds(name))
        return self.d.have(ge(of_updates + most * (ROUNDS - m), whole), less, *self.name_sum(name), f"{name} of updates", "M rounds")

    def sum_text(self, terms: Callable[[Index], Polynomial], total: Callable[[Index], Polynomial], *using: str, upto: Index = T) -> str:
        """Σ terms ≥ 0 over all rounds, for terms that are not negative, by losses-sign; `using`: the recurrences of the sequences."""
        d, i = self.d, Index(f"s{len(self.d.steps)}")
        d.have(eq(total(Index(None)), 0), *(f"{name} starts" for name in using))
        d.generalise(d.have(eq(total(i + 1), total(i) + terms(i)), *(d.at(name, i) for name in using)), i)
        return d.cite("losses-sign", ξ=terms, TD=total, M=upto)

    def root_of(self, low: Polynomial, high: Polynomial, high_sign: str, *squared: str) -> str:
        """low ≤ high from low² ≤ high² and high ≥ 0."""
        return self.d.have(le(low, high), self.d.have(le(low**2, high**2), *squared), high_sign)

    def without_margin(self, low: Polynomial, high: Polynomial, line: str) -> str:
        """low ≤ high from γ·low ≤ γ·high."""
        return self.d.have(le(low, high), by=certificate(strict("z", "positive margin"), product(line)))

    # -- of the updates ------------------------------------------------------------------------------------------------------------------

    def losses_square_below(self) -> str:
        """TD ≥ γH₂."""
        return self.root_of(H2 * gamma, TD(M), self.d.cite("losses-sign"), self.d.cite("losses-square-below"), "H₂")

    def progress_squares(self) -> Iterator[str]:
        d = self.d
        radius = self.radius_image
        self.short()
        self.each(m, lambda i: d.have(ge(inner(u, z(i)) ** 2, 0)))
        self.signs[G2] = d.have(ge(G2, 0), d.cite("losses-sign", ξ=lambda t: inner(u, z(t)) ** 2, TD=lambda t: G(t)), "G2")
        if "bounded examples" in self.given or "R" in self.given:
            yield d.have(ge(self.known.reach()[0] ** 2 * m, G2), d.cite("progress-squares-most", b=self.b, **radius), "G2")
        yield d.have(ge(m * G2, inner(u, w(M)) ** 2), d.cite("progress-spread"), "G2")
        if "S2" in self.given:
            yield d.have(ge(self.b**2 * S2(M), G2), d.cite("progress-squares-below", b=self.b), "G2")
        if "separable" in self.given:
            along = d.have(ge(G2, gamma * inner(u, w(M))), d.cite("progress-squares-least"), "G2")
            far = d.cite("progress", **self.known.no_loss)
            yield along
            yield d.have(ge(G2, gamma**2 * m), by=certificate(strict("z"), product(along), product("positive margin", far)))
            yield self.progress_square()
            self.reach()
            yield d.have(ge(self.known.reach()[0] * inner(u, w(M)), G2), d.cite("progress-squares-reach", b=self.b, **radius), "G2")
            if self.known.radii[-1] is not self.radius:  # R, beside the radius that the game sets
                d.have(ge(self.b * R, 0), *(name for name in ("R ≥ 0", "‖u‖ ≥ 0") if name in self.given))
                yield d.have(ge(self.b * R * inner(u, w(M)), G2), d.cite("progress-squares-reach", b=self.b), "G2")

    def progress_square(self) -> str:
        """Σ⟨u, x⟩² ≤ ⟨u, w⟩² on separable examples, by losses-square-below of ⟨u, x⟩ in place of the losses."""
        d, i = self.d, Index(f"s{len(self.d.steps)}")
        self.each(m, lambda t: d.have(ge(inner(u, z(t)), 0), d.at("separable", t), "positive margin"))
        d.have(eq(inner(u, w(0)), 0), d.expand("zero start", u))
        d.generalise(d.have(eq(inner(u, w(i + 1)), inner(u, w(i)) + inner(u, z(i))), d.expand(d.at("update", i), u)), i)
        return d.have(
            le(G2, inner(u, w(M)) ** 2),
            d.cite("losses-square-below", ξ=lambda t: inner(u, z(t)), TD=lambda t: inner(u, w(t)), Q=lambda t: G(t)),
            "G2",
        )

    # -- wrong labels, and the longest example -------------------------------------------------------------------------------------------

    def margin_below_radius(self) -> Iterator[str]:
        """γ ≤ ‖u‖R, by an example with its right label."""
        d, joined, short = self.d, self.d.cite("cauchy-schwarz", a=u, b=example), self.short()
        squared = d.have(ge(inner(u, example) ** 2, gamma**2), by=certificate(product("x₀", "x₀"), product(2, "positive margin", "x₀")))
        for radius, within in ((self.radius, "x₀ within"), (R, "x₀ within′")):
            if within in self.given:
                signs = [name for name in ("R ≥ 0", "‖u‖ ≥ 0") if name in self.given]
                size = d.have(ge(self.b * radius, 0), by=certificate(product(*signs))) if signs else d.have(ge(poly(1), 0))
                below = d.have(le(inner(u, example) ** 2, (self.b * radius) ** 2), joined, short, within, d.square(u), d.square(example))
                yield self.root_of(gamma, self.b * radius, size, squared, below)

    def wrong_labels(self, of: Labels, squares: str, root: Polynomial) -> Iterator[str]:
        """TD ≤ n(γ + ‖u‖R) where at most n labels are wrong, and root² ≤ n(γ + ‖u‖R)² for the sum of squares: no other has a loss."""
        d, (most, cap), name = self.d, self.largest_loss(of), of.wrong.name
        flips, prime = name in self.given, "′" * (of is OF_ROUND)
        margin = f"right where {name} = 0" if flips else f"separable{' rounds' * (of is OF_ROUND)}"

        def wrong(i: Index) -> Polynomial:
            return of.wrong(i) if flips else poly(0)

        def each(i: Index) -> str:
            loss_, r = of.slack(i), 1 - wrong(i)
            s_, sign, exact, right = inner(u, of.z(i)), d.at(f"ξ{prime} ≥ 0", i), d.at(f"ξ{prime} exactly", i), d.at(margin, i)
            if not flips:
                none = d.have(ge(-(loss_**2), 0), by=certificate(product(sign, right), multiple(-1, exact)))
                return d.have(ge(-loss_, 0), by=certificate(strict("z", "z"), product(none)))
            own = d.at(name, i)
            is_wrong, is_right = d.have(ge(of.wrong(i), 0), own), d.have(ge(r, 0), own)
            parts = product(is_right, sign, right), multiple(-2 * s_ * loss_, own), multiple(-r, exact)
            none = d.have(ge(-r * loss_**2, 0), by=certificate(*parts))
            none = d.have(ge(-r * loss_, 0), by=certificate(strict("z", "z"), product(none), multiple(-(loss_**2), own)))
            return d.have(ge(of.wrong(i) * most - loss_, 0), by=certificate(product(is_wrong, d.at(cap, i)), product(none)))

        self.each(number(of.upto), each)
        count: Callable[[Index], Polynomial] = (lambda i: of.count(i)) if flips else lambda i: poly(0)
        using = [of.losses.name, *([of.count.name] if flips else [])]
        line = self.sum_text(lambda i: wrong(i) * most - of.slack(i), lambda i: most * count(i) - of.losses(i), *using, upto=of.upto)
        wrong_ones, sign = self.most_wrong, d.have(ge(most, 0), "positive margin", self.reach()[1])
        parts = [product(line), *([product(sign, f"{of.count.name} at most")] if flips else [])]
        whole = d.have(ge(wrong_ones * most, of.losses(of.upto)), by=certificate(*parts))
        yield whole if of is OF_UPDATE else d.have(ge(wrong_ones * most, TD_ALL), whole, "TD_all")
        if squares in self.given:
            q = Q if of is OF_UPDATE else SUMS["Q"][0]
            below = d.cite(
                "rounds-square-most", c=most, T=of.upto, f=lambda t: of.slack(t), A=lambda t: of.losses(t), P=lambda t: q(t)
            )  # fmt: skip
            above = d.have(ge(wrong_ones * most**2, q(of.upto)), by=certificate(product(below), product(sign, whole)))
            yield d.have(ge(wrong_ones * most**2, root**2), above, squares)

    def longest(self) -> Iterator[str]:
        """R² ≤ Σ‖x‖² over all rounds, and R² ≤ S₂ + R²(T − M)."""
        d, (whole, part), m_, value = self.d, SUMS["S2"], mark["R"], MARKED["R"]
        self.each(ROUNDS, lambda i: d.square(x(i)))
        image: dict[str, Any] = {"χ": lambda t: m_(t), "f": SUMMED["S2"], "A": lambda t: whole(t), "B": lambda t: value(t)}
        above = d.cite("rounds-above-updates", **image)
        if "S2_all" in self.given:
            yield d.have(ge(S2_ALL, R**2), above, "R attained", "S2_all")
        short = "bounded rounds" if self.radius is R else "bounded rounds′"

        def each(i: Index) -> str:
            own, once, length = d.at("χ", i), d.at("R mark", i), d.square(x(i))
            is_one, rest, unmarked = d.have(ge(chi(i), 0), own), d.have(ge(1 - chi(i), 0), own), d.have(ge(1 - m_(i), 0), once)
            parts = product(is_one, unmarked, length), product(rest, d.at(short, i)), product(rest, unmarked, length)
            return d.have(ge(chi(i) * inner(x(i), x(i)) + R**2 * (1 - chi(i)) - m_(i) * inner(x(i), x(i)), 0), by=certificate(*parts))

        if "S2" in self.given:
            self.each(ROUNDS, each)
            line = self.sum_text(
                lambda t: chi(t) * inner(x(t), x(t)) + R**2 * (1 - chi(t)) - m_(t) * inner(x(t), x(t)),
                lambda t: part(t) + R**2 * (number(t) - N(t)) - value(t),
                "S2″", "N", "R marked",
            )  # fmt: skip
            yield d.have(ge(S2(M) + R**2 * (ROUNDS - m), R**2), line, "R attained", "S2 of updates", "M rounds")

    # -- of all rounds -------------------------------------------------------------------------------------------------------------------

    def squares(self) -> Iterator[str]:
        d = self.d
        nonneg = self.each(ROUNDS, lambda i: d.square(x(i)))
        self.signs[S2_ALL] = d.have(ge(S2_ALL, 0), d.cite("losses-sign", ξ=SUMMED["S2"], TD=lambda t: SUMS["S2"][0](t), M=T), "S2_all")
        yield self.above_updates("S2", nonneg, S2_ALL, S2(M))
        for radius in self.known.radii:
            yield self.beside_updates("S2", radius**2, S2_ALL, S2(M))
        if self.separable:
            yield self.squares_of_margins()

    def squares_of_margins(self) -> str:
        """‖u‖²S2_all ≥ γ²T."""
        d, b = self.d, self.b
        short = self.short()

        def far(i: Index) -> str:
            joined, along = d.cite("cauchy-schwarz", a=u, b=x(i)), d.at("separable rounds", i)
            squared = d.have(ge(inner(u, x(i)) ** 2, gamma**2), by=certificate(product(along, along), product(2, "positive margin", along)))
            return d.have(ge(b**2 * inner(x(i), x(i)) - gamma**2, 0), joined, squared, short, d.square(x(i)))

        self.each(ROUNDS, far)
        whole = SUMS["S2"][0]
        line = self.sum_text(lambda t: b**2 * inner(x(t), x(t)) - gamma**2, lambda t: b**2 * whole(t) - gamma**2 * number(t), "S2′")
        return d.have(ge(b**2 * S2_ALL, gamma**2 * ROUNDS), line, "S2_all")

    def losses(self) -> Iterator[str]:
        d = self.d
        whole = SUMS["TD"][0]
        self.signs[TD_ALL] = d.have(ge(TD_ALL, 0), d.cite("losses-sign", ξ=lambda t: slack(t), TD=lambda t: whole(t), M=T), "TD_all")
        yield self.above_updates("TD", "ξ′ ≥ 0", TD_ALL, TD(M))
        yield self.beside_updates("TD", self.largest_loss()[0], TD_ALL, TD(M))

    def largest_loss(self, of: Labels = OF_ROUND) -> tuple[Polynomial, str]:
        """γ + bR, with the line that no loss of any round is above it."""
        d, (size, sign) = self.d, self.reach()
        self.short()
        within = d.cite("progress-within", b=self.b, z=lambda t: of.z(t), M=of.upto, **self.radius_image)
        self.each(number(of.upto), lambda i: d.have(ge(inner(u, of.z(i)), -size), d.at(within, i), sign))
        return gamma + size, d.cite("largest-loss", ξ=lambda t: of.slack(t), z=lambda t: of.z(t), M=of.upto, b=size)

    def loss_squares(self) -> Iterator[str]:
        """Of the squared losses of all rounds."""
        d, root = self.d, H2_ALL * gamma
        whole, squares = SUMS["TD"][0], SUMS["Q"][0]
        self.signs[H2_ALL] = "H2_all ≥ 0"
        of_rounds: dict[str, Any] = {"ξ": lambda t: slack(t), "TD": lambda t: whole(t), "Q": lambda t: squares(t), "M": T}
        yield d.have(ge(ROUNDS * root**2, TD_ALL**2), d.cite("losses-cauchy-schwarz", **of_rounds), "H2_all", "TD_all")
        most, _ = self.largest_loss()
        square_most = d.cite("rounds-square-most", c=most, f=lambda t: slack(t), A=lambda t: whole(t), P=lambda t: squares(t))
        yield d.have(ge(most * TD_ALL, root**2), square_most, "H2_all", "TD_all")
        yield self.root_of(root, TD_ALL, self.signs[TD_ALL], d.cite("losses-square-below", **of_rounds), "H2_all", "TD_all")
        if "H₂" in self.given:
            self.each(ROUNDS, lambda i: d.have(ge(slack(i) ** 2, 0)))
            more = d.cite("rounds-above-updates", **self.of_rounds("Q"))
            size = d.have(ge(root, 0), by=certificate(strict("z"), product("H2_all ≥ 0", "positive margin")))
            below = self.root_of(H2 * gamma, root, size, more, "H2_all", "Q of updates", "H₂")
            yield self.without_margin(H2, H2_ALL, below)

    def all_progress_squares(self) -> Iterator[str]:
        d, (size, _) = self.d, self.reach()
        nonneg = self.each(ROUNDS, lambda i: d.have(ge(inner(u, x(i)) ** 2, 0)))
        whole, part = SUMS["G"]
        self.signs[G2_ALL] = d.have(ge(G2_ALL, 0), d.cite("losses-sign", ξ=SUMMED["G"], TD=lambda t: whole(t), M=T), "G2_all")
        above = d.cite("rounds-above-updates", **self.of_rounds("G"))
        assert nonneg
        yield d.have(ge(G2_ALL, G2), above, "G2_all", "G of updates", "G2")
        self.short()
        radius = self.radius_image
        d.cite("progress-within", b=self.b, z=lambda t: x(t), M=T, **radius)
        less = d.cite("rounds-beside-updates", c=size**2, **self.of_rounds("G"))
        yield d.have(ge(G2 + size**2 * (ROUNDS - m), G2_ALL), less, "G2_all", "G of updates", "G2", "M rounds")
        if self.separable:
            yield self.progress_of_the_others(whole, part)
        if "S2_all" in self.given and not self.unit:
            yield self.progress_below_squares(whole)

    def progress_of_the_others(self, whole: Any, part: Any) -> str:
        """G2_all ≥ G2 + γ²(T − M)."""
        d = self.d

        def far(i: Index) -> str:
            own, along = d.at("χ", i), d.at("separable rounds", i)
            rest = d.have(ge(1 - chi(i), 0), own)
            squared = d.have(
                ge(inner(u, x(i)) ** 2 - gamma**2, 0), by=certificate(product(along, along), product(2, "positive margin", along))
            )
            return d.have(ge((1 - chi(i)) * (inner(u, x(i)) ** 2 - gamma**2), 0), by=certificate(product(rest, squared)))

        self.each(ROUNDS, far)
        line = self.sum_text(
            lambda t: (1 - chi(t)) * (inner(u, x(t)) ** 2 - gamma**2),
            lambda t: whole(t) - part(t) - gamma**2 * (number(t) - N(t)),
            "G′", "G″", "N",
        )  # fmt: skip
        return d.have(ge(G2_ALL, G2 + gamma**2 * (ROUNDS - m)), line, "G2_all", "G of updates", "G2", "M rounds")

    def progress_below_squares(self, whole: Any) -> str:
        """‖u‖²S2_all ≥ G2_all."""
        d, b, short, lengths = self.d, self.b, self.short(), SUMS["S2"][0]

        def below(i: Index) -> str:
            joined = d.cite("cauchy-schwarz", a=u, b=x(i))
            return d.have(ge(b**2 * inner(x(i), x(i)) - inner(u, x(i)) ** 2, 0), joined, short, d.square(x(i)))

        self.each(ROUNDS, below)
        terms, total = lambda t: b**2 * inner(x(t), x(t)) - inner(u, x(t)) ** 2, lambda t: b**2 * lengths(t) - whole(t)
        return d.have(ge(b**2 * S2_ALL, G2_ALL), self.sum_text(terms, total, "S2′", "G′"), "S2_all", "G2_all")

    # -- the learner's own losses, and its final scores ------------------------------------------------------------------------------------

    def final(self) -> list[str]:
        """⟨v(T), v(T)⟩ = ‖w‖²."""
        d = self.d
        return [d.have(eq(inner(v(T), v(T)), W**2), d.expand("v ends", v(T)), d.expand("v ends", w(M)), "‖w‖")]

    @property
    def squares_of_updates(self) -> Polynomial:
        return m if self.unit else S2(M)

    @property
    def image(self) -> dict[str, Any]:
        """B of the lemmas on losses is the sum of ‖x‖² over the updates."""
        return {"B": lambda t: SUMS["S2"][1](t)}

    def learner_losses(self) -> Iterator[str]:
        d, half_gain = self.d, self.squares_of_updates - W**2
        links = ["L of losses", "M rounds", "S2 of updates", *self.final()]
        more = d.cite("learner-losses-above-updates")
        yield d.have(ge(L, m), more, "L of losses", "M rounds")
        self.signs[L] = d.have(ge(L, 0), more, "L of losses", "M rounds", d.natural(M))
        yield d.have(ge(2 * L, 2 * m + half_gain), d.cite("learner-losses-least", **self.image), *links)
        yield d.have(ge(2 * ROUNDS + half_gain, 2 * L), d.cite("learner-losses-most", **self.image), *links)

    def learner_squares(self) -> Iterator[str]:
        d = self.d
        self.signs[L2] = "L2 ≥ 0"
        of_rounds: dict[str, Any] = {"ξ": lambda t: loss(t), "TD": lambda t: LOSSES(t), "Q": lambda t: P(t), "M": T}
        yield d.have(ge(L2**2, m), d.cite("learner-squares-above-updates"), "L2", "M rounds")
        yield d.have(ge(ROUNDS * L2**2, L**2), d.cite("losses-cauchy-schwarz", **of_rounds), "L of losses", "L2")
        below = d.cite("losses-square-below", **of_rounds)
        yield d.have(ge(L**2, L2**2), below, "L of losses", "L2")
        square = d.cite("losses-square", a=1, b=1, **of_rounds)
        yield d.have(ge(ROUNDS + L2**2, 2 * L), square, "L of losses", "L2")
        links = ["L2", "M rounds", "S2 of updates", *self.final()]
        yield d.have(ge(L2**2, m + self.squares_of_updates - W**2), d.cite("learner-squares-least", **self.image), *links)

    def least_score(self) -> Iterator[str]:
        d, final, value = self.d, self.final(), MARKED["F"]
        yield d.have(ge(W**2, m * F), d.cite("least-score-most"), "M rounds", *final)
        top = self.radius * W
        size = d.have(ge(top, 0), "‖w‖ ≥ 0", *(["R ≥ 0"] if self.radius is R else []))

        def within(sign: int) -> Callable[[Index], str]:
            def line(i: Index) -> str:
                joined, small = d.cite("cauchy-schwarz", a=v(T), b=x(i)), d.at("bounded rounds", i)
                squared = d.have(le(inner(v(T), x(i)) ** 2, top**2), joined, small, *final, d.square(v(T)))
                return d.have(le(sign * inner(v(T), x(i)), top) if sign > 0 else ge(inner(v(T), x(i)), -top), squared, size)

            return line

        image: dict[str, Any] = {
            "χ": lambda t: mark["F"](t), "N": lambda t: marks["F"](t), "B": lambda t: value(t), "f": lambda t: inner(v(T), x(t)),
        }  # fmt: skip
        for sign, lemma, most in ((1, "marked-rounds-most", top), (-1, "marked-rounds-least", -top)):
            self.each(ROUNDS, within(sign))
            line = d.cite(lemma, c=most, **image)
            yield d.have(ge(top, F) if sign > 0 else ge(F, -top), line, "F once", "F attained")

    def shortest(self) -> Iterator[str]:
        d, value = self.d, MARKED["R_min"]
        self.signs[R_MIN] = "R_min ≥ 0"
        image: dict[str, Any] = {
            "χ": lambda t: mark["R_min"](t), "N": lambda t: marks["R_min"](t), "B": lambda t: value(t), "f": lambda t: inner(x(t), x(t)),
        }  # fmt: skip
        for name in ("bounded rounds", "bounded rounds′"):
            if name in self.given:
                radius = R if name.endswith("′") else self.radius
                most = d.cite("marked-rounds-most", c=radius**2, **image)
                sign = "R ≥ 0" if radius is R else d.have(ge(radius, 0))
                yield self.root_of(R_MIN, radius, sign, most, "R_min once", "R_min attained")
        if "S2" in self.given:
            least = d.cite("squares-least", c=R_MIN)
            yield d.have(ge(S2(M), R_MIN**2 * m), least)
            if "‖w‖" in self.given:
                yield d.cite("squares-above-length", c=R_MIN)
        if "S2_all" in self.given:
            self.each(ROUNDS, lambda i: d.have(ge(inner(x(i), x(i)) - R_MIN**2, 0), d.at("R_min", i)))
            whole = SUMS["S2"][0]
            line = self.sum_text(lambda t: inner(x(t), x(t)) - R_MIN**2, lambda t: whole(t) - R_MIN**2 * number(t), "S2′")
            yield d.have(ge(S2_ALL, R_MIN**2 * ROUNDS), line, "S2_all")
        if self.separable:
            size = d.have(ge(self.b * R_MIN, 0), by=certificate(strict("z"), product("R_min ≥ 0", *(["‖u‖ ≥ 0"] if self.b is U else []))))
            yield self.below_shortest(image, gamma, "positive margin", u, self.b, self.short(), lambda i: d.at("separable rounds", i), size)
        if "F" in self.given:
            size, (own,) = d.have(ge(W * R_MIN, 0), by=certificate(product("‖w‖ ≥ 0", "R_min ≥ 0"))), self.final()

            def above(case: str) -> str:
                return self.below_shortest(image, F, case, v(T), W, d.have(le(inner(v(T), v(T)), W**2), own), lambda i: d.at("F", i), size)

            yield d.cases(F, above, lambda case: d.have(ge(W * R_MIN, F), case, size))

    def below_shortest(
        self, f: dict[str, Any], g: Polynomial, sign: str, a: Vector, b: Polynomial, short: str, along: Callable[[Index], str], size: str
    ) -> str:
        """g ≤ bR_min from `short` ‖a‖ ≤ b, `along` ⟨a, x⟩ ≥ g in each round, `sign` g ≥ 0 and `size` bR_min ≥ 0; `f` has the marks."""
        d = self.d

        def far(i: Index) -> str:
            joined, ahead = d.cite("cauchy-schwarz", a=a, b=x(i)), along(i)
            squared = d.have(ge(inner(a, x(i)) ** 2, g**2), by=certificate(product(ahead, ahead), product(2, sign, ahead)))
            return d.have(ge(b**2 * inner(x(i), x(i)), g**2), joined, squared, short, d.square(x(i)))

        self.each(ROUNDS, far)
        ours = f | {"B": lambda t: b**2 * MARKED["R_min"](t), "f": lambda t: b**2 * inner(x(t), x(t))}
        i = d.fresh("s")
        d.have(eq(ours["B"](Index(None)), 0), "R_min marked starts")
        d.generalise(d.have(eq(ours["B"](i + 1), ours["B"](i) + mark["R_min"](i) * ours["f"](i)), d.at("R_min marked", i)), i)
        return self.root_of(g, b * R_MIN, size, d.cite("marked-rounds-least", c=g**2, **ours), "R_min once", "R_min attained")
