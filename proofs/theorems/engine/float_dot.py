"""How far a sum of n products in floats is from the exact one: by at most ((1 + u)ⁿ⁺¹ − 1)·‖a‖‖b‖, for roundings of at most u.

The proof.  Each step of the sum is one of `float-sum`, in whatever order the terms are added up; a fused multiplication is one where the
second sum is exact.  Added up one after the other, n products have G = (1 + u)ⁿ⁺¹ by induction.  The terms |a(i)b(i)| sum to at most
‖a‖‖b‖, which is Cauchy–Schwarz, term by term.
"""

from proofs.statements.authoring import (
    Callable, Derivation, Displayed, Draw, Fact, Formula, Fraction, Images, Index, Instance, NoDerivation, Polynomial, Square, certificate,
    eq, every, ge, joined, k, le, lemma, multiple, pair, product, real, seq, sequence, split, square, strict, summed, theorem,
)  # fmt: skip
from proofs.theorems.engine.rounding import HALF, P, growing, growth, n, u
from proofs.theorems.probability.finite import unfold

ZERO = Index(None)
a, b, c, made, delta, rounded = seq("a"), seq("b"), seq("c"), seq("s"), seq("δ"), seq("ε")


@lemma((("q ≥ 0", ge(real("q"), 0)), ("p² ≤ q²", le(real("p") ** 2, real("q") ** 2))), claim=le(real("p"), real("q")))
def square_order(d: Derivation) -> None:
    """p² ≤ q² with q ≥ 0 gives p ≤ q."""
    d.conclude(by=certificate(strict("z", "z"), product(2, "q ≥ 0", "z"), "p² ≤ q²"))


def dot(size: Index) -> Polynomial:
    return summed(size, lambda i: a(i) * b(i))


def sizes(size: Index) -> Polynomial:
    return summed(size, c)


def squares(of: seq, size: Index) -> Polynomial:
    return summed(size, lambda i: of(i) ** 2)


def _sizes_bound(d: Derivation, sign: int) -> tuple[str, str]:
    """∀k ±a(k)b(k) ≤ c(k), and ∀k ±Σ ab ≤ Σ c."""
    some, others = unfold(d, lambda i: a(i) * b(i)), unfold(d, c)
    term = sign * a(k) * b(k)
    d.have(le(term**2, c(k) ** 2), d.at("c²", k))
    d.at("c ≥ 0", k)
    each = d.generalise(d.cite("square-order", p=term, q=c(k)), k)

    def more(i: Index, before: str) -> str:
        by = certificate(before, d.at(each, i), multiple(-sign, d.at(some[1], i)), multiple(1, d.at(others[1], i)))
        return d.have(ge(sizes(i + 1), sign * dot(i + 1)), by=by)

    none = certificate(multiple(-sign, some[0]), multiple(1, others[0]))
    return each, d.induction(lambda i: ge(sizes(i), sign * dot(i)), lambda: d.have(ge(sizes(ZERO), sign * dot(ZERO)), by=none), more)


def _product_off(d: Derivation, i: Index, sign: int, grown: str, bounds: dict[int, str]) -> str:
    """±(ab(1 + δ) − ab) ≤ (P − 1)c."""
    low, high = ("δ ≥", "δ ≤") if sign > 0 else ("δ ≤", "δ ≥")
    small, large = d.at(bounds[1], i), d.at(bounds[-1], i)
    half = product(HALF, small, d.at(low, i)), product(HALF, large, d.at(high, i))
    room = d.at("c ≥ 0", i)
    return d.have(ge((P(i) - 1) * c(i), sign * a(i) * b(i) * delta(i)), by=certificate(*half, product(d.at(grown, i), room)))


def _rounded(d: Derivation) -> tuple[str, str]:
    """∀k ±(s(k) − Σ ab) ≤ (P(k) − 1)·Σ c."""
    grown = growing(d)
    each, whole = {}, {}
    for sign in (1, -1):
        each[sign], whole[sign] = _sizes_bound(d, sign)
    some, others = unfold(d, lambda i: a(i) * b(i)), unfold(d, c)

    def claims(i: Index) -> tuple[Formula, Formula]:
        most, gap = (P(i) - 1) * sizes(i), made(i) - dot(i)
        return ge(most - gap, 0), ge(most + gap, 0)

    def base() -> str:
        none = [multiple(P(0) - 1, others[0])]
        parts = [(1, "s starts"), (-1, some[0])]
        lines = []
        for sign, claim in zip((1, -1), claims(ZERO), strict=True):
            lines.append(d.have(claim, by=certificate(*none, *(multiple(-sign * m, line) for m, line in parts))))
        return joined(d, *lines)

    def step(i: Index, before: str) -> str:
        split(d, before, *claims(i))
        now = d.at("P", i), d.at(others[1], i), d.at("s", i), d.at(some[1], i)
        for sign in (1, -1):
            _product_off(d, i, sign, grown, each)
            d.at(whole[sign], i)
            d.at("ε ≤" if sign > 0 else "ε ≥", i)
        lines = []
        for sign, claim in zip((1, -1), claims(i + 1), strict=True):
            term = sign * a(i) * b(i)
            images: Images = {"s": sign * made(i), "S": sign * dot(i), "A": sizes(i), "G": P(i), "ε": rounded(i), "u": u}
            images |= {"t": term * (1 + delta(i)), "T": term, "B": c(i)}
            off = d.cite("float-sum", **images)
            turned = (sizes(i + 1), now[0]), ((1 + u) * P(i) - 1, now[1]), (-sign, now[2]), (sign, now[3])
            lines.append(d.have(claim, by=certificate(off, *(multiple(m, line) for m, line in turned))))
        return joined(d, *lines)

    always = d.induction(lambda i: pair(*claims(i)), base, step, note="off by at most (P − 1)·Σ|ab|")
    return split(d, d.line("instantiate", pair(*claims(n)), [always], {"at": n}), *claims(n))


def _cauchy_schwarz(d: Derivation) -> str:
    """(Σ c)² ≤ Σ a²·Σ b²."""
    all_ = unfold(d, c), unfold(d, lambda i: a(i) ** 2), unfold(d, lambda i: b(i) ** 2)

    def positive(which: int, of: Callable[[Index], Polynomial], more: Callable[[Index], str | Square]) -> str:
        def step(i: Index, before: str) -> str:
            return d.have(ge(of(i + 1), 0), by=certificate(before, more(i), multiple(1, d.at(all_[which][1], i))))

        return d.induction(lambda i: ge(of(i), 0), lambda: d.have(ge(of(ZERO), 0), all_[which][0]), step)

    lengths = (
        positive(0, sizes, lambda i: d.at("c ≥ 0", i)),
        positive(1, lambda i: squares(a, i), lambda i: square(a(i))),
        positive(2, lambda i: squares(b, i), lambda i: square(b(i))),
    )

    def step(i: Index, before: str) -> str:
        A, U, V = sizes(i), squares(a, i), squares(b, i)
        half, equal = U * b(i) ** 2 + V * a(i) ** 2, d.at("c²", i)
        signs = [d.at(line, i) for line in lengths]
        d.have(ge(half, 0), by=certificate(product(signs[1], square(b(i))), product(signs[2], square(a(i)))))
        cross = square(U * b(i) ** 2 - V * a(i) ** 2), product(4, before, square(a(i) * b(i))), multiple(-4 * A**2, equal)
        d.have(le((2 * A * c(i)) ** 2, half**2), by=certificate(*cross))
        mixed = d.cite("square-order", p=2 * A * c(i), q=half)
        nexts = [d.at(more, i) for _, more in all_]
        first = d.have(ge((U + a(i) ** 2) * (V + b(i) ** 2), (A + c(i)) ** 2), by=certificate(before, mixed, multiple(-1, equal)))
        turned = (multiple(-sizes(i + 1) - A - c(i), nexts[0]), multiple(squares(b, i + 1), nexts[1]), multiple(U + a(i) ** 2, nexts[2]))
        return d.have(ge(squares(a, i + 1) * squares(b, i + 1), sizes(i + 1) ** 2), by=certificate(first, *turned))

    def base() -> str:
        by = certificate(multiple(-sizes(ZERO), all_[0][0]), multiple(squares(b, ZERO), all_[1][0]))
        return d.have(ge(squares(a, ZERO) * squares(b, ZERO), sizes(ZERO) ** 2), by=by)

    return d.at(d.induction(lambda i: ge(squares(a, i) * squares(b, i), sizes(i) ** 2), base, step, note="Cauchy–Schwarz"), n)


def sample_dot(draw: Draw) -> Instance:
    """Up to three products, with roundings as large as they may be, or smaller."""
    terms, unit = draw.upto(3), Fraction(draw.upto(2), 4)
    rows: dict[str, list[Fraction]] = {name: draw.numbers(5) for name in "ab"}
    if draw.rarely():
        rows["b"] = [abs(v) for v in rows["b"]]
        rows["a"] = [abs(v) for v in rows["a"]]
    for name in ("δ", "ε"):
        rows[name] = [unit * Fraction(draw.upto(4) - 2, 2) for _ in range(5)]
        if draw.rarely():
            rows[name] = [unit] * 5
        if draw.rarely():
            rows[name] = [3 * draw.number() for _ in range(5)]
    if draw.rarely():
        unit = -abs(draw.number())
    score, grown = [Fraction(0)], [1 + unit]
    for i in range(4):
        score.append((score[i] + rows["a"][i] * rows["b"][i] * (1 + rows["δ"][i])) * (1 + rows["ε"][i]))
        grown.append((1 + unit) * grown[i])
    rows |= {"c": [abs(p * q) for p, q in zip(rows["a"], rows["b"], strict=True)], "s": score, "P": grown}
    return Instance(3, {"n": terms}, {"u": unit}, rows)


def bounded(name: str, words: str, of: seq) -> tuple[Fact, Fact]:
    return (Fact(f"{name} ≤", words, every(k, le(of(k), u))), Fact(f"{name} ≥", f"{words}, from below", every(k, ge(of(k), -u))))


@theorem(
    sources=(),
    facts=(
        *bounded("δ", "the rounding of a product is at most u", delta),
        *bounded("ε", "the rounding of a sum is at most u", rounded),
        *sequence(
            "s",
            made,
            0,
            (made(k) + a(k) * b(k) * (1 + delta(k))) * (1 + rounded(k)),
            "s(k) is the float sum of the first k products",
            "one more product, rounded, and the sum, rounded",
        ),
        Fact("c ≥ 0", "c(k) is |a(k)b(k)|", every(k, ge(c(k), 0)), defines=c),
        Fact("c²", "c(k)² is its square", every(k, eq(c(k) ** 2, a(k) ** 2 * b(k) ** 2)), defines=c),
        *growth,
    ),
    claim=le((made(n) - dot(n)) ** 2, (P(n) - 1) ** 2 * squares(a, n) * squares(b, n)),
    sample=sample_dot,
    cites=("float-sum", "square-order"),
    printed="true",
    derivation=NoDerivation("Nothing is to be found: each product goes through at most n + 1 roundings."),
    displayed=Displayed("(s - E)**2 <= (P - 1)**2*U*V", {"s": made(n), "E": dot(n), "P": P(n), "U": squares(a, n), "V": squares(b, n)}),
)
def float_dot(d: Derivation) -> None:
    """A sum of n products in floats, one after the other, is off by at most ((1 + u)ⁿ⁺¹ − 1)·‖a‖‖b‖.

    (s − ⟨a, b⟩)² ≤ ((1 + u)ⁿ⁺¹ − 1)²·‖a‖²‖b‖² for the float score s of two lists of n numbers; in floats the first sum, 0 and a product,
    rounds nothing, so that n would do for n + 1.
    """
    d.have(ge(u, 0), d.at("δ ≤", 0), d.at("δ ≥", 0), name="u ≥ 0")
    above, below = _rounded(d)
    d.conclude(by=certificate(product(above, below), product(_cauchy_schwarz(d), square(P(n) - 1))))
