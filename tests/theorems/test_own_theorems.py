"""A FILE.py may define any theorem: a property, a lemma or a bound on runs."""

import json
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from proofs.report.book.build import verdicts
from proofs.report.book.contents import Book
from proofs.report.book.other_pages import family_page
from proofs.report.book.theorem_page import theorem_page
from proofs.theorems import catalogue
from proofs.theorems.lookup import name
from tests.cli.running import ROOT, answered, pp, refused

HEAD = """from proofs.statements.authoring import Fact, Instance, ge, le, lemma, real, theorem

a, b, c = real("a"), real("b"), real("c")

"""
MEANS = (
    HEAD
    + '''@theorem(
    Fact("a ≥ 0", "a is not negative", ge(a, 0)),
    Fact("b ≥ 0", "b is not negative", ge(b, 0)),
    claim=ge((a + b) ** 2, 4 * a * b),
)
def two_means(d):
    """The square of the sum is at least four times the product."""
    d.conclude()


page = two_means
'''
)
SUMS = (
    HEAD
    + '''@theorem(
    Fact("a ≤ c", "a is at most c", le(a, c)),
    Fact("b ≤ c", "b is at most c", le(b, c)),
    claim=le(a + b, 2 * c),
)
def two_sums(d):
    """Two numbers that are at most c have a sum of at most 2c."""
    d.conclude("a ≤ c", "b ≤ c")


page = two_sums
'''
)
LEMMA = (
    HEAD
    + '''@lemma(("a ≥ 1", ge(a, 1)), claim=ge(a ** 2, a), example=lambda: Instance(0, reals={"a": 2}))
def square_above(d):
    """A number from 1 on is at most its square."""
    d.conclude("a ≥ 1")


page = square_above
'''
)
DECIDED = """from proofs.decide import decide
from proofs.statements.authoring import Game, mistake_bound


@mistake_bound("{bound}", Game({game}), by=decide)
def own_bound(d):
    \"\"\"A bound of one's own.\"\"\"


page = own_bound
"""
HINGE, LENGTH = 'setting="agnostic", norm="ball", comparator="ball"', 'norm="any", comparator="ball", radius="declared"'
LOOSE = DECIDED.format(bound="M <= 4/(3*gamma**2) + 3*TD/(2*gamma) + 1", game=HINGE)
WEIGHTS = DECIDED.format(bound="W <= R*sqrt(M)", game=LENGTH)
TOO_LITTLE = DECIDED.format(bound="M <= R**2/(2*gamma**2)", game=LENGTH)
FALSE = SUMS.replace("le(a + b, 2 * c)", "le(a + b, c)")


@pytest.fixture
def file(tmp_path: Path, request: pytest.FixtureRequest) -> str:
    path = tmp_path / "page.py"
    path.write_text(request.param, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("file", (MEANS, SUMS, LEMMA), indirect=True)
def test_own_theorem_of_any_kind_is_verified_shown_and_exported(file: str, tmp_path: Path) -> None:
    """Most theorems of the catalogue are no bounds on runs; a lecturer's need not be one."""
    answered(pp("verify", file, "--attack", "0.05"), "proved", "kernel ok")
    assert "≥" in answered(pp("show", file)) or "≤" in answered(pp("show", file))
    proof = tmp_path / "proof.json"
    answered(pp("export", file, "--out", str(proof)))
    assert json.loads(proof.read_text(encoding="utf-8"))
    answered(pp("replay", str(proof)))


@pytest.mark.parametrize("file", (MEANS, SUMS), indirect=True)
def test_own_property_is_attacked_on_its_instances(file: str) -> None:
    answered(pp("falsify", file, "--turns", "1"), "survived this search", "keep all hypotheses", code=4)


@pytest.mark.parametrize("file", (FALSE,), indirect=True)
def test_own_false_property_is_refuted_and_not_proved(file: str) -> None:
    """The attack needs no proof, and `verify` attacks what the kernel rejects."""
    answered(pp("falsify", file, "--turns", "10"), "is false", code=1)
    answered(pp("verify", file, "--attack", "0.05"), "the attack found a counterexample", code=1)


@pytest.mark.parametrize("file", (LEMMA,), indirect=True)
def test_own_lemma_is_not_searched_because_it_has_one_instance(file: str) -> None:
    refused(pp("falsify", file), "is a lemma with one instance")


@pytest.mark.parametrize("file", (LEMMA.replace(', example=lambda: Instance(0, reals={"a": 2})', ""), "page = 3\n"), indirect=True)
def test_own_page_of_no_kind_is_refused_with_the_way_out(file: str) -> None:
    assert any(word in pp("verify", file).stderr for word in ("needs `example=`", "made by @mistake_bound, @theorem or @lemma, not int"))


@pytest.mark.parametrize("file", (FALSE,), indirect=True)
def test_instance_that_refutes_an_own_theorem_is_judged_with_its_file(file: str, tmp_path: Path) -> None:
    """`check` knows the catalogue only, unless it is given the file that defines the theorem."""
    found = tmp_path / "found.json"
    answered(pp("falsify", file, "--turns", "10", "--out", found), code=1)
    answered(pp("check", found, "--with", file), "valid: ", "the claim is false")
    refused(pp("check", found, "--with", "page.json"), "--with takes a FILE.py")
    alone = subprocess.run([sys.executable, "-m", "proofs.cli", "check", str(found)], capture_output=True)
    assert alone.returncode == 2, "the catalogue has no such theorem"


SHORT = """from proofs.statements.authoring import Fact, Instance, every, ge, gt, k, le, nat, number, seq, theorem

f, n = seq("f"), number(nat("n"))


@theorem(
    Fact("few", "there are three at most", le(n, 3)),
    Fact("above", "the entries before n are above 0", every(k, gt(f(k), 0), below=n)),
    claim=le(n, 3),
    sample=lambda draw: Instance(0, {"n": 1 + draw.upto(4)}, {}, {"f": [1] * (2 + draw.upto(6))}),
)
def few_entries(d):
    \"\"\"There are few entries.\"\"\"
    d.conclude("few")


page = few_entries
"""


def test_a_drawn_natural_beyond_the_horizon_is_in_a_file_that_check_reads(tmp_path: Path) -> None:
    """The sample has a horizon of 0, at which k < n would say nothing of most entries."""
    page, found = tmp_path / "page.py", tmp_path / "found.json"
    page.write_text(SHORT, encoding="utf-8")
    assert pp("falsify", str(page), "--drop", "few", "--turns", "2", "--out", str(found)).exit_code == 1
    instance = json.loads(found.read_text(encoding="utf-8"))
    assert instance["horizon"] == instance["naturals"]["n"] == 4 and instance["sequences"]["f"][:4] == ["1"] * 4
    assert pp("check", str(found), "--with", str(page)).exit_code == 0


@pytest.mark.parametrize("file", (MEANS, LEMMA), indirect=True)
def test_own_theorem_has_a_page_in_the_book(file: str) -> None:
    """`book --with` writes this page; a lemma's only instance stands beside it."""
    id = name(file)
    built = catalogue.build_ids([id])
    book = Book(built, verdicts([id], print, built), date.today())
    page = theorem_page(catalogue.theorem(id), book)
    assert catalogue.theorem(id).title in page and "**Proved**" in page
    assert f"`{id}`" in family_page("own", book) and [*book.families] == ["own"]


@pytest.mark.parametrize("file", (LOOSE, WEIGHTS, (ROOT / "notebooks" / "your_own_theorem.py").read_text(encoding="utf-8")), indirect=True)
def test_own_bound_by_decide_has_a_proof_that_the_kernel_replays(file: str, tmp_path: Path) -> None:
    """A page of ten lines needs no proof where `decide` finds one."""
    proof = tmp_path / "proof.json"
    answered(pp("export", file, "--out", str(proof)))
    answered(pp("replay", str(proof)))


@pytest.mark.parametrize("file", (TOO_LITTLE,), indirect=True)
def test_own_false_bound_by_decide_is_refused_as_refuted(file: str) -> None:
    refused(pp("show", file), "decide finds no proof for a page; it is refuted")
