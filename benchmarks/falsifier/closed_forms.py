"""`python -m benchmarks.falsifier.closed_forms`: what of the suite is decided without a search.

A false conjecture falls if a run of `proofs.decide.refute` breaks it within LIMIT of processor time, the judge's included.  For each
true one of the package's learners `decide` looks for a proof, and no run may break one.  A line says what is missed, and why.  Exit
code 0 if nine tenths of the false ones fall and no true one does, else 1.  Those of learners with memory are counted apart, and not asked
to fall: what breaks them is a run of some hundred equal examples, whose number the search doubles.
"""

from __future__ import annotations

import sys
from time import process_time

from benchmarks.falsifier.suite import Item, load
from proofs.counterexample.learner_object import CustomLearner
from proofs.decide.attempts import prove
from proofs.decide.posed import pose
from proofs.decide.refute import refute
from proofs.derive.authoring.certificate_search import NotFound

LIMIT = 0.3  # seconds of processor time for a false one
CLOCK = 5.0  # seconds of the clock after which the attempt ends, so that a busy machine does not end it before the limit
PROOF = 20.0  # seconds for a true one
SHARE = 0.9
PACKAGE, OWN, MEMORY = "learners of the package", "learners of their own", "learners with memory"


def broken(item: Item) -> bool:
    """Whether the closed forms have a run that the judge accepts."""
    rule = None if item.learner is None else CustomLearner(item.learner)
    return refute(item.comparison, item.game, CLOCK, rule) is not None


def whose(item: Item) -> str:
    return MEMORY if item.kind == "memory" else OWN if item.learner else PACKAGE


def unproved(item: Item) -> str:
    """Why there is no proof; empty if there is one."""
    try:
        prove(pose(item.comparison, item.game), PROOF)
    except NotFound as reason:
        return str(reason)
    return ""


def of_false(items: list[Item], group: str) -> tuple[int, int]:
    """Prints what does not fall in time; how many do, and how many there are."""
    fallen = 0
    for item in items:
        began = process_time()
        fell = broken(item)
        seconds = process_time() - began
        fallen += fell and seconds < LIMIT
        if not fell or seconds >= LIMIT:
            print(f"false  {'slow' if fell else 'stays'}  {seconds:5.2f} s  {item.id}: {item.comparison.text}", flush=True)
    print(f"{group}: {fallen} of {len(items)} false ones fall within {LIMIT} s of processor time each")
    return fallen, len(items)


def of_true(items: list[Item]) -> int:
    """Prints what is not proved, and what is broken, which is a fault; how many of the latter there are."""
    reasons = {item.id: unproved(item) for item in items if item.learner is None}
    for item in items:
        if reasons.get(item.id):
            print(f"true   open   {item.id}: {item.comparison.text}: {reasons[item.id]}")
    wrong = [item for item in items if broken(item)]
    for item in wrong:
        print(f"true   BROKEN {item.id}: {item.comparison.text}")
    print(f"true ones: {sum(not reason for reason in reasons.values())} of {len(reasons)} proved, {len(wrong)} of {len(items)} broken")
    return len(wrong)


def main() -> int:
    false, true = ([item for item in load() if item.false is kind] for kind in (True, False))
    fallen = {group: of_false([item for item in false if whose(item) == group], group) for group in (PACKAGE, OWN, MEMORY)}
    wrong = of_true(true)
    enough = sum(fallen[group][0] for group in (PACKAGE, OWN)) >= SHARE * sum(fallen[group][1] for group in (PACKAGE, OWN))
    return 0 if enough and not wrong else 1


if __name__ == "__main__":
    sys.exit(main())
