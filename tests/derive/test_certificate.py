"""Certificates as they are written on paper: the kernel accepts a true one, and each names the lines that it uses."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proofs.derive.authoring.certificate import Certificate, certificate, combination, multiple, multiples, product, square, strict
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.terms import eq, ge, gt, real
from proofs.kernel import Formula, Rejected, replay

a, b, c, T, q = (real(name) for name in ("a", "b", "c", "T", "1/T"))
LINES = {"a": ge(a, 0), "b": ge(b, 0), "c": gt(c, 0), "T": gt(T, 0), "1/T": eq(q * T, 1), "sum": eq(c, a + b)}


def proved(claim: Formula, by: Certificate, *using: str) -> Formula:
    d = Derivation("p", [*LINES.items()])
    d.have(claim, *using, by=by)
    return replay(d.proof(), {}).conclusion


TRUE = {
    "a square and a weighted product": (ge(a**2 + b**2, -2 * a * b), certificate(square(a - b), product(4, "a", "b"))),
    "a line by itself": (ge(a + 3, 0), certificate("a", product(3))),
    "a fraction as weight": (ge(a * b, 0), certificate(product(Fraction(1, 2), "a", "b"), product(Fraction(1, 2), "a", "b"))),
    "a line times a square": (ge(a * (b - c) ** 2, 0), certificate(product("a", square(b - c)))),
    "a division": (gt(q, 0), certificate(strict(), product("z", "T"), multiple(1, "1/T"))),
    "a strict product with a weight": (gt(2 * c, -a), certificate(strict(2, "c"), "a", "z")),
    "a multiple of an equation": (ge(c, 0), certificate("a", "b", multiple(1, "sum"))),
    "several equations": (ge(c + q * T, 1), certificate("a", "b", *multiples((1, 1), ("sum", "1/T")))),
    "an equation from equations": (eq(c * q * T, a + b), combination((1, "sum"), (c, "1/T"))),
}


@pytest.mark.parametrize("name", TRUE)
def test_the_kernel_accepts_a_true_certificate(name: str) -> None:
    claim, by = TRUE[name]
    assert proved(claim, by) == claim


def test_the_kernel_refuses_a_certificate_that_does_not_add_up() -> None:
    with pytest.raises(Rejected):
        proved(ge(a**2 + b**2, -2 * a * b), certificate(square(a - b), product(3, "a", "b")))


def test_the_premises_are_the_lines_that_it_names_each_once_in_the_order_of_writing() -> None:
    by = certificate(product("b", "z", "a"), multiple(c, "1/T"), strict("z", "c"), "a", square(a))
    assert by.lines == ("b", "a", "1/T", "c")
    assert combination((1, "sum"), (c, "1/T"), (2, "sum")).lines == ("sum", "1/T")


def test_lines_that_are_given_beside_a_certificate_set_the_order_of_the_premises() -> None:
    d = Derivation("p", [*LINES.items()])
    d.have(ge(a + b, 0), "b", "a", by=certificate("a", "b"))
    assert d.steps[-1].premises == ("b", "a")


def test_there_is_one_strict_product() -> None:
    with pytest.raises(ValueError, match="one strict product"):
        certificate(strict("c"), strict("T"))


def test_every_equation_has_its_multiplier() -> None:
    with pytest.raises(ValueError, match="shorter"):
        multiples((1, 2), ("sum",))
