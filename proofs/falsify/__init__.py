"""The attack: bring a conjecture, get an exact counterexample or an honest account of what was tried.

    from proofs.falsify import falsify
    outcome = falsify("M <= 1/gamma**2 + TD/gamma", budget=5)
    outcome.found, outcome.counterexample, outcome.report

    outcome = falsify("M <= (1 + beta)/gamma**2", learner=MyLearner(beta=Fraction(1, 2)))      any learner object

`attack` has `falsify`; `genome` says how a way of playing is written as small integers, `adversary` plays it in
feedback, `free` and `shapes` are other ways of playing; `polish` optimises short runs in floats (`follow` asks
somebody's own learner what it does near them), `batch` runs a hundred thousand sequences compiled; `play` measures and
judges runs; `search` takes turns, `crew` in several processes; `shrink` makes small; `report` tells; `learner` and
`objects` are for somebody's own learner, `machine` for tests of it."""

from proofs.counterexample.custom_learner import judge_with
from proofs.falsify.pipeline import Outcome, falsify
from proofs.falsify.report import Found, Interrupted, Report, Survived, Tally

__all__ = ["Found", "Interrupted", "Outcome", "Report", "Survived", "Tally", "falsify", "judge_with"]
