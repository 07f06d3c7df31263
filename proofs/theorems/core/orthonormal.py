"""The parts of lower bounds: orthonormal vectors with their running sum, and a game of which every round is a mistake.

The sum U of the first j of z(0), z(1), … has no part along z(k) for k ≥ j, and the sum of all n has the part 1 along each:
⟨U(j), z(k)⟩ = 0 and ⟨U(n), z(k)⟩ = 1, by induction on the number of summands.  And ‖U(j)‖² = j.

The game is lost by every learner: whatever it predicts, p(k) = ±1, the adversary answers the opposite.
"""

from proofs.statements.authoring import (
    Derivation, Fact, Formula, Index, Polynomial, define, eq, every, ge, gt, implies, inner, k, le, lemma, nat, number, seq, vseq, z,
)  # fmt: skip

n, j = nat("n"), nat("j")
U = vseq("U")


def orthonormal(z: vseq, U: vseq, n: Index, called: str = "examples", added: str = "examples times their labels") -> tuple[Fact, ...]:
    """z(0), …, z(n−1) are orthonormal (two facts), and U is their running sum (two more)."""
    same = implies(ge(number(j), number(k)), implies(ge(number(k), number(j)), eq(inner(z(k), z(j)), 1)))
    apart = implies(ge(number(j), number(k) + 1), eq(inner(z(k), z(j)), 0))
    long = f"the {called} have length 1: ⟨{z.name}(k), {z.name}(j)⟩ = 1 if k ≤ j ≤ k"
    next_ = f"{U.name}(k+1) = {U.name}(k) + {z.name}(k)"
    return (
        Fact("orthogonal", f"the {called} are at right angles", every(k, every(j, apart, below=number(n)))),
        Fact("unit", long, every(k, every(j, same), below=number(n))),
        define(f"{U.name}(0)", f"{U.name} is the running sum of the {added}", U(0), 0),
        define(U.name, next_, U(k + 1), U(k) + z(k)),
    )


orthogonal, unit, *total = orthonormal(z, U, n)


def _one(p: Polynomial) -> Formula:
    """p = 1, written as an inequality so that it follows from a contradiction."""
    return le((p - 1) ** 2, 0)


def at_least_one(d: Derivation, line: str, p: Polynomial) -> str:
    """p ≥ 1 from (p − 1)² ≤ 0."""
    return d.have(ge(p, 1))


@lemma(orthogonal, *total, claim=every(k, every(j, implies(ge(number(k), number(j)), eq(inner(U(j), z(k)), 0))), below=number(n)))
def sum_before(d: Derivation) -> None:
    """a sum of orthogonal vectors before z(i) has no part along z(i)."""
    i = Index("i")

    with d.supposing(i, ge(number(n), number(i) + 1)):
        d.induction(lambda m: eq(inner(U(m), z(i)), 0), lambda: d.expand("U(0)", z(i)), upto=i)


@lemma(orthogonal, unit, *total, claim=every(k, _one(inner(U(n), z(k))), below=number(n)))
def sum_along(d: Derivation) -> None:
    """the sum of n orthonormal vectors has the part 1 along each."""
    _, i = d.cite("sum-before", note="⟨U(j), z(i)⟩ = 0 for j ≤ i"), Index("i")

    def along(m: Index) -> Formula:
        return _one(inner(U(m), z(i)))

    def base() -> str:
        with d.supposing(ge(0, number(i) + 1)) as (none,):
            d.have(ge(-1, 0), none, d.natural(i), note="there is no such i")
            d.have(along(Index(None)))
        return d.last

    def step(m: Index, before: str) -> str:
        def now(case: str, moved: str) -> str:
            d.integer(case, i + 1, m, note="m = i")
            return d.have(along(m + 1))

        with d.supposing(ge(number(m), number(i))):
            moved = d.expand(d.at("U", m), z(i))
            later = lambda case: d.have(along(m + 1), d.apply(before, case), moved, d.use("orthogonal", i, m))  # noqa: E731
            d.cases(number(m) - number(i) - 1, later, lambda case: now(case, moved))
        return d.last

    with d.supposing(i, ge(number(n), number(i) + 1)):
        sums = d.induction(lambda m: implies(ge(number(m), number(i) + 1), along(m)), base, step, upto=n, note="⟨U(j), z(i)⟩ = 1 for j > i")
        d.use(sums, n)


@lemma(orthogonal, unit, *total, claim=eq(inner(U(n), U(n)), number(n)))
def sum_length(d: Derivation) -> None:
    """the squared length of the sum of n orthonormal vectors is n."""
    d.cite("sum-before", note="⟨U(j), z(j)⟩ = 0")

    squares = d.induction(lambda m: eq(inner(U(m), U(m)), number(m)), lambda: d.expand("U(0)", U(0)), upto=n, note="‖U(j)‖² = j")
    d.at(squares, n)


p, y = seq("p"), seq("y")
opposite_answers = (
    Fact("predictions", "each prediction is ±1; it may depend on all that came before", every(k, eq(p(k) ** 2, 1))),
    define("answers", "the adversary answers the opposite", y(k), -p(k)),
)


def mistakes_counted(count: seq) -> tuple[Fact, ...]:
    """count(k), the mistakes in the first k rounds."""
    return (
        define(f"{count.name} starts", f"{count.name} counts the mistakes", count(0), 0),
        define("a mistake", f"{count.name} grows where p(k)y(k) < 0", count(k + 1), count(k) + 1, where=gt(0, p(k) * y(k))),
        define("no mistake", "and rests where p(k)y(k) ≥ 0", count(k + 1), count(k), where=ge(p(k) * y(k), 0)),
    )


def all_wrong(d: Derivation, count: seq) -> str:
    """∀k count(k) = k."""

    def wrong(i: Index, before: str) -> None:
        d.have(gt(0, p(i) * y(i)), note="p(k)y(k) = −1")

    return d.induction(lambda i: eq(count(i), number(i)), (), wrong)
