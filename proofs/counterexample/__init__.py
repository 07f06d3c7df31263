"""Counterexamples as files, and the judge that re-checks them without a line of the code that searched.

    found = read("counterexample.json")      strict: every malformed field is an InputError that says what and where
    verdict = judge(found)                   replays the run exactly, checks every hypothesis, recomputes both sides
    verdict.valid, verdict.reasons, verdict.sides

`format` has the file, `reader` reads it, `replay` makes the run by its definition in a few lines (`kernel` and `winnow`
for those learners), `judge` gives the verdict."""

from proofs.counterexample.format import FORMAT, Counterexample, build, write
from proofs.counterexample.judge import Verdict, judge
from proofs.counterexample.measurement import Replay, values_of
from proofs.counterexample.reader import from_json, read
from proofs.counterexample.replay import replay

__all__ = ["FORMAT", "Counterexample", "Replay", "Verdict", "build", "from_json", "judge", "read", "replay", "values_of", "write"]
