"""The second judge: agrees with the kernel on every shipped proof, refutes what is false, and says what it cannot tell."""

from fractions import Fraction
from itertools import count
from types import SimpleNamespace

import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from proofs.derive.authoring.terms import both, eq, every, ge, gt, implies, inner, nat, null, number, real, seq, sum_below, vec, vseq
from proofs.kernel import Fn, Formula, Index, Polynomial
from proofs.referees import z3 as referee
from proofs.referees.encode import Opaque, Undecidable
from proofs.referees.z3 import METHODS, OK, REFUTED, STRUCTURAL, UNKNOWN, Judgement, Referee, has_model, is_identity, judge, with_letters
from proofs.theorems import catalogue
from tests.amounts import rows, spread, tries
from tests.kernel.helpers import certificate, proof, step

x, y, r, q, S = real("x"), real("y"), real("r"), real("q"), seq("S")
u, v, w, k, M = vec("u"), vec("v"), vseq("w"), nat("k"), nat("M")
ONE = Fraction(1)
EVERY = [item.id for item in (*catalogue.LEMMAS, *catalogue.THEOREMS)]


def test_every_shipped_step_is_confirmed() -> None:
    """Of a few proofs: `verify`, in tests/cli/test_verify.py, asks Z3 about all theorems."""
    every = catalogue.proofs(EVERY)
    some = [every[i] for i in spread(len(every), 30)]
    judgements = [judge(p) for p in some]
    for p, j in zip(some, judgements, strict=True):
        assert (j.verdict, j.steps_with(UNKNOWN), j.steps_with(REFUTED)) == (OK, (), ()) and [*j.steps] == [s.name for s in p.steps], p.id
        assert j.steps_with(STRUCTURAL) == tuple(s.name for s in p.steps if s.rule not in METHODS or s.rule == "induction")
    # the simplest kind of model; tests/verify/test_definitions.py has exact examples for all
    assert sum(j.satisfiable is not True for j in judgements) < len(judgements) / 3


FACTS: dict[str, Formula] = {
    "x": ge(x, 0),
    "y": gt(y, 0),
    "null": null(u - 2 * v),
    "if": implies(ge(x, 0), ge(y, 0)),
    "and": both(ge(x, 0), gt(y, 0)),
    "all": every(k, implies(ge(S(k), number(k)), ge(S(k + 1), number(k) + 1))),
    "base": ge(S(0), 0),
    "log": every(k, ge(Polynomial.atom(Fn("ln", S(k))), 0)),
    "yes": ge(x - 1, 0),
    "no": gt(1 - x, 0),
    "one": ge(y, 1),
    "squares": every(k, ge(S(k), 0)),
    "xx": ge(x * x, 1),
    "sum": every(k, ge(sum_below(k, lambda i: S(i) * number(k)), 0)),
}


@pytest.mark.parametrize(("good", "bad"), rows(__file__, "true_and_false.txt"))
def test_each_method_confirms_and_refutes(good: str, bad: str) -> None:
    for written, verdict in ((good, OK), (bad, REFUTED)):
        taken = eval(written)
        assert Referee(proof(FACTS, taken)).step(taken) == verdict


def test_the_first_instances_of_an_induction_are_checked() -> None:
    good = step("s", "induction", every(k, ge(S(k), number(k))), "base", "all")
    bad = step("s", "induction", every(k, ge(S(k), number(k) + 1)), "base", "all")
    assert Referee(proof(FACTS, good)).step(good) == STRUCTURAL
    assert Referee(proof(FACTS, bad)).step(bad) == REFUTED


def test_an_induction_with_a_quantifier_inside_its_claim_is_checked() -> None:
    """Z3's own instances of the inner ∀ may come to nothing; read as letters, the instances follow by shape, and what is false does not."""
    j, T = nat("j"), seq("T")

    def claim(at: Index | int) -> Formula:
        return every(j, ge((S(at) + T(j)) ** 2 - S(at) * T(j) - number(j), 0))

    facts = {"base": claim(0), "all": every(k, implies(claim(k), claim(k + 1)))}
    good = step("s", "induction", every(k, claim(k)), "base", "all")
    beyond = step("s", "induction", every(k, claim(k + 1)), "base", "all")
    stronger = every(k, every(j, ge((S(k) + T(j)) ** 2 - S(k) * T(j) - number(j), 1)))
    assert Referee(proof(facts, good)).step(good) == STRUCTURAL
    assert Referee(proof(facts, beyond)).step(beyond) in {REFUTED, UNKNOWN}  # its fourth instance rests on no cited one
    wrong = step("s", "induction", stronger, "base", "all")
    assert Referee(proof(facts, wrong)).step(wrong) in {REFUTED, UNKNOWN}


def test_order_of_terms_below_a_quantifier_makes_no_difference() -> None:
    """Polynomials that are equal may list their terms in another order, and Z3 brings both into its own."""
    j, T = nat("j"), seq("T")
    p = S(k) * T(j) + S(j) * T(k) + S(0) * T(0)
    said = every(k, every(j, ge(Polynomial(dict(reversed(p.terms.items()))), 0)))
    taken = step("s", "instantiate", every(j, ge(p, 0)), "all", at=k)
    assert Referee(proof({"all": said}, taken)).step(taken) == OK


def test_a_letter_stands_for_what_a_quantifier_says() -> None:
    a, f = z3.Int("a"), z3.Function("f", z3.IntSort(), z3.RealSort())
    one = z3.ForAll([a], f(a) * f(0) + f(1) >= 0)
    other = z3.ForAll([a], f(a) * f(1) + f(1) >= 0)
    solver = z3.Solver()
    solver.add(with_letters(z3.And(one, z3.Not(one))))
    assert solver.check() == z3.unsat
    solver.reset()
    solver.add(with_letters(z3.And(one, z3.Not(other))))
    assert solver.check() == z3.sat


def test_the_name_of_a_function_is_not_taken_for_a_term() -> None:
    """A name as long as a(S(j)) and b was read as these two, so that a false step was confirmed."""
    j = nat("j")

    def of(name: str) -> Polynomial:
        return Polynomial.atom(Fn(name, S(j)))

    facts = {"all": every(k, every(j, ge(x + of("a") + of("b"), 0)))}
    for number_ in range(3):  # of S among the functions of Z3
        s = step("s", "instantiate", every(j, ge(x + of(f"a (f{number_} (bound 0))) (function b"), 0)), "all", at=M)
        assert Referee(proof(facts, s)).step(s) in {REFUTED, UNKNOWN}


def test_an_integer_step_follows_over_the_integers_only() -> None:
    good = step("s", "integer", ge(number(k), number(M) + 1), "more", more=k, less=M)
    bad = step("s", "integer", ge(number(k), number(M) + 2), "more", more=k, less=M)
    facts = {"more": gt(number(k), number(M))}
    assert Referee(proof(facts, good)).step(good) == OK
    assert Referee(proof(facts, bad)).step(bad) == REFUTED


def test_inverse_of_what_may_be_zero_is_not_confirmed() -> None:
    bad = step("s", "inverse", eq(q * x, 1), "x", name="q")
    assert Referee(proof(FACTS, bad)).step(bad) == UNKNOWN


def test_what_cannot_be_judged_is_unknown_and_never_ok() -> None:
    odd = {"all": every(k, implies(null(w(k)), ge(S(k), 0)))}
    s = step("s", "instantiate", implies(null(w(M)), ge(S(M), 0)), "all", at=M)
    judgement = judge(proof(odd, s))
    assert (judgement.verdict, judgement.steps_with(UNKNOWN)) == (UNKNOWN, ("s",))


@pytest.mark.parametrize(("work", "asked"), [(0.25, [16000, 2000]), (2.5, [])])
def test_a_question_that_waiting_ended_is_asked_once_more(work: float, asked: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine Z3's two seconds pass while the process waits for a processor; two seconds of work are enough of an answer."""
    limits: list[int] = []
    answers = iter((z3.unknown, z3.unsat))
    solver = SimpleNamespace(check=lambda: next(answers), set=lambda name, value: limits.append(value))
    for clock, passed in (("monotonic", 3.0), ("work_time", work)):
        monkeypatch.setattr(referee, clock, count(0, passed).__next__)
    assert referee.answer_of(solver) == (z3.unsat if asked else z3.unknown) and limits == asked


def test_hypotheses_that_no_step_needs_are_named() -> None:
    s = certificate("s", ge(2 * x, 0), "x", "y", terms=[[Fraction(2), ["x"]]])
    assert judge(proof({"x": ge(x, 0), "y": gt(y, 0)}, s)).redundant == ("y",)
    again = certificate("t", ge(y, -1), "y", terms=[[ONE, ["y"]], [ONE, []]])
    assert judge(proof({"x": ge(x, 0), "y": gt(y, 0)}, s, again)).redundant == ()


def test_contradictory_hypotheses_have_no_model() -> None:
    assert has_model([ge(x, 0), gt(-x, 0)]) is None
    assert has_model([ge(x, 0), gt(y, x)]) is True


def test_one_refuted_step_fails_the_referee() -> None:
    assert Judgement({"1": OK, "2": STRUCTURAL}, None, (), 0.1).verdict == OK
    assert Judgement({"1": UNKNOWN, "2": REFUTED}, True, (), 0.1).verdict == REFUTED


def test_a_hard_certificate_is_expanded() -> None:
    good = certificate("s", ge(x * y, 0), "x", "y", terms=[[ONE, ["x", "y"]]])
    claims = {"x": ge(x, 0), "y": gt(y, 0), "e": eq(x, y)}
    assert is_identity(good, claims, Opaque())
    for bad in (
        certificate("s", ge(x * y, 1), "x", "y", terms=[[ONE, ["x", "y"]]]),
        certificate("s", ge(-x * y, 0), "x", "y", terms=[[-ONE, ["x", "y"]]]),
        certificate("s", gt(x, 0), "x", strict=[ONE, ["x"]], terms=[[ONE, ["z"]]]),
        certificate("s", gt(x * x, 0), strict=[ONE, [x]], terms=[[ONE, ["z"]]]),
        certificate("s", ge(x, 0), "x", equations=[[Polynomial.of(1), "x"]]),
        certificate("s", ge(x, 0), "y", terms=[[ONE, ["x"]]]),
        certificate("s", eq(x, y), "e", equations=[[Polynomial.of(1), "e"]]),
    ):
        assert not is_identity(bad, claims, Opaque())


ATOMS = [x, y, S(k + 1), inner(u, v)]
polynomials = st.lists(st.tuples(st.fractions(-9, 9, max_denominator=6), st.tuples(*[st.integers(0, 2)] * 4)), max_size=5)


@settings(max_examples=tries(60))
@given(polynomials, st.tuples(*[st.fractions(-5, 5, max_denominator=4)] * 4))
def test_polynomials_are_encoded_as_they_are(terms: list[tuple[Fraction, tuple[int, ...]]], point: tuple[Fraction, ...]) -> None:
    p, value = Polynomial({}), Fraction(0)
    for c, powers in terms:
        monomial, number_ = Polynomial.of(c), c
        for a, e, n in zip(ATOMS, powers, point, strict=True):
            monomial, number_ = monomial * a**e, number_ * n**e
        p, value = p + monomial, value + number_
    reading = Opaque()
    here = [(reading.atom(next(iter(next(iter(a.terms))))[0]), z3.Q(n.numerator, n.denominator)) for a, n in zip(ATOMS, point, strict=True)]
    assert z3.simplify(z3.substitute(reading.polynomial(p), *here)).as_fraction() == value


def test_indices_count_from_zero() -> None:
    """An instance at k = 3 is judged at 3, whether it is written as an index or as a number."""
    good = step("s", "instantiate", implies(ge(S(3), 3), ge(S(4), 4)), "all", at=Index(None, 3))
    assert Referee(proof(FACTS, good)).step(good) == OK


@pytest.mark.parametrize("term", [z3.Real("x") ** z3.Real("y"), z3.Real("x") / z3.Real("y"), z3.Real("x") ** -1], ids=str)
def test_what_versions_of_z3_answer_differently_is_not_asked(term: z3.ArithRef) -> None:
    """A power with a letter and a quotient have other values in other versions; docs/solvers.md has the answers."""
    asked = Referee(proof({"x": ge(x, 0)}, certificate("s", ge(2 * x, 0), "x", terms=[[Fraction(2), ["x"]]])))
    with pytest.raises(Undecidable, match="is asked about polynomials only"):
        asked.ask(asked.algebra, term > 0)
    assert asked.ask(asked.algebra, z3.Real("x") * z3.Real("x") + 1 <= 0) is False
