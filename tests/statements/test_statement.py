"""A bound is read twice, by the judge of runs and by the kernel's translation; both must mean the same."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron import InputError
from proofs.conjecture import parse
from proofs.conjecture.evaluate import exact
from proofs.conjecture.game import Game
from proofs.conjecture.surd import Surd
from proofs.derive.authoring.terms import real
from proofs.statements.evaluation import Model, holds
from proofs.statements.statement import Statement

NAMES = ("M", "gamma", "TD", "R", "H")
SYMBOLS = {name: real(name) for name in NAMES}
number = st.fractions(Fraction(1, 6), 6, max_denominator=6)
BOUNDS = (
    "M <= R**2/gamma**2",
    "M < 1/gamma**2 + 2*TD/gamma",
    "M >= ((1 + sqrt(1 + 4*gamma*TD))/(2*gamma))**2",
    "gamma*M - TD > R*sqrt(M)",
    "M = R**2/(gamma*R)",
    "M <= -(R - H)/(1/gamma)**2 + H**3/2",
    "M/(1/3) <= R/(gamma/TD)",
)


def stated(bound: str) -> Statement:
    return Statement("s", "s", (), Game(), bound, (), SYMBOLS)


@pytest.mark.parametrize("bound", BOUNDS)
@given(values=st.tuples(*[number] * len(NAMES)))
def test_the_kernel_and_the_judge_read_a_bound_alike(bound: str, values: tuple[Fraction, ...]) -> None:
    statement, known = stated(bound), dict(zip(NAMES, values, strict=True))
    reals = {name: Surd.rational(value) for name, value in known.items()}
    for name, node in statement.definitions.items():
        meaning = exact(node, known)
        if meaning is None:
            return  # a nested root without an exact form
        reals[name] = meaning
    model = Model(reals, {}, {}, {}, {}, 0)
    assert all(holds(fact.formula, model) for fact in statement.hypotheses)
    assert holds(statement.conclusion, model) is parse(bound).holds(known)


@pytest.mark.parametrize("bound", ["M <= exp(gamma)", "M <= 2**d", "M <= d", "M <= pi", "M <= gamma**(1/3)"])
def test_what_the_kernel_cannot_say_is_refused(bound: str) -> None:
    with pytest.raises(InputError, match="no term"):
        _ = stated(bound).conclusion


def test_a_parameter_is_attacked_at_each_of_its_values() -> None:
    statement = Statement("s", "s", (), Game(), "M <= B/(B - 1)*H", (), SYMBOLS | {"B": real("B")}, parameters={"B": ("3/2", "2")})
    assert [c.text for c, _ in statement.attacks] == ["M <= (3/2)/((3/2) - 1)*H", "M <= (2)/((2) - 1)*H"]
