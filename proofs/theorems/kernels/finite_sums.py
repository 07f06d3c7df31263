"""Two steps with finite sums: what holds of the terms holds of the sums, and two sums change places."""

from proofs.kernel.polynomial import total
from proofs.statements.authoring import Callable, Derivation, Index, Polynomial, Term, combination, eq, nat, poly, summed
from proofs.theorems.probability.finite import unfold

Summand = Callable[[Index], Polynomial]
column = nat("column")


def added_up(d: Derivation, below: Index, each: str | None, *parts: tuple[Term, Summand]) -> str:
    """From ‘for all k: c·f(k) + c′·g(k) + … = 0’, the line `each`, the same of the sums Σ f, Σ g, … over k < `below`.

    No line is needed where the terms cancel by themselves."""
    lines = [unfold(d, term) for _, term in parts]

    def gap(size: Index) -> Polynomial:
        return total(poly(c) * summed(size, term) for c, term in parts)

    def base() -> str:
        return d.have(eq(gap(Index(None)), 0), by=combination(*((c, none) for (c, _), (none, _) in zip(parts, lines, strict=True))))

    def step(size: Index, before: str) -> str:
        grown = [(c, d.at(more, size)) for (c, _), (_, more) in zip(parts, lines, strict=True)]
        here = [] if each is None else [(1, d.at(each, size))]
        return d.have(eq(gap(size + 1), 0), by=combination((1, before), *grown, *here))

    return d.at(d.induction(lambda size: eq(gap(size), 0), base, step), below)


def swapped(d: Derivation, rows: Index, columns: Index, term: Callable[[Index, Index], Polynomial]) -> str:
    """Σ(l < rows) Σ(a < columns) term(l, a) − Σ(a < columns) Σ(l < rows) term(l, a) = 0."""
    outer = unfold(d, lambda row: summed(columns, lambda a: term(row, a)))

    def by_columns(size: Index) -> Polynomial:
        return summed(columns, lambda a: summed(size, lambda row: term(row, a)))

    def gap(size: Index) -> Polynomial:
        return summed(size, lambda row: summed(columns, lambda a: term(row, a))) - by_columns(size)

    def base() -> str:
        none = d.generalise(unfold(d, lambda row: term(row, column))[0], column)
        empty = added_up(d, columns, none, (1, lambda a: summed(0, lambda row: term(row, a))))
        return d.have(eq(gap(Index(None)), 0), outer[0], empty)

    def step(size: Index, before: str) -> str:
        grown = d.generalise(d.at(unfold(d, lambda row: term(row, column))[1], size), column)
        sums = (1, lambda a: summed(size + 1, lambda row: term(row, a))), (-1, lambda a: summed(size, lambda row: term(row, a)))
        more = added_up(d, columns, grown, *sums, (-1, lambda a: term(size, a)))
        return d.have(eq(gap(size + 1), 0), before, d.at(outer[1], size), more)

    return d.at(d.induction(lambda size: eq(gap(size), 0), base, step), rows)
