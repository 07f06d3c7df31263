"""The search for counterexamples: bring a conjecture, get an exact counterexample or an honest report of the search.

    from proofs.falsify import falsify
    outcome = falsify("M <= 1/gamma**2 + TD/gamma", budget=5)
    outcome.found, outcome.counterexample, outcome.report

    outcome = falsify("M <= (1 + beta)/gamma**2", learner=MyLearner(beta=Fraction(1, 2)))      any learner object

From the question to the answer:

    pipeline        `falsify` itself: has each comparison attacked (search, shrink, judge); several counterexamples of different kinds
    processes       the search in other processes: several workers, and a user's learner, which may hang or die
    search          the strategies take turns; each run is measured and judged, and the best are kept
    report          the runs tried, how near they came, the counterexample

The data of a strategy:

    genomes             a way of playing as a short tuple of small integers, and the population of the best
    run                 a run in exact whole numbers, and its measurements
    evaluator           measures runs and ranks them
    against_euclidean   moves against the learners with Euclid's lengths, and where a search against them starts
    passes_and_classes  finite classes of examples, and shuffled passes
    spheres             rational points of spheres, for games with ‖x‖ = 1
    against_kernel      evaluation, moves and starts against a kernel learner, on the `kernel_points`; `against_winnow` the same for Winnow
    against_learner_object  the same against a user's learner object
    geometries          which of these belong to which learner: the run that a genome plays, its measures; a few drawn runs
    strategies/         ways to better genomes and runs: climbs, group moves, a local optimiser, very long runs
    clock               the budget of time, its end inside a user's code, and Ctrl-C
    shrink              a found run made small enough to read, by the `simplifications`

The search's runs are judged by `proofs.counterexample`, which imports nothing from here."""

from proofs.counterexample.learner_object import judge_with
from proofs.falsify.pipeline import falsify, several
from proofs.falsify.processes import Outcome
from proofs.falsify.report import Found, Interrupted, Report, Survived, Tally
from proofs.falsify.run import Run
from proofs.falsify.strategies.interface import SettledByProof, Strategy, StrategyView

__all__ = [
    "Found",
    "Interrupted",
    "Outcome",
    "Report",
    "Run",
    "SettledByProof",
    "Strategy",
    "StrategyView",
    "Survived",
    "Tally",
    "falsify",
    "judge_with",
    "several",
]
