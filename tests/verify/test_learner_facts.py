"""A page that states one learner and runs another is refused, whatever its proof proves."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs.theorems import catalogue
from proofs.theorems.lookup import page_in
from proofs.verify.checks.learner_facts import agreement
from tests.amounts import sampled
from tests.cli.running import pp

TEXT = (Path(__file__).resolve().parents[2] / "notebooks" / "your_own_theorem.py").read_text(encoding="utf-8")
RULE = "        return inner <= Fraction(1, 2)\n"
STEPS = {  # what the learner does instead of w + y·x
    "twice the rate": "tuple(a + 2 * y * b for a, b in zip(w, x))",
    "half the rate": "tuple(a + y * b / 2 for a, b in zip(w, x))",
    "the wrong way": "tuple(a - y * b for a, b in zip(w, x))",
    "without the label": "tuple(a + b for a, b in zip(w, x))",
    "forgetting": "tuple(a / 2 + y * b for a, b in zip(w, x))",
    "the last example only": "tuple(y * b for b in x)",
    "standing still": "w",
    "growing": "tuple(2 * a + y * b for a, b in zip(w, x))",
    "one coordinate only": "(w[0] + y * x[0], *w[1:])",
    "with a bias": "(w[0] + y * x[0] + y, *(a + y * b for a, b in zip(w[1:], x[1:])))",
    "a rate that falls": "tuple(a + y * b / (1 + sum(c * c for c in w)) for a, b in zip(w, x))",
    "projected": "tuple(max(a + y * b, Fraction(0)) for a, b in zip(w, x))",
    "in the features of a kernel": "tuple(a + y * b * b for a, b in zip(w, x))",
    "by a kernel with an offset": "tuple(a + y * (b + 1) for a, b in zip(w, x))",
    "by factors, as Winnow": "tuple(a * (1 + y * b / 4) for a, b in zip(w, x))",
    "by a sign, as Winnow on bits": "tuple(a + y * ((b > 0) - (b < 0)) for a, b in zip(w, x))",
}
STARTS = {
    "at the first axis": "(Fraction(1),) + (Fraction(0),) * (dimension - 1)",
    "far away": "(Fraction(-10),) * dimension",
    "near 0": "(Fraction(1, 1000),) * dimension",
}
RULES = {  # when the learner updates instead of where y⟨w, x⟩ ≤ 1/2
    "a greater margin": "inner <= 1",
    "a margin just greater": "inner <= Fraction(51, 100)",
    "always": "True",
    "a margin of its length": "inner <= norm2",
    "a squared margin": "inner * inner <= 4",
    "on positive labels": "y == 1",
    "only where it is right": "inner >= 0",
}
FACTS = {  # what is said of the examples and of u beside what the rules of play say
    "short examples": "every(k, le(inner(z(k), z(k)), 1), below=m)",
    "a short comparator": "le(inner(u, u), Fraction(1, 2))",
    "twice the margin": "every(k, ge(inner(u, z(k)), 2 * gamma), below=m)",
    "examples like the first": "every(k, ge(inner(z(0), z(k)), 0), below=m)",
    "a margin of at most one tenth": "le(10 * gamma, 1)",
    "a tie with β is no update": "every(k, gt(beta, inner(w(k), z(k))), below=m)",
    "a tie at 0 is no update": "every(k, gt(0, inner(w(k), z(k))), below=m)",
    "a comparator of length 2": "ge(inner(u, u), 4)",
    "updates on mistakes only": "every(k, le(inner(w(k), z(k)), 0), below=m)",
    "one mistake at most": "le(m, 1)",
    "the label with a minus": "every(k, null(w(k + 1) - w(k) + z(k)), below=m)",
    "a start at length 1": "ge(inner(w(0), w(0)), 1)",
    "a kernel that squares": "every(k, eq(inner(z(k), z(k)), inner(z(k), z(k)) ** 2), below=m)",
    "no rate but twice": "every(k, null(w(k + 1) - w(k) - 2 * z(k)), below=m)",
}


def lying(name: str) -> str:
    """The page with one thing about its learner or its game changed."""
    kind, what = name.split(": ")
    if kind == "step":
        return TEXT.replace(RULE, f"{RULE}\n    def step(self, w, x, y):\n        return {STEPS[what]}\n")
    if kind == "start":
        return TEXT.replace(RULE, f"{RULE}\n    def start(self, dimension):\n        return {STARTS[what]}\n")
    if kind == "rule":
        return TEXT.replace(RULE, f"        return {RULES[what]}\n")
    if kind == "count":
        return TEXT.replace("class FixedMargin(Additive):", "class FixedMargin(Additive):\n    initialises = True\n")
    if kind == "fact":
        text = TEXT.replace("bounded, every,", "bounded, eq, every, gt, null,")
        return text.replace("rule, positive_margin()", f"rule, Fact('said', 'as they say', {FACTS[what]}), positive_margin()")
    return TEXT.replace('comparator="ball"', 'comparator="any"')


LIES = [
    *(f"step: {name}" for name in STEPS), *(f"start: {name}" for name in STARTS), *(f"rule: {name}" for name in RULES),
    *(f"fact: {name}" for name in FACTS), "game: any comparator", "count: the first update is not counted",
]  # fmt: skip


@pytest.mark.parametrize("name", sampled(list(LIES), 12))
def test_a_page_that_lies_about_its_learner_is_refused(name: str, tmp_path: Path) -> None:
    file = tmp_path / "page.py"
    file.write_text(lying(name), encoding="utf-8")
    assert lying(name) != TEXT
    result = pp("verify", str(file), "--attack", "0")
    assert result.exit_code == 1, result.output
    assert "not what is stated" in result.stdout and "fixed-margin" in result.stdout
    broken = agreement(page_in(file)).broken
    kinds = {"step": "'update'", "start": "'zero start'", "rule": "'fixed margin'", "count": "counts"}
    assert kinds.get(name.split(":")[0], "'said'" if name.startswith("fact") else "'") in broken
    assert "is false on a run of its learner: " in broken or name.startswith("count")


@pytest.mark.parametrize(
    "fact, instead",
    [
        ("ge(beta, 0))", "ge(beta, 1))"),
        ("inner(w(k), z(k)), beta), below=m))", "inner(w(k), z(k)), beta), below=m))  # as it is"),
        ("le(inner(w(k), z(k)), beta)", "le(inner(w(k), z(k)), beta - 1)"),
        ("le(inner(w(k), z(k)), beta)", "le(inner(w(k), w(k)), beta)"),
        ("rule, positive_margin()", "rule, defined('halting', 'M is 1', m, 1), positive_margin()"),
    ],
)
def test_a_false_fact_is_found_whether_or_not_it_is_called_a_definition(tmp_path: Path, fact: str, instead: str) -> None:
    assert fact in TEXT
    file = tmp_path / "page.py"
    file.write_text(TEXT.replace(fact, instead).replace("bounded, every,", "bounded, defined, every,"), encoding="utf-8")
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


def test_the_page_itself_is_honest(tmp_path: Path) -> None:
    file = tmp_path / "page.py"
    file.write_text(TEXT, encoding="utf-8")
    assert agreement(page_in(file)) == agreement(catalogue.page("novikoff")), "nothing broken, nothing unseen"


@pytest.mark.parametrize("page", sampled(list(catalogue.PAGES), 15), ids=lambda page: page.id)
def test_every_fact_of_the_catalogue_holds_on_runs_of_its_learner(page) -> None:  # type: ignore[no-untyped-def]
    found = agreement(page)
    assert (found.broken, found.unseen) == ("", ())


ROOTED = """
from fractions import Fraction
from perceptron.numbers.enclosure import sqrt
class Rooted:
    def start(self, dimension):
        return (Fraction(0),) * dimension
    def wants_update(self, inner, norm2, y):
        return inner <= 0
    def step(self, w, x, y):
        return tuple(a + y * b / sqrt(Fraction(2)) for a, b in zip(w, x))
learner = Rooted()
"""


@pytest.mark.nocover
def test_the_facts_of_a_traced_page_are_held_to_its_code_also_where_weights_have_roots(tmp_path: Path) -> None:
    (tmp_path / "rooted.py").write_text(ROOTED, encoding="utf-8")
    page = tmp_path / "rooted_page.py"
    assert pp("bound", f"{tmp_path / 'rooted.py'}:learner", "--count", "updates", "--budget", "5", "--page", page).exit_code == 0
    found = agreement(page_in(page))
    of_the_game = {"positive margin", "unit comparator", "R > 0", "separable", "bounded examples"}
    assert not found.broken and {fact.name for fact in found.unseen} <= of_the_game
    assert "runs are not played" in pp("verify", str(page), "--attack", "0").stdout
