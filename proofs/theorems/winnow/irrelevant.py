"""Winnow where few variables matter: the variables that leave it as it is, a comparison with the Perceptron, and an OR or k of r
variables."""

from math import log as log_of

from proofs.statements.authoring import (
    Coordinates, Derivation, Display, Draw, Fact, Formula, Fraction, Index, Instance, M, Polynomial, certificate, complete, define, dot, eq,
    every, formulas, ge, gt, inner, k, le, lemma, ln, ln_below, ln_product, ln_quadratic, ln_tangent, multiple, multiples, nat, number,
    poly, power_of, product, quotient, real, replace, root_of, seq, sequence, square, strict, theorem, vec, vseq,
)  # fmt: skip
from proofs.theorems.winnow import sample_runs
from proofs.theorems.winnow.common import (
    A, E, N, V, always, axes, beta, comparator, cosh, e, each, eta, factor, g, h, half, i, m, n, per_beta, products, reciprocal, signs,
    sinh, total, update, v, w, z, zero_start,
)  # fmt: skip


# ------------------------------------------------------------------------------------------------------------------------------------------
# Irrelevant variables: on examples in {0,1}ⁿ they leave the L1–L∞ margin as it is.
#
# Source: BL, on L1 and L2 margins, “adding extra irrelevant variables (variables where the target has zero weight) doesn't affect the
# L1–L∞ margin”. True of an example that is not 0 without them; an example that is 0 there has ⟨u, x⟩ = 0 and the margin 0/0 before, 0
# after. Winnow's bound still grows by the logarithm of the number of variables. The L2 margin does suffer: ‖x‖ grows.
#
# The proof. Neither ⟨u, x⟩ nor ‖u‖₁ changes, and ‖x‖∞ is 1 already.

u, x, extra = vec("u"), vec("x"), nat("m")
size, longest, gamma = real("A₀"), real("X₀"), real("γ")
entry = seq("x′")
score, X = seq("S"), seq("X")


facts = (
    Fact("Boolean", "the entries of the m extra variables are 0 or 1", every(k, eq(entry(k) ** 2, entry(k)))),
    Fact("irrelevant", "the target has weight 0 on them", every(k, eq(v(k), 0))),
    Fact("not 0", "the example is in {0,1}ⁿ and not 0 without them: X₀ = ‖x‖∞ = 1", eq(longest, 1)),
    Fact(
        "margin",
        "without them y⟨u, x⟩ is γA₀X₀, A₀ being ‖u‖₁ and X₀ being ‖x‖∞; u stands for y times the target",
        eq(inner(u, x), gamma * size * longest),
    ),
    *sequence("S", score, inner(u, x), score(k) + v(k) * entry(k), "S is y⟨u, x⟩ with the first of them", "S grows by weight times entry"),
    define("A starts", "A is ‖u‖₁ with the first of them", A(0), size),
    define("A at a weight ≥ 0", "A grows by the size of the weight", A(k + 1), A(k) + v(k), where=ge(v(k), 0)),
    define("A at a weight < 0", "A grows by its size", A(k + 1), A(k) - v(k), where=gt(0, v(k))),
    define("X starts", "X is ‖x‖∞ with the first of them", X(0), longest),
    define("X grows", "X becomes the entry if that is more", X(k + 1), entry(k), where=gt(entry(k), X(k))),
    define("X stays", "else X stays", X(k + 1), X(k), where=ge(X(k), entry(k))),
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


@theorem(facts, claim=eq(score(extra), gamma * A(extra) * X(extra)), sample=sample)
def irrelevant_variables(d: Derivation) -> None:
    """Irrelevant variables leave the L1–L∞ margin of examples in {0,1}ⁿ as it is.

    With m more variables of weight 0 and entries 0 or 1, y⟨u, x⟩ is still γ‖u‖₁‖x‖∞; S, A and X are these three with them.

    Printed, and true with assumptions:
    - BL irrelevant variables: true unless x = 0 without them; the bound still grows with the number of variables

    No derivation: SymPy has nothing to find: none of the three numbers changes.
    """
    d.at(d.induction(lambda i: eq(score(i), inner(u, x))), extra)

    def size_index(i: Index, before: str) -> list[str]:
        zero = d.at("irrelevant", i)
        return [d.at("A at a weight ≥ 0", i), zero]

    d.at(d.induction(lambda i: eq(A(i), size), (), size_index), extra)

    def top_index(i: Index, before: str) -> None:
        d.have(ge(X(i), entry(i)), note="a Boolean entry is at most 1")

    d.at(d.induction(lambda i: eq(X(i), 1), step=top_index), extra)


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

u_against, size_against, x_against = seq("u"), seq("a"), seq("x")
U2, U1, X2, ones = seq("Q"), seq("r"), seq("P"), seq("s")
log, side = ln(2 * number(n)), real("σ")


def sum_name(name: str, total: seq, term: Polynomial, what: str) -> tuple[Fact, Fact]:
    return sequence(name, total, 0, total(k) + term, f"{name} is {what}")


facts_against = (
    Fact(
        "weights", "the target's weights are −1, 0 or 1: each size is its own square", every(k, eq(size_against(k) ** 2, size_against(k)))
    ),
    Fact("Boolean", "the entries of an example are 0 or 1", every(k, eq(x_against(k) ** 2, x_against(k)))),
    *root_of("a", size_against(k), u_against(k) ** 2, "a size", "the size of a weight"),
    *sum_name("Q", U2, u_against(k) ** 2, "the sum of the squares of the weights"),
    *sum_name("r", U1, size_against(k), "the sum of their sizes, the number r of weights that are not 0"),
    *sum_name("P", X2, x_against(k) ** 2, "the sum of the squares of the entries"),
    *sum_name("s", ones, x_against(k), "the number of ones in the example"),
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
    facts_against,
    claim=Display("sigma*(P*Q - 2*log(2*n)*r**2) >= 0", {"P": X2(n), "Q": U2(n), "n": number(n), "r": U1(n), "sigma": side}),
    sample=sample_against,
)
def winnow_against_perceptron(d: Derivation) -> None:
    """For r weights of ±1 and s ones Winnow's bound 2 ln(2n)·r² is at most the Perceptron's Q·P if s ≥ 2r ln 2n, at least if s ≤ 2r ln 2n.

    Q·P = ‖u‖²‖x‖² and r = ‖u‖₁, with ‖x‖∞ = 1; both bounds are times μ², the square of the least score.  σ = 1 is the first case, dense
    examples and a sparse target, and σ = −1 the second.

    Printed, and true with assumptions:
    - BL dense and sparse: a comparison of the bounds, the only meaning that it can have
    """

    def equal(square: seq, plain: seq) -> str:
        """Both sums are one, as their terms are."""

        return d.at(d.induction(lambda i: eq(square(i), plain(i))), n)

    equal(U2, U1)
    equal(X2, ones)
    d.induction(lambda i: ge(U1(i), 0))
    d.have(eq(U2(n) * X2(n), U1(n) * ones(n)), note="so the bounds differ by r(s − 2r ln 2n)")


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
    define("b", "b is the dummy's weight", dummy_weight, half - number(least)),
    *root_of("h", heavy, dummy_weight**2, "a size", "h is the size of the dummy's weight"),
    *sequence("A", size_of, heavy, size_of(k) + 1, "A is ‖u‖₁, the sum of the sizes of these weights"),
    define("label 1", "the label is 1 where κ of the r variables are 1", label, 1, where=ge(count(relevant), number(least))),
    define("label −1", "else it is −1", label, -1, where=gt(number(least), count(relevant))),
    claim=Display(
        "y*S*(2*r + 2*kappa - 1) >= A",
        {"y": label, "S": score_of(relevant), "r": number(relevant), "kappa": number(least), "A": size_of(relevant)},
    ),
    sample=sample_threshold,
)
def winnow_k_of_r(d: Derivation) -> None:
    """Winnow's margin for κ of r variables, such as an OR, is 1/(2r + 2κ − 1): y⟨u, x⟩(2r + 2κ − 1) ≥ ‖u‖₁ where ‖x‖∞ = 1.

    The label is 1 where κ of r variables are 1, among any number of others; κ = 1 is an OR.  For the weight 1 on each of these r and
    1/2 − κ on a dummy of 1, the label times the score is at least ‖u‖₁/(2r + 2κ − 1) on every example in {0, 1}ⁿ; and then ‖x‖∞ = 1.

    Printed, and true with assumptions:
    - BL plan for today, Winnow: no bound is printed; by this margin that of `winnow` is 2(2r + 2κ − 1)² ln(2n),
      the dummy among the n variables
    """

    def whole(of: Polynomial) -> Formula:
        near = of - number(p) + number(q)
        return every(p, every(q, ge(near * (near - 1), 0)))

    p, q = Index("i"), Index("j")

    def base() -> str:
        d.cite("whole-zero")
        return d.cite("whole-equal", s=count(0), r=0)

    def step(i: Index, before: str) -> str:
        d.cite("whole-plus-bit", r=count(i), c=is_one(i))
        return d.cite("whole-equal", s=count(i + 1), r=count(i) + is_one(i))

    wholes = d.induction(lambda i: whole(count(i)), base, step, upto=relevant, note="the number of ones is whole")
    apart = d.at(wholes, relevant, least, 1, note="it is not strictly between κ − 1 and κ")

    scored = d.upto(relevant, lambda i: eq(score_of(i), count(i) + dummy_weight))
    light = d.have(ge(-dummy_weight, heavy))
    d.have(ge(number(relevant) - dummy_weight, size_of(relevant)), light, d.upto(relevant, lambda i: eq(size_of(i), number(i) + heavy)))

    def on(case: str, label_: str) -> str:
        signed = d.apply(label_, case)
        d.have(ge(label * score_of(relevant), half), signed, scored, apart, case, "b", note="the score is 1/2 away from 0")
        return d.conclude()

    d.cases(count(relevant) - number(least), lambda case: on(case, "label 1"), lambda case: on(case, "label −1"))


# ------------------------------------------------------------------------------------------------------------------------------------------
# Winnow with positive weights and the threshold N: an OR of r among N variables costs 2 + 3r log₂ N mistakes, κ of r 8κ(κ + r ln N).
#
# Source: BL, plan for today, names a mistake bound for an OR and one for k of r; both are of the lecture before, and not printed here. For
# an OR the usual count is of at most r(1 + log₂ N) mistakes on label 1, since each doubles a relevant weight and none of these passes 2N;
# with those on label −1 it gives 2 + 3r(1 + log₂ N). What is proved is 3r better.
#
# The proof. No weight is followed, only cη⟨v, g⟩ − W, for the total weight W, the exponents g and the target v, which is 1 on the relevant
# variables. A mistake on label 1 has a score of N at most, and so adds (β − 1)N at most to W, and κ at least to ⟨v, g⟩; one on label −1
# takes (1 − 1/β)N at least from W, and κ − 1 at most from ⟨v, g⟩. For the right c both gain the same. At the end cη⟨v, g⟩ − W is at most
# r·c(ln c − 1), for c ln w − w is greatest at w = c.

examples, labels, some, kappa = vseq("x"), seq("y"), seq("r"), real("κ")
share = inner(e(i), examples(k))
parts = (*comparator[:2], *sequence("r", some, 0, some(i) + v(i), "r adds up the target’s weights: r(N) variables are relevant", over=i))
few = Fact("N", "there is a variable", ge(number(N), 1))
on_some = Fact("target", "the target’s weights are 1 for a relevant variable and 0 for another, or between", each(ge(v(i) - v(i) ** 2, 0)))
bits = Fact("entries", "the entries of an example are 0 or 1, or between", every(k, each(ge(share - share**2, 0)), below=m))
signed = Fact("labels", "the labels are 1 and −1", every(k, eq(labels(k) ** 2, 1), below=m))
made = define("z", "z is the label times the example", z(k), labels(k) * examples(k))
at_threshold = Fact(
    "mistake-driven",
    "an update happens only if the score Σ w(i)x(i) is at most N on label 1, or at least N on label −1",
    every(k, le(inner(E(N), h(k)), labels(k) * number(N)), below=m),
)


def runs(base: Polynomial, named: str, least: Polynomial, words: str) -> tuple[Fact, ...]:
    """Winnow with the threshold N and this factor, where the label is 1 just if `least` relevant variables or more are 1."""
    consistent = every(k, ge(labels(k) * (inner(V(N), examples(k)) - least + half), half), below=m)
    powers = power_of("w", w(k), inner(e(i), g(k)) * ln(base), f"a weight is {named} to the power g(i)", along=e(i), within=always)
    rules = zero_start, made, update, products, at_threshold
    return (few, *axes, *parts, on_some, bits, signed, Fact("consistent", words, consistent), *powers, *rules)


run_of_any = (factor, reciprocal, *runs(beta, "β", kappa, ""))
of_any = (*formulas(*run_of_any), ("β ≤ 2", ge(2 - beta, 0)), ("κ ≥ 1", ge(kappa - 1, 0)))


def three_updates() -> Instance:
    """Winnow on an OR of one among three variables: four examples, of which the third is labelled right."""
    entries = bytes([0, 0, 0, 255, 0, 0, 255, 0, 0, 0, 255, 0])
    run = sample_runs.sample_or(Draw(bytes([0, 255, 255, 0, 0, 50]) + entries))
    return complete(replace(run, reals={**run.reals, "κ": Fraction(1)}), run_of_any)


@lemma(of_any, claim=every(k, ge(total(k) + number(N) * (cosh - 1 + labels(k) * sinh) - total(k + 1), 0), below=m), example=three_updates)
def winnow_threshold_round(d: Derivation) -> None:
    """a mistake adds at most (β − 1)N to the total weight on label 1, and takes at least (1 − 1/β)N from it on label −1."""
    j = Index("j")
    guard = d.assume(ge(m, number(j) + 1))
    y, one, shown = labels(j), d.at("labels", j), d.at("z", j)
    slope = sinh + y * (cosh - 1)

    def add(i: Index) -> Formula:
        return ge(inner(E(i), w(j)) + slope * inner(E(i), h(j)) - inner(E(i), w(j + 1)), 0)

    def step(i: Index, before: str) -> str:
        a, b, x = inner(e(i), w(j)), inner(e(i), w(j + 1)), inner(e(i), examples(j))
        d.at("entries", j, i)
        turned, unit = d.expand(shown, e(i)), d.at("E", i)
        below = d.cite("winnow-entry", a=a, b=b, x=x, y=y)
        lines = [*(d.expand(unit, at) for at in (w(j + 1), w(j), h(j))), d.at("h", j, i), turned, one]
        equations = multiples((-1, 1, slope, slope, slope * a, a * x * (cosh - 1)), lines)
        return d.have(add(i + 1), by=certificate(before, below, *equations))

    summed = d.upto(N, add, step=step, note="the chord at every weight, added up")
    growth = d.have(ge(cosh - 1, 0))
    falls = d.have(gt(1 - per_beta, 0))
    rises = d.have(ge(slope, 0), by=certificate(falls, product(1, growth, d.have(ge(1 + y, 0)))))
    wrong, claim = d.at("mistake-driven", j), total(j) + number(N) * (cosh - 1 + y * sinh) - total(j + 1)
    grown = d.have(ge(claim, 0), by=certificate(summed, product(1, rises, wrong), multiple(-number(N) * (cosh - 1), one)))
    d.generalise(d.discharge(grown, guard), j)


@lemma(
    of_any,
    claim=ge((2 * kappa - 1) * beta * eta + some(N) * (beta**2 - 1) * ln(number(N)), m * (kappa - (kappa - 1) * beta) * (beta - 1) * eta),
    example=three_updates,
)
def winnow_threshold(d: Derivation) -> None:
    """Winnow with the threshold N: M(κ − (κ − 1)β)(β − 1)η ≤ (2κ − 1)βη + r(β² − 1) ln N for η = ln β, 1 < β ≤ 2."""
    positive = signs(d)[0]
    slow = ln_below(d, beta, positive, note="η ≥ 1 − 1/β")
    rate, wide = d.have(gt(eta, 0)), d.have(gt(2 * sinh, 0))
    q, inverse = d.inverse(d.have(gt((2 * kappa - 1) * eta, 0)), "q")
    q_sign, n_sign = d.have(gt(q, 0)), d.have(gt(number(N), 0))
    level = 2 * sinh * q  # what c is for each of the N
    level_sign = d.have(gt(level, 0))
    low = _at_most_e(d, level, (slow, rate, wide, inverse, q_sign, level_sign))
    c, gain = level * number(N), kappa * level * eta - beta + 1
    c_sign, parted = d.have(gt(c, 0)), ln_product(d, level, number(N), level_sign, n_sign)
    rounds = d.cite("winnow-threshold-round")

    def gain_index(k: Index) -> Formula:
        return ge(c * eta * inner(V(N), g(k)) - total(k) + number(N) * (1 - gain * number(k)), 0)

    def gain_once(k: Index, before: str) -> str:
        moves = d.expand(d.at("update", k), V(N)), d.expand(d.at("z", k), V(N)), inverse
        equations = multiples((c * eta, c * eta, -number(N) * sinh * (1 - labels(k))), moves)
        right = product(1, c_sign, rate, d.at("consistent", k))
        return d.have(gain_index(k + 1), by=certificate(before, d.at(rounds, k), right, *equations))

    d.expand("zero start", V(N)), d.cite("winnow-start")
    most = d.upto(M, gain_index, step=gain_once, note="each mistake gains the same")

    def hold(i: Index) -> Formula:
        return ge(some(i) * c * (ln(c) - 1) + inner(E(i), w(M)) - c * eta * inner(V(i), g(M)), 0)

    def hold_one(i: Index, before: str) -> str:
        power, sign = d.at("w", M, i), d.at("w > 0", M, i)
        above, below = d.have(ge(v(i), 0)), d.have(ge(1 - v(i), 0))
        tangent = ln_tangent(d, inner(e(i), w(M)), c, sign, c_sign)
        lines = d.at("r", i), d.expand(d.at("E", i), w(M)), d.expand(d.at("V", i), g(M)), power
        equations = multiples((c * (ln(c) - 1), 1, -c * eta, c * v(i)), lines)
        return d.have(hold(i + 1), by=certificate(before, product(1, tangent, above), product(1, sign, below), *equations))

    empty = ["r starts", d.expand("E starts", w(M)), d.expand("V starts", g(M))]
    least = d.upto(N, hold, empty, hold_one, note="c ln w − w is greatest at w = c")
    spread = some(N) * level * ln(number(N)) + 1 - gain * m
    whole = d.have(
        ge(number(N) * spread, 0), by=certificate(most, least, product(1, _some(d), c_sign, low), multiple(-some(N) * c, parted))
    )
    each_one = d.have(ge(spread, 0), by=certificate(whole, strict(n_sign, "z")))
    odd, budget = d.have(gt(2 * kappa - 1, 0)), some(N) * ln(number(N)) - m * eta * kappa
    equations = multiple(-2 * sinh * beta * budget, inverse), multiple(budget, "1/β")
    d.conclude(by=certificate(product(1, each_one, odd, positive, rate), *equations))


def _at_most_e(d: Derivation, level: Polynomial, lines: tuple[str, ...]) -> str:
    """ln level ≤ 1, by the tangent at β: (η − 1)² ≤ 1/β²."""
    slow, rate, wide, inverse, q_sign, level_sign = lines
    unit, unit_sign = d.axiom("ln-one"), d.have(gt(1, 0))
    positive, per_beta_sign, _ = signs(d)
    fast = d.have(ge(1 + per_beta - eta, 0), ln_tangent(d, beta, poly(1), positive, unit_sign), unit, "β ≤ 2", per_beta_sign)
    near = d.have(ge(eta - 1 + per_beta, 0), slow, "1/β", per_beta_sign)
    ratio = d.have(ge(2 * sinh - level * eta, 0), by=certificate(product(2, wide, q_sign, rate, "κ ≥ 1"), multiple(-2 * sinh, inverse)))
    tangent = ln_tangent(d, level, beta, level_sign, positive)
    scaled = d.have(
        ge(beta * eta * (1 - ln(level)), 0),
        by=certificate(product(1, rate, tangent), ratio, product(1, positive, near, fast), multiple(-per_beta, "1/β")),
    )
    return d.have(ge(1 - ln(level), 0), by=certificate(scaled, strict(rate, positive, "z")))


of_or = "the label is 1 where a relevant variable is 1, and −1 elsewhere"
of_count = "the label is 1 where κ relevant variables or more are 1, and −1 where at most κ − 1 are"


@theorem(
    runs(poly(2), "2", poly(1), of_or),
    claim=Display("M*log(2) <= 2*log(2) + 3*r*log(N)", {"M": m, "N": number(N), "r": some(N)}),
    sample=sample_runs.sample_or,
    played=True,
)
def winnow_or(d: Derivation) -> None:
    """Winnow with the factor 2 and the threshold N learns an OR of r among N variables with at most 2 + 3r log₂ N mistakes.

    All weights start at 1; a mistake on label 1 doubles the weights of the variables that are 1, one on label −1 halves them.  Whatever
    it predicts for a score of exactly N, at most 2 + 3r log₂ N mistakes are made.

    Printed, and true with assumptions:
    - BL plan for today, Winnow: no bound is printed, only that there is a very nice one
    """
    d.cite("winnow-threshold", "one relevant variable is enough", β=2, κ=1, **{"1/β": half})


@theorem(
    Fact("threshold", "κ is at least 1; for an OR it is 1", ge(number(least), 1)),
    quotient("β", "the factor is 1 + 1/(2κ)", beta, 2 * number(least) + 1, 2 * number(least)),
    reciprocal,
    *runs(beta, "β", number(least), of_count),
    claim=Display("M <= 8*kappa*(kappa + r*log(N))", {"M": m, "N": number(N), "r": some(N), "kappa": number(least)}),
    sample=sample_runs.sample_k_of_r,
    played=True,
)
def winnow_k_of_r_mistakes(d: Derivation) -> None:
    """Winnow with the factor 1 + 1/(2κ) and the threshold N learns κ of r among N variables with at most 8κ(κ + r ln N) mistakes.

    All weights start at 1; a mistake multiplies the weights of the variables that are 1 by 1 + 1/(2κ) on label 1, and divides them by it
    on label −1.  Whatever it predicts for a score of exactly N, at most 8κ(κ + r ln N) mistakes are made.

    Printed, and true with assumptions:
    - BL plan for today, Winnow: no bound is printed; the factor is chosen for κ
    """
    κ, one = number(least), d.have(gt(1, 0))
    positive = d.have(gt(κ, 0))
    d.have(gt(beta, 1), name="factor")
    t, full = 2 * κ * beta, 2 * κ + 1  # they are equal
    bound = d.cite("winnow-threshold", κ=κ)
    curved = ln_quadratic(d, beta, poly(1), d.have(ge(beta - 1, 0)), one)
    flat = multiple(8 * κ**2, d.axiom("ln-one")), multiple(8 * κ - t - full, "β")
    d.have(ge(8 * κ**2 * eta, 4 * κ - 1), by=certificate(product(4, curved, square(κ)), *flat), note="η ≥ (4κ − 1)/(8κ²)")
    logs, sums = ln(number(N)), _some(d)
    wide = d.have(ge(logs, 0), ln_below(d, number(N), d.have(gt(number(N), 0))), "N")
    rest = m * eta * ((κ - 1) * (t + full) - 4 * κ**2 + 2 * κ) + 2 * κ * (2 * κ - 1) * eta + (t + full) * some(N) * logs
    scaled = ge(2 * κ * (4 * κ**2 - 1) * eta + (4 * κ + 1) * some(N) * logs - m * (κ + 1) * eta, 0)
    whole = d.have(scaled, by=certificate(product(4, bound, square(κ)), multiple(-rest, "β")))
    rate = d.have(gt(eta, 0))
    far = d.have(ge(8 * κ * (κ + 1) * eta, 4 * κ + 1))
    over = d.have(
        ge((κ + 1) * eta * (8 * κ**2 + 8 * κ * some(N) * logs - m), 0),
        by=certificate(whole, product(1, far, sums, wide), product(8, rate, square(κ)), product(2, rate, positive)),
    )
    d.conclude(by=certificate(over, strict(rate, positive, "z"), product("z", rate)))


def _some(d: Derivation) -> str:
    """r ≥ 0."""
    return d.upto(N, lambda i: ge(some(i), 0))
