"""That conditions cannot hold together, shown by the kernel: two cases of a definition must not say different things of one number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from proofs.derive.authoring.certificate import certificate, product, strict
from proofs.derive.authoring.certificate_search import SHAPES, NotFound, search
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.terms import gt
from proofs.kernel import Compare, Formula, Implies, Index, Nat, Real, Rejected, replay
from proofs.kernel.formula import names
from proofs.kernel.polynomial import Polynomial
from proofs.verify.checks.existence.indices import Binding, at, meet, variables
from proofs.verify.checks.existence.shapes import Opened, constant
from proofs.verify.checks.existence.signs import Signs

SECONDS = 1.0  # for a sum of the lines that is 0 > 0


def contradictory(premises: Sequence[Formula], given: Sequence[tuple[str, Formula]] = ()) -> bool:
    """Whether the kernel sees that the premises cannot all hold, given facts on the numbers that they speak of."""
    said = _with_conclusions(premises)
    compared = [p for p in said if isinstance(p, Compare)]
    if any(_clash(p, q) for i, p in enumerate(compared) for q in compared[i + 1 :]):
        return True
    about = {name for p in said for name in names(p) if name[0] == "seq"}
    facts = [(name, formula) for name, formula in given if about & set(names(formula))]
    return _impossible_given(said, facts)


def _with_conclusions(premises: Sequence[Formula]) -> list[Formula]:
    """The premises, and what one of them concludes from another."""
    said = list(premises)
    return said + [p.conclusion for p in said if isinstance(p, Implies) and p.premise in said]


def _impossible_given(premises: Sequence[Formula], facts: Sequence[tuple[str, Formula]]) -> bool:
    d = Derivation("impossible", [*facts, *((f"·{i}", premise) for i, premise in enumerate(premises))])
    signs = Signs(d)
    lines = [f"·{i}" for i, premise in enumerate(premises) if isinstance(premise, Compare)]
    atoms = {a for p in premises if isinstance(p, Compare) for monomial in p.left.terms for a, _ in monomial}
    for name, formula in facts:
        for binding in _instances(Opened.of(formula), atoms):
            line = signs.open(name, binding)
            if line is not None and isinstance(d.claims[line], Compare):
                lines.append(line)
    counts = [d.natural(Index(a.name)) for a in sorted(atoms, key=repr) if isinstance(a, Nat)]
    nothing, using = Compare(Polynomial.of(0), ">"), list(dict.fromkeys([*lines, *counts]))
    compared = {line: claim for line in using if isinstance(claim := d.claims[line], Compare)}
    try:
        d.line("certificate", nothing, using, search(nothing, compared, SECONDS, SHAPES[:1]))
        replay(d.proof(), {})
    except (NotFound, Rejected):
        return False
    return True


def _instances(fact: Opened, atoms: Iterable[object]) -> Iterator[list[Index]]:
    """The numbers at which a fact speaks of one of these atoms."""
    bound = [f"·{i}" for i in range(fact.depth)]
    own = {a for monomial in fact.body.left.terms for a, _ in monomial} if isinstance(fact.body, Compare) else set()
    for mine in sorted((a for a in own if isinstance(a, Real) and set(bound) <= set(variables(a.index))), key=repr):
        for other in sorted((a for a in atoms if isinstance(a, Real) and a.name == mine.name), key=repr):
            apart: Binding = {name: Index(f"{name}′") for name in bound}
            binding = meet(None if mine.index is None else at(mine.index, apart), other.index)
            if binding is not None:
                yield [at(apart[name], binding) for name in bound]


def _clash(p: Compare, q: Compare) -> bool:
    """Whether one plus a multiple of the other is 0 > 0."""
    for monomial, c in p.left.terms.items():
        if monomial and monomial in q.left.terms:
            scale = -c / q.left.terms[monomial]
            rest = p.left + scale * q.left
            value = Fraction(0) if not rest.terms else constant(rest)
            if scale <= 0 or value is None or "=" in (p.relation, q.relation):
                return False
            parts = (strict(-value), "p", product(scale, "q")) if value < 0 else (strict(1, "p"), product(scale, "q"))
            other = (strict(scale, "q"), "p")
            return any(_impossible(p, q, by) for by in ((parts,) if value < 0 else (parts, other)))
    return False


def _impossible(p: Compare, q: Compare, parts: tuple[Any, ...]) -> bool:
    d = Derivation("impossible", [("p", p), ("q", q)])
    d.have(gt(0, 0), by=certificate(*parts))
    try:
        replay(d.proof(), {})
    except Rejected:
        return False
    return True
