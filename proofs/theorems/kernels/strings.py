"""Strings in common, counted in four ways: each is a sum over features, and so a kernel.

Source: BL section 2, the third of the examples.  Number the features f = 0, 1, 2, … and let a(f), b(f) be what x and z have of each; K is
the sum of a(f)b(f).  Four readings are of that form: a feature for each string s of length p, with a = n(s), how often x has it (pairs of
occurrences), a = 1 or 0 (distinct strings), a = in how many ways s is a subsequence of x; and a feature for each s and k = 0, 1, …, with
a = 1 where k < n(s) and else 0.  The last counts the common multiset, Σ min(n(s), m(s)), by the second page.

The proofs.  With an axis e(f) for each feature, φ(n) = Σ a(f)e(f) and ψ(n) = Σ b(f)e(f) over f < n are orthogonal to e(n), so that
⟨φ(n+1), ψ(n+1)⟩ = ⟨φ(n), ψ(n)⟩ + a(n)b(n).  For the minimum m of the whole numbers a and b: the products of ‘k < a’ and ‘k < b’ are 1
before m and 0 from there on, so their sum over k < K is K up to m, and then stays m.  (‘Equal’ is said as (S − m)² ≤ 0: the kernel has no
rule that makes an equation of two inequalities.)
"""

from perceptron.kernels import CommonSubsequences, CommonSubstrings
from proofs.statements.authoring import (
    Derivation, Displayed, Draw, Fact, Formula, Fraction, Index, Instance, NoDerivation, Source, combination, eq, every, ge, gt, implies,
    inner, k, le, nat, number, running, seq, sequence, theorem, vseq,
)  # fmt: skip

i, n, a_count, b_count, least = nat("i"), nat("n"), nat("a"), nat("b"), nat("m")
phi, psi, e = vseq("φ"), vseq("ψ"), vseq("e")
a, b, K = seq("a"), seq("b"), seq("K")
zero = Fraction(0)
KERNELS = (
    CommonSubstrings("product", 1),
    CommonSubstrings("minimum", 1),
    CommonSubstrings("distinct", 1),
    CommonSubsequences(2),
    CommonSubstrings("product", 2),
)
SOURCE = Source("BL", "section 2, third example", "‘how many in common’ can be read in four ways at least; all are kernels")


def sample(draw: Draw) -> Instance:
    """Two strings, and of K what the first features contribute; the kernel itself says what it is when all are counted."""
    kernel = KERNELS[draw.upto(len(KERNELS) - 1)]
    x, z = ("".join("ab"[draw.upto(1)] for _ in range(draw.upto(4))) for _ in range(2))
    of_x, of_z = kernel.features(x), kernel.features(z)
    names = sorted({*of_x, *of_z}, key=str)
    count = len(names) + 2
    first, second = ([features.get(name, zero) for name in names] + [zero, zero] for features in (of_x, of_z))
    sums = running([p * q for p, q in zip(first, second, strict=True)])
    if sums[-1] != kernel(x, z):
        raise ArithmeticError(f"{kernel} of {x!r} and {z!r} is not the sum over its features")
    units = [tuple(Fraction(int(p == q)) for p in range(count)) for q in range(count)]
    cut = [[tuple(v if p < m else zero for p, v in enumerate(values)) for m in range(count)] for values in (first, second)]
    return Instance(count - 2, {}, {}, {"a": first, "b": second, "K": sums}, {}, {"e": units, "φ": cut[0], "ψ": cut[1]})


@theorem(
    sources=(SOURCE,),
    facts=(
        *sequence("φ", phi, 0, phi(k) + a(k) * e(k), "φ is a sum over features", "feature f of x goes to axis f"),
        *sequence("ψ", psi, 0, psi(k) + b(k) * e(k), "ψ is a sum over features", "feature f of z goes to axis f"),
        Fact("axes", "the axes are orthogonal", every(n, every(i, eq(inner(e(i), e(n)), 0), below=number(n))), defines=e),
        Fact("unit axes", "and of length 1", every(k, eq(inner(e(k), e(k)), 1)), defines=e),
        *sequence("K", K, 0, K(k) + a(k) * b(k), "K is a sum over features", "feature f adds a(f)b(f)"),
    ),
    claim=every(k, eq(inner(phi(k), psi(k)), K(k))),
    sample=sample,
    printed="true",
    derivation=NoDerivation("Nothing is to be found: the inner product of two lists of numbers is the sum of the products, by induction."),
)
def string_kernel_features(d: Derivation) -> None:
    """String kernels: a sum over strings of (what x has of it)·(what z has of it) is ⟨φ(x), φ(z)⟩.

    For any number of features, Σ a(f)b(f) is the inner product of the feature vectors of any two strings, on the same axes; what a string
    has of each feature is taken as given, not counted from its letters.
    """

    def unused(features: vseq, name: str) -> str:
        """∀i φ(i) is orthogonal to e(i)."""

        def base() -> str:
            return d.have(eq(inner(features(0), e(n)), 0), d.expand(f"{name} starts", e(n)))

        def step(m: Index, before: str) -> str:
            return d.have(eq(inner(features(m + 1), e(n)), 0), before, d.expand(d.at(name, m), e(n)), d.at(d.at("axes", n), m))

        upto = d.induction(lambda m: eq(inner(features(m), e(n)), 0), base, step, upto=n, note="axis n is not used before feature n")
        return d.generalise(d.at(upto, n), n)

    free_phi, free_psi = unused(phi, "φ"), unused(psi, "ψ")

    def start() -> str:
        return d.have(eq(inner(phi(0), psi(0)), K(0)), d.expand("φ starts", psi(0)), "K starts")

    def further(m: Index, before: str) -> str:
        more, other = d.at("φ", m), d.at("ψ", m)
        added = combination(
            (1, d.expand(more, psi(m + 1))),
            (1, d.expand(other, phi(m))),
            (a(m), d.expand(other, e(m))),
            (b(m), d.at(free_phi, m)),
            (a(m), d.at(free_psi, m)),
            (a(m) * b(m), d.at("unit axes", m)),
            (1, before),
            (-1, d.at("K", m)),
        )
        return d.have(eq(inner(phi(m + 1), psi(m + 1)), K(m + 1)), by=added)

    d.induction(lambda m: eq(inner(phi(m), psi(m)), K(m)), start, further)


smaller = ge(number(b_count), number(a_count))
first, second, S = seq("A"), seq("B"), seq("S")


def sample_minimum(draw: Draw) -> Instance:
    counts = draw.upto(4), draw.upto(4)
    horizon = max(counts) + 1
    below = [[Fraction(int(m < count)) for m in range(horizon + 2)] for count in counts]
    sums = running([p * q for p, q in zip(*below, strict=True)])
    naturals = {"a": counts[0], "b": counts[1], "m": min(counts)}
    return Instance(horizon, naturals, {}, {"A": below[0], "B": below[1], "S": sums}, {}, {})


def _minimum(d: Derivation) -> None:
    """The lines m ≤ a, m ≤ b and "m = a or b"."""
    gap = (number(a_count) - number(least)) * (number(b_count) - number(least))

    def on(claim: Formula, name: str) -> None:
        def each(case: str) -> str:
            if d.claims[case] == smaller:
                return d.have(claim, d.line("apply", eq(number(least), number(a_count)), ["m = a", case]), case)
            more = d.have(gt(number(a_count), number(b_count)), case)
            return d.have(claim, d.line("apply", eq(number(least), number(b_count)), ["m = b", more]), more)

        d.cases(number(b_count) - number(a_count), each, name=name)

    on(ge(number(a_count), number(least)), "m ≤ a")
    on(ge(number(b_count), number(least)), "m ≤ b")
    on(eq(gap, 0), "m = a or b")


def _up_to_minimum(d: Derivation) -> str:
    """∀m ≤ min(a, b) S(m) = m."""

    def base() -> str:
        return d.have(eq(S(0), 0), "S starts")

    def step(m: Index, before: str) -> str:
        guard = d.known(ge(number(least), number(m) + 1))
        d.have(ge(number(a_count), number(m) + 1), guard, "m ≤ a")
        d.have(ge(number(b_count), number(m) + 1), guard, "m ≤ b")
        terms = before, d.at("S", m), d.at("k < a", m), d.at("k < b", m)
        return d.have(eq(S(m + 1), number(m) + 1), *terms)

    return d.induction(lambda m: eq(S(m), number(m)), base, step, upto=least, note="up to the minimum every product is 1")


def case_line(d: Derivation, m: Index) -> str:
    return d.known(ge(number(least), number(m) + 1))


def indicator(of: seq, count: Index, name: str) -> tuple[Fact, ...]:
    return (
        Fact(f"k < {name}", f"{of.name}(k) = [k < {name}]: 1 for k < {name}", every(k, eq(of(k), 1), below=number(count)), defines=of),
        Fact(f"k ≥ {name}", "and else 0", every(k, implies(ge(number(k), number(count)), eq(of(k), 0))), defines=of),
    )


@theorem(
    sources=(SOURCE,),
    facts=(
        *indicator(first, a_count, "a"),
        *indicator(second, b_count, "b"),
        Fact("m = a", "m is a where a is the smaller", implies(smaller, eq(number(least), number(a_count))), defines=least),
        Fact("m = b", "and else b", implies(gt(number(a_count), number(b_count)), eq(number(least), number(b_count))), defines=least),
        *sequence("S", S, 0, S(k) + first(k) * second(k), "S is a sum", "S sums the products"),
    ),
    claim=every(k, implies(ge(number(k), number(least)), le((S(k) - number(least)) ** 2, 0))),
    sample=sample_minimum,
    printed="true",
    derivation=NoDerivation("Nothing is to be found: min(a, b) products are 1 and all others 0; a count, by induction."),
    displayed=Displayed("(S - m)**2 <= 0", {"S": S(k), "m": number(least)}, (k,)),
)
def string_kernel_minimum(d: Derivation) -> None:
    """The smaller of two counts is a kernel: Σ [k < a][k < b] = min(a, b).

    From k = min(a, b) on, the sum of the first k products is min(a, b).
    """
    _minimum(d)
    upto = _up_to_minimum(d)

    def claim(m: Index) -> Formula:
        return implies(ge(number(m), number(least)), le((S(m) - number(least)) ** 2, 0))

    def start() -> str:
        guard = d.assume(ge(0, number(least)))
        return d.discharge(d.have(le((S(0) - number(least)) ** 2, 0), guard, d.natural(least), "S starts"), guard)

    def further(m: Index, before: str) -> str:
        guard = d.assume(ge(number(m) + 1, number(least)))
        goal = le((S(m + 1) - number(least)) ** 2, 0)

        def on(case: str) -> str:
            if d.claims[case] == ge(number(m) - number(least), 0):
                same = d.line("apply", le((S(m) - number(least)) ** 2, 0), [before, case])
                return d.cases(number(m) - number(a_count), lambda half: stays(half, case, same))
            d.integer(case, least, m, note="m < min(a, b): this is the last product that is 1")
            d.have(ge(number(least), number(m)), case)
            d.have(ge(number(a_count), number(m) + 1), case_line(d, m), "m ≤ a")
            d.have(ge(number(b_count), number(m) + 1), case_line(d, m), "m ≤ b")
            now = d.have(eq(S(m + 1), number(m) + 1), d.at(upto, m), d.at("S", m), d.at("k < a", m), d.at("k < b", m))
            return d.have(goal, now, guard, case_line(d, m))

        def stays(half: str, case: str, same: str) -> str:
            if d.claims[half] == ge(number(m) - number(a_count), 0):
                off = d.at("k ≥ a", m)
            else:
                d.have(ge(number(m), number(b_count)), half, case, "m = a or b", note="the minimum is b")
                off = d.at("k ≥ b", m)
            return d.have(goal, same, d.have(eq(S(m + 1), S(m)), d.at("S", m), off))

        return d.discharge(d.cases(number(m) - number(least), on), guard)

    d.induction(claim, start, further)
