"""Winnow where few variables matter: what they leave as it is, against the Perceptron, and the margin of an OR and of k of r."""

from math import log as log_of

from proofs.statements.authoring import (
    Callable, Coordinates, Derivation, Displayed, Draw, Fact, Formula, Fraction, Index, Instance, Polynomial, Vector, axis, combination,
    defined, dot, eq, every, ge, gt, inner, k, ln, nat, number, real, root_of, seq, sequence, theorem, vec, vseq,
)  # fmt: skip
from proofs.theorems.winnow.common import half


# ------------------------------------------------------------------------------------------------------------------------------------------
# Two axes of a plane that take turns: h is a, b, a, … and l is b, a, b, …; h = (1 + s)/2·a + (1 − s)/2·b for s = 1, −1, 1, …

h, other, a, b = vseq("h"), vseq("l"), vec("a"), vec("b")
turn = seq("s")  # 1 and −1 in turn
ways = half * (1 + turn(k)), half * (1 - turn(k))
plane = (
    axis("a", "a is an axis of the plane", a),
    axis("b", "b is the other axis", b),
    axis("b across a", "b is at right angles to a", a, across=b),
    *sequence("s", turn, 1, -turn(k), "s is 1 and −1 in turn"),
    defined("h", "h is a and b in turn", h(k), ways[0] * a + ways[1] * b),
    defined("l", "l is the other of the two", other(k), ways[1] * a + ways[0] * b),
)


def signs_squared(d: Derivation) -> None:
    """The line "s² = 1", on which what follows rests."""
    d.induction(lambda i: eq(turn(i) ** 2, 1), ["s starts"], lambda i, before: [d.at("s", i)], name="s² = 1")


def along(d: Derivation, i: Index, v: Vector) -> tuple[str, str]:
    """⟨h, v⟩ and ⟨l, v⟩ at i, by the parts of v along the two axes."""
    return d.expand(d.at("h", i), v), d.expand(d.at("l", i), v)


def axes(d: Derivation, i: Index) -> tuple[tuple[str, str], str]:
    """⟨h, h⟩ = 1, ⟨l, l⟩ = 1 and ⟨h, l⟩ = 0 at i."""
    c, e = half * (1 + turn(i)), half * (1 - turn(i))
    of_h, of_l = along(d, i, h(i)), along(d, i, other(i))
    (h_a, l_a), (h_b, l_b), one = along(d, i, a), along(d, i, b), d.at("s² = 1", i)

    def made(
        p: Polynomial, q: Polynomial, line: str, of_a: str, of_b: str, r: Polynomial, s: Polynomial
    ) -> tuple[tuple[Polynomial | int, str], ...]:
        return (1, line), (p, of_a), (q, of_b), (p * r, "a"), (q * s, "b"), (p * s + q * r, "b across a")

    unit_h = d.have(eq(inner(h(i), h(i)), 1), by=combination(*made(c, e, of_h[0], h_a, h_b, c, e), (half, one)))
    unit_l = d.have(eq(inner(other(i), other(i)), 1), by=combination(*made(e, c, of_l[1], l_a, l_b, e, c), (half, one)))
    across = d.have(eq(inner(h(i), other(i)), 0), by=combination(*made(c, e, of_l[0], l_a, l_b, e, c), (-half, one)))
    return (unit_h, unit_l), across


def swapped(d: Derivation, i: Index, at: Vector) -> tuple[str, str]:
    """⟨h(i+1), at⟩ = ⟨l(i), at⟩ and ⟨l(i+1), at⟩ = ⟨h(i), at⟩: the axes change places."""

    def change(sign: int, new: str, one: vseq, old: str, next_: vseq) -> str:
        lines = d.expand(d.at(new, i + 1), at), d.expand(d.at(old, i), at)
        return d.have(eq(inner(one(i + 1), at), inner(next_(i), at)), lines[0], lines[1], d.at("s", i))

    return change(1, "h", h, "l", other), change(-1, "l", other, "h", h)


# ------------------------------------------------------------------------------------------------------------------------------------------
# Irrelevant variables: on examples in {0,1}ⁿ they leave the L1–L∞ margin as it is.
#
# Source: BL, on L1 and L2 margins, “adding extra irrelevant variables (variables where the target has zero weight) doesn't affect the
# L1–L∞ margin”. True of an example that is not 0 without them; an example that is 0 there has ⟨u, x⟩ = 0 and the margin 0/0 before, 0
# after. Winnow's bound still grows by the logarithm of the number of variables. The L2 margin does suffer: ‖x‖ grows.
#
# The proof. Neither ⟨u, x⟩ nor ‖u‖₁ changes, and ‖x‖∞ is 1 already.

u, x, m = vec("u"), vec("x"), nat("m")
size, longest, gamma = real("A₀"), real("X₀"), real("γ")
weight, entry = seq("v"), seq("x′")
score, A, X = seq("S"), seq("A"), seq("X")


facts = (
    Fact("Boolean", "the entries of the m extra variables are 0 or 1", every(k, eq(entry(k) ** 2, entry(k)))),
    Fact("irrelevant", "the target has weight 0 on them", every(k, eq(weight(k), 0))),
    Fact("not 0", "the example is in {0,1}ⁿ and not 0 without them: X₀ = ‖x‖∞ = 1", eq(longest, 1)),
    Fact(
        "margin",
        "without them y⟨u, x⟩ is γA₀X₀, A₀ being ‖u‖₁ and X₀ being ‖x‖∞; u stands for y times the target",
        eq(inner(u, x), gamma * size * longest),
    ),
    *sequence(
        "S", score, inner(u, x), score(k) + weight(k) * entry(k), "S is y⟨u, x⟩ with the first of them", "S grows by weight times entry"
    ),
    defined("A starts", "A is ‖u‖₁ with the first of them", A(0), size),
    defined("A at a weight ≥ 0", "A grows by the size of the weight", A(k + 1), A(k) + weight(k), where=ge(weight(k), 0)),
    defined("A at a weight < 0", "A grows by its size", A(k + 1), A(k) - weight(k), where=gt(0, weight(k))),
    defined("X starts", "X is ‖x‖∞ with the first of them", X(0), longest),
    defined("X grows", "X becomes the entry if that is more", X(k + 1), entry(k), where=gt(entry(k), X(k))),
    defined("X stays", "else X stays", X(k + 1), X(k), where=ge(X(k), entry(k))),
)


def sample(draw: Draw) -> Instance:
    count, target = 1 + draw.upto(2), draw.vector(2)
    shown: Coordinates = (Fraction(1), Fraction(draw.upto(1)))
    if draw.rarely():
        shown = (Fraction(0), Fraction(0)) if draw.upto(1) else draw.vector(2)
    entries = [draw.number() if draw.rarely() else Fraction(draw.upto(1)) for _ in range(count + 2)]
    weights = [draw.number() if draw.rarely() else Fraction(0) for _ in range(count + 2)]
    norm, high = sum(map(abs, target), Fraction(0)), max(map(abs, shown))
    margin = dot(target, shown) / (norm * high) if norm * high and not draw.rarely() else draw.number()
    reals = {"A₀": norm, "X₀": high, "γ": margin}
    return Instance(count, {"m": count}, reals, {"v": weights, "x′": entries}, {"u": target, "x": shown})


@theorem(facts=facts, claim=eq(score(m), gamma * A(m) * X(m)), sample=sample)
def irrelevant_variables(d: Derivation) -> None:
    """Irrelevant variables leave the L1–L∞ margin of examples in {0,1}ⁿ as it is.

    With m more variables of weight 0 and entries 0 or 1, y⟨u, x⟩ is still γ‖u‖₁‖x‖∞; S, A and X are these three with them.

    Printed, and true with assumptions:
    - BL irrelevant variables: true unless x = 0 without them; the bound still grows with the number of variables

    No derivation: Nothing is to be found: none of the three numbers changes.
    """

    same = d.at(d.induction(lambda i: eq(score(i), inner(u, x)), ["S starts"], lambda i, before: [d.at("S", i), d.at("irrelevant", i)]), m)

    def sized(i: Index, before: str) -> list[str]:
        zero = d.at("irrelevant", i)
        d.have(ge(weight(i), 0), zero)
        return [d.at("A at a weight ≥ 0", i), zero]

    kept = d.at(d.induction(lambda i: eq(A(i), size), ["A starts"], sized), m)

    def topped(i: Index, before: str) -> list[str]:
        d.have(ge(X(i), entry(i)), d.at("Boolean", i), before, note="a Boolean entry is at most 1")
        return [d.at("X stays", i)]

    start = d.have(eq(X(0), 1), "X starts", "not 0")
    top = d.at(d.induction(lambda i: eq(X(i), 1), lambda: start, topped), m)
    parts = (1, same), (1, "margin"), (gamma * size, "not 0"), (-gamma * X(m), kept), (-gamma * size, top)
    d.conclude(by=combination(*parts))


# ------------------------------------------------------------------------------------------------------------------------------------------
# Winnow's bound against the Perceptron's: Winnow's is the smaller on dense examples and sparse targets, the other way round it is larger.
#
# Source: BL, on L1 and L2 margins, “Winnow does better if examples are dense but the target is sparse, and Perceptron does better if the
# target is dense but examples are sparse”. Take a target with r weights of ±1 among n, and examples in {0,1}ⁿ with s ones, on which y
# times its score is at least μ. The Perceptron's bound is ‖u‖²‖x‖²/μ² = rs/μ² (`novikoff`), Winnow's at its best rate 2
# ln(2n)‖u‖₁²‖x‖∞²/μ² = 2 ln(2n)r²/μ² (`winnow`). So Winnow's is the smaller where s > 2r ln 2n, the Perceptron's where s < 2r ln 2n. It is
# the bounds that are compared, and no runs.
#
# The proof. A weight of ±1 is as long squared as not, so ‖u‖² = ‖u‖₁ = r; an entry 0 or 1 is its own square, so ‖x‖² = s.

n = nat("n")
u_against, size_against, x_against = seq("u"), seq("a"), seq("x")
U2, U1, X2, ones = seq("Q"), seq("r"), seq("P"), seq("s")
log, side = ln(2 * number(n)), real("σ")


def summed(name: str, total: seq, term: Polynomial, what: str) -> tuple[Fact, Fact]:
    return sequence(name, total, 0, total(k) + term, f"{name} is {what}")


facts_against = (
    Fact(
        "weights", "the target's weights are −1, 0 or 1: each size is its own square", every(k, eq(size_against(k) ** 2, size_against(k)))
    ),
    Fact("Boolean", "the entries of an example are 0 or 1", every(k, eq(x_against(k) ** 2, x_against(k)))),
    *root_of("a", size_against(k), u_against(k) ** 2, "a size", "the size of a weight"),
    *summed("Q", U2, u_against(k) ** 2, "the sum of the squares of the weights"),
    *summed("r", U1, size_against(k), "the sum of their sizes, the number r of weights that are not 0"),
    *summed("P", X2, x_against(k) ** 2, "the sum of the squares of the entries"),
    *summed("s", ones, x_against(k), "the number of ones in the example"),
    Fact(
        "dense or sparse",
        "s ≥ 2r ln 2n for σ = 1, s ≤ 2r ln 2n for σ = −1 (σ may be any number)",
        ge(side * (ones(n) - 2 * log * U1(n)), 0),
    ),
)


def sample_against(draw: Draw) -> Instance:
    count = 1 + draw.upto(3)
    weights = [draw.number() if draw.rarely() else Fraction(draw.upto(2) - 1) for _ in range(count + 2)]
    entries = [draw.number() if draw.rarely() else Fraction(draw.upto(1)) for _ in range(count + 2)]
    dense = sum(entries[:count]) > 2 * sum(map(abs, weights[:count])) * log_of(2 * count)
    return Instance(count, {"n": count}, {"σ": Fraction(1 if dense else -1)}, {"u": weights, "x": entries})


@theorem(
    facts=facts_against,
    claim=Displayed("sigma*(P*Q - 2*log(2*n)*r**2) >= 0", {"P": X2(n), "Q": U2(n), "n": number(n), "r": U1(n), "sigma": side}),
    sample=sample_against,
)
def winnow_against_perceptron(d: Derivation) -> None:
    """For r weights of ±1 and s ones Winnow's bound 2 ln(2n)·r² is at most the Perceptron's Q·P if s ≥ 2r ln 2n, at least if s ≤ 2r ln 2n.

    Q·P = ‖u‖²‖x‖² and r = ‖u‖₁, with ‖x‖∞ = 1; both bounds are times μ², the square of the least score.  σ = 1 is the first case, dense
    examples and a sparse target, and σ = −1 the second.

    Printed, and true with assumptions:
    - BL dense and sparse: a comparison of the bounds, which is what it can be
    """

    def equal(square: seq, plain: seq, steps: tuple[str, ...]) -> str:
        """Both sums are one, as their terms are."""

        def step(i: Index, before: str) -> str:
            own, other, *same = (d.at(line, i) for line in steps)
            signs = [(1, same[0])] + [(-1, line) for line in same[1:]]
            return d.have(eq(square(i + 1), plain(i + 1)), by=combination((1, before), (1, own), (-1, other), *signs))

        starts = f"{square.name} starts", f"{plain.name} starts"
        return d.at(d.induction(lambda i: eq(square(i), plain(i)), starts, step), n)

    weights = equal(U2, U1, ("Q", "r", "weights", "a"))
    entries = equal(X2, ones, ("P", "s", "Boolean"))
    sizes = d.induction(lambda i: ge(U1(i), 0), ["r starts"], lambda i, before: [d.at("r", i), d.at("a ≥ 0", i)])
    apart = d.have(eq(U2(n) * X2(n), U1(n) * ones(n)), weights, entries, note="so the bounds differ by r(s − 2r ln 2n)")
    d.conclude(apart, "dense or sparse", d.at(sizes, n))


# ------------------------------------------------------------------------------------------------------------------------------------------
# That κ of r variables are 1, such as an OR of r, has the L1–L∞ margin 1/(2r + 2κ − 1), however many other variables there are.
#
# Source: BL, plan for today, “we only did the extension to "k of r" functions in class”, and a mistake bound for an OR, which is κ = 1. No
# bound is printed. With this margin that of `winnow` is 2(2r + 2κ − 1)² ln(2n) for n variables, the dummy among them.
#
# The proof. The target has the weight 1 on each of the r variables, 0 on the others, and 1/2 − κ on a dummy that is always 1. The number of
# ones is whole, so its score is 1/2 away from 0 at least; and ‖u‖₁ = r + κ − 1/2.

relevant, least = nat("r"), nat("κ")
is_one, count, label = seq("x"), seq("c"), real("y")
score_of, size_of = seq("S"), seq("A")
dummy_weight, heavy = real("b"), real("h")


def sample_threshold(draw: Draw) -> Instance:
    variables = draw.upto(3)
    entries = [abs(draw.number(9)) if draw.rarely() else Fraction(draw.upto(1)) for _ in range(variables + 3)]
    return Instance(variables + 1, {"r": variables, "κ": 0 if draw.rarely() else 1 + draw.upto(variables)}, {}, {"x": entries})


@theorem(
    facts=(
        Fact("threshold", "κ is at least 1; for an OR it is 1", ge(number(least), 1)),
        Fact("Boolean", "the entries of the example are 0 or 1", every(k, eq(is_one(k) ** 2, is_one(k)), below=number(relevant))),
        *sequence("c", count, 0, count(k) + is_one(k), "c counts the ones among the relevant variables"),
        *sequence(
            "S",
            score_of,
            dummy_weight,
            score_of(k) + is_one(k),
            "S is the target's score: the dummy has the weight b",
            "and each relevant variable the weight 1",
        ),
        defined("b", "b is the dummy's weight", dummy_weight, half - number(least)),
        *root_of("h", heavy, dummy_weight**2, "a size", "h is the size of the dummy's weight"),
        *sequence("A", size_of, heavy, size_of(k) + 1, "A is ‖u‖₁, the sum of the sizes of these weights"),
        defined("label 1", "the label is 1 where κ of the r variables are 1", label, 1, where=ge(count(relevant), number(least))),
        defined("label −1", "else it is −1", label, -1, where=gt(number(least), count(relevant))),
    ),
    claim=Displayed(
        "y*S*(2*r + 2*kappa - 1) >= A",
        {"y": label, "S": score_of(relevant), "r": number(relevant), "kappa": number(least), "A": size_of(relevant)},
    ),
    sample=sample_threshold,
    cites=("whole-zero", "whole-equal", "whole-plus-bit"),
)
def winnow_k_of_r(d: Derivation) -> None:
    """Winnow's margin for κ of r variables, such as an OR, is 1/(2r + 2κ − 1): y⟨u, x⟩(2r + 2κ − 1) ≥ ‖u‖₁ where ‖x‖∞ = 1.

    The label is 1 where κ of r variables are 1, among any number of others; κ = 1 is an OR.  For the weight 1 on each of these r and
    1/2 − κ on a dummy of 1, the label times the score is at least ‖u‖₁/(2r + 2κ − 1) on every example in {0, 1}ⁿ; and then ‖x‖∞ = 1.

    Printed, and true with assumptions:
    - BL plan for today, Winnow: no bound is printed; by this margin Winnow's is 2(2r + 2κ − 1)² ln(2n)

    No derivation: Nothing is to be found: the score is a whole number and a half, and so 1/2 away from 0.
    """

    def whole(i: Index, of: Polynomial) -> Formula:
        near = of - number(p) + number(q)
        return every(p, every(q, ge(near * (near - 1), 0)))

    p, q = Index("i"), Index("j")

    def base() -> str:
        d.cite("whole-zero")
        return d.cite("whole-equal", s=count(0), r=0)

    def step(i: Index, before: str) -> str:
        d.have(eq(is_one(i) ** 3, is_one(i)), d.at("Boolean", i))
        d.cite("whole-plus-bit", r=count(i), c=is_one(i))
        d.at("c", i)
        return d.cite("whole-equal", s=count(i + 1), r=count(i) + is_one(i))

    wholes = d.induction(lambda i: whole(i, count(i)), base, step, upto=relevant, note="the number of ones is whole")
    apart = d.at(wholes, relevant, least, 1, note="it is not strictly between κ − 1 and κ")

    def summed(claim: Callable[[Index], Formula], *names: str) -> str:
        starts = [f"{name} starts" for name in names]
        return d.at(d.induction(claim, starts, lambda i, before: [d.at(name, i) for name in names], upto=relevant), relevant)

    scored = summed(lambda i: eq(score_of(i), count(i) + dummy_weight), "S", "c")
    light = d.have(ge(-dummy_weight, heavy), "h", "h ≥ 0", "b", "threshold")
    sized = d.have(ge(number(relevant) - dummy_weight, size_of(relevant)), light, summed(lambda i: eq(size_of(i), number(i) + heavy), "A"))

    def on(case: str, label_: str) -> str:
        signed = d.apply(label_, case)
        far = d.have(ge(label * score_of(relevant), half), signed, scored, apart, case, "b", note="the score is 1/2 away from 0")
        return d.conclude(far, sized, "b", "threshold", d.natural(relevant))

    d.cases(count(relevant) - number(least), lambda case: on(case, "label 1"), lambda case: on(case, "label −1"))
