"""The swing of the zig-zag is the same at the same round: β(i) = β(j) where i = j, said of two numbers of rounds.

From i ≥ j and j ≥ i the kernel does not know that β(i) is β(j), so this is shown.  The proof is an induction on both: β(0) where both are
0, and β(i+1) = C − β(i) where both are not.
"""

from proofs.statements.authoring import (
    Callable, Derivation, Fact, Formula, Index, eq, every, formulas, ge, implies, k, le, lemma, nat, number, real, seq,
)  # fmt: skip

C, beta, J = real("C"), seq("β"), nat("j")
swing = Fact("β", "the swing goes to the other side, C less what it was", every(k, eq(beta(k + 1), C - beta(k))), defines=beta)


def _alike(i: Index, j: Index) -> Formula:
    """β(i) = β(j), said as an inequality so that it follows from what is absurd."""
    return le((beta(i) - beta(j)) ** 2, 0)


def _agree(i: Index, j: Index) -> Formula:
    return implies(ge(number(i), number(j)), implies(ge(number(j), number(i)), _alike(i, j)))


def alike_with(i: Index) -> Formula:
    """∀j: i ≥ j and j ≥ i give β(i) = β(j)."""
    return every(J, _agree(i, J))


def _supposing(d: Derivation, i: Index, j: Index, then: Callable[[str, str], str]) -> str:
    """The line ‘i ≥ j and j ≥ i give β(i) = β(j)’, from what follows of the two."""
    above, below = d.assume(ge(number(i), number(j))), d.assume(ge(number(j), number(i)))
    return d.discharge(d.discharge(then(above, below), below), above)


def swings_meet(d: Derivation, row: str, i: Index, j: Index, above: str, below: str) -> str:
    """β(i) = β(j) from the line ‘for all j, …’, i ≥ j and j ≥ i."""
    taken = d.line("instantiate", _agree(i, j), [row], {"at": j})
    half = d.line("apply", implies(d.claims[below], _alike(i, j)), [taken, above])
    return d.line("apply", _alike(i, j), [half, below])


@lemma(formulas(swing), claim=every(k, alike_with(k)))
def same_swing(d: Derivation) -> None:
    """β(i) = β(j) where i = j.

    Proof. Induction on both: β(0) where both are 0, and β(i+1) = C − β(i) where both are not.
    """
    none = Index(None)

    def never(i: Index, j: Index) -> str:
        """One is 0 and the other is not."""
        free = j if i.name is None else i
        count = d.natural(Index(free.name, free.offset - 1))

        def then(above: str, below: str) -> str:
            wrong = d.have(ge(-1, 0), above, below, count)
            return d.have(_alike(i, j), wrong)

        return _supposing(d, i, j, then)

    def base() -> str:
        trivial = _supposing(d, none, none, lambda above, below: d.have(_alike(none, none)))
        return d.induction(lambda j: _agree(none, j), lambda: trivial, lambda j, before: never(none, j + 1))

    def step(i: Index, before: str) -> str:
        def later(j: Index, ignored: str) -> str:
            def then(above: str, below: str) -> str:
                down = d.have(ge(number(i), number(j)), above), d.have(ge(number(j), number(i)), below)
                known = swings_meet(d, before, i, j, *down)
                return d.have(_alike(i + 1, j + 1), known, d.at("β", i), d.at("β", j))

            return _supposing(d, i + 1, j + 1, then)

        return d.induction(lambda j: _agree(i + 1, j), lambda: never(i + 1, none), later)

    d.induction(lambda i: alike_with(i), base, step)
