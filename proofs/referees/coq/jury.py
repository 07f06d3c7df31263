"""Coq's verdict on many proof files at once, be they proofs or not: accepted, or not.  For tests, mutations and the arena.

The kernel is not asked: what a proof establishes is computed in Coq from its data alone, by the rules that are proved sound there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from proofs.kernel import Formula, Proof
from proofs.referees.coq.encode import Untranslatable, listed
from proofs.referees.coq.proof_data import Entry, proof_term
from proofs.referees.coq.running import Limit
from proofs.referees.coq.toolchain import Coq, GaveUp, built, shipped

HEAD = "From Perceptron.theory Require Import Replay.\n"
CASES_A_FILE = 40
LIMIT = Limit(seconds=60, memory=3 * 10**9)  # of one file


def accepts(cases: Sequence[Sequence[Proof]], coq: Coq, limit: Limit = LIMIT) -> list[bool | None]:
    """For each case, a list of proofs of which later ones may cite earlier ones: whether Coq accepts them all; None if it gave up.

    Data that is of no rule's form, so that it has no translation, is refused."""
    texts = {number: text for number, case in enumerate(cases) if (text := _case(number, case)) is not None}
    answers: dict[int, bool | None] = {}
    translated = tuple(texts)
    files = [translated[n : n + CASES_A_FILE] for n in range(0, len(translated), CASES_A_FILE)]
    while files:
        named = {f"jury/From{file[0]}To{file[-1]}": file for file in files}
        theories = {name: HEAD + "".join(texts[number] for number in file) for name, file in named.items()}
        try:
            with built({**shipped("theory"), **theories}, coq, limit=limit) as build:
                answers |= dict(answer for name in named for answer in _answers(build.output[name]))
            break
        except GaveUp as stopped:
            if stopped.theory not in named:
                raise
            file = named[stopped.theory]
            files.remove(file)
            half = len(file) // 2
            if half:  # which case is it?  What is compiled already is kept
                files += [file[:half], file[half:]]
            else:
                answers[file[0]] = None
    return [answers.get(number, False) for number in range(len(cases))]


def _case(number: int, case: Sequence[Proof]) -> str | None:
    """The case as Coq text that prints its answer, or None if the data is of no rule's form."""
    entries: dict[str, Entry] = {}
    lines = []
    try:
        for place, proof in enumerate(case):
            if proof.id in entries:
                return None
            entry = _entry(proof, f"case{number}_{place}")
            term, cited = proof_term(entry, entries)
            library = listed(entries[id].name for id in cited)
            lines.append(f"Definition {entry.name} : option statement := Eval vm_compute in established_from {library} ({term}).\n")
            entries[proof.id] = entry
    except (Untranslatable, RecursionError):
        return None
    everything = listed(entry.name for entry in entries.values())
    return "".join(lines) + f"Eval vm_compute in ({number}%nat, accepted {everything}).\n"


def _entry(proof: Proof, name: str) -> Entry:
    """The proof, with what it says that it establishes: that gives names to the names, and Coq computes what it does establish."""
    claims: dict[str, Formula] = {**dict(proof.hypotheses), **{step.name: step.claim for step in proof.steps}}
    if proof.conclusion not in claims:
        raise Untranslatable(f"{proof.id}: there is no step {proof.conclusion!r:.40}")
    return Entry(proof, proof.hypotheses, claims[proof.conclusion], name)


def _answers(output: str) -> Iterator[tuple[int, bool]]:
    for line in output.splitlines():
        if found := re.match(r" *= \((\d+)(?:%nat)?, (true|false)\)", line):
            yield int(found[1]), found[2] == "true"
