"""A page's requests to kernel and judge, as JSON text: `replayed` a proof file, `judge` a run that a reader has edited.

Neither decides anything: the kernel accepts or rejects, the judge judges, and this writes down what they said.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from perceptron.errors import InputError
from proofs.kernel import Proof, Rejected, Step, Theorem, replay
from proofs.kernel.codec import read
from proofs.system.files import parse_json

Callback = Callable[[str, int], None]


class WatchedSteps(tuple[Step, ...]):
    """The steps of a proof, which report how far the kernel has come.

    The kernel iterates over hypotheses + steps; that it asks for the next one says that it has accepted the last.
    """

    on_progress: Callable[[int], None]

    def __radd__(self, assumed: tuple[Step, ...]) -> Iterator[Step]:  # type: ignore[misc]  # no tuple comes of it
        yield from assumed
        for count, step in enumerate(self, 1):
            yield step
            self.on_progress(count)


def watch(proof: Proof, on_progress: Callback) -> Proof:
    """A proof whose replay is followed: `on_progress` is called with its id and the number of accepted steps."""
    steps = WatchedSteps(proof.steps)
    steps.on_progress = lambda count: on_progress(proof.id, count)
    return replace(proof, steps=steps)


def replay_text(text: str, on_progress: Callback = lambda id, count: None) -> str:
    """The kernel's word on a proof file: {"accepted": ids, "rejected": message, "theorem": its id}; the last two only if it rejects."""
    library: dict[str, Theorem] = {}
    said: dict[str, Any] = {"accepted": []}
    try:
        proofs = read(parse_json(text, "the file"))
        if not proofs:
            raise Rejected("the file holds no proof")
        for proof in proofs:
            said["theorem"] = proof.id
            if proof.id in library:
                raise Rejected(f"two proofs are called {proof.id!r}")
            library[proof.id] = replay(watch(proof, on_progress), library)
            said["accepted"].append(proof.id)
        del said["theorem"]
    except Rejected as reason:
        said["rejected"] = str(reason)
    except RecursionError:
        said["rejected"] = "the data is nested too deeply"
    except InputError as error:
        said["rejected"] = str(error)
    return json.dumps(said)


def state(text: str) -> str:
    """The statement of a file's last proof, once the kernel accepts it: {"conclusion", "conditions", "axioms"}, to be read."""
    from proofs.kernel import replay_all
    from proofs.report.proofs.render import statement

    proofs = read(parse_json(text, "the file"))
    theorem = replay_all(proofs)[proofs[-1].id]
    shown = statement(theorem, proofs[-1].hypotheses)
    return json.dumps(
        {"id": theorem.id, "conclusion": shown.conclusion.html, "conditions": shown.conditions, "axioms": sorted(theorem.axioms)}
    )


def judge(text: str) -> str:
    """The judge's verdict on a run without recorded values, and the file that `check` reads, with the values that the run gives.

    {"valid", "sides", "checked", "reasons", "conjecture", "file"}, or {"error"} for malformed input.
    """
    from proofs.counterexample import FORMAT, build, from_json, judge

    try:
        data = parse_json(text, "the run")
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise InputError(f"this is no run that lists its examples: 'format' must be {FORMAT!r}")
        given = from_json(data | {"values": {"M": 0, "lhs": "0", "rhs": "0"}})
        run = build(given.comparison, given.game, given.rounds, given.u, given.gamma, given.radius, given.start, given.points)
        verdict = judge(run)
    except InputError as error:
        return json.dumps({"error": str(error)})
    return json.dumps(
        {
            "valid": verdict.valid,
            "sides": verdict.sides,
            "checked": verdict.checked,
            "reasons": verdict.reasons,
            "conjecture": run.comparison.unicode(),
            "M": run.M,
            "file": run.dumps(),
        }
    )
