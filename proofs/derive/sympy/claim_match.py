"""Whether a SymPy derivation arrives at the claim that the kernel proved."""

from __future__ import annotations

from collections.abc import Mapping

import sympy as sp

from proofs.derive.sympy.derivation import SymbolicDerivation
from proofs.derive.sympy.inequality_chain import is_nonnegative, vanishes
from proofs.kernel import Compare, Fn, ForAll, Formula, Implies, Inner, Nat, Polynomial, Real


def key(atom: object) -> str:
    """The name of a kernel atom in a derivation: the name of a real or a sequence, ‘u·z’ for ⟨u, z⟩."""
    match atom:
        case Real(name):
            return name
        case Nat(name):
            return str(name)
        case Inner(pair):
            names = sorted(v.name for v in pair)
            return f"{names[0]}·{names[-1]}"
    raise TypeError(f"{atom!r} is not an atom")


def to_sympy(term: Polynomial, atoms: Mapping[str, sp.Expr]) -> sp.Expr:
    """A kernel term as a SymPy expression. Raises KeyError for an atom that `atoms` lacks."""
    total = sp.Integer(0)
    for monomial, coefficient in term.terms.items():
        product = sp.Rational(coefficient.numerator, coefficient.denominator)
        for atom, power in monomial:
            value = sp.log(to_sympy(atom.argument, atoms)) if isinstance(atom, Fn) else sp.sympify(atoms[key(atom)])
            product *= value**power
        total += product
    return total


def core(claim: Formula) -> Compare:
    """The comparison in a claim, without its quantifiers and conditions."""
    while isinstance(claim, (ForAll, Implies)):
        claim = claim.body if isinstance(claim, ForAll) else claim.conclusion
    if not isinstance(claim, Compare):
        raise TypeError(f"{claim!r} is not a comparison")
    return claim


def arrives(derivation: SymbolicDerivation, claim: Formula, atoms: Mapping[str, sp.Expr]) -> bool:
    """Whether the derivation ends in the claim: the same relation, the difference of its sides the same up to a factor such as 4γ²."""
    proved = core(claim)
    if proved.relation != derivation.op.replace("<", ">"):
        return False
    theirs, ours = to_sympy(proved.left, atoms), derivation.right - derivation.left
    if vanishes(ours):
        return vanishes(theirs)
    ratio = sp.factor(sp.simplify(theirs / ours))
    if any(not (part.is_number or part.as_base_exp()[0].is_Symbol) for part in sp.Mul.make_args(ratio)):
        return False  # such as x/(x + 1), which is positive, too
    return is_nonnegative(ratio, strict=True) or (derivation.op == "=" and ratio.is_number and ratio != 0)
