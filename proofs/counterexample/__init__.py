"""Counterexamples as files, and the judge that re-checks them without a line of the code that searched.

    found = read("counterexample.json")      strict: every malformed field is an InputError that says what and where
    verdict = judge(found)                   replays the run exactly, checks every hypothesis, recomputes both sides
    verdict.valid, verdict.reasons, verdict.sides

`format` has the file, `reader` reads it, `replay` plays a run by definition (each learner's is in `proofs.conjecture.learners`), `judge`
gives the verdict. `recipe` has runs too long to be listed, `learner_object` learner objects: user-supplied ones, and two learners beside
each other. `coq_file` writes what Coq can judge."""

from proofs.counterexample.format import FORMAT, Counterexample, build, write
from proofs.counterexample.judge import Verdict, judge
from proofs.counterexample.reader import from_json, read
from proofs.counterexample.replay import Replay, replay, values_of

__all__ = ["FORMAT", "Counterexample", "Replay", "Verdict", "build", "from_json", "judge", "read", "replay", "values_of", "write"]
