"""A proof of `decide` in plain lines: what each step claims, by which rule and from which lines; `show FILE` sets it as mathematics."""

from __future__ import annotations

from fractions import Fraction

from proofs.kernel import Both, Compare, Fn, ForAll, Formula, Implies, Index, Inner, Nat, Null, Proof, Real, Step, Vec, Vector

RULES = {
    "cut": "by {theorem}",
    "certificate": "by algebra",
    "integer": "whole numbers",
    "root": "a root",
    "inverse": "a reciprocal",
    "forget": "with the names introduced left out",
}


def numbered(proof: Proof) -> list[tuple[str, str, str]]:
    """(number, claim, reason) of every step, hypotheses being cited by their names."""
    place = {step.name: str(i) for i, step in enumerate(proof.steps, 1)}
    return [(place[step.name], formula(step.claim), _reason(step, place)) for step in proof.steps]


def _reason(step: Step, place: dict[str, str]) -> str:
    said = RULES.get(step.rule, step.rule).replace("{theorem}", str(step.data.get("theorem", "")))
    cited = [f"({place[name]})" if name in place else f"‘{name}’" for name in step.premises]
    return said + (f" from {', '.join(cited)}" if cited and step.rule != "cut" else "")


def formula(f: Formula) -> str:
    """The formula in one line of unicode."""
    match f:
        case Compare(left, relation):
            above = {m: c for m, c in left.terms.items() if c > 0}
            below = {m: -c for m, c in left.terms.items() if c < 0}
            return f"{_sum(above)} {relation.replace('>=', '≥')} {_sum(below)}"
        case Null(vector):
            return f"{_vector(vector)} = 0"
        case Implies(premise, conclusion):
            return f"{formula(premise)} ⇒ {formula(conclusion)}"
        case Both(first, second):
            return f"{formula(first)} and {formula(second)}"
        case ForAll(body):
            return f"∀ {formula(body)}"


def _sum(terms: dict[frozenset[tuple[object, int]], Fraction]) -> str:
    return " + ".join(sorted((_monomial(m, c) for m, c in terms.items()), key=lambda text: (len(text), text))) or "0"


def _monomial(monomial: frozenset[tuple[object, int]], c: Fraction) -> str:
    factors = sorted(_atom(a) + (f"^{n}" if n > 1 else "") for a, n in monomial)
    return "·".join(([] if c == 1 and factors else [str(c)]) + factors)


def _atom(atom: object) -> str:
    match atom:
        case Real(name, None):
            return name
        case Real(name, index):
            return f"{name}({_index(index)})"
        case Nat(name):
            return _index(Index(name))
        case Inner():
            left, right = (*atom.pair, *atom.pair)[:2] if len(atom.pair) == 1 else atom.pair
            return f"⟨{_basic(left)}, {_basic(right)}⟩"
        case Fn(name, argument):
            return f"{name}({_sum(dict(argument.terms))})"
    return str(atom)


def _vector(v: Vector) -> str:
    return " + ".join(f"({_sum(dict(c.terms))})·{_basic(b)}" for b, c in v.parts.items()) or "0"


def _basic(v: Vec) -> str:
    return v.name if v.index is None else f"{v.name}({_index(v.index)})"


def _index(i: Index | None) -> str:
    if i is None:
        return ""
    name = "kji"[i.name % 3] if isinstance(i.name, int) else ("" if i.name is None else str(i.name))
    return name + (f"+{i.offset}" if i.offset and name else str(i.offset) if not name else "")
