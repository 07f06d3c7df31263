"""The language of conjectures: one comparison over the quantities of a run, parsed and never evaluated as code.

    c = parse("M <= 1/gamma**2 + 2*TD/gamma")
    c.holds({"M": 2, "gamma": Fraction(3, 5), "TD": Fraction(0)})     # True, exactly
    c.unicode()                                                       # 'M ≤ 1/γ² + 2·TD/γ'

`nodes` has the syntax tree and the tables of names, `parser` the spellings, the grammar and its limits, `evaluate` the exact judgement and
the quick look in floats that searches use, `pretty` LaTeX and unicode."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, TypeAlias

from perceptron.errors import InputError
from proofs.conjecture import brief, pretty
from proofs.conjecture.constants import with_plain_constants
from proofs.conjecture.evaluate import Root, Value, Values, compare, describe
from proofs.conjecture.nodes import Node, Relation, substitute
from proofs.conjecture.parser import parse_claims, parse_relation, parse_term
from proofs.conjecture.surd import Undefined

Status: TypeAlias = Literal["true", "false", "undecided", "undefined"]

MORE_DIGITS = (20, 40)
_HOLDS = {"<=": (-1, 0), "<": (-1,), ">=": (1, 0), ">": (1,), "=": (0,)}


@dataclass(frozen=True)
class Comparison(Relation):
    """One comparison: `text`, `left`, `op`, `right` (syntax trees), `names` (the quantities that occur), and the `conditions` under
    which it is claimed."""

    def status(self, values: Values) -> Status:
        """The truth of the comparison on a run. "true" also where a condition does not hold; "undefined": a side has no value there, so
        that nothing is claimed; "undecided": the sides cannot be separated at the highest precision, or the comparison is false and not
        even three digits of a side are known, which a file has to show. Raises InputError if `values` lacks a name that occurs."""
        for condition in self.conditions:
            if (met := _status(condition, values)) != "true":
                return "true" if met == "false" else met
        status = _status(self, values)
        return "undecided" if status == "false" and brief.UNKNOWN in self.sides(values) else status

    def holds(self, values: Values) -> bool | None:
        """True or False where that is certain, None where the comparison is undecided or not defined (never a
        counterexample)."""
        return {"true": True, "false": False}.get(self.status(values))

    def says_something(self, values: Values) -> bool:
        """Whether the conditions certainly hold and both sides have values."""
        return all(_status(condition, values) == "true" for condition in self.conditions) and _status(self, values) != "undefined"

    def sides(self, values: Values) -> tuple[str, str]:
        """Both sides as text: exact if rational and short ("25/9"), else "≈ " and ten digits, or as many as separate them if they are
        not equal; or "not defined"."""
        left, right = side(self.left, values), side(self.right, values)
        if brief.alike(left, right) and _status(self, values) in ("false", "true"):
            for digits in MORE_DIGITS:
                left, right = describe(self.left, values, digits), describe(self.right, values, digits)
                if not brief.alike(left, right):
                    break
        return left, right

    def substitute(self, terms: Mapping[str, Node | Fraction | str]) -> Comparison:
        """The comparison and its conditions, with terms in the places of names.

        >>> parse("M <= 1/gamma**2 + TD").substitute({"gamma": Fraction(-1, 2), "TD": "R - 1"}).text
        'M <= 1/(-1/2)**2 + (R - 1)'
        """
        if not terms.keys() & self.names:
            return self
        read = {name: term_of(str(term), self.names) if isinstance(term, str | int | Fraction) else term for name, term in terms.items()}
        one, *conditions = (compose(substitute(c.left, read), c.op, substitute(c.right, read)) for c in (self, *self.conditions))
        return under(one, conditions)

    def latex(self) -> str:
        """The comparison in LaTeX, without dollar signs."""
        return pretty.latex(self)

    def unicode(self) -> str:
        """The comparison in one line of unicode."""
        return pretty.unicode(self)

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {self.latex()}$"

    def __str__(self) -> str:
        return self.unicode()


def _status(relation: Relation, values: Values) -> Status:
    try:
        order = compare(relation.left, relation.right, values)
    except Undefined:
        return "undefined"
    if order is None:
        return "undecided"
    return "true" if order in _HOLDS[relation.op] else "false"


def parse(text: str, extra: Iterable[str] = (), conditions: bool = False) -> Comparison:
    """The comparison written in `text`.

    text          one comparison of expressions in `nodes.NAMES`, such as "M <= 1/gamma**2"
    extra         further names, for the parameters of a learner of one's own
    conditions    whether it may have conditions, as in "M <= 5 where gamma >= 1/2"

    Raises InputError, which gives the position (from 1) and the known names.

        >>> comparison = parse("M <= 1/gamma**2 + 2*TD/gamma")
        >>> comparison.unicode()
        'M ≤ 1/γ² + 2·TD/γ'
        >>> comparison.holds({"M": 2, "gamma": Fraction(3, 5), "TD": Fraction(0)})
        True
    """
    if conditions:
        comparisons = claims(text, extra)
        if len(comparisons) > 1:
            raise InputError(f"one comparison only, not {len(comparisons)}: {text:.60}")
        return comparisons[0]
    return _comparison(parse_relation(text, extra))


def claims(text: str, extra: Iterable[str] = ()) -> tuple[Comparison, ...]:
    """The comparisons that a claim makes, each with the conditions of all. Raises InputError.

    >>> [str(one) for one in claims("if gamma <= 1/4: 1 <= M <= 1/gamma^2 and W <= 9")]
    ['1 ≤ M where γ ≤ 1/4', 'M ≤ 1/γ² where γ ≤ 1/4', '‖w‖ ≤ 9 where γ ≤ 1/4']
    """
    claimed, conditions = (tuple(map(_comparison, parsed)) for parsed in parse_claims(text, extra))
    return tuple(under(one, conditions) for one in claimed)


def term_of(text: str, extra: Iterable[str] = ()) -> Node:
    """The term written in `text`, over the names of `nodes.NAMES` and `extra`. Raises InputError."""
    return parse_term(text, extra)


def compose(left: Node, op: str, right: Node) -> Comparison:
    """The comparison of two terms, with its text in the plain notation. Raises InputError as the parser does.

    >>> compose(term_of("M"), "<=", term_of("2(R/γ)²")).text
    'M <= 2*(R/gamma)**2'
    """
    relation = Relation("", left, op, right)
    return parse(pretty.plain_text(relation), relation.names)


def _comparison(syntax: Relation) -> Comparison:
    """A comparison of the text; constants that are rational are numbers in it."""
    left, right = with_plain_constants(syntax.left, syntax.right)
    return Comparison(syntax.text, left, syntax.op, right)


def under(comparison: Comparison, conditions: Iterable[Relation]) -> Comparison:
    """The comparison under further conditions."""
    if not (more := tuple(conditions)):
        return comparison
    joined = " and ".join(condition.text for condition in more)
    text = f"{comparison.text} {'and' if comparison.conditions else 'where'} {joined}"
    return replace(comparison, text=text, conditions=(*comparison.conditions, *more))


def side(node: Node, values: Values) -> str:
    """The value of a term as text; see `Comparison.sides`."""
    try:
        return describe(node, values)
    except Undefined:
        return "not defined"


__all__ = [
    "Comparison", "Root", "Status", "Undefined", "Value", "Values", "claims", "compose", "parse", "side", "term_of", "under"
]  # fmt: skip
