"""A page that states one learner and runs another is refused, whatever its proof proves."""

import shutil
from pathlib import Path

import pytest

from proofs.theorems import catalogue
from proofs.theorems.lookup import page_in
from proofs.verify.checks.learner_facts import agreement
from tests.amounts import rows, sampled
from tests.cli.running import GUIDE, Written, pp

TEXT = GUIDE.read_text(encoding="utf-8")
LINE = "from perceptron import Learner"
ALGEBRA = "def wants_update(self, w, x, y):\n        return y * (w @ x) <= Fraction(1, 2)\n"
TUPLES = "def wants_update(self, inner, norm2, y):\n        return inner <= Fraction(1, 2)\n"
OVER = (
    TEXT.replace(LINE, "from perceptron.learners.perceptron import OverTuples")
    .replace("(Learner)", "(OverTuples)")
    .replace(ALGEBRA, TUPLES)
)
RULE = "        return inner <= Fraction(1, 2)\n"
CLASS = "class FixedMargin(Learner):"


def lying(kind: str, instead: str) -> str:
    """The page with one thing about its learner or its game changed."""
    match kind:
        case "step":
            return OVER.replace(RULE, f"{RULE}\n    def step(self, w, x, y):\n        return {instead}\n")
        case "start":
            return OVER.replace(RULE, f"{RULE}\n    def start(self, dimension):\n        return {instead}\n")
        case "rule":
            return OVER.replace(RULE, f"        return {instead}\n")
        case "count":
            return TEXT.replace(CLASS, f"{CLASS}\n    {instead}\n")
        case "fact":
            text = TEXT.replace("bounded, every,", "bounded, eq, every, gt, null,")
            return text.replace("rule, positive_margin()", f"rule, Fact('said', 'as they say', {instead}), positive_margin()")
        case "game":
            return TEXT.replace('comparator="ball"', instead)
    raise ValueError(kind)


@pytest.mark.parametrize(("lie", "instead"), sampled(rows(__file__, "lies.txt"), 12))
def test_a_page_that_lies_about_its_learner_is_refused(lie: str, instead: str, tmp_path: Path) -> None:
    file, kind = tmp_path / "page.py", lie.partition(":")[0]
    file.write_text(lying(kind, instead), encoding="utf-8")
    assert file.read_text(encoding="utf-8") != TEXT
    result = pp("verify", str(file), "--attack", "0")
    assert result.exit_code == 1, result.output
    assert "not what is stated" in result.stdout and "fixed-margin" in result.stdout
    broken = agreement(page_in(file)).broken
    kinds = {"step": "'update'", "start": "'zero start'", "rule": "'fixed margin'", "count": "counts", "fact": "'said'", "game": "'"}
    assert kinds[kind] in broken
    assert "is false on a run of its learner: " in broken or kind == "count"


@pytest.mark.parametrize(("fact", "instead"), rows(__file__, "false_facts.txt"))
def test_a_false_fact_is_found_whether_or_not_it_is_called_a_definition(written: Written, fact: str, instead: str) -> None:
    assert fact in TEXT
    file = written("page.py", TEXT.replace(fact, instead).replace("bounded, every,", "bounded, define, every,"))
    assert bool(agreement(page_in(file)).broken) == ("as it is" not in instead)


def test_a_fact_without_a_value_on_runs_is_listed_under_what_is_assumed(tmp_path: Path) -> None:
    file = tmp_path / "page.py"
    strange = "size('oracle', 'the oracle is kind', real('oracle'))"
    text = TEXT.replace("rule, positive_margin()", f"rule, {strange}, positive_margin()").replace(
        "bounded, every,", "bounded, every, real, size,"
    )
    file.write_text(text, encoding="utf-8")
    page = page_in(file)
    assert [fact.name for fact in agreement(page).unseen] == ["oracle"] and not agreement(page).broken
    assert "not evaluated on runs: the oracle is kind" in pp("verify", str(file), "--attack", "0").stdout


def test_the_page_itself_is_honest(written: Written) -> None:
    file = written("page.py", TEXT)
    assert agreement(page_in(file)) == agreement(catalogue.page("novikoff")), "nothing broken, nothing unseen"


@pytest.mark.nocover
def test_traced_facts_hold_on_runs_whose_weights_have_roots(tmp_path: Path) -> None:
    shutil.copy(Path(__file__).with_name("rooted.txt"), tmp_path / "rooted.py")
    page = tmp_path / "rooted_page.py"
    assert pp("bound", f"{tmp_path / 'rooted.py'}:learner", "--count", "updates", "--budget", "5", "--page", page).exit_code == 0
    found = agreement(page_in(page))
    of_the_game = {"positive margin", "unit comparator", "R > 0", "separable", "bounded examples"}
    assert not found.broken and {fact.name for fact in found.unseen} <= of_the_game
    assert "runs are not played" in pp("verify", str(page), "--attack", "0").stdout
