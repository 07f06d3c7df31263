"""Terms: the kernel's polynomials against FLINT's, sums and lists of indices, and what a substitution does to them."""

import json
from collections.abc import Callable
from fractions import Fraction

import flint
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofs.derive.authoring.encoding import write
from proofs.derive.authoring.terms import Term, both, eq, every, ge, gt, inner, le, nat, number, real, seq, sequel, sum_below, vseq
from proofs.kernel import Compare, ForAll, Formula, Index, Inner, Nat, Polynomial, Real, Rejected, Sum, Vec, Vector, replay
from proofs.kernel.codec import decode, read
from proofs.kernel.formula import bound, closed, names, opened, substitute
from proofs.kernel.term import Substitution
from proofs.kernel.term import inner as product
from proofs.statements.evaluation import holds
from proofs.statements.instance import Instance
from tests.amounts import rows
from tests.kernel.helpers import proof, proved, refused, step

ATOMS = [Real("x"), Real("S", Index("k", 1)), Inner(frozenset({Vec("u"), Vec("w", Index("k"))}))]
CONTEXT = flint.fmpq_mpoly_ctx.get(("a", "b", "c"), flint.Ordering.lex)
coefficients = st.fractions(min_value=-50, max_value=50, max_denominator=12)
exponents = st.tuples(*[st.integers(0, 3)] * 3)
raw = st.dictionaries(exponents, coefficients, max_size=6)
small = st.dictionaries(st.tuples(*[st.integers(0, 2)] * 3), coefficients, max_size=3)
Terms = dict[tuple[int, ...], Fraction]


def ours(terms: Terms) -> Polynomial:
    return Polynomial({frozenset((a, e) for a, e in zip(ATOMS, m, strict=True) if e): c for m, c in terms.items()})


def theirs(terms: Terms) -> flint.fmpq_mpoly:
    return CONTEXT.from_dict({m: flint.fmpq(c.numerator, c.denominator) for m, c in terms.items()})


def as_dict(p: flint.fmpq_mpoly) -> Terms:
    return {tuple(int(e) for e in m): Fraction(int(c.p), int(c.q)) for m, c in p.to_dict().items()}


@settings(deadline=None)
@given(raw, raw, st.integers(0, 4))
def test_arithmetic_agrees_with_flint(a: Terms, b: Terms, n: int) -> None:
    p, q, f, g = ours(a), ours(b), theirs(a), theirs(b)
    for mine, other in ((p + q, f + g), (p - q, f - g), (p * q, f * g), (-p, -f), (p**n, f**n), (p * 3 - 1, f * 3 - 1)):
        assert mine == ours(as_dict(other))
    assert (p == q) == (f == g)
    assert p == ours(as_dict(f))


@settings(deadline=None)
@given(raw, raw)
def test_equal_polynomials_have_equal_hashes(a: Terms, b: Terms) -> None:
    p, q = ours(a), ours(b)
    assert hash(p + q) == hash(q + p)
    assert hash(p * q - q * p) == hash(Polynomial({}))


@settings(deadline=None)
@given(small, small, small)
def test_substitution_is_a_homomorphism(a: Terms, b: Terms, image: Terms) -> None:
    p, q = ours(a), ours(b)
    s = Substitution({("real", "x"): ours(image), ("vec", "u"): Vector.basic(Vec("u")) - 2 * Vector.basic(Vec("v"))})
    assert s.real(p * q) == s.real(p) * s.real(q)
    assert s.real(p + q) == s.real(p) + s.real(q)


vectors = st.dictionaries(st.sampled_from([Vec("u"), Vec("v"), Vec("w", Index("k"))]), small.map(ours), max_size=3).map(Vector)


@settings(deadline=None)
@given(vectors, vectors, vectors, small)
def test_inner_products_are_bilinear_and_symmetric(a: Vector, b: Vector, c: Vector, scale: Terms) -> None:
    s = ours(scale)
    assert product(a, b) == product(b, a)
    assert product(a + s * b, c) == product(a, c) + s * product(b, c)


# --- Finite sums Σ(i < n) and lists of indices: what binds, what is free, what a substitution does, and what the rule `sum` refuses


x, y = real("x"), real("y")
S, f, w = seq("S"), seq("f"), vseq("w")
i, j, k, n = (nat(name) for name in "ijkn")


def unfolded(term: Callable[[Index], Term]) -> Formula:
    return both(eq(sum_below(0, term), 0), every(k, eq(sum_below(k + 1, term), sum_below(k, term) + term(k))))


def of(term: Polynomial, index: Index = k) -> Polynomial:
    return Substitution(bound=str(index.name)).real(term)


def test_a_sum_unfolds() -> None:
    proved({}, step("s", "sum", unfolded(f), of=of(f(k))))
    proved({}, step("s", "sum", unfolded(lambda i: inner(w(i), w(i + 1)) + number(i)), of=of(inner(w(k), w(k + 1)) + number(k))))
    nested = step("s", "sum", unfolded(lambda i: sum_below(i, lambda j: f(sequel(i, j)))), of=of(sum_below(k, lambda j: f(sequel(k, j)))))
    at = opened(unfolded(lambda i: sum_below(i, lambda j: f(sequel(i, j)))).second, Index(None, 2))  # type: ignore[union-attr]
    every_k = step("p", "part", nested.claim.second, "s")  # type: ignore[union-attr]
    proved({}, nested, every_k, step("at", "instantiate", at, "p", at=Index(None, 2)))
    assert at == eq(
        sum_below(3, lambda i: sum_below(i, lambda j: f(sequel(i, j)))),
        sum_below(2, lambda i: sum_below(i, lambda j: f(sequel(i, j)))) + sum_below(2, lambda j: f(sequel(2, j))),
    )


def test_a_sum_refuses() -> None:
    def begun(at_0: int, later: int) -> Formula:
        return both(eq(sum_below(0, f), at_0), every(k, eq(sum_below(k + 1, f), sum_below(k, f) + f(k + later))))

    for claim, term in ((unfolded(f), 2 * f(k)), (unfolded(f), f(k + 1)), (begun(1, 0), f(k)), (begun(0, 1), f(k))):
        refused("not what the rule gives", {}, step("s", "sum", claim, of=of(term)))
    refused("must be a Polynomial", {}, step("s", "sum", unfolded(f), of=3))


@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_summand_with_an_index_of_nobodys_is_refused(level: int) -> None:
    """f(j) under Σ must not speak of a ∀ that the rule writes itself."""
    loose = Polynomial.atom(Real("f", Index(level)))
    atoms = [Polynomial.atom(Sum(upto, loose)) for upto in (Index(None), Index(1), Index(1, 1))]
    claim = both(Compare(atoms[0], "="), ForAll(Compare(atoms[2] - atoms[1] - loose, "=")))
    refused("bound by no", {}, step("s", "sum", claim, of=loose))


def test_names_inside_a_sum_are_free_and_its_number_is_not() -> None:
    term = sum_below(n, lambda i: f(sequel(i, j)) * number(i) + x)
    assert set(names(term)) == {("seq", "f"), ("real", "x"), ("nat", "n"), ("nat", "j")}
    assert not any(kind == "loose" for kind, _ in names(term))
    refused("speaks of that number", {"a": ge(term, 0)}, step("g", "generalise", every(j, ge(term, 0)), "a", over="j"))
    refused("speaks of that number", {"a": ge(term, 0)}, step("g", "generalise", every(n, ge(term, 0)), "a", over="n"))
    listed = ge(S(sequel(j, sequel(k, 3))), 0)
    refused("speaks of that number", {"a": listed}, step("g", "generalise", every(k, listed), "a", over="k"))


def test_a_root_inside_a_sum_is_not_forgotten() -> None:
    r = real("r")
    root = step("root", "root", both(ge(r, 0), eq(r * r, x)), "x", name="r")
    kept = ge(sum_below(n, lambda i: r * f(i)), 0)
    refused("still speaks", {"x": ge(x, 0)}, root, step("a", "assume", kept), step("f", "forget", kept, "a", "root"))
    refused("in use", {"x": ge(x, 0), "a": kept}, root)


def test_what_is_put_into_a_sum_is_not_captured() -> None:
    """∀j Σ(i < n) f(i, j) ≥ 0 at j = k + 1, and under a further Σ and ∀: each index keeps its binder."""
    facts = {"all": every(j, ge(sum_below(n, lambda i: f(sequel(i, j))), 0))}
    at = ge(sum_below(n, lambda i: f(sequel(i, k + 1))), 0)
    proved(facts, step("i", "instantiate", at, "all", at=k + 1))
    captured = ge(sum_below(n, lambda i: f(sequel(i, i))), 0)
    refused("not what the rule gives", facts, step("i", "instantiate", captured, "all", at=k))
    moved = Substitution({("seq", "S"): of(sum_below(n, lambda i: f(sequel(i, k))))})
    assert moved.real(sum_below(j, lambda i: S(i + 1))) == sum_below(j, lambda i: sum_below(n, lambda k: f(sequel(k, i + 1))))
    every_ = substitute(moved, every(j, ge(S(sequel(j, 2)), 0)))
    assert every_ == every(j, ge(sum_below(n, lambda i: f(sequel(i, sequel(j, 2)))), 0)) and closed(every_)


def test_a_theorem_is_cited_with_a_sum_for_a_sequence() -> None:
    """∀k (S(k) ≥ x ⇒ …) with Σ for S: the number under ∀ moves under Σ."""
    all_ = {"S": every(k, ge(S(k), x))}
    known = {"lemma": proved(all_, id="lemma")}
    term = of(sum_below(k, lambda i: f(sequel(k, i))))
    said = every(k, ge(sum_below(k, lambda i: f(sequel(k, i))), y))
    images = [["seq", "S", term], ["real", "x", y]]
    proved({"said": said}, step("c", "cut", said, "said", theorem="lemma", substitution=images), library=known)
    wrong = every(k, ge(sum_below(k, lambda i: f(sequel(i, i))), y))
    refused("not what the rule gives", {"w": wrong}, step("c", "cut", wrong, "w", theorem="lemma", substitution=images), library=known)
    loose = Polynomial.atom(Sum(Index(2), Polynomial.atom(Real("f", Index(0)))))
    refused(
        "has a loose index",
        {"said": said},
        step("c", "cut", said, "said", theorem="lemma", substitution=[["seq", "S", loose]]),
        library=known,
    )


def test_proof_files_hold_sums_and_lists() -> None:
    terms = (f(k), f(sequel(k, 2)) * sum_below(k, lambda i: f(sequel(i, k)) + number(i)))
    for term in terms:
        p = proof({}, step("s", "sum", unfolded(lambda i, t=term: Substitution({("nat", "k"): i}).real(t)), of=of(term)))  # type: ignore[misc]
        (again,) = read(write([p]))
        assert again == p and replay(again, {}).conclusion == p.steps[0].claim


@pytest.mark.parametrize(("why", "value"), rows(__file__, "nodes.txt"))
def test_malformed_sums_and_lists_are_refused(why: str, value: str) -> None:
    with pytest.raises(Rejected, match=why):
        decode(json.loads(value))


@given(st.lists(st.integers(-3, 3), min_size=6, max_size=6), st.integers(0, 4))
def test_sums_are_evaluated(values: list[int], upto: int) -> None:
    model = Instance(4, {"n": upto}, {"x": sum(values[:upto])}, {"f": values}).model()
    assert holds(eq(sum_below(n, f), x), model)
    twice = sum(values[b] * a for a in range(upto) for b in range(a))
    assert holds(eq(sum_below(n, lambda i: sum_below(i, lambda j: number(i) * f(j))), twice), model)
    assert holds(every(k, le(sum_below(k, lambda i: f(i) ** 2), sum_below(k + 1, lambda i: f(i) ** 2))), model)
    assert not holds(gt(sum_below(0, f), 0), model)


def test_opening_a_quantifier_reaches_into_sums_and_lists() -> None:
    body = ge(sum_below(n + 1, lambda i: f(sequel(i, n))) + Polynomial.atom(Nat("n")), 0)
    assert opened(bound(body, "n"), Index("m", 2)) == ge(
        sum_below(nat("m") + 3, lambda i: f(sequel(i, nat("m") + 2))) + number(nat("m") + 2), 0
    )
