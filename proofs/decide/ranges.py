"""What is known of the joint range, game by game: which tuples of numbers a run can have, the theorems that say so, and what is open.

A range has two halves.  The theorems of `every_run` say what the numbers of each run keep to; those of `attained` build a run with any such
numbers.  Where both halves meet the range is exact, and a conjecture over these numbers is a sentence about them: true or false.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import ceil, floor

from proofs.conjecture import nodes
from proofs.conjecture.game import Game
from proofs.conjecture.nodes import ALL_ROUNDS, Relation

# The numbers of a run that the prover has facts of, by learner. Here, so that a closed form is tried before the prover is loaded.
OF_THE_UPDATES = frozenset({"M", "gamma", "R", "S2", "TD", "H", "H2", "U", "T", "W", "P", "E"})
KNOWN = {
    "perceptron": OF_THE_UPDATES | ALL_ROUNDS | {"d"},
    "kernel": OF_THE_UPDATES,  # ‖x‖² = K(x, x), among the features
    "margin": frozenset({"M", "gamma", "U", "d", "eps", "T", "W", "P"}),  # S2 and TD are other sums: the first example is not counted
    "winnow": frozenset({"M", "gamma", "d", "T"}),
}


@dataclass(frozen=True)
class Range:
    """`set`: the tuples; `every_run`, `attained`: ids of theorems; `open`: which tuples it is not known of, empty if the range is exact."""

    name: str
    set: str
    every_run: tuple[str, ...]
    attained: tuple[str, ...]
    open: str
    holds_in: Callable[[Game], bool]

    @property
    def ids(self) -> tuple[str, ...]:
        return self.every_run + self.attained


CHAIN = "‖w‖² ≤ Σ‖x‖² ≤ MR²"
BUILT = ("range-attained", "range-attained-one", "range-attained-round")


def _plain(game: Game, setting: str) -> bool:
    return game.learner in ("perceptron", "kernel") and game.setting == setting and (game.dimension is None or game.learner == "kernel")


def _separable_in(game: Game, dimension: int) -> bool:
    return game.learner == "perceptron" and game.setting == "separable" and game.dimension == dimension


RANGES = (
    Range(
        "separable, any dimension",
        f"M ≥ 1, γM ≤ ⟨u, w⟩ ≤ ‖u‖‖w‖, {CHAIN}, and ‖w‖² = Σ‖x‖² if M = 1; T > M",
        ("range", "range-one"),
        BUILT,
        "for T = M each M has a condition on a Gram matrix with Gₖ₁ + … + Gₖ₍ₖ₋₁₎ ≤ 0 (for M = 2, γM = ‖u‖‖w‖ and ‖w‖² = Σ‖x‖² force "
        "Σ‖x‖² = 2R²), and no chain of inequalities is known; 3 ≤ d ≤ M: the matrix has rank d at most, which is no convex condition "
        "(for d > M the tuples are these: the runs attained lie in M + 1 dimensions, with zeros in the others); another kernel has the "
        "tuples whose Gram matrix it takes on some points, which each kernel answers for itself",
        lambda game: _plain(game, "separable"),
    ),
    Range(
        "agnostic, any dimension",
        f"M ≥ 1, {CHAIN}, max(0, γM − ‖u‖‖w‖) ≤ TD ≤ γM + ‖u‖‖w‖, ⟨u, w⟩ = γM − TD, Σξ² = TD²/M",
        ("range", "range-one", "range-losses", "range-losses-most", "range-losses-most-small"),
        (*BUILT, "range-attained-losses", "range-losses-seesaw"),
        "for γ < ‖u‖R the greatest TD, between γM + ‖u‖‖w‖ and (γ + ‖u‖R)(M + √M)/2: for each M it is a maximum of jγ + cⱼ‖u‖R, where "
        "cⱼ² is the greatest ‖Σz‖² of j of M unit mistakes; that is a semidefinite programme for each choice, whose values are algebraic "
        "and have no closed form that is known (M = 4: about 1, 2, 2.58, 2), and (γ + ‖u‖R)(M + 1)/2 is attained for odd M; Σξ² above "
        "TD²/M: its most, (γ + ‖u‖R)TD, is attained by the seesaw, what lies between is a question about Gram matrices again; ⟨u, w⟩ "
        "above γM − TD: any number up to ‖u‖‖w‖ where TD = 0, as in the separable game, and for TD > 0 it needs unequal progress, which "
        "no theorem here builds",
        lambda game: _plain(game, "agnostic"),
    ),
    Range(
        "separable, on the line",
        "M = 1, γ ≤ ‖u‖R",
        ("dimension-one", "range"),
        ("range-attained-one",),
        "",
        lambda game: _separable_in(game, 1),
    ),
    Range(
        "separable, in the plane",
        "M ≤ ⌊R²/(2γ²)⌋ + 1, for ‖x‖ ≤ 1 and ‖u‖ = 1",
        ("dimension-two", "range"),
        ("dimension-two-attained",),
        "Σ‖x‖², R, ‖w‖ and ⟨u, w⟩ beside M and γ: the angles solve M polynomial inequalities, from which only M has been eliminated",
        lambda game: _separable_in(game, 2),
    ),
    Range(
        "separable, in space and above",
        "M ≤ ⌊R²/γ²⌋, for ‖x‖ = 1 and ‖u‖ = 1",
        ("dimension-three", "range"),
        ("dimension-three-attained", "dimension-three-room"),
        "Σ‖x‖², R, ‖w‖ and ⟨u, w⟩ beside M and γ: for d > M as in any dimension, for 3 ≤ d ≤ M a Gram matrix of rank d, which is no "
        "convex condition",
        lambda game: game.learner == "perceptron" and game.setting == "separable" and (game.dimension or 0) >= 3,
    ),
    Range(
        "agnostic, in a given dimension",
        "as in any dimension, which is necessary",
        ("range", "range-one", "range-losses", "range-losses-most", "range-losses-most-small"),
        ("range-losses-seesaw",),
        "which of these tuples are attained for d ≤ M (for d > M those of any dimension): a Gram matrix of rank d; on the line |w| ≤ R, "
        "so that TD ≥ γM − ‖u‖R, which no theorem here says",
        lambda game: game.learner == "perceptron" and game.setting == "agnostic" and game.dimension is not None,
    ),
    Range(
        "Margin Perceptron, separable",
        "2ε(1 − ε)τ ≤ ln(1 + 2(1 − ε)τ) for τ = γ²(M + 1)",
        ("margin-perceptron-sharp",),
        ("margin-perceptron-spiral", "margin-perceptron-spiral-growth", "margin-perceptron-spiral-room"),
        "γ²(M + 1) between the spiral’s and the bound’s, which meet as γ → 0: they leave about ln(1/γ) numbers M open (2,512,837 to "
        "2,512,862 for ε = 1/2, γ = 1/1000); ‖x‖ = 1; three dimensions or fewer; all other numbers",
        lambda game: game.learner == "margin" and game.setting == "separable",
    ),
    Range(
        "Winnow, separable, η = γ",
        "M ≤ 2 ln(2d)/γ²",
        ("winnow",),
        (),
        "which M up to the bound are attained: the longest runs known have about ln d/(γ² − ln cosh γ) updates, since scores are "
        "sums of hyperbolic sines, of which few vanish exactly; all other numbers; fixed rates",
        lambda game: game.learner == "winnow" and game.setting == "separable",
    ),
)


def range_of(game: Game) -> Range | None:
    """The range that a conjecture in this game is decided by; None where nothing is known."""
    game = lifted(game)
    if not game.is_plain or game.dropped:
        return None
    return next((known for known in RANGES if known.holds_in(game)), None)


def lifted(game: Game) -> Game:
    """The game as it is played without the hypotheses that are dropped, where that is a game of its own; else the game itself.

    A declared R that need not bound the examples is in no other game."""
    changes: dict[str, str] = {}
    for name in game.dropped:
        match name:
            case "separable":
                changes["setting"] = "agnostic"
            case "bounded examples" if game.radius == "measured":
                changes["norm"] = "any"
            case "unit comparator":
                changes["comparator"] = "any"
            case _:
                return game
    return replace(game, dropped=frozenset(), **changes) if changes else game  # type: ignore[arg-type]


def narrowed(comparison: Relation, game: Game) -> Game:
    """The game in the dimension that the claim's conditions leave, as in “where d <= 2”: what holds in the plane holds on the line too."""
    most = [most for c in comparison.conditions if (most := _most_coordinates(c)) is not None]
    return replace(game, dimension=max(1, min(most))) if most and game.dimension is None and game.learner == "perceptron" else game


def _most_coordinates(condition: Relation) -> int | None:
    match condition.left, condition.op, condition.right:
        case (nodes.Name("d"), "<=" | "=", nodes.Number(n)) | (nodes.Number(n), ">=" | "=", nodes.Name("d")):
            return floor(n)
        case (nodes.Name("d"), "<", nodes.Number(n)) | (nodes.Number(n), ">", nodes.Name("d")):
            return ceil(n) - 1
    return None


def markdown() -> str:
    """The table of docs/ranges.md."""
    lines = [
        "# Which numbers a run can have",
        "",
        "Generated by `perceptron-proofs decide --ranges --markdown`. Every run keeps to what the theorems of the third column say; "
        "those of the fourth build a run with any such numbers. `decide` proves from the one and refutes with the other.",
        "",
        "| game | tuples | every run | attained | open |",
        "|---|---|---|---|---|",
    ]
    for known in RANGES:
        cells = (known.name, known.set, _codes(known.every_run), _codes(known.attained) or "–", known.open or "nothing: exact")
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join([*lines, "", *COMPLETE.splitlines()]) + "\n"


def plain() -> str:
    """The ranges as plain text, for a terminal."""
    lines = []
    for known in RANGES:
        lines += [known.name, f"  tuples     {known.set}", f"  every run  {', '.join(known.every_run)}"]
        lines += [f"  attained   {', '.join(known.attained) or '–'}", f"  open       {known.open or 'nothing: the range is exact'}", ""]
    return "\n".join(lines)


def _codes(ids: tuple[str, ...]) -> str:
    return ", ".join(f"`{id}`" for id in ids)


COMPLETE = """## Which conjectures can be decided for certain

Let a conjecture compare two terms in M, γ, R, Σ‖x‖², ‖u‖, ‖w‖ and ⟨u, w⟩ with ≤ or ≥, over separable runs of any dimension,
and let the terms be built with + − × ÷, roots, fractional powers, min and max, so that each is defined and continuous on the
whole range. Then whether it is true is decidable, and there is a finite procedure.

*Proof.* By `range`, `range-attained`, `range-attained-one` and `range-attained-round` (with T > M) the tuples of real runs
are exactly those of the first row. For a fixed M that is a semialgebraic set, and so is the set where the conjecture fails.
Eliminating the real quantities (Tarski, Seidenberg) leaves a condition on M alone, a Boolean combination of signs of
finitely many polynomials in M. Beyond the largest root of these it is constant, so finitely many M have to be looked at. If
the conjecture fails at a real tuple, then it fails in a neighbourhood of it within the range, since both sides are
continuous. For M ≥ 2 the tuples with rational M, γ, ⟨u, w⟩ and rational squares of the lengths are dense in the range, for M
= 1 in the part with ‖w‖² = Σ‖x‖². So it fails at one of those. Its vectors have a rational Gram matrix, G = LDLᵀ with
rational D ≥ 0, and each entry of D is a sum of four rational squares (Lagrange); so there are rational vectors with that
Gram matrix, which are a run for the judge. ∎

For an agnostic game the same holds of conjectures that are nondecreasing in TD and in the losses H and H₂, as each M ≤ … +
a·TD with a ≥ 0 is: they hold on all runs if and only if they hold where TD = max(0, γM − ‖u‖‖w‖) and Σξ² = TD²/M, the least
that there is, and `range-attained-losses` attains both together.

Outside this fragment nothing is promised: floors and ceilings bring in whole numbers besides M, logarithms and exponentials
have no elimination, and strict claims may fail at irrational γ only, which is no run's. The program does not eliminate
quantifiers: it searches for certificates of growing degree and for runs, within a budget. So “undecided” can be its answer
also inside the fragment.
"""
