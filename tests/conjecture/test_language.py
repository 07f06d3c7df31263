"""The language of conjectures: what a sentence means, how it is printed and read back, and what is refused."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from types import FrameType

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from perceptron.errors import InputError
from proofs.conjecture import Root, claims, parse, under
from proofs.conjecture.evaluate import Value, as_float, compare, compile_term, guard, tells
from proofs.conjecture.nodes import NAMES
from proofs.conjecture.parser import parse_claims, parse_relation
from proofs.conjecture.pretty import plain_text
from proofs.conjecture.surd import Surd, TooLarge
from tests.amounts import cases, rows
from tests.conjecture.sentences import comparisons, terms

# The numbers of a run.
VALUES: dict[str, Value] = {
    "M": 4,
    "gamma": Fraction(3, 5),
    "TD": Fraction(1, 2),
    "R": Root(Fraction(2)),
    "S2": Fraction(3),
    "H": Fraction(5, 6),
    "H2": Root(Fraction(1, 3)),
    "U": Root(Fraction(2)),
    "d": 3,
    "T": 9,
    "eps": Fraction(1, 2),
    "W": Root(Fraction(3)),
    "P": Fraction(7, 5),
    "E": 5,
    "L": Fraction(7, 3),
    "L2": Root(Fraction(5, 3)),
    "F": Fraction(-1, 2),
    "S2_all": Fraction(8),
    "TD_all": Fraction(3, 4),
    "H_all": Fraction(5, 4),
    "H2_all": Root(Fraction(1, 2)),
    "G2": Fraction(5, 4),
    "G2_all": Fraction(9, 4),
    "R_min": Root(Fraction(1, 3)),
    "R_1": Fraction(5, 2),
    "R_inf": Fraction(1),
    "U_1": Fraction(7, 5),
    "U_inf": Fraction(4, 5),
}


# --- What a sentence means


@pytest.mark.parametrize("name", NAMES)
def test_every_name_is_read_and_judged(name: str) -> None:
    assert parse(f"{name} - {name} = 0").holds(VALUES) is True
    assert parse(f"{name} > 1000").holds(VALUES) is False


@pytest.mark.parametrize(("truth", "text"), rows(__file__, "judged.txt", " | "))
def test_a_conjecture_is_judged_exactly(truth: str, text: str) -> None:
    assert parse(text).holds(VALUES) is {"T": True, "F": False, "?": None}[truth]


def test_an_attained_bound_is_decided_through_its_roots() -> None:
    bound = parse("M <= ((1+sqrt(1+4*gamma*TD))/(2*gamma))**2")
    attained = {"M": 4, "gamma": Fraction(3, 4), "TD": Fraction(1)}
    assert bound.holds(attained) is True
    assert parse("M < ((1+sqrt(1+4*gamma*TD))/(2*gamma))**2").holds(attained) is False
    assert bound.sides(attained) == ("4", "4")
    assert parse("gamma*M - TD <= U*sqrt(S2)").holds({"gamma": 1, "M": 2, "TD": 0, "U": Root(Fraction(2)), "S2": Fraction(2)})


def test_what_the_status_says_beyond_holds() -> None:
    assert parse("M <= 1/gamma").status({"M": 1, "gamma": 0}) == "undefined"
    assert parse("M <= H").status({"M": 1, "H": None}) == "undefined"
    assert parse("exp(R) = exp(U)").status(VALUES) == "undecided"
    assert parse("M <= 1/gamma").sides({"M": 1, "gamma": 0}) == ("1", "not defined")
    assert parse("M <= R").sides(VALUES) == ("4", "≈ 1.414213562")
    assert parse("M <= floor(log(2))").sides(VALUES) == ("4", "0")
    with pytest.raises(InputError, match="no value was given for gamma"):
        parse("M <= gamma").holds({"M": 1})


@pytest.mark.parametrize("case", cases(__file__, "sides.txt"))
def test_a_side_is_written_so_that_a_judge_accepts_it_or_breaks_nothing(case: list[str]) -> None:
    side, shown = map(eval, case)
    above, below = parse(f"1000 < {side}"), parse(f"1000 > {side}")
    text = above.sides(VALUES)[1]
    assert text == (shown or "≈ beyond reach") and tells(text, above.right, VALUES) is (shown is not None)
    assert ("false" in (above.status(VALUES), below.status(VALUES))) is (shown is not None)


@pytest.mark.parametrize(
    ("side", "ranked"),
    [("floor(P**(1/3))", math.nan), ("min(exp(P**2), P)", math.nan), ("9^200*9^200/9^199/9^200", 9.0), ("exp(9^9)", math.inf)],
)
def test_a_run_is_ranked_where_floats_end(side: str, ranked: float) -> None:
    assert guard(compile_term(parse(f"M <= {side}").right))({"P": -80.0}) == pytest.approx(ranked, nan_ok=True)


HOSTILE = [
    *(text for (text,) in rows(__file__, "hostile.txt")),
    "(" * 100_000,
    "M <= " + "(" * 1000 + "1" + ")" * 1000,
    "M <= " + "-" * 1999 + "1",
    "M <= " + "M+" * 500_000 + "M",
    "M <= " + "9" * 500,
    "",
    "M <= 1\x00",
]


@contextmanager
def few_calls(most: int) -> Iterator[None]:
    """Fails at the first call of a function beyond so many: work is counted, since time depends on the machine."""
    left = most

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal left
        left -= event in ("call", "c_call")
        if left < 0:
            pytest.fail(f"more than {most:,} calls")

    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(None)


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text[:20]))
def test_hostile_text_is_refused_after_little_work_in_one_line(text: str) -> None:
    with pytest.raises(InputError) as refusal, few_calls(20_000):
        parse(text)
    message = str(refusal.value)
    assert "\n" not in message and len(message) < 400 and message.isprintable()
    assert message.startswith("conjecture, position ") and "known names: M, gamma, R" in message


@pytest.mark.parametrize(("text", "said"), rows(__file__, "refused.txt", " | "))
def test_what_is_refused_is_said_where_and_with_what_serves_instead(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said.replace("→ ", "^(?!.*known names).*unknown (name|function).*")):
        parse(text)


@given(st.text(alphabet="MTDgamma R+-*/()<=>.,0123456789 sqrtlogeπ", max_size=60) | st.text(max_size=30) | comparisons())
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        comparison = parse(text)
    except InputError as refusal:
        assert "\n" not in str(refusal)
    else:
        assert comparison.names <= set(NAMES)
        assert comparison.holds(VALUES) in (True, False, None)


def test_extra_names_are_the_parameters_of_a_learner() -> None:
    assert parse("M <= beta", extra=["beta"]).holds({"M": 1, "beta": 2}) is True
    with pytest.raises(InputError, match="U_inf, beta;"):
        parse("M <= theta", extra=["beta"])


def test_a_claim_is_its_comparisons_each_under_all_conditions() -> None:
    found = claims("if gamma <= 1/4 and d = 3: 1 <= M <= 4 and W < 2")
    assert [one.text for one in found] == [f"{part} where gamma <= 1/4 and d = 3" for part in ("1 <= M", "M <= 4", "W < 2")]
    assert all(claims(one.text) == (one,) and {"gamma", "d"} <= one.names for one in found)
    assert claims("M <= 4 where d = 2")[0].unicode() == "M ≤ 4 where d = 2"
    assert str(under(parse("M <= 4"), claims("d = 2"))) == "M ≤ 4 where d = 2"


def test_where_a_condition_does_not_hold_nothing_is_claimed() -> None:
    (claim,) = claims("M <= 3 where gamma >= 1/2")
    assert claim.status(VALUES) == "false"
    assert claim.status(VALUES | {"gamma": Fraction(1, 3)}) == "true"
    assert claim.status(VALUES | {"gamma": None}) == "undefined"


ROOTS = st.lists(st.tuples(st.integers(1, 30), st.integers(-5, 5)), min_size=1, max_size=3)


@given(ROOTS, ROOTS)
def test_surds_are_a_field_with_a_decided_zero(one: list[tuple[int, int]], two: list[tuple[int, int]]) -> None:
    def make(parts: list[tuple[int, int]]) -> Surd:
        total = Surd.rational(0)
        for n, c in parts:
            total += Surd.rational(c) * Surd.root(Fraction(n))
        return total

    a, b = make(one), make(two)
    assert not (a * b - b * a).terms
    assert not ((a + b) * (a - b) - (a * a - b * b)).terms
    size = sum(c * math.sqrt(n) for n, c in one)
    assert bool(a.terms) == (abs(size) > 1e-9)
    if a.terms:
        try:
            assert (a * a.inverse()).as_rational() == 1
        except TooLarge:
            assert len(a.terms) > 3


# --- How conjectures are written: what is printed is read, by people's spellings too, and means the same in floats and in print


@given(comparisons())
@example("M <= floor(2*" + "9" * 40 + ")")  # a number of 41 digits is not read
def test_what_is_printed_is_read(text: str) -> None:
    try:
        read = claims(text)
    except InputError:
        return
    for comparison in read:
        printed = parse(comparison.unicode())
        assert (printed.unicode(), printed.holds(VALUES)) == (comparison.unicode(), comparison.holds(VALUES))
        assert parse(comparison.latex()).unicode() == comparison.unicode()


@given(comparisons())
@example("M <= -(-(R*U)) - (-TD - (T - d))*(2/3/(T/d))**-2**(-M)**(1/3)")
def test_the_plain_notation_is_read_as_the_same_tree(text: str) -> None:
    """`substitute` and `compose` print a tree and parse it."""
    try:
        relations, _ = parse_claims(text)
    except InputError:
        return
    assert [parse_relation(plain_text(one)) for one in relations] == [*relations]


def test_substitute_changes_conditions_and_keeps_other_names() -> None:
    claim = parse("M <= a/gamma where a >= 1 and M_2 < T", ("a", "M_2"), conditions=True)
    changed = claim.substitute({"a": Fraction(-1, 2), "M_2": "M", "M": "M + 1"})
    assert changed.text == "M + 1 <= -1/2/gamma where -1/2 >= 1 and M < T"
    assert changed.substitute({"a": "0"}) is changed
    assert changed == parse("M+1 ≤ (−1/2)/γ where −1/2 ≥ 1 and M<T", conditions=True)


def test_people_may_write_as_the_companion_prints() -> None:
    assert parse("M ≤ 1/γ² + 2·TD/γ").left == parse("M <= 1").left
    assert parse("M ≤ ½·γ⁻² + R²‖u‖²/(4γ²)").right == parse("M <= 0.5*gamma**-2 + R**2*U**2/(4*gamma**2)").right
    assert parse("γM − 2TD ≤ ‖u‖√Σ‖x‖²").unicode() == "γ·M − 2·TD ≤ U·√S₂"
    assert parse("ln(‖u‖^2·√(1 + S₂)) ≥ −M⁻²").unicode() == "ln(U²·√(1 + S₂)) ≥ −M⁻²"
    assert parse("⌊M/2⌋ = ⌈H₂⌉ − π + φ·ε").names == {"M", "H2", "eps"}
    assert parse(r"H^{\mathrm{TD}} \le \mathrm{TD}^{\mathrm{TD}}").unicode() == "H^TD ≤ TD^TD"
    assert parse(r"S_2^{\mathrm{all}} \geq \dfrac{\sqrt[3]{M}}{R_{\min}}").unicode() == "S2_all ≥ M^(1/3)/R_min"
    assert parse("M – 1 ⩽ 1⁄γ²").unicode() == "M − 1 ≤ 1/γ²" and parse(r"$M \le \mathrm{TD}\,\gamma$").unicode() == "M ≤ TD·γ"
    assert parse("M <= 1½").unicode() == "M ≤ 1.5" and parse("M ⋅ γ <= 2½M").unicode() == "M·γ ≤ 2.5·M"


@pytest.mark.parametrize(("constant", "value"), rows(__file__, "constants.txt"))
def test_a_constant_is_a_number_where_it_is_rational(constant: str, value: str) -> None:
    """Logarithms by primes, nested roots by surds, other radicals by a bound below which only 0 lies; else it stays as it is."""
    assert parse(f"M <= {constant}").unicode() == f"M ≤ {value}"


@given(terms())
def test_floats_agree_with_the_exact_sides(text: str) -> None:
    try:
        comparison = parse(f"{text} <= M")
        value = compile_term(comparison.left)({name: as_float(known) for name, known in VALUES.items()})
    except (InputError, ArithmeticError, ValueError):
        return
    if not isinstance(value, float) or not 1e-3 < abs(value) < 1e6 or comparison.status(VALUES) == "undefined":
        return
    shown = comparison.sides(VALUES)[0].removeprefix("≈ ")
    exact = Fraction(shown)
    assert math.isclose(value, exact, rel_tol=1e-4, abs_tol=1e-6)


@pytest.mark.parametrize(("text", "unicode", "latex"), rows(__file__, "printed.txt", " | "))
def test_a_conjecture_is_printed_in_unicode_and_latex(text: str, unicode: str, latex: str) -> None:
    comparison = parse(text)
    assert comparison.unicode() == unicode
    assert latex in ("?", comparison.latex())


@pytest.mark.parametrize(("left", "right", "sign"), rows(__file__, "balls.txt"))
def test_sides_without_an_exact_form_are_compared_by_balls(left: str, right: str, sign: str) -> None:
    """Their difference is above 0, below 0 or exactly 0, however near."""
    claim = parse(f"{left} <= {right}")
    assert compare(claim.left, claim.right, {}) == int(sign)


def test_the_square_of_a_length_is_not_negative() -> None:
    assert Root(Fraction(0)).square == 0
    with pytest.raises(InputError, match="negative: -1/2"):
        Root(Fraction(-1, 2))


def test_equal_powers_of_two_too_large_for_surds_are_decided_equal() -> None:
    """A power of two has an exact ball however large it is; elsewhere equality of balls is undecided."""
    large = {"M": 2**3000}
    statuses = {op: parse(f"M**200 {op} M**200").status(large) for op in ("<=", ">=", "=", "<", ">")}
    assert statuses == {"<=": "true", ">=": "true", "=": "true", "<": "false", ">": "false"}
    assert parse("M**200 <= 2*M**200").status(large) == "true" and parse("2*M**200 <= M**200").status(large) == "false"
