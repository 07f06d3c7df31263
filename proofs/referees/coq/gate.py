"""The gate: Coq compiles everything, says what each theorem assumes, and its own checker looks at the result once more.

A theorem passes if the generated texts contain nothing that could assume a fact, Coq accepts the proof and the plain statement, and
`Print Assumptions` names the axioms of the real numbers and no others.  Findings are kept by content: what was judged once is not judged
again.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter

from proofs.referees.coq.encode import Untranslatable
from proofs.referees.coq.theories import Claim, Theories, faults, theories
from proofs.referees.coq.toolchain import Coq, CoqError, built, check, keep, kept, keys, shipped

WHITELIST = frozenset({  # what the standard library's real numbers and their logarithm are made of
    "ClassicalDedekindReals.sig_forall_dec", "ClassicalDedekindReals.sig_not_dec",
    "FunctionalExtensionality.functional_extensionality_dep", "Classical_Prop.classic",
})  # fmt: skip
FOLDED = "novikoff"  # what `folds/Perceptron` carries over to runs of the program
Tell = Callable[[str], object]


@dataclass
class Judged:
    """What Coq says of each id: the axioms that an accepted theorem rests on, or why it is refused.  `fresh`: how many theories were
    compiled just now."""

    version: str
    accepted: dict[str, tuple[str, ...]] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    fresh: int = 0
    seconds: float = 0.0


def judge(claims: Sequence[Claim], coq: Coq, jobs: int = 2, tell: Tell = lambda _: None) -> Judged:
    """Coq's finding on each of these claims, of which each cites only earlier ones.

    A claim that Coq refuses is left out together with all that cite it, and the others are judged."""
    began = perf_counter()
    judged = Judged(coq.version)
    left = list(claims)
    while left:
        try:
            made = theories(left)
        except Untranslatable as error:
            left = _without(left, error.id, str(error), judged)
            continue
        try:
            _judge(made, judged, coq, jobs, tell)
            break
        except CoqError as error:
            culprit = made.theorem_at(error.theory, error.line) if error.theory in made.texts and error.line else None
            culprit = FOLDED if error.theory.startswith("folds/") else culprit
            left = _without(left, culprit, str(error), judged)
    judged.seconds = perf_counter() - began
    return judged


def _judge(made: Theories, judged: Judged, coq: Coq, jobs: int, tell: Tell) -> None:
    for theory, word in faults(made.texts):
        raise CoqError(theory, 0, f"a generated text uses {word!r}")
    folds = shipped("folds") if FOLDED in made.stated else {}
    texts = {**shipped("theory"), **made.texts, **folds, "claims/Assumptions": _asked(made.names, made.stated, bool(folds))}
    assumed = _assumed(_look(texts, judged, coq, jobs, tell))
    if not assumed <= WHITELIST:
        raise CoqError("claims/Claims", 0, f"the theorems assume {', '.join(sorted(assumed - WHITELIST))}")
    judged.accepted |= {id: tuple(sorted(assumed)) for id in made.stated}


def _look(texts: dict[str, str], judged: Judged, coq: Coq, jobs: int, tell: Tell) -> str:
    """What Coq prints of the theorems' assumptions, once all is compiled and checked."""
    key = hashlib.sha256("".join(keys(texts, coq.version).values()).encode()).hexdigest()
    output = kept(f"{key}-gate")
    if output is None:
        with built(texts, coq, jobs, tell) as build:
            judged.fresh += len(build.compiled)
            check(build, coq, tell)
            output = build.output["claims/Assumptions"]
        keep(f"{key}-gate", output)
    return output


def _asked(names: Mapping[str, str], stated: Iterable[str], folds: bool) -> str:
    """One question for all theorems at once: none of them assumes what is not in the answer, and to ask of each takes a second each."""
    asked = [names[id] for id in stated] + (["@perceptron_novikoff"] if folds else [])
    required = "From Perceptron.claims Require Import Claims.\n" + ("From Perceptron.folds Require Import Perceptron.\n" if folds else "")
    everything = "".join(f"({name}, " for name in asked) + "tt" + ")" * len(asked)
    return f"{required}Definition everything := {everything}.\nPrint Assumptions everything.\n"


def _assumed(output: str) -> frozenset[str]:
    """The axioms that Coq printed, by name."""
    if "Closed under the global context" in output:
        return frozenset()
    told = output.partition("Axioms:")[2]
    return frozenset(re.findall(r"^([\w.']+)(?= :|\n +:)", told, flags=re.MULTILINE)) or frozenset({"what nobody knows"})


def _without(left: list[Claim], culprit: str | None, why: str, judged: Judged) -> list[Claim]:
    """The claims without the one that is refused, and without all that cite it; none, if nobody knows which it is."""
    if culprit is None:
        judged.refused |= {claim.id: why for claim in left}
        return []
    judged.refused[culprit] = why
    gone = {culprit}
    for claim in left:
        if cited := gone & claim.theorem.cites:
            gone.add(claim.id)
            judged.refused[claim.id] = f"it cites {min(cited)}, which is refused"
    return [claim for claim in left if claim.id not in gone]
