"""Certificates: as they are written on paper, as the search finds them, and beyond products. The kernel accepts what is found."""

from __future__ import annotations

import re
from contextlib import nullcontext
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofs.derive.authoring import certificate_search
from proofs.derive.authoring.beyond_products import refuting_point
from proofs.derive.authoring.certificate import Certificate, certificate, combination, multiple, multiples, product, square, strict
from proofs.derive.authoring.certificate_search import NotFound, search
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.terms import Term, eq, ge, gt, le, real
from proofs.derive.semialgebraic.rounding import Block, SquaresProgramme
from proofs.kernel import Compare, Formula, Proof, Rejected, Step, replay
from tests.amounts import tries

a, b, c, g, n, q, r, s, t, x, y, T = (real(name) for name in "abcgnqrstxyT")
per_T = real("1/T")
LINES = {"a": ge(a, 0), "b": ge(b, 0), "c": gt(c, 0), "T": gt(T, 0), "1/T": eq(per_T * T, 1), "sum": eq(c, a + b)}


def proved(claim: Formula, by: Certificate, *using: str) -> Formula:
    d = Derivation("p", [*LINES.items()])
    d.have(claim, *using, by=by)
    return replay(d.proof(), {}).conclusion


# What a certificate is made of, a claim, and its certificate.
TRUE = {
    "a square and a weighted product": (ge(a**2 + b**2, -2 * a * b), certificate(square(a - b), product(4, "a", "b"))),
    "a line by itself": (ge(a + 3, 0), certificate("a", product(3))),
    "a fraction as weight": (ge(a * b, 0), certificate(product(Fraction(1, 2), "a", "b"), product(Fraction(1, 2), "a", "b"))),
    "a line times a square": (ge(a * (b - c) ** 2, 0), certificate(product("a", square(b - c)))),
    "a division": (gt(per_T, 0), certificate(strict(), product("z", "T"), multiple(1, "1/T"))),
    "a strict product with a weight": (gt(2 * c, -a), certificate(strict(2, "c"), "a", "z")),
    "a multiple of an equation": (ge(c, 0), certificate("a", "b", multiple(1, "sum"))),
    "several equations": (ge(c + per_T * T, 1), certificate("a", "b", *multiples((1, 1), ("sum", "1/T")))),
    "an equation from equations": (eq(c * per_T * T, a + b), combination((1, "sum"), (c, "1/T"))),
}


@pytest.mark.parametrize("name", TRUE)
def test_the_kernel_accepts_a_true_certificate(name: str) -> None:
    claim, by = TRUE[name]
    assert proved(claim, by) == claim


def test_the_kernel_refuses_a_certificate_that_does_not_add_up() -> None:
    with pytest.raises(Rejected):
        proved(ge(a**2 + b**2, -2 * a * b), certificate(square(a - b), product(3, "a", "b")))


def test_premises_are_the_named_lines_once_in_writing_order() -> None:
    by = certificate(product("b", "z", "a"), multiple(c, "1/T"), strict("z", "c"), "a", square(a))
    assert by.lines == ("b", "a", "1/T", "c")
    assert combination((1, "sum"), (c, "1/T"), (2, "sum")).lines == ("sum", "1/T")


def test_lines_beside_a_certificate_set_the_order_of_premises() -> None:
    d = Derivation("p", [*LINES.items()])
    d.have(ge(a + b, 0), "b", "a", by=certificate("a", "b"))
    assert d.steps[-1].premises == ("b", "a")


def test_there_is_one_strict_product() -> None:
    with pytest.raises(ValueError, match="one strict product"):
        certificate(strict("c"), strict("T"))


def test_every_equation_has_its_multiplier() -> None:
    with pytest.raises(ValueError, match="shorter"):
        multiples((1, 2), ("sum",))


# --- The search for certificates: what it finds the kernel accepts, and for a false claim it finds nothing


Follows = tuple[Formula, dict[str, Formula]]
# What is asked of the search for certificates, a goal, and the facts from which it follows by products.
OBLIGATIONS: dict[str, Follows] = {
    "energy step": (le(n + 2 * a + b, g * c + g), {"mistake": le(a, 0), "short": le(b, g), "before": le(n, g * c)}),
    "a root is monotone": (le(s, t), {"s": ge(s, 0), "t": ge(t, 0), "squares": le(s**2, t**2)}),
    "divide by γ": (le(s, r * a), {"short": le(g * s, r), "sign": gt(a, 0), "inverse": eq(a * g, 1)}),
    "the larger root": (
        ge(b + r, 2 * g * s),
        {"g": gt(g, 0), "r": ge(r, 0), "rr": eq(r**2, b**2 + 4 * g * c), "quadratic": le(g * s**2, b * s + c)},
    ),
    "relax the root": (le(g**2 * s**2, 1 + 2 * g * t), {"g": gt(g, 0), "h": le(g * s**2, s + t)}),
    "a sum of two squares": (ge(a**2 + b**2, 2 * a * b), {}),
    "a contradiction": (ge(real("no"), 1), {"up": gt(a, 1), "down": le(a, 1)}),
}


def accepted(goal: Formula, facts: dict[str, Formula], data: dict[str, object]) -> bool:
    proof = Proof("p", tuple(facts.items()), (Step("goal", "certificate", goal, tuple(facts), data),), "goal")
    return replay(proof, {}).conclusion == goal


@pytest.mark.parametrize("name", OBLIGATIONS)
def test_what_is_found_the_kernel_accepts(name: str) -> None:
    goal, facts = OBLIGATIONS[name]
    assert isinstance(goal, Compare)
    assert accepted(goal, facts, search(goal, facts))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "goal, facts",
    [
        (ge(a, 0), {}),
        (gt(a**2, 0), {}),
        (le(s, t), {"squares": le(s**2, t**2)}),
        (ge(a, 1), {"a": gt(a, 0)}),
        (eq(a, 0), {"low": ge(a, 0), "high": le(a, 0)}),  # true, but an equation needs equations
    ],
)
def test_for_a_claim_that_does_not_follow_nothing_is_found(goal: Formula, facts: dict[str, Formula]) -> None:
    assert isinstance(goal, Compare)
    with pytest.raises(NotFound):
        search(goal, facts)  # type: ignore[arg-type]


@pytest.mark.parametrize("solve", [certificate_search.weigh, certificate_search.weighted_without_z3])
def test_a_search_ends_by_what_it_does_and_not_by_a_clock(solve: certificate_search.Solve) -> None:
    goal, facts = le(a * b, s * t), {"a": le(a, s), "b": le(b, t), "0": ge(a, 0), "t": ge(t, 0)}
    assert accepted(goal, facts, search(goal, facts, solve=solve))  # type: ignore[arg-type]
    with pytest.raises(certificate_search.TooLong):
        search(goal, facts, work=1000, solve=solve)  # type: ignore[arg-type]


small = st.integers(-3, 3).map(Fraction)


@given(st.lists(st.tuples(small, small, small), min_size=1, max_size=3), st.tuples(small, small, small))
@settings(max_examples=tries(30))
def test_linear_claims_are_found_exactly_when_they_follow(rows: list[tuple[Fraction, ...]], target: tuple[Fraction, ...]) -> None:
    def linear(row: tuple[Fraction, ...]) -> Term:
        return row[0] * a + row[1] * b + row[2]

    facts = {f"f{i}": ge(linear(row), 0) for i, row in enumerate(rows)}
    goal = ge(linear(target), 0)
    assert isinstance(goal, Compare)
    found = certificate_search._solve(
        goal, facts, [a, b], certificate_search.SHAPES[0], certificate_search.Work(10**6), certificate_search.weigh, ()
    )  # type: ignore[arg-type]
    if found is not None:
        assert accepted(goal, facts, found)
        return
    from scipy.optimize import linprog

    weights = [[-float(row[0]), -float(row[1])] for row in rows]
    outcome = linprog([float(target[0]), float(target[1])], weights, [float(row[2]) for row in rows], bounds=[(None, None)] * 2)
    assert outcome.status == 3 or (outcome.status == 0 and outcome.fun + float(target[2]) < 1e-9)  # unbounded, or it dips to 0 or below


def test_store_is_deterministic_and_keyed_by_claim_and_facts() -> None:
    goal, facts = OBLIGATIONS["divide by γ"]
    assert isinstance(goal, Compare)
    key = certificate_search.digest(goal, facts)  # type: ignore[arg-type]
    assert key == certificate_search.digest(goal, dict(reversed(facts.items())))  # type: ignore[arg-type]
    assert key != certificate_search.digest(goal, facts | {"sign": ge(a, 0)})  # type: ignore[arg-type]
    assert len(certificate_search.store()) == len(set(certificate_search.store())) > 100


# --- `have` without a certificate: products, then sums of squares. The kernel accepts what it finds; a failure says where a claim fails


# What is asked, a goal, and the facts from which it follows by sums of squares.
FOLLOWS: dict[str, Follows] = {
    "a square of a difference with weights": (ge(x**4 + 3 * y**2, 3 * x**2 * y), {}),
    "attained, with cubes": (ge(a**3 + b**3 + c**3, 3 * a * b * c), {"a": ge(a, 0), "b": ge(b, 0), "c": ge(c, 0)}),
    "Motzkin's polynomial, which is no sum of squares": (ge(x**2 * y**4 + x**4 * y**2 + 1, 3 * x**2 * y**2), {}),
    "a reciprocal of a sum": (ge(4 * q, 1), {"q": gt(q, 0), "inverse": eq(q * (x**2 + 1), 1), "near": le(x**2, 3)}),
    "a reciprocal": (le(q, 1), {"q": gt(q, 0), "inverse": eq(q * g, 1), "g": ge(g, 1)}),
    "a root": (le(2 * r, 2 + x**2), {"r": ge(r, 0), "square": eq(r * r, 1 + x**2)}),
    "strict": (gt(x**4 - 2 * x**2 + 2, 0), {}),
}


def proof_of(goal: Formula, facts: dict[str, Formula]) -> Derivation:
    d = Derivation("claim", tuple(facts.items()), {}, goal)
    d.conclude(*facts)
    return d


@pytest.mark.parametrize("name", FOLLOWS)
def test_what_is_found_beyond_products_the_kernel_accepts(name: str) -> None:
    goal, facts = FOLLOWS[name]
    assert replay(proof_of(goal, facts).proof(), {}).conclusion == goal


def test_some_of_it_is_beyond_products() -> None:
    goal, facts = FOLLOWS["Motzkin's polynomial, which is no sum of squares"]
    assert isinstance(goal, Compare)
    with pytest.raises(NotFound):
        search(goal, facts)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("goal", "facts", "names"),
    [
        (ge(x, 1), {"sign of x": ge(x, 0)}, ("x = ",)),
        (ge(x, y), {"squares": ge(x**2, y**2)}, ("x = ", "y = ")),
        (ge(x * y, 2), {"first": eq(x * x, 2), "second": eq(y * y, 2)}, ("x ≈ ", "y ≈ ")),
    ],
)
def test_a_failure_names_claim_lines_and_a_point(goal: Formula, facts: dict[str, Formula], names: tuple[str, ...]) -> None:
    with pytest.raises(NotFound) as failure:
        proof_of(goal, facts)
    told = str(failure.value)
    assert all(repr(line) in told for line in facts) and all(name in told for name in names) and "where it fails" in told


@settings(max_examples=tries(30))
@given(st.tuples(small, small, small, small, small))
def test_a_point_is_one(coefficients: tuple[Fraction, ...]) -> None:
    """The numbers that are named make the lines true and the claim false."""
    p, s, t, v, w = coefficients

    def line(at_x: Term, at_y: Term) -> Term:
        return p * at_x + s * at_y + t

    def claim(at_x: Term, at_y: Term) -> Term:
        return v * at_x * at_x + w * at_y - 1

    goal, fact = ge(claim(x, y), 0), ge(line(x, y), 0)
    assert isinstance(goal, Compare) and isinstance(fact, Compare)
    told = refuting_point(goal, {"line": fact})
    if not told or "≈" in told:
        return
    found = {name: Fraction(value) for name, value in re.findall(r"(\w) = (-?\d+(?:/\d+)?)", told)}
    at = found.get("x", Fraction(0)), found.get("y", Fraction(0))
    assert line(*at) >= 0 and claim(*at) < 0


def test_what_no_unknown_meets_has_no_solution() -> None:
    """The solver was asked all the same, with a right side of 10²⁹⁰, and panicked."""
    square = Block((), (0,), {(0,): Fraction(1)}, ({(1,): Fraction(1)},))
    assert SquaresProgramme({(2,): Fraction(-1)}, (square,)).solve(1) is not None
    assert SquaresProgramme({(2,): Fraction(-1), (1,): Fraction(-1, 10**10)}, (square,)).solve(1) is None


def test_a_solver_that_panics_has_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A panic of Rust is no Exception: nothing above would have caught it."""
    square = Block((), (0,), {(0,): Fraction(1)}, ({(1,): Fraction(1)},))
    programme = SquaresProgramme({(2,): Fraction(-1)}, (square,))
    for kind, ends in ((type("PanicException", (BaseException,), {}), False), (KeyboardInterrupt, True)):

        def solver(*_: Any, kind: type[BaseException] = kind) -> Any:
            raise kind

        monkeypatch.setattr("clarabel.DefaultSolver", solver)
        with pytest.raises(KeyboardInterrupt) if ends else nullcontext():
            assert programme.solve(1) is None
