"""The search for counterexamples: bring a conjecture, get an exact counterexample or an honest account of what was tried.

    from proofs.falsify import falsify
    outcome = falsify("M <= 1/gamma**2 + TD/gamma", budget=5)
    outcome.found, outcome.counterexample, outcome.report

    outcome = falsify("M <= (1 + beta)/gamma**2", learner=MyLearner(beta=Fraction(1, 2)))      any learner object

From the question to the answer:

    pipeline        `falsify` itself: reads what is asked, and has each comparison attacked
    attack          one attack: search, shrink, judge
    several         more than one counterexample, of different kinds
    apart           somebody's own learner in a process of its own, which may hang or die
    search          the strategies take turns; `parallel_search` does so in several processes, each a `worker`
    trials          measures and judges each run that a strategy proposes, and keeps the best
    report          what was tried, how near it came, what was found

What a strategy works with:

    genomes             a way of playing as a short tuple of small integers, and the population of the best
    feedback            the run that a genome plays, each move an answer to the learner's weights
    run                 a run in exact whole numbers, and what was measured on it
    evaluator           measures runs and ranks them
    aimed_moves         moves against the learners with Euclid's lengths; `euclidean_starts` is where a search against them starts
    passes_and_classes  finite classes of examples, and shuffled passes
    spheres             rational points of spheres, for games with ‖x‖ = 1
    against_kernel      evaluation, moves and starts against a kernel learner, on the `kernel_points`; `against_winnow` the same for Winnow
    custom_learner      the same against somebody's own learner object
    geometries          which of these belong to which learner
    drawn               a few runs of a game, for whoever wants to hold something against them
    strategies/         ways to better genomes and runs: climbs, group moves, a local optimiser, batches, very long runs
    clock               the budget of time, its end inside somebody's own code, and Ctrl-C
    shrink              a found run made small enough to read, by the `simplifications`

`state_machine` is apart from the search: it tests a learner with Hypothesis. What the search finds is judged by
`proofs.counterexample`, which imports nothing from here."""

from proofs.counterexample.custom_learner import judge_with
from proofs.falsify.apart import Outcome
from proofs.falsify.pipeline import falsify
from proofs.falsify.report import Found, Interrupted, Report, Survived, Tally
from proofs.falsify.run import Run
from proofs.falsify.several import several
from proofs.falsify.strategies.interface import Seen, Settled, Strategy

__all__ = [
    "Found",
    "Interrupted",
    "Outcome",
    "Report",
    "Run",
    "Seen",
    "Settled",
    "Strategy",
    "Survived",
    "Tally",
    "falsify",
    "judge_with",
    "several",
]
