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
    interruptions   Ctrl-C, and the end of the time inside somebody's own code
    report          what was tried, how near it came, what was found

What a strategy works with:

    genomes/        a way of playing as a short tuple of small integers, and the population of the best
    feedback        the run that a genome plays, each move an answer to the learner's weights
    moves/          how moves are made against each kind of learner, and arbitrary short runs
    starts/         the extremal families of the literature, where a search starts
    strategies/     ways to better genomes and runs: climbs, group moves, a local optimiser, batches, very long runs
    runs/           a run in exact whole numbers, and the points, spheres and comparators that runs are made of
    judging/        an evaluator for each geometry measures runs and ranks them; the budget of time
    geometries      which of these belong to which learner
    drawn           a few runs of a game, for whoever wants to hold something against them
    shrinking/      a found run made small enough to read

`state_machine` is apart from the search: it tests a learner with Hypothesis. What the search finds is judged by
`proofs.counterexample`, which imports nothing from here."""

from proofs.counterexample.custom_learner import judge_with
from proofs.falsify.apart import Outcome
from proofs.falsify.pipeline import falsify
from proofs.falsify.report import Found, Interrupted, Report, Survived, Tally
from proofs.falsify.runs.run import Run
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
