"""A claim whose author names no lines: from which lines of the scope it follows, what is written for it, and what is kept."""

from __future__ import annotations

import pytest

from proofs.derive.authoring import certificate_search
from proofs.derive.authoring.certificate_search import NotFound
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.terms import eq, every, ge, gt, implies, inner, le, nat, null, number, real, seq, sequel, vec, vseq
from proofs.kernel import Formula, replay

a, b, c = (real(name) for name in "abc")
k, M = nat("k"), nat("M")
S, f = seq("S"), seq("f")
u, w, z = vec("u"), vseq("w"), vseq("z")


def premises(d: Derivation) -> list[Formula]:
    """The premises of the last line, once the kernel has accepted it."""
    replay(d.proof(), {})
    return [d.claims[name] for name in d.steps[-1].premises]


def test_have_without_names_rests_on_the_facts_it_used_only() -> None:
    """Lines that are in scope and not needed would be printed as reasons."""
    d = Derivation("scope-only-used", [("a", ge(a, 0)), ("b", ge(b, 0)), ("c", gt(c, 0))])
    d.have(ge(a + b, 0))
    assert {*premises(d)} == {ge(a, 0), ge(b, 0)}


def test_have_with_names_uses_these_lines_alone() -> None:
    """An author who names lines decides what the printed step says."""
    d = Derivation("scope-named", [("a", ge(a, 0)), ("b", ge(b, 0))])
    with pytest.raises(NotFound, match="no certificate found"):
        d.have(ge(a + b, 0), "a")


@pytest.mark.parametrize(
    ("facts", "claim", "written"),
    [
        (
            {"S": every(k, eq(S(k + 1), S(k) + f(k))), "f": every(k, ge(f(k), 0))},
            ge(S(M + 1), S(M)),
            {eq(S(M + 1), S(M) + f(M)), ge(f(M), 0)},
        ),
        ({"f": every(k, ge(f(k), 1), below=number(M) + 1)}, ge(f(M), 0), {ge(f(M), 1)}),
        ({"w": null(w(0))}, eq(inner(u, w(0)), 0), {eq(inner(u, w(0)), 0)}),
        (
            {"w": every(k, null(w(k + 1) - w(k) - z(k)))},
            eq(inner(u, w(M + 1)), inner(u, w(M)) + inner(u, z(M))),
            {eq(inner(u, w(M + 1)), inner(u, w(M)) + inner(u, z(M)))},
        ),
        ({"f": every(k, every(M, eq(f(sequel(k, M)), number(k))))}, ge(f(sequel(M, 2)), number(M)), {eq(f(sequel(M, 2)), number(M))}),
        ({}, ge(inner(u, u) + number(M), 0), {ge(inner(u, u), 0), ge(number(M), 0)}),
    ],
    ids=["recurrence", "guard", "null vector", "null sequence", "two indices", "square and natural"],
)
def test_have_asks_for_the_instances_its_claim_speaks_of(facts: dict[str, Formula], claim: Formula, written: set[Formula]) -> None:
    """`at`, `expand`, `natural` and `square` need not be written out by the author."""
    d = Derivation(f"scope-instances-{len(facts)}", [*facts.items()])
    d.have(claim)
    assert {*premises(d)} == written


def test_have_uses_no_line_of_a_closed_case() -> None:
    """The assumption of one case is not true after it."""
    d = Derivation("scope-closed", [("b", ge(b, 0))])
    d.discharge(d.have(ge(a + b, 0), d.assume(ge(a, 0)), "b"), "1")
    with pytest.raises(NotFound):
        d.have(ge(a + b, 0))


def test_have_of_a_false_claim_names_a_point_where_it_fails() -> None:
    """An author learns more from values than from a list of lines."""
    with pytest.raises(NotFound, match=r"they hold at .*, where it fails"):
        Derivation("scope-false", [("a", ge(a, 0)), ("b", ge(b, 0))]).have(gt(a, b))


def test_found_premises_are_kept_where_lines_come_before() -> None:
    """A line more above must not cost a search, and what was found is found again."""

    def written(*before: str) -> list[Formula]:
        d = Derivation("scope-kept", [("a", ge(a, 0)), ("b", ge(b, 0))])
        for name in before:
            d.have(ge(a + 1, 0), name)
        d.have(ge(a + b, 0), "a", "b")
        d.have(le(-2 * a - 2 * b, 0))
        return premises(d)

    first, kept = written(), len(certificate_search.store())
    assert written("a") == first
    assert len(certificate_search.store()) == kept + 1  # the certificate of the line before alone


def test_proof_ends_in_the_claim_and_forgets_the_roots_it_took() -> None:
    """An author need not say that the last line follows, nor which names are his own."""
    d = Derivation("scope-ends", [("a", ge(a, 0))], claim=ge(a + 1, 0))
    d.root("a", "√a")
    theorem = replay(d.proof(), {})
    assert theorem.conclusion == ge(a + 1, 0)


def test_claim_in_two_cases_takes_the_premises_of_its_own_case() -> None:
    """Each case meets the condition of one fact only, and both conclude the same."""
    facts = [(name, every(k, implies(case, eq(f(k), 1)))) for name, case in (("up", ge(S(k), 0)), ("down", gt(-1 * S(k), 0)))]
    for _ in range(2):  # the second takes the premises that the first has stored
        d = Derivation("scope-two-cases", facts)
        d.cases(S(M), lambda _, d=d: d.have(eq(f(M), 1)))  # type: ignore[misc]
        replay(d.proof(), {})
