"""Passes over the examples until one has no update: there is at most one more of them than vectors that are added."""

from proofs.statements.authoring import Derivation, Fact, Index, eq, every, k, le, number, real, seq

p, P = seq("p"), real("P")


def pass_counts(vectors: Index) -> tuple[Fact, ...]:
    """P passes, in which this number of vectors is added: p(k) of them for the first k."""
    one_each = every(k, le(p(k + 1), p(k) + 1), below=number(vectors))
    return (
        Fact("p starts", "p(k) is the number of passes in which the first k vectors were added", eq(p(0), 0)),
        Fact("one pass each", "a vector is added in one of those passes or in one more", one_each),
        Fact("halts", "of the P passes each but the last has an update", le(P, p(vectors) + 1)),
    )


def no_more_passes(d: Derivation, vectors: Index) -> None:
    """Have p ≤ vectors, from the facts of `pass_counts`."""
    every_pass = d.induction(lambda i: le(p(i), number(i)), upto=vectors)
    d.have(le(number(vectors), number(vectors)))
    d.at(every_pass, vectors, note="at most as many passes with an update as vectors")
