"""How many substrings of length p two strings have in common is a kernel: its features count each string of p letters.

Source: BL section 2, the third of the examples, each pair of occurrences counted.  A string is a sequence of numbers; 0, …, A − 1 are the
letters, and any other number stands where the string has ended.  A place of it lies before entry 0, 1, …  Feature f of a string is in how
many of its places 0, …, N the list f has just been read; the kernel is the number of pairs of places with the same p letters before them.

The proof.  For two places let W be the sum over all lists, as S is for two strings; S is the sum of W over all pairs of places, as finite
sums change places.  Among the lists of p + 1 letters only those that end in the letter before both places count, and each stands for its
first p letters.  So W is 0 if those letters differ, and else what it is one place earlier, for p: 1 if the p letters agree, and else 0.
"""

from proofs.statements.authoring import (
    Callable, Derivation, Fact, Formula, Index, Named, NoDerivation, Polynomial, Source, combination, eq, every, gt, implies, le, nat,
    number, seq, sequel, summed, theorem,
)  # fmt: skip
from proofs.theorems.kernels.features import at, everywhere
from proofs.theorems.kernels.finite_sums import added_up, swapped
from proofs.theorems.kernels.string_samples import sample

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
    return summed(A, lambda letter: holds(i, first, letter) * holds(j, second, letter))


def over_places(term: Callable[[Index], Polynomial]) -> Polynomial:
    return summed(N + 1, term)


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

    row = added_up(d, N + 1, at(d, "W starts", f, i, a, j), (1, lambda t: of_places(f, a, t, NONE)), (-first(a), second))
    sums = (1, lambda s: over_places(lambda t: of_places(f, s, t, NONE))), (-over_places(second), first)
    whole = added_up(d, N + 1, d.generalise(row, a), *sums)
    starts, one, other = at(d, "S starts", f, i, j), at(d, "φ", f, i), at(d, "φ", f, j)
    by = combination((1, starts), (phi(sequel(f, j)), one), (over_places(first), other), (-1, whole))
    return d.have(eq(of_strings(f, NONE), over_pairs(lambda s, t: of_places(f, s, t, NONE))), by=by)


def _over_pairs(d: Derivation) -> str:
    """For all m and f: S(f, i, j, m) is the sum of W(f, i, a, j, b, m) over all pairs of places."""

    def claim(steps: Index) -> Formula:
        return every(f, eq(of_strings(f, steps), over_pairs(lambda s, t: of_places(f, s, t, steps))))

    def step(steps: Index, before: str) -> str:
        def term(letter: Index, s: Index, t: Index) -> Polynomial:
            return of_places(sequel(f, letter), s, t, steps)

        def last(s: Index, t: Index) -> Polynomial:
            return summed(A, lambda letter: term(letter, s, t))

        by_letters = d.generalise(d.at(before, sequel(f, entry)), entry)
        strings, places = (lambda k: of_strings(sequel(f, k), steps)), (lambda k: over_pairs(lambda s, t: term(k, s, t)))
        split = added_up(d, A, by_letters, (1, strings), (-1, places))
        outer = swapped(d, A, N + 1, lambda k, s: over_places(lambda t: term(k, s, t)))
        inner = d.generalise(swapped(d, A, N + 1, lambda k, t: term(k, a, t)), a)
        rows = (lambda s: summed(A, lambda k: over_places(lambda t: term(k, s, t)))), (lambda s: over_places(lambda t: last(s, t)))
        inside = added_up(d, N + 1, inner, (1, rows[0]), (-1, rows[1]))
        longer = _pairs_equal(d, at(d, "W", steps, f, i, a, j), lambda s, t: of_places(f, s, t, steps + 1), last)
        by = combination((1, at(d, "S", steps, f, i, j)), (1, split), (1, outer), (1, inside), (-1, longer))
        return d.generalise(d.have(eq(of_strings(f, steps + 1), over_pairs(lambda s, t: of_places(f, s, t, steps + 1))), by=by), f)

    return d.induction(claim, lambda: d.generalise(_one_list(d), f), step, note="S is the sum of W over all pairs of places")


def _last_letter(d: Derivation) -> str:
    """For all m, f, a and b: W(f, i, a + 1, j, b + 1, m + 1) = same(a, b)·W(f, i, a, j, b, m)."""

    def gap(steps: Index) -> Formula:
        return eq(of_places(f, a + 1, b + 1, steps + 1), same(a, b) * of_places(f, a, b, steps))

    def everywhere_(line: str) -> str:
        for index in (b, a, f):
            line = d.generalise(line, index)
        return line

    def base() -> str:
        longer, one, other = sequel(f, entry), at(d, "o", f, entry, i, a), at(d, "o", f, entry, j, b)
        now, before = at(d, "W starts", longer, i, a + 1, j, b + 1), at(d, "W starts", f, i, a, j, b)
        first, second, start = holds(i, a, entry), holds(j, b, entry), of_places(f, a, b, NONE)
        by = combination((1, now), (read(longer, j, b + 1), one), (first * read(f, i, a), other), (-first * second, before))
        each = d.generalise(d.have(eq(of_places(longer, a + 1, b + 1, NONE), first * second * start), by=by), entry)
        ends = (1, lambda k: of_places(sequel(f, k), a + 1, b + 1, NONE)), (-start, lambda k: holds(i, a, k) * holds(j, b, k))
        by = combination((1, at(d, "W", NONE, f, i, a + 1, j, b + 1)), (1, added_up(d, A, each, *ends)))
        return everywhere_(d.have(gap(NONE), by=by))

    def step(steps: Index, before: str) -> str:
        each = d.generalise(at(d, before, sequel(f, entry), a, b), entry)
        ends = (lambda k: of_places(sequel(f, k), a + 1, b + 1, steps + 1)), (lambda k: of_places(sequel(f, k), a, b, steps))
        sums = added_up(d, A, each, (1, ends[0]), (-same(a, b), ends[1]))
        now, then = at(d, "W", steps + 1, f, i, a + 1, j, b + 1), at(d, "W", steps, f, i, a, j, b)
        return everywhere_(d.have(gap(steps + 1), now, sums, then))

    return d.induction(lambda steps: everywhere(gap(steps), f, a, b), base, step, note="the last letter is that before both places")


def _nothing(d: Derivation, first: Index, second: Index, free: Index) -> str:
    """For all m, f and the free place: W(f, i, a, j, b, m + 1) = 0, where no letter stands before one of the places."""

    def claim(steps: Index) -> Formula:
        return everywhere(eq(of_places(f, first, second, steps + 1), 0), f, free)

    def ended(steps: Index, each: str) -> str:
        none = added_up(d, A, d.generalise(each, entry), (1, lambda k: of_places(sequel(f, k), first, second, steps)))
        line = d.have(eq(of_places(f, first, second, steps + 1), 0), at(d, "W", steps, f, i, first, j, second), none)
        return d.generalise(d.generalise(line, free), f)

    def base() -> str:
        longer, now = sequel(f, entry), at(d, "W starts", sequel(f, entry), i, first, j, second)
        at_first = first == NONE
        other = read(longer, j, second) if at_first else read(longer, i, first)
        empty = (other, at(d, "o at 0", f, entry, i if at_first else j))
        return ended(NONE, d.have(eq(of_places(longer, first, second, NONE), 0), by=combination((1, now), empty)))

    return d.induction(claim, base, lambda steps, before: ended(steps + 1, at(d, before, sequel(f, entry), free)))


def _agreement(d: Derivation) -> str:
    """For all m, a and b: W(0, i, a, j, b, m) = E(i, a, j, b, m)."""
    further, before_first, before_second = _last_letter(d), _nothing(d, NONE, b, b), _nothing(d, a, NONE, a)

    def gap(first: Index, second: Index, length: Index) -> Formula:
        return eq(of_places(NONE, first, second, length), agree(first, second, length))

    def base() -> str:
        starts = at(d, "W starts", NONE, i, a, j, b), at(d, "o starts", i, a), at(d, "o starts", j, b), at(d, "E starts", i, a, j, b)
        by = combination((1, starts[0]), (read(NONE, j, b), starts[1]), (1, starts[2]), (-1, starts[3]))
        return d.generalise(d.generalise(d.have(gap(a, b, NONE), by=by), b), a)

    def step(length: Index, before: str) -> str:
        def no_first() -> str:
            lines = at(d, before_first, length, NONE, b), at(d, "E at 0, b", i, j, b, length)
            return d.generalise(d.have(gap(NONE, b, length + 1), lines[0], lines[1]), b)

        def next_first(first: Index, _: str) -> str:
            def no_second() -> str:
                lines = at(d, before_second, length, NONE, first + 1), at(d, "E at a, 0", i, first, j, length)
                return d.have(gap(first + 1, NONE, length + 1), lines[0], lines[1])

            def next_second(second: Index, _: str) -> str:
                now, then = at(d, further, length, NONE, first, second), at(d, before, first, second)
                more = at(d, "E", i, first, j, second, length)
                by = combination((1, now), (same(first, second), then), (-1, more))
                return d.have(gap(first + 1, second + 1, length + 1), by=by)

            return d.induction(lambda second: gap(first + 1, second, length + 1), no_second, next_second)

        return d.induction(lambda first: every(b, gap(first, b, length + 1)), no_first, next_first)

    return d.induction(lambda length: everywhere(gap(a, b, length), a, b), base, step, note="W is 1 if the letters before agree, else 0")


def defined(name: str, words: str, formula: Formula, defines: Named) -> Fact:
    return Fact(name, words, formula, defines=defines)


apart = (x(sequel(i, a)) - number(entry)) ** 2
lists = (
    defined("o starts", "every place has just read the empty list", everywhere(eq(read(NONE, i, a), 1), i, a), o),
    defined("o at 0", "before the first letter no other list is read", everywhere(eq(read(sequel(f, entry), i, NONE), 0), f, entry, i), o),
    defined(
        "o",
        "a place has just read the list f and then l, if l is the letter before it and f is read there: 1, and else 0",
        everywhere(eq(read(sequel(f, entry), i, a + 1), holds(i, a, entry) * read(f, i, a)), f, entry, i, a),
        o,
    ),
    defined(
        "φ",
        "feature f counts the places that have just read f",
        everywhere(eq(phi(sequel(f, i)), over_places(lambda s: read(f, i, s))), f, i),
        phi,
    ),
)
sums = (
    defined(
        "S starts",
        "S(f, i, j, m) is a sum of φ(·, i)φ(·, j), at first for f alone",
        everywhere(eq(of_strings(f, NONE), phi(sequel(f, i)) * phi(sequel(f, j))), f, i, j),
        S,
    ),
    defined(
        "S",
        "and then over the lists with m more letters",
        everywhere(eq(of_strings(f, m + 1), summed(A, lambda k: of_strings(sequel(f, k), m))), m, f, i, j),
        S,
    ),
    defined(
        "W starts",
        "W is the same sum for two places",
        everywhere(eq(of_places(f, a, b, NONE), read(f, i, a) * read(f, j, b)), f, i, a, j, b),
        W,
    ),
    defined(
        "W",
        "over the lists with m more letters",
        everywhere(eq(of_places(f, a, b, m + 1), summed(A, lambda k: of_places(sequel(f, k), a, b, m))), m, f, i, a, j, b),
        W,
    ),
)
agreement = (
    defined("E starts", "no letters always agree", everywhere(eq(agree(a, b, NONE), 1), i, a, j, b), E),
    defined("E at 0, b", "before the first letter there are none to agree", everywhere(eq(agree(NONE, b, m + 1), 0), i, j, b, m), E),
    defined("E at a, 0", "in either string", everywhere(eq(agree(a + 1, NONE, m + 1), 0), i, a, j, m), E),
    defined(
        "E",
        "the m + 1 letters before two places agree, if the last ones are the same letter and the m before those agree: 1, and else 0",
        everywhere(eq(agree(a + 1, b + 1, m + 1), same(a, b) * agree(a, b, m)), i, a, j, b, m),
        E,
    ),
)


@theorem(
    sources=(Source("BL", "section 2, third example", "‘how many in common’ can be read in four ways at least; all are kernels"),),
    facts=(
        defined(
            "letter",
            "c(i, a, l) is 1 if entry a of string i is the letter l",
            everywhere(implies(le(apart, 0), eq(holds(i, a, entry), 1)), i, a, entry),
            c,
        ),
        defined("other letter", "and else 0", everywhere(implies(gt(apart, 0), eq(holds(i, a, entry), 0)), i, a, entry), c),
        *lists,
        *sums,
        *agreement,
    ),
    claim=everywhere(eq(of_strings(NONE, p), over_pairs(lambda s, t: agree(s, t, p))), i, j),
    sample=sample,
    printed="true",
    derivation=NoDerivation("Nothing is to be found: pairs of equal substrings are counted by the string that both are."),
)
def string_kernel(d: Derivation) -> None:
    """The string kernel: Σ φ(f, i)φ(f, j) over the strings f of p letters is the number of pairs of equal substrings of that length.

    Take any two strings, with a feature for each string of p letters. The inner product of their features is the number of pairs of places,
    one in each string, that have the same p letters before them.
    """
    whole, agreeing = _over_pairs(d), _agreement(d)
    counted = _pairs_equal(d, at(d, agreeing, p, a), lambda s, t: of_places(NONE, s, t, p), lambda s, t: agree(s, t, p))
    claim = eq(of_strings(NONE, p), over_pairs(lambda s, t: agree(s, t, p)))
    line = d.have(claim, at(d, whole, p, NONE), counted)
    d.generalise(d.generalise(line, j), i)
