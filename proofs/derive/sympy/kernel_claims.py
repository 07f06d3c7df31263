"""Theorems of the kernel as SymPy writes them: a claim or a fact of a theorem, its names replaced by terms.

A derivation cites a theorem by its id. The relation that it writes is compared with the theorem's own: the difference of the two sides has
to be the kernel's up to a positive factor such as 4γ².
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sympy as sp

from proofs.conjecture import Comparison
from proofs.derive.sympy.grammar import symbol, to_sympy
from proofs.derive.sympy.signs import Triple, is_nonnegative, vanishes
from proofs.kernel import Compare, Fn, ForAll, Formula, Implies, Index, Inner, Nat, Null, Polynomial, Real, Sum, Vec

BOUND = "kjilmn"  # the letters of bound indices, the innermost first
USUAL = {"γ": "gamma", "ε": "eps", "η": "eta", "‖u‖": "U", "‖w‖": "W", "H₂": "H2"} | {
    name: name for name in ("M", "R", "TD", "S2", "H", "B")
}
SQUARES = {"u·u": "U", "w·w": "W"}


def _index(index: Index) -> str:
    if isinstance(index.name, tuple):
        return ",".join(map(_index, index.name))
    name = BOUND[index.name] if isinstance(index.name, int) else index.name
    return f"{name}+{index.offset}" if name and index.offset else str(name or index.offset)


def keys(atom: object) -> tuple[str, ...]:
    """The names of a kernel atom in a derivation, the exact one first: ‘F(k+1)’ or ‘F’, ‘u·w(M)’ or ‘u·w’."""

    def name_part(part: Real | Vec) -> tuple[str, str]:
        return part.name if part.index is None else f"{part.name}({_index(part.index)})", part.name

    match atom:
        case Real():
            return tuple(dict.fromkeys(name_part(atom)))
        case Nat(int() as level):
            return (BOUND[level],)
        case Nat(name):
            return (str(name),)
        case Inner(pair):
            both = [sorted(name_part(v)[kind] for v in pair) for kind in (0, 1)]
            return tuple(dict.fromkeys(f"{names[0]}·{names[-1]}" for names in both))
    raise TypeError(f"{atom!r} is not an atom")


def _usual(name: str, atoms: Mapping[str, Any]) -> sp.Expr | None:
    """The term for a name if a derivation gives none: the usual symbol, a reciprocal, a root."""
    if name in atoms:
        return sp.sympify(atoms[name])
    if name in USUAL:
        return symbol(USUAL[name])
    if name in SQUARES:
        return symbol(SQUARES[name]) ** 2
    if name in ("u·w", "Q"):
        return symbol("P") if name == "u·w" else (symbol("gamma") * symbol("H2")) ** 2
    inside = name[1:].translate(str.maketrans("₂", "2")) if name.startswith("√") else name.removeprefix("1/")
    if inside != name and (value := _usual(inside, atoms)) is not None:
        return sp.sqrt(value) if name.startswith("√") else 1 / value
    return None


def in_sympy(term: Polynomial, atoms: Mapping[str, Any]) -> sp.Expr:
    """A kernel term as a SymPy expression. Raises KeyError for an atom that neither `atoms` nor usage names."""
    total = sp.Integer(0)
    for monomial, coefficient in term.terms.items():
        product = sp.Rational(coefficient.numerator, coefficient.denominator)
        for atom, power in monomial:
            product *= _atom(atom, atoms) ** power
        total += product
    return total


def _atom(atom: object, atoms: Mapping[str, Any]) -> sp.Expr:
    if isinstance(atom, Fn):
        return {"ln": sp.log, "exp": sp.exp}[atom.name](in_sympy(atom.argument, atoms))
    if isinstance(atom, Sum):
        inner = any(isinstance(one, Sum) for monomial in atom.term.terms for one, _ in monomial)
        return sp.sympify(atoms["ΣΣ" if inner else "Σ"])
    found = next((value for name in keys(atom) if (value := _usual(name, atoms)) is not None), None)
    if found is None:
        raise KeyError(keys(atom)[0])
    return found


def core(claim: Formula) -> Compare | Null:
    """The comparison in a claim, or its vector that is null, without quantifiers and conditions."""
    while isinstance(claim, (ForAll, Implies)):
        claim = claim.body if isinstance(claim, ForAll) else claim.conclusion
    if not isinstance(claim, (Compare, Null)):
        raise TypeError(f"{claim!r} is not a comparison")
    return claim


def _product(null: Null, against: Sequence[str] | Mapping[str, int], atoms: Mapping[str, Any]) -> sp.Expr:
    """The inner product of a vector that is null with a combination of vectors, given by their names such as ‘w(k+1)’."""
    factors = against if isinstance(against, Mapping) else dict.fromkeys(against, 1)
    total: dict[str, sp.Expr] = {}
    for part, coefficient in null.vector.parts.items():
        own = part.name if part.index is None else f"{part.name}({_index(part.index)})"
        for other, factor in factors.items():
            pair = "·".join(sorted((own, other)))
            total[pair] = total.get(pair, sp.Integer(0)) + factor * in_sympy(coefficient, atoms)
    return sp.Add(*(value * sp.sympify(atoms[pair]) for pair, value in total.items() if value != 0))


def difference(claim: Formula | Comparison, atoms: Mapping[str, Any]) -> tuple[sp.Expr, str]:
    """The term that a claim says is ≥ 0, > 0 or = 0, and which of these (as <=, < or =, of 0 and the term)."""
    if isinstance(claim, Comparison):
        sides = to_sympy(claim.left), to_sympy(claim.right)
        low, high = sides if "<" in claim.op or claim.op == "=" else (sides[1], sides[0])
        values = {symbol(name): value for name, value in atoms.items() if name.isascii() and name.isidentifier()}
        chosen = [pair for name, pair in atoms.items() if name.startswith("=")]
        return (high - low).subs(values, simultaneous=True).subs(chosen), claim.op.replace(">", "<")
    proved = core(claim)
    chosen = [pair for name, pair in atoms.items() if name.startswith("=")]  # numbers in a replay
    if isinstance(proved, Null):
        return _product(proved, atoms["against"], atoms).subs(chosen), "="
    return in_sympy(proved.left, atoms).subs(chosen), proved.relation.replace(">", "<")


def agrees(written: Triple, claim: Formula | Comparison, atoms: Mapping[str, Any], exactly: bool = False) -> bool:
    """Whether the relation is the claim, up to a positive factor; unless `exactly`, ≤ may stand where the claim has = or <."""
    left, op, right = written
    theirs, proved = difference(claim, atoms)
    if op != proved and (exactly or op != "<="):
        return False
    ours = right - left
    if vanishes(ours) or vanishes(theirs):
        return vanishes(ours) and vanishes(theirs)
    if vanishes(ours - theirs) or (proved == "=" and vanishes(ours + theirs)):
        return True
    ratio = sp.factor(sp.simplify(theirs / ours))
    if any(not ((part.is_algebraic and part.is_number) or part.as_base_exp()[0].is_Symbol) for part in sp.Mul.make_args(ratio)):
        return False  # such as x/(x + 1), which is positive, too, or the ratio of two numbers of which one is a logarithm
    return is_nonnegative(ratio, strict=True) or (proved == "=" and bool(ratio.is_number) and ratio != 0)


def same_lines(steps: Sequence[Any], atoms: Mapping[str, Any], proof: Sequence[tuple[str, Formula]]) -> dict[int, str]:
    """The number of each step whose relation is that of a line of the kernel's proof, with the line's label."""
    known = {name: value for step in steps for name, value in step.args.get("atoms", {}).items()} | dict(atoms)
    lines = []
    for label, formula in proof:
        try:
            lines.append((label, formula, *difference(formula, known)))
        except (KeyError, TypeError):
            continue  # a name that the derivation has no symbol for
    found: dict[int, str] = {}
    for number, step in enumerate(steps):
        left, op, right = step.relation
        free = (right - left).free_symbols
        for label, formula, term, proved in lines:
            if free and term.free_symbols == free and op == proved and agrees(step.relation, formula, known):
                found[number] = label
                break
    return found
