"""Theorems of courses: where their bounds are attained, and the words that find them."""

from fractions import Fraction

import pytest

from proofs.kernel import Compare
from proofs.statements.completion import complete
from proofs.statements.evaluation import Coordinates, value
from proofs.statements.instance import Exact, Instance, Root
from proofs.theorems import catalogue
from proofs.theorems.lookup import theorems_about
from proofs.theorems.separable.ranking import judge_thresholds

ONE, HALF = Fraction(1), Fraction(1, 2)
Sequences = dict[str, list[Exact | int]]
ROUND: dict[str, list[Coordinates]] = {"w": [()], "z": [(ONE,), (), ()]}


def spare(id: str, instance: Instance) -> Fraction:
    """By how much the claim holds in an instance that has all facts."""
    theorem = catalogue.property_(id)
    assert theorem is not None
    full = complete(instance, theorem.facts)
    assert theorem.failing(full) == ""
    assert isinstance(theorem.claim, Compare)
    found = value(theorem.claim.left, full.model()).as_rational()
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("id", "reals", "u"),
    [
        ("passive-aggressive", {"R": ONE}, ONE),
        ("passive-aggressive-i", {"R": ONE, "C": ONE}, ONE),
        ("passive-aggressive-ii", {"R": ONE, "C": HALF}, HALF),
    ],
)
def test_passive_aggressive_bound_is_attained_in_one_round(id: str, reals: dict[str, Exact | int], u: Fraction) -> None:
    """x = 1, from w = 0; and u = 0 is worse for the second and third."""
    rates: Sequences = {"τ": [ONE, 0, 0]} if id != "passive-aggressive-ii" else {}
    assert spare(id, Instance(1, {"M": 1}, reals, rates, {"u": (u,)}, ROUND)) == 0
    if id != "passive-aggressive":
        assert spare(id, Instance(1, {"M": 1}, reals, rates, {"u": (0 * ONE,)}, ROUND)) > 0


def test_strongly_convex_regret_is_attained_in_one_round() -> None:
    """f(w) = (w − 1)²/2 from w = 0, for u = 1: ln 1 is 0."""
    losses: Sequences = {"f(w)": [HALF, 0, 0], "f(u)": [0, 0, 0]}
    run = Instance(1, {"n": 0}, {"λ": ONE, "G": ONE}, losses, {"u": (ONE,)}, {"w": [()], "v": [(-ONE,), (), ()]})
    theorem = catalogue.property_("strongly-convex-regret")
    assert theorem is not None
    assert theorem.failing(complete(run, theorem.facts)) == "" and not theorem.broken_by(complete(run, theorem.facts))
    slower = complete(Instance(1, {"n": 0}, {"λ": ONE, "G": Fraction(9, 10)}, losses, {"u": (ONE,)}, run.vector_sequences), theorem.facts)
    assert theorem.without("slopes").broken_by(slower), "with G = 9/10 the bound would be less than the regret 1/2"


def test_randomised_optimality_is_attained_by_a_fair_coin() -> None:
    """The learners that always say 1 and always −1, each with the probability 1/2, on one example."""
    lists: Sequences = {"D": [HALF, HALF, 0], "p": [0, ONE, -ONE, ONE, ONE, -ONE, ONE]}
    coin = Instance(1, {"n": 1, "N": 2}, {"γ": ONE, "B": HALF}, lists, {}, {"z": [(ONE,)] * 3}, base=3)
    assert spare("randomised-optimality", coin) == 0


def test_multiclass_bound_is_attained_by_two_orthogonal_examples() -> None:
    """Two classes: e₁ and e₂ in both blocks, and u is half of the sum of the differences."""
    zero, one = Fraction(0), ONE
    own: list[Coordinates] = [(one, zero, zero, zero), (zero, one, zero, zero), (), ()]
    rival: list[Coordinates] = [(zero, zero, one, zero), (zero, zero, zero, one), (), ()]
    separator = {"u": (HALF, HALF, -HALF, -HALF)}
    run: dict[str, list[Coordinates]] = {"w": [()], "p": own, "q": rival}
    assert spare("multiclass", Instance(2, {"M": 2}, {"γ": one, "R": one}, {}, separator, run)) == 0


def test_prank_bound_is_attained_by_three_ranks_in_one_round() -> None:
    """x = (1/2, 1/2) has rank 1, and 3 is predicted: both thresholds are wrong."""
    zero, vectors = Fraction(0), {"u": (-HALF, -HALF, HALF, HALF), "E": (0 * ONE, 0 * ONE, ONE, ONE)}
    assert judge_thresholds(zero, (zero, zero), 1) == (-ONE, -ONE)
    run: dict[str, list[Coordinates]] = {"w": [()], "x": [(HALF, HALF), (), ()], "τ": [(zero, zero, -ONE, -ONE), (), ()]}
    assert spare("prank", Instance(1, {"M": 1, "K": 3}, {"γ": ONE, "R": Root(HALF)}, {}, vectors, run)) == 0


@pytest.mark.parametrize(("rank", "signs"), [(1, (-1, -1, 0)), (2, (0, -1, 0)), (3, (0, 0, 0)), (4, (0, 0, 1))])
def test_prank_turns_the_thresholds_between_rank_and_prediction(rank: int, signs: tuple[int, ...]) -> None:
    """Thresholds 0, 1 and 3 and the score 2: rank 3 is predicted."""
    assert judge_thresholds(Fraction(2), (Fraction(0), Fraction(1), Fraction(3)), rank) == signs


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("experts", {"halving", "weighted-majority", "hedge", "exponentiated-gradient"}),
        ("Dekel", {"passive-aggressive", "passive-aggressive-i", "passive-aggressive-ii"}),
        ("passive aggressive", {"passive-aggressive", "passive-aggressive-i", "passive-aggressive-ii"}),
        ("support vector machine", {"pegasos"}),
        ("randomised", {"randomised-optimality"}),
        ("multiclass", {"multiclass", "multiclass-hinge"}),
        ("ranking", {"prank"}),
        ("entropy", {"exponentiated-gradient", "mirror-descent", "three-point-identity"}),
        ("Collins", {"structured-perceptron"}),
        ("voted", {"expected-risk", "expected-risk-bound"}),
        ("hedge", {"hedge"}),
        ("xyzzy", set()),
        ("a", set()),
        ("of", set()),
        ("pa", {"passive-aggressive", "passive-aggressive-i", "passive-aggressive-ii"}),
        ("EG", {"exponentiated-gradient"}),
        ("MinOver", {"fixed-margin-length", "fixed-margin-halts"}),
        ("Krauth Mezard", {"fixed-margin-length", "fixed-margin-halts"}),
        ("Dunagan and Vempala", {"modified-perceptron", "modified-perceptron-updates"}),
        ("multi-class", {"multiclass", "multiclass-hinge"}),
        ("leave-one-out", {"expected-risk", "expected-risk-bound"}),
        ("randomized", {"randomised-optimality"}),
        ("Yao", {"randomised-optimality"}),
        ("Gordan's theorem of the alternative", {"no-separator", "xor"}),
        ("boundedness", {"no-separator", "xor"}),
    ],
)
def test_about_a_word_of_the_field_finds_its_theorems(word: str, found: set[str]) -> None:
    """The family, id or title first, then the sentence and the chapter; then other endings, and the words one by one."""
    assert {theorem.id for theorem in theorems_about(word)} == found
