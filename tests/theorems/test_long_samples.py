"""Attacks that can refute: on enough draws for a bound on the risk, and with some instance near to equality in every claim."""

import random
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import log, sqrt

import pytest

from perceptron import Examples, Perceptron, run
from proofs.derive.authoring.terms import poly
from proofs.kernel import Both, Compare, ForAll, Formula, Implies
from proofs.statements.instance import Draw
from proofs.statements.property import Property
from proofs.statements.tail import Tail
from proofs.theorems import catalogue
from proofs.theorems.batch import long_samples, samples
from proofs.theorems.batch.common import constant
from proofs.theorems.batch.online_to_batch import root
from proofs.theorems.witnesses.models import judge_tail
from proofs.verify.checks.attack import attack
from proofs.verify.checks.nearness import BYTES, nearness
from proofs.verify.checks.property_search import PropertySearch
from tests.cli.running import Written, answered, pp, refused

RISKS = ("online-to-batch", "online-to-batch-best", *(f"generalisation-{loss}" for loss in ("l1", "hinge", "squared-hinge", "l2")))
MOST = 200  # draws until an instance is near to equality


def says_more_than_a_sign(claim: Formula) -> bool:
    """Whether a part of the claim compares two things, so that an instance has a ratio."""
    match claim:
        case Compare(left, relation):
            return relation in (">=", ">") and any(c < 0 for c in left.terms.values())
        case Both(first, second):
            return says_more_than_a_sign(first) or says_more_than_a_sign(second)
        case Implies(_, conclusion):
            return says_more_than_a_sign(conclusion)
        case ForAll(body):
            return says_more_than_a_sign(body)
    return False


def is_empty(item: Property) -> bool:
    """Whether none of the drawn instances has a ratio above 0, and no played learner can fail."""
    if not says_more_than_a_sign(item.claim) or (item.tails is not None and any(tail.ratio > 0 for tail in item.tails(item))):
        return False
    numbers, ratios = random.Random(7), []
    for _ in range(MOST):
        instance = item.draw(Draw(numbers.randbytes(BYTES)))
        if item.failing(instance):
            continue
        ratio = nearness(item.claim, instance.model())
        if ratio is None and len(ratios) > 20 and not any(ratios):
            return False  # a logarithm: no ratio is known
        ratios.append(ratio)
        if ratio:
            return False
    return any(ratio is not None for ratio in ratios)


@pytest.mark.parametrize("item", catalogue.PROPERTIES, ids=lambda item: item.id)
def test_attack_on_a_property_has_an_instance_that_could_refute(item: Property) -> None:
    """A claim that is never near to failing is not attacked by the draws."""
    assert not is_empty(item)


@pytest.mark.parametrize("id", (RISKS[0], RISKS[-1]))
def test_is_empty_without_the_played_learners_names_a_bound_on_risk(id: str) -> None:
    """The test above fails on what the attack was before."""
    assert is_empty(replace(catalogue.theorem(id), tails=None))  # type: ignore[type-var]


@pytest.mark.parametrize("id", RISKS)
def test_attack_on_a_bound_on_risk_plays_where_the_bound_is_below_one(id: str) -> None:
    """Each learner fails with a positive probability, which the theorem allows."""
    trial = PropertySearch(catalogue.theorem(id), 0.0, turns=0).run()  # type: ignore[arg-type]
    assert len(trial.tails) > 40 and trial.broken_by is None
    assert all(0 < tail.ratio < Fraction(1, 10**50) for tail in trial.tails)
    assert {tail.delta for tail in trial.tails} == {1, Fraction(1, 20)}


@pytest.mark.parametrize(("id", "of", "wide", "draws"), [(RISKS[0], constant, 1, (103, 182)), (RISKS[1], root, 2, (89, 148))])
def test_least_draws_are_those_that_the_page_names(id: str, of: object, wide: int, draws: tuple[int, int]) -> None:
    item, size = catalogue.property_(id), (4 + sqrt(0.5), sqrt(17))[wide - 1]
    assert item is not None
    for delta, least in zip(long_samples.DELTAS, draws, strict=True):
        assert long_samples.least_draws(of, delta, wide, item.facts) == least  # type: ignore[arg-type]
        assert [size * sqrt(log(wide * (T + 1) / delta) / T) < 1 for T in (least - 1, least)] == [False, True]
        assert f"T ≤ {least - 1}" in item.words


@pytest.mark.parametrize(("player", "small", "large"), [(long_samples.CONSTANT, "1/2", "7/10"), (long_samples.PERCEPTRON, "1/8", "1/4")])
def test_attack_with_a_smaller_constant_refutes_it(player: long_samples.Player, small: str, large: str) -> None:
    """√½ is the least constant that Hoeffding's inequality could give; a half is refuted."""
    item = catalogue.theorem("online-to-batch")
    broken = [replace(item, tails=long_samples.play(poly(Fraction(c)), player)) for c in (small, large)]  # type: ignore[type-var]
    found = [attack(one, 0.01) for one in broken]
    assert [one.survived for one in found] == [False, True]
    assert found[0].found is not None and Fraction(found[0].found["probability"]) > Fraction(found[0].found["delta"])


def test_tail_of_a_constant_hypothesis_is_the_probability_in_the_tree() -> None:
    """The binomial agrees with the definition of P, in which every sample is listed."""
    p, most = Fraction(2, 3), 1
    tree = samples.Tree(2, (p, 1 - p), lambda h, z: Fraction(z == 0))

    def fails(value: dict[str, list[Fraction]], h: int, k: int) -> bool:
        return sum(value["met"][tree.after(h, j)] for j in range(2)) <= most

    _, value = samples.sequences(tree, fails)
    assert value["P"][0] == Tail("", 2, p, Fraction(1), most).probability == 1 - p**2


def test_tail_of_a_perceptron_is_the_probability_that_it_errs_so_seldom() -> None:
    """The real learner on all samples of seven draws: S + 1 mistakes if S < T."""
    p, T, most = Fraction(3, 4), 7, 3
    seldom = Fraction(0)
    for drawn in product((0, 1), repeat=T):
        mistakes = run(Perceptron(), Examples([(x,) for x in drawn], [1] * T)).M
        zeros = drawn.count(0)
        assert mistakes == zeros + (zeros < T)
        seldom += p**zeros * (1 - p) ** (T - zeros) if mistakes <= most + 1 and zeros < T else 0
    assert seldom == Tail("", T, p, Fraction(1), most).probability


def test_falsify_prints_the_nearest_played_learner() -> None:
    """A reader sees on how many draws the bound was attacked."""
    words = "played 46 learners on more draws; nearest: a constant hypothesis, T = 412", "1.7·10⁻¹³⁰, against δ = 1"
    answered(pp("falsify", "online-to-batch", "--turns", "1"), *words, code=4)


def test_file_of_a_played_learner_is_judged_again(written: Written) -> None:
    """Only a learner that is played against the theorem counts, whatever probability the file claims."""
    item = catalogue.theorem("test-set-bound")
    assert isinstance(item, Property)
    record = item.tails(item)[0].to_json(item.id)  # type: ignore[misc]
    answered(pp("check", written("tail.json", record)), "the bound holds: it fails with probability", code=1)
    refused(pp("check", written("tail.json", record | {"probability": "1"})), "none of the 6 learners")
    refused(pp("check", written("tail.json", record | {"theorem": "novikoff"})), "no bound on runs")
    broken = replace(item, tails=lambda item: (Tail("a learner", 2, Fraction(1, 2), Fraction(1, 5), 0),))
    assert judge_tail(broken, broken.tails(broken)[0].to_json(item.id)).valid  # type: ignore[misc]


def test_a_played_learner_with_too_small_a_b_is_rejected() -> None:
    """The page's own facts on b are evaluated: with ln((T+1)/δ) for ln(2(T+1)/δ) one is false."""
    facts = catalogue.theorem("online-to-batch-best").facts
    with pytest.raises(AssertionError, match="b does not hold"):
        long_samples.least_draws(root, Fraction(1), 1, facts)
