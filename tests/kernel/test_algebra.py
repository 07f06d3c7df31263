"""Rules of algebra: certificate, square, expand, natural, axiom.  Each accepts its figure and refuses every departure from it."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import pytest

from proofs.derive.authoring.terms import eq, every, ge, gt, inner, nat, null, number, real, vec, vseq
from proofs.kernel import Both, Compare, Fn, Implies, Index, Polynomial, Real
from proofs.kernel.axioms import AXIOMS
from tests.kernel.helpers import certificate, proved, refused, step

x, y, u, v = real("x"), real("y"), vec("u"), vec("v")
k, j, w = nat("k"), nat("j"), vseq("w")
ONE = Fraction(1)
FACTS = {"x": ge(x, 0), "y": gt(y, 0), "xy": eq(x, y)}


def test_a_product_of_facts_proves_a_product() -> None:
    theorem = proved(FACTS, certificate("c", ge(x * y, 0), "x", "y", terms=[[ONE, ["x", "y"]]]))
    assert theorem.conclusion == ge(x * y, 0)
    assert [name for name, _ in theorem.hypotheses] == ["x", "y"]


def test_a_square_times_a_fact() -> None:
    proved(FACTS, certificate("c", ge(x * (x - y) * (x - y), 0), "x", terms=[[ONE, ["x", x - y]]]))


def test_a_strict_claim_from_a_strict_product() -> None:
    proved(FACTS, certificate("c", gt(x + 2 * y, 0), "x", "y", strict=[Fraction(2), ["y"]], terms=[[ONE, ["x"]], [ONE, ["z"]]]))


def test_an_equation_with_a_multiplier() -> None:
    proved(FACTS, certificate("c", eq(x * x, x * y), "xy", equations=[[x, "xy"]]))


def test_the_negated_claim_may_be_used_as_z() -> None:
    """x² ≤ 1 and x ≥ 0 give x ≤ 1: with z = x − 1 > 0, 0 = z·z… is z(x + 1) + (1 − x²) = 0."""
    facts = {"x": ge(x, 0), "square": ge(1 - x * x, 0)}
    proved(facts, certificate("c", ge(1 - x, 0), "x", "square", terms=[[ONE, ["z", "x"]], [ONE, ["square"]]]))


@pytest.mark.parametrize(
    ("why", "claim", "premises", "parts"),
    [
        ("not zero", ge(x * y - 1, 0), ["x", "y"], {"terms": [[ONE, ["x", "y"]]]}),
        ("not zero", ge(x * y, 0), ["x", "y"], {"terms": [[Fraction(2), ["x", "y"]]]}),
        ("not zero", ge(-x, 0), ["x"], {"terms": [[ONE, ["x"]]]}),
        ("positive coefficient", ge(-x, 0), ["x"], {"terms": [[-ONE, ["x"]]]}),
        ("positive coefficient", ge(x, 0), ["x"], {"terms": [[Fraction(0), ["x"]]]}),
        ("positive coefficient", ge(x, 0), ["x"], {"strict": [Fraction(0), ["z"]], "terms": [[ONE, ["x"]]]}),
        ("positive coefficient", ge(x, 0), ["x"], {"terms": [[1.0, ["x"]]]}),
        ("positive coefficient", ge(x, 0), ["x"], {"terms": [[True, ["x"]]]}),
        ("positive coefficient", ge(x, 0), ["x"], {"terms": [[float("nan"), ["x"]]]}),
        ("wrong sign", gt(x, 0), ["x"], {"strict": [ONE, ["x"]], "terms": [[ONE, ["z"]]]}),
        ("wrong sign", ge(y - x, 0), ["xy"], {"terms": [[ONE, ["xy"]]]}),
        ("wrong sign", gt(x, 0), ["x"], {"strict": [ONE, ["z"]], "terms": [[ONE, ["x"]]]}),
        ("not strict", gt(x * x, 0), [], {"strict": [ONE, [x]], "terms": [[ONE, ["z"]]]}),
        ("no premise", ge(x * y, 0), ["x"], {"terms": [[ONE, ["x", "y"]]]}),
        ("no premise", ge(x, 0), ["x"], {"terms": [[ONE, [1]]]}),
        ("no premise", ge(x, 0), ["x"], {"terms": [[ONE, [["x"]]]]}),
        ("not an equation", ge(x, 0), ["x"], {"equations": [[Polynomial.of(1), "x"]]}),
        ("not an equation", eq(x, y), [], {"equations": [[Polynomial.of(1), "xy"]]}),
        ("not an equation", eq(x, y), ["xy"], {"equations": [[1, "xy"]]}),
        ("multiplier, name", eq(x, y), ["xy"], {"equations": [[Polynomial.of(1), "xy", 1]]}),
        ("not that combination", eq(x, 2 * y), ["xy"], {"equations": [[Polynomial.of(1), "xy"]]}),
        ("coefficient, factors", ge(x, 0), ["x"], {"terms": [["x"]]}),
        ("coefficient, factors", ge(x, 0), ["x"], {"terms": ["x"]}),
        ("a comparison is needed", every(k, ge(x, 0)), ["x"], {}),
    ],
)
def test_refused_certificates(why: str, claim: object, premises: list[str], parts: dict[str, list[object]]) -> None:
    refused(why, FACTS, certificate("c", claim, *premises, **parts))


def test_a_certificate_from_what_is_no_comparison() -> None:
    refused("a comparison is needed", {"all": every(k, ge(number(k), 0))}, certificate("c", ge(x, 0), "all"))


def test_a_certificate_without_its_data() -> None:
    for missing in ("strict", "terms", "equations"):
        whole = certificate("c", ge(x, 0), "x", terms=[[ONE, ["x"]]])
        data = {key: value for key, value in whole.data.items() if key != missing}
        refused(missing, FACTS, step("c", "certificate", ge(x, 0), "x", **data))


def test_a_premise_called_z_is_never_the_negated_claim() -> None:
    facts = {"z": ge(x, 0)}
    refused("not zero", facts, certificate("c", ge(x + 1, 0), "z", terms=[[ONE, ["z"]]]))
    proved({"z": eq(x, 0)}, certificate("c", eq(x * x, 0), "z", equations=[[x, "z"]]))


def test_square_says_that_a_square_is_not_negative_and_no_more() -> None:
    a = x * u - 2 * v
    claim = ge(x * x * inner(u, u) - 4 * x * inner(u, v) + 4 * inner(v, v), 0)
    proved({}, step("s", "square", claim, of=a))
    refused("not what the rule gives", {}, step("s", "square", ge(inner(u, v), 0), of=u))
    refused("not what the rule gives", {}, step("s", "square", gt(inner(u, u), 0), of=u))
    refused("not what the rule gives", {}, step("s", "square", ge(inner(u, u) - 1, 0), of=u))
    refused("must be a Vector", {}, step("s", "square", ge(inner(u, u), 0), of=x))
    refused("must be a Vector", {}, step("s", "square", ge(inner(u, u), 0)))
    refused("premises are needed", {"x": ge(x, 0)}, step("s", "square", ge(inner(u, u), 0), "x", of=u))


def test_expand_multiplies_a_null_vector_by_any_vector() -> None:
    facts = {"n": null(w(k + 1) - w(k)), "x": ge(x, 0)}
    proved(facts, step("e", "expand", eq(inner(w(k + 1), u), inner(w(k), u)), "n", with_=u))
    refused("not what the rule gives", facts, step("e", "expand", eq(inner(w(k + 1), u), inner(w(k), v)), "n", with_=u))
    refused("null vector", facts, step("e", "expand", eq(x, 0), "x", with_=u))
    refused("must be a Vector", facts, step("e", "expand", eq(x, 0), "n", with_=x))


def test_natural_says_that_an_index_is_not_negative_and_no_more() -> None:
    proved({}, step("n", "natural", ge(number(k) + 2, 0), index=k + 2))
    proved({}, step("n", "natural", ge(Polynomial.of(3), 0), index=Index(None, 3)))
    refused("not what the rule gives", {}, step("n", "natural", ge(number(k) - 1, 0), index=k))
    refused("not what the rule gives", {}, step("n", "natural", ge(x, 0), index=k))
    refused("bound by no", {}, step("n", "natural", Compare(Polynomial.atom(Real("S", Index(0))), ">="), index=Index(0)))
    refused("must be a Index", {}, step("n", "natural", ge(number(k), 0), index="k"))


def test_integer_turns_more_into_at_least_one_more_for_indices_only() -> None:
    facts = {"more": gt(number(k), number(j)), "least": ge(number(k), number(j)), "real": gt(x, y)}
    proved(facts, step("i", "integer", ge(number(k), number(j) + 1), "more", more=k, less=j))
    proved({"p": gt(number(k), 2)}, step("i", "integer", ge(number(k), 3), "p", more=k, less=Index(None, 2)))
    refused("not what the rule gives", facts, step("i", "integer", ge(number(k), number(j) + 2), "more", more=k, less=j))
    refused("not what the rule gives", facts, step("i", "integer", ge(number(k), number(j) + 1), "least", more=k, less=j))
    refused("not what the rule gives", facts, step("i", "integer", ge(number(j), number(k) + 1), "more", more=j, less=k))
    refused("not what the rule gives", facts, step("i", "integer", ge(x, y + 1), "real", more=k, less=j))
    refused("must be a Index", facts, step("i", "integer", ge(x, y + 1), "real", more=x, less=y))


def test_the_axioms_hold_where_floats_can_tell() -> None:
    """Each axiom's last comparison, on a grid where the ones before it hold."""
    for name, axiom in AXIOMS.items():
        tried = 0
        for values in product((Fraction(1, 7), ONE, Fraction(3, 2), Fraction(9)), repeat=axiom.__code__.co_argcount):
            claims = [axiom(*map(Polynomial.of, values))]
            while isinstance(claims[-1], Implies):
                claims[-1:] = [claims[-1].premise, claims[-1].conclusion]
            *conditions, last = claims
            if all(v > 0 or (v == 0 and f.relation == ">=") for f in conditions for v in [logarithmic(f.left)]):
                tried += 1
                for f in (last.first, last.second) if isinstance(last, Both) else (last,):
                    v = logarithmic(f.left)
                    assert abs(v) < 1e-12 if f.relation == "=" else v > (0 if f.relation == ">" else -1e-12), (name, values)
        assert tried


def logarithmic(p: Polynomial) -> float:
    """The value of a polynomial in logarithms of numbers."""
    total = 0.0
    for monomial, c in p.terms.items():
        term = float(c)
        for atom, power in monomial:
            assert isinstance(atom, Fn)
            term *= {"ln": math.log, "exp": math.exp}[atom.name](logarithmic(atom.argument)) ** power
        total += term
    return total


def test_each_axiom_is_accepted_as_it_stands_and_recorded() -> None:
    for name, axiom in AXIOMS.items():
        terms = [real(f"t{i}") for i in range(axiom.__code__.co_argcount)]
        claim = axiom(*terms)
        theorem = proved({}, step("a", "axiom", claim, name=name, at=terms))
        assert theorem.axioms == {name}
        refused("not what the rule gives", {}, step("a", "axiom", ge(x, 0), name=name, at=terms))
        refused("needs its terms", {}, step("a", "axiom", claim, name=name, at=[*terms, x]))
        refused("needs its terms", {}, step("a", "axiom", claim, name=name, at=[1, *terms[1:]]))
    refused("no axiom", {}, step("a", "axiom", ge(x, 0), name="false", at=[]))
