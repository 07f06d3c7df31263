"""String kernels: Lodhi's recursion sums a feature for each subsequence, and the weights of gaps multiply."""

from itertools import product

from perceptron.kernels import CommonSubsequences, CommonSubstrings
from proofs.statements.authoring import (
    Callable, Derivation, Display, Draw, Fact, Formula, Fraction, Index, Instance, Polynomial, Sequence, added_up, axis, combination,
    define, dot, eq, every, ge, gt, implies, inner, k, le, nat, number, seq, sequel, sequence, sum_below, swap_sums, theorem, vseq,
    whenever,
)  # fmt: skip
from proofs.theorems.kernels.features import list_code, number_base


# ------------------------------------------------------------------------------------------------------------------------------------------
# Instances for the string kernel: three short strings over at most two letters, and all counts made from them afresh.


def sample(draw: Draw) -> Instance:
    letters, places = draw.upto(2), draw.upto(2)
    strings = [[draw.upto(2) for _ in range(3)] for _ in range(3)]
    return count(strings, letters, places, draw.upto(2))


def count(strings: Sequence[Sequence[int]], letters: int, places: int, length: int) -> Instance:
    """All counts of these strings, as many as each has entries; numbers from `letters` on are no letters."""
    base = len(strings)
    digits, lists = range(base), range(base**2)

    def has_read(code: int, i: int, place: int) -> bool:
        """Whether these letters end string i before that place."""
        read = list_code(code, base)
        return len(read) <= place and list(strings[i][place - len(read) : place]) == read

    def extend(code: int, steps: int) -> list[int]:
        return [number_base(base, code, *more) for more in product(range(letters), repeat=steps)]

    def of_strings(code: int, i: int, j: int, steps: int) -> int:
        return sum(feature(more, i) * feature(more, j) for more in extend(code, steps))

    def of_places(code: int, i: int, a: int, j: int, b: int, steps: int) -> int:
        return sum(has_read(more, i, a) and has_read(more, j, b) for more in extend(code, steps))

    def feature(code: int, i: int) -> int:
        return sum(has_read(code, i, place) for place in range(places + 1))

    def agree(i: int, a: int, j: int, b: int, length: int) -> bool:
        if length > min(a, b):
            return False
        one, other = strings[i][a - length : a], strings[j][b - length : b]
        return one == other and all(letter < letters for letter in one)

    values: dict[str, tuple[Callable[..., int], tuple[Sequence[int], ...]]] = {
        "x": (lambda i, a: strings[i][a], (digits,) * 2),
        "c": (lambda i, a, letter: strings[i][a] == letter, (digits,) * 3),
        "o": (has_read, (lists, digits, digits)),
        "φ": (feature, (lists, digits)),
        "S": (of_strings, (lists, *(digits,) * 3)),
        "W": (of_places, (lists, *(digits,) * 5)),
        "E": (agree, (digits,) * 5),
    }
    tables = {name: _table(base, *value) for name, value in values.items()}
    return Instance(base - 2, {"A": letters, "N": places, "p": length}, {}, tables, base=base)


def _table(base: int, value: Callable[..., int], ranges: Sequence[Sequence[int]]) -> list[Fraction]:
    entries = {number_base(base, *indices): Fraction(value(*indices)) for indices in product(*ranges)}
    return [entries.get(code, Fraction(0)) for code in range(max(entries) + 1)]


# ------------------------------------------------------------------------------------------------------------------------------------------
# How many substrings of length p two strings have in common is a kernel: its features count each string of p letters.
#
# Source: BL section 2, the third of the examples, each pair of occurrences counted. A string is a sequence of numbers; 0, …, A − 1 are the
# letters, and any other number stands where the string has ended. A place of it lies before entry 0, 1, … Feature f of a string is in how
# many of its places 0, …, N the list f has just been read; the kernel is the number of pairs of places with the same p letters before
# them.
#
# The proof. For two places let W be the sum over all lists, as S is for two strings; S is the sum of W over all pairs of places, as finite
# sums change places. Among the lists of p + 1 letters only those that end in the letter before both places count, and each stands for its
# first p letters. So W is 0 if those letters differ, and else what it is one place earlier, for p: 1 if the p letters agree, and else 0.

i, j, f, entry, m, a, b, p, A, N = (nat(name) for name in "ijflmabpAN")
x, c, o, phi, S, W, E = seq("x"), seq("c"), seq("o"), seq("φ"), seq("S"), seq("W"), seq("E")
NONE = Index(None)  # the number 0: the empty list, or the place before the first letter


def holds(string: Index, place: Index, letter: Index) -> Polynomial:
    return c(sequel(string, place, letter))


def read(features: Index, string: Index, place: Index) -> Polynomial:
    return o(sequel(features, string, place))


def of_strings(features: Index, steps: Index) -> Polynomial:
    return S(sequel(features, i, j, steps))


def of_places(features: Index, first: Index, second: Index, steps: Index) -> Polynomial:
    return W(sequel(features, i, first, j, second, steps))


def agree(first: Index, second: Index, length: Index) -> Polynomial:
    return E(sequel(i, first, j, second, length))


def same(first: Index, second: Index) -> Polynomial:
    """How many letters stand at both entries: 1 or 0."""
    return sum_below(A, lambda letter: holds(i, first, letter) * holds(j, second, letter))


def over_places(term: Callable[[Index], Polynomial]) -> Polynomial:
    return sum_below(N + 1, term)


def over_pairs(term: Callable[[Index, Index], Polynomial]) -> Polynomial:
    return over_places(lambda first: over_places(lambda second: term(first, second)))


def _pairs_equal(d: Derivation, row: str, one: Callable[[Index, Index], Polynomial], other: Callable[[Index, Index], Polynomial]) -> str:
    """From ‘for all b: one(a, b) = other(a, b)’ the same of the sums over all pairs of places."""
    across = added_up(d, N + 1, row, (1, lambda t: one(a, t)), (-1, lambda t: other(a, t)))
    sums = (1, lambda s: over_places(lambda t: one(s, t))), (-1, lambda s: over_places(lambda t: other(s, t)))
    return added_up(d, N + 1, d.generalise(across, a), *sums)


def _one_list(d: Derivation) -> str:
    """S(f, i, j, 0), a product of two sums, is the sum of the products W(f, i, a, j, b, 0)."""

    def first(s: Index) -> Polynomial:
        return read(f, i, s)

    def second(t: Index) -> Polynomial:
        return read(f, j, t)

    row = added_up(d, N + 1, d.at("W starts", f, i, a, j), (1, lambda t: of_places(f, a, t, NONE)), (-first(a), second))
    sums = (1, lambda s: over_places(lambda t: of_places(f, s, t, NONE))), (-over_places(second), first)
    added_up(d, N + 1, d.generalise(row, a), *sums)
    return d.have(eq(of_strings(f, NONE), over_pairs(lambda s, t: of_places(f, s, t, NONE))))


def _over_pairs(d: Derivation) -> str:
    """For all m and f: S(f, i, j, m) is the sum of W(f, i, a, j, b, m) over all pairs of places."""

    def claim(steps: Index) -> Formula:
        return every(f, eq(of_strings(f, steps), over_pairs(lambda s, t: of_places(f, s, t, steps))))

    def step(steps: Index, before: str) -> str:
        def term(letter: Index, s: Index, t: Index) -> Polynomial:
            return of_places(sequel(f, letter), s, t, steps)

        def last(s: Index, t: Index) -> Polynomial:
            return sum_below(A, lambda letter: term(letter, s, t))

        by_letters = d.generalise(d.at(before, sequel(f, entry)), entry)
        strings, places = (lambda k: of_strings(sequel(f, k), steps)), (lambda k: over_pairs(lambda s, t: term(k, s, t)))
        added_up(d, A, by_letters, (1, strings), (-1, places))
        swap_sums(d, A, N + 1, lambda k, s: over_places(lambda t: term(k, s, t)))
        inner = d.generalise(swap_sums(d, A, N + 1, lambda k, t: term(k, a, t)), a)
        rows = (lambda s: sum_below(A, lambda k: over_places(lambda t: term(k, s, t)))), (lambda s: over_places(lambda t: last(s, t)))
        added_up(d, N + 1, inner, (1, rows[0]), (-1, rows[1]))
        _pairs_equal(d, d.at("W", steps, f, i, a, j), lambda s, t: of_places(f, s, t, steps + 1), last)
        return d.generalise(d.have(eq(of_strings(f, steps + 1), over_pairs(lambda s, t: of_places(f, s, t, steps + 1)))), f)

    return d.induction(claim, lambda: d.generalise(_one_list(d), f), step, note="S is the sum of W over all pairs of places")


def _last_letter(d: Derivation) -> str:
    """For all m, f, a and b: W(f, i, a + 1, j, b + 1, m + 1) = same(a, b)·W(f, i, a, j, b, m)."""

    def gap(steps: Index) -> Formula:
        return eq(of_places(f, a + 1, b + 1, steps + 1), same(a, b) * of_places(f, a, b, steps))

    def base() -> str:
        longer, one, other = sequel(f, entry), d.at("o", f, entry, i, a), d.at("o", f, entry, j, b)
        now, before = d.at("W starts", longer, i, a + 1, j, b + 1), d.at("W starts", f, i, a, j, b)
        first, second, start = holds(i, a, entry), holds(j, b, entry), of_places(f, a, b, NONE)
        by = combination((1, now), (read(longer, j, b + 1), one), (first * read(f, i, a), other), (-first * second, before))
        each = d.generalise(d.have(eq(of_places(longer, a + 1, b + 1, NONE), first * second * start), by=by), entry)
        ends = (1, lambda k: of_places(sequel(f, k), a + 1, b + 1, NONE)), (-start, lambda k: holds(i, a, k) * holds(j, b, k))
        by = combination((1, d.at("W", NONE, f, i, a + 1, j, b + 1)), (1, added_up(d, A, each, *ends)))
        with d.supposing(f, a, b):
            d.have(gap(NONE))
        return d.last

    def step(steps: Index, before: str) -> str:
        each = d.generalise(d.at(before, sequel(f, entry), a, b), entry)
        ends = (lambda k: of_places(sequel(f, k), a + 1, b + 1, steps + 1)), (lambda k: of_places(sequel(f, k), a, b, steps))
        added_up(d, A, each, (1, ends[0]), (-same(a, b), ends[1]))
        with d.supposing(f, a, b):
            d.have(gap(steps + 1))
        return d.last

    return d.induction(lambda steps: whenever(f, a, b, then=gap(steps)), base, step, note="the last letter is that before both places")


def _nothing(d: Derivation, first: Index, second: Index, free: Index) -> str:
    """For all m, f and the free place: W(f, i, a, j, b, m + 1) = 0, where no letter stands before one of the places."""

    def claim(steps: Index) -> Formula:
        return whenever(f, free, then=eq(of_places(f, first, second, steps + 1), 0))

    def end(steps: Index, each: str) -> str:
        added_up(d, A, d.generalise(each, entry), (1, lambda k: of_places(sequel(f, k), first, second, steps)))
        line = d.have(eq(of_places(f, first, second, steps + 1), 0))
        return d.generalise(d.generalise(line, free), f)

    def base() -> str:
        longer = sequel(f, entry)
        return end(NONE, d.have(eq(of_places(longer, first, second, NONE), 0)))

    return d.induction(claim, base, lambda steps, before: end(steps + 1, d.at(before, sequel(f, entry), free)))


def _agreement(d: Derivation) -> str:
    """For all m, a and b: W(0, i, a, j, b, m) = E(i, a, j, b, m)."""
    further, _, _ = _last_letter(d), _nothing(d, NONE, b, b), _nothing(d, a, NONE, a)

    def gap(first: Index, second: Index, length: Index) -> Formula:
        return eq(of_places(NONE, first, second, length), agree(first, second, length))

    def base() -> str:
        return d.generalise(d.generalise(d.have(gap(a, b, NONE)), b), a)

    def step(length: Index, before: str) -> str:
        def no_first() -> str:
            return d.generalise(d.have(gap(NONE, b, length + 1)), b)

        def next_first(first: Index, _: str) -> str:
            def next_second(second: Index, _: str) -> str:
                now, then = d.at(further, length, NONE, first, second), d.at(before, first, second)
                more = d.at("E", i, first, j, second, length)
                return d.have(gap(first + 1, second + 1, length + 1), now, then, more)

            return d.induction(lambda second: gap(first + 1, second, length + 1), step=next_second)

        return d.induction(lambda first: every(b, gap(first, b, length + 1)), no_first, next_first)

    return d.induction(lambda length: whenever(a, b, then=gap(a, b, length)), base, step, note="W is 1 if the letters before agree, else 0")


apart = (x(sequel(i, a)) - number(entry)) ** 2
lists = (
    define("o starts", "every place has just read the empty list", read(NONE, i, a), 1, over=(i, a)),
    define("o at 0", "before the first letter no other list is read", read(sequel(f, entry), i, NONE), 0, over=(f, entry, i)),
    define(
        "o",
        "a place has just read the list f and then l, if l is the letter before it and f is read there: 1, and else 0",
        read(sequel(f, entry), i, a + 1),
        holds(i, a, entry) * read(f, i, a),
        over=(f, entry, i, a),
    ),
    define("φ", "feature f counts the places that have just read f", phi(sequel(f, i)), over_places(lambda s: read(f, i, s)), over=(f, i)),
)
sums = (
    define(
        "S starts",
        "S(f, i, j, m) is a sum of φ(·, i)φ(·, j), at first for f alone",
        of_strings(f, NONE),
        phi(sequel(f, i)) * phi(sequel(f, j)),
        over=(f, i, j),
    ),
    define(
        "S",
        "and then over the lists with m more letters",
        of_strings(f, m + 1),
        sum_below(A, lambda k: of_strings(sequel(f, k), m)),
        over=(m, f, i, j),
    ),
    define("W starts", "W is the same sum for two places", of_places(f, a, b, NONE), read(f, i, a) * read(f, j, b), over=(f, i, a, j, b)),
    define(
        "W",
        "over the lists with m more letters",
        of_places(f, a, b, m + 1),
        sum_below(A, lambda k: of_places(sequel(f, k), a, b, m)),
        over=(m, f, i, a, j, b),
    ),
)
agreement = (
    define("E starts", "no letters always agree", agree(a, b, NONE), 1, over=(i, a, j, b)),
    define("E at 0, b", "before the first letter there are none to agree", agree(NONE, b, m + 1), 0, over=(i, j, b, m)),
    define("E at a, 0", "in either string", agree(a + 1, NONE, m + 1), 0, over=(i, a, j, m)),
    define(
        "E",
        "the m + 1 letters before two places agree, if the last ones are the same letter and the m before those agree: 1, and else 0",
        agree(a + 1, b + 1, m + 1),
        same(a, b) * agree(a, b, m),
        over=(i, a, j, b, m),
    ),
)


@theorem(
    define(
        "letter", "c(i, a, l) is 1 if entry a of string i is the letter l", holds(i, a, entry), 1, where=le(apart, 0), over=(i, a, entry)
    ),
    define("other letter", "and else 0", holds(i, a, entry), 0, where=gt(apart, 0), over=(i, a, entry)),
    *lists,
    *sums,
    *agreement,
    claim=whenever(i, j, then=eq(of_strings(NONE, p), over_pairs(lambda s, t: agree(s, t, p)))),
    sample=sample,
)
def string_kernel(d: Derivation) -> None:
    """The string kernel: Σ φ(f, i)φ(f, j) over the strings f of p letters is the number of pairs of equal substrings of that length.

    Take any two strings, with a feature for each string of p letters. The inner product of their features is the number of pairs of places,
    one in each string, that have the same p letters before them.

    Printed, and true:
    - BL section 2, third example: “in common” can be read in four ways at least; all are kernels

    No derivation: SymPy has nothing to find: pairs of equal substrings are counted by the string that both are.
    """
    _, agreeing = _over_pairs(d), _agreement(d)
    _pairs_equal(d, d.at(agreeing, p, a), lambda s, t: of_places(NONE, s, t, p), lambda s, t: agree(s, t, p))
    claim = eq(of_strings(NONE, p), over_pairs(lambda s, t: agree(s, t, p)))
    line = d.have(claim)
    d.generalise(d.generalise(line, j), i)


# ------------------------------------------------------------------------------------------------------------------------------------------
# Strings in common, counted in four ways: each is a sum over features, and so a kernel.
#
# Source: BL section 2, the third of the examples. Number the features f = 0, 1, 2, … and let a(f), b(f) be what x and z have of each; K is
# the sum of a(f)b(f). Four readings are of that form: a feature for each string s of length p, with a = n(s), how often x has it (pairs of
# occurrences), a = 1 or 0 (distinct strings), a = in how many ways s is a subsequence of x; and a feature for each s and k = 0, 1, …, with
# a = 1 where k < n(s) and else 0. The last counts the common multiset, Σ min(n(s), m(s)), by the second page.
#
# The proofs. With an axis e(f) for each feature, φ(n) = Σ a(f)e(f) and ψ(n) = Σ b(f)e(f) over f < n are orthogonal to e(n), so that
# ⟨φ(n+1), ψ(n+1)⟩ = ⟨φ(n), ψ(n)⟩ + a(n)b(n). For the minimum m of the whole numbers a and b: the products of ‘k < a’ and ‘k < b’ are 1
# before m and 0 from there on, so their sum over k < K is K up to m, and then stays m. (‘Equal’ is said as (S − m)² ≤ 0: the kernel has no
# rule that makes an equation of two inequalities.)

i_strings, n, a_count, b_count, least = nat("i"), nat("n"), nat("a"), nat("b"), nat("m")
phi_strings, psi, e = vseq("φ"), vseq("ψ"), vseq("e")
a_strings, b_strings, K = seq("a"), seq("b"), seq("K")
zero = Fraction(0)
KERNELS = (
    CommonSubstrings("product", 1),
    CommonSubstrings("minimum", 1),
    CommonSubstrings("distinct", 1),
    CommonSubsequences(2),
    CommonSubstrings("product", 2),
)


def sample_strings(draw: Draw) -> Instance:
    """Two strings, and the part of K from the first features; the kernel itself is the sum over all of them."""
    kernel = KERNELS[draw.upto(len(KERNELS) - 1)]
    x, z = ("".join("ab"[draw.upto(1)] for _ in range(draw.upto(4))) for _ in range(2))
    of_x, of_z = kernel.features(x), kernel.features(z)
    names = sorted({*of_x, *of_z}, key=str)
    count = len(names) + 2
    first, second = ([features.get(name, zero) for name in names] + [zero, zero] for features in (of_x, of_z))
    if dot(first, second) != kernel(x, z):
        raise ArithmeticError(f"{kernel} of {x!r} and {z!r} is not the sum over its features")
    units = [tuple(Fraction(int(p == q)) for p in range(count)) for q in range(count)]
    return Instance(count - 2, {}, {}, {"a": first, "b": second}, {}, {"e": units})


@theorem(
    *sequence("φ", phi_strings, 0, phi_strings(k) + a_strings(k) * e(k), "φ is a sum over features", "feature f of x goes to axis f"),
    *sequence("ψ", psi, 0, psi(k) + b_strings(k) * e(k), "ψ is a sum over features", "feature f of z goes to axis f"),
    axis("axes", "the axes are orthogonal", e(i_strings), across=e(n), over=(n, i_strings), where=ge(number(n), number(i_strings) + 1)),
    axis("unit axes", "and of length 1", e(k)),
    *sequence("K", K, 0, K(k) + a_strings(k) * b_strings(k), "K is a sum over features", "feature f adds a(f)b(f)"),
    claim=every(k, eq(inner(phi_strings(k), psi(k)), K(k))),
    sample=sample_strings,
)
def string_kernel_features(d: Derivation) -> None:
    """String kernels: a sum over strings of (what x has of it)·(what z has of it) is ⟨φ(x), φ(z)⟩.

    For any number of features, Σ a(f)b(f) is the inner product of the feature vectors of any two strings, on the same axes; a string's
    count of each feature is taken as given, not counted from its letters.

    Printed, and true:
    - BL section 2, third example: “in common” can be read in four ways at least; all are kernels

    No derivation: SymPy has nothing to find: the inner product of two lists of numbers is the sum of the products, by induction.
    """

    def choose(features: vseq) -> str:
        """∀i φ(i) is orthogonal to e(i)."""

        upto = d.induction(lambda m: eq(inner(features(m), e(n)), 0), upto=n, note="axis n is not used before feature n")
        return d.generalise(d.at(upto, n), n)

    choose(phi_strings), choose(psi)

    d.induction(lambda m: eq(inner(phi_strings(m), psi(m)), K(m)))


smaller = ge(number(b_count), number(a_count))
first, second, S_strings = seq("A"), seq("B"), seq("S")


def _minimum(d: Derivation) -> None:
    """The lines m ≤ a, m ≤ b and "m = a or b"."""
    gap = (number(a_count) - number(least)) * (number(b_count) - number(least))

    def on(claim: Formula, name: str) -> None:
        def b_smaller(case: str) -> str:
            more = d.have(gt(number(a_count), number(b_count)))
            return d.have(claim, d.apply("m = b", more), more)

        d.cases(number(b_count) - number(a_count), lambda case: d.have(claim, d.apply("m = a", case), case), b_smaller, name=name)

    on(ge(number(a_count), number(least)), "m ≤ a")
    on(ge(number(b_count), number(least)), "m ≤ b")
    on(eq(gap, 0), "m = a or b")


def _up_to_minimum(d: Derivation) -> str:
    """∀m ≤ min(a, b) S(m) = m."""

    return d.induction(lambda m: eq(S_strings(m), number(m)), upto=least, note="up to the minimum every product is 1")


def indicator(of: seq, count: Index, name: str) -> tuple[Fact, ...]:
    return (
        define(f"k < {name}", f"{of.name}(k) = [k < {name}]: 1 for k < {name}", of(k), 1, below=number(count)),
        define(f"k ≥ {name}", "and else 0", of(k), 0, where=ge(number(k), number(count))),
    )


@theorem(
    *indicator(first, a_count, "a"),
    *indicator(second, b_count, "b"),
    define("m = a", "m is a where a is the smaller", number(least), number(a_count), where=smaller),
    define("m = b", "and else b", number(least), number(b_count), where=gt(number(a_count), number(b_count))),
    *sequence("S", S_strings, 0, S_strings(k) + first(k) * second(k), "S is a sum", "S sums the products"),
    claim=every(k, implies(ge(number(k), number(least)), le((S_strings(k) - number(least)) ** 2, 0))),
    displayed=Display("(S - m)**2 <= 0", {"S": S_strings(k), "m": number(least)}, (k,)),
)
def string_kernel_minimum(d: Derivation) -> None:
    """The smaller of two counts is a kernel: Σ [k < a][k < b] = min(a, b).

    From k = min(a, b) on, the sum of the first k products is min(a, b).

    Printed, and true:
    - BL section 2, third example: “in common” can be read in four ways at least; all are kernels

    No derivation: SymPy has nothing to find: min(a, b) products are 1 and all others 0; a count, by induction.
    """
    _minimum(d)
    _up_to_minimum(d)

    def start() -> str:
        with d.supposing(ge(0, number(least))):
            d.have(le((S_strings(0) - number(least)) ** 2, 0))
        return d.last

    def further(m: Index, before: str) -> str:
        goal = le((S_strings(m + 1) - number(least)) ** 2, 0)

        def stays(same: str, off: str) -> str:
            return d.have(goal, same, d.have(eq(S_strings(m + 1), S_strings(m))))

        def beyond(case: str) -> str:
            def at_b(below_a: str) -> str:
                d.have(ge(number(m), number(b_count)), note="the minimum is b")
                return stays(sum_, d.at("k ≥ b", m))

            sum_ = d.apply(before, case)
            return d.cases(number(m) - number(a_count), lambda _: stays(sum_, d.at("k ≥ a", m)), at_b)

        def last_one(case: str) -> str:
            d.integer(case, least, m, note="m < min(a, b): this is the last product that is 1")
            return d.have(goal)

        return d.cases(number(m) - number(least), beyond, last_one)

    def step(m: Index, before: str) -> str:
        with d.supposing(ge(number(m) + 1, number(least))):
            further(m, before)
        return d.last

    d.induction(lambda m: implies(ge(number(m), number(least)), le((S_strings(m) - number(least)) ** 2, 0)), start, step)
