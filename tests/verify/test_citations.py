"""What a proof cites is proved when it is first cited, and is what the catalogue says."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from perceptron.errors import InputError
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.terms import ge, inner, vec
from proofs.kernel import Formula
from proofs.statements.page import Lemma, Library, Provable, build
from proofs.theorems import catalogue
from proofs.verify import assess, pipeline
from proofs.verify.assess import Options, ReplayedProofs


def own_page(id: str, prove: Callable[[Derivation], object], claim: Formula | None = None) -> Lemma:
    return Lemma(id, id, "", prove, (), claim)


def reason(*items: Provable) -> str:
    """Why the last of them is not accepted."""
    replayed = ReplayedProofs()
    for item in items:
        replayed.add_page(item)
    return replayed.outcome(items[-1].id).reason


def test_what_is_cited_and_not_there_is_named_with_what_is_like_it() -> None:
    assert "there is no theorem to cite 'novikof'; did you mean novikoff" in reason(own_page("mine", lambda d: d.cite("novikof")))


def test_what_rests_on_itself_is_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    both = [own_page("one", lambda d: d.cite("other")), own_page("other", lambda d: d.cite("one"))]
    monkeypatch.setattr(assess, "items_by_id", lambda: {lemma.id: lemma for lemma in both})
    assert "cannot be cited" in reason(*both) and "cannot be cited" in reason(*reversed(both))
    alone = own_page("one", lambda d: d.cite("one"))
    monkeypatch.setattr(assess, "items_by_id", lambda: {"one": alone})
    assert "cannot be cited" in reason(alone)


def test_what_rests_on_a_lemma_that_is_not_accepted_is_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    false = own_page("false", lambda d: d.line("certificate", ge(-1, 0), data={"terms": []}))
    monkeypatch.setattr(assess, "items_by_id", lambda: {"false": false})
    for _ in range(2):
        assert "cannot be cited" in reason(own_page("mine", lambda d: d.cite("false")))


def test_a_page_with_the_id_of_what_it_rests_on_is_refused() -> None:
    page = replace(catalogue.page("novikoff"), prove=lambda d: d.cite("novikoff"))
    with pytest.raises(InputError, match="give the page another id"):
        list(pipeline.verify([page], Options(z3=False, attack=0)))
    small = replace(catalogue.page("novikoff"), statement=replace(page.statement, id="cauchy-schwarz"), prove=page.prove)
    with pytest.raises(InputError, match="give the page another id"):
        list(pipeline.verify([small], Options(z3=False, attack=0)))


def test_two_pages_with_one_id_are_refused() -> None:
    mine = replace(catalogue.page("novikoff"), statement=replace(catalogue.page("novikoff").statement, id="mine"))
    with pytest.raises(InputError, match="'mine' is the id of another theorem here"):
        list(pipeline.verify([mine, replace(mine)], Options(z3=False, attack=0)))
    own_novikoff = replace(catalogue.page("novikoff"))
    assert "'novikoff' is the id of another theorem here" in reason(own_novikoff, own_page("mine", lambda d: d.cite("novikoff")))


def test_a_citation_that_is_written_as_a_line_is_proved_too() -> None:
    """It was accepted only where another proof of the process had cited the same before."""
    x, y = vec("a"), vec("b")
    claim = ge(inner(x, x) * inner(y, y) - inner(x, y) ** 2, 0)
    page = own_page("mine", lambda d: d.line("cut", claim, data={"theorem": "cauchy-schwarz", "substitution": []}), claim)
    assert reason(page) == ""
    library = Library(catalogue.items_by_id(), lambda id: catalogue.build_ids([id])[id].theorem)
    assert build(page, library).cites == ("cauchy-schwarz",)
