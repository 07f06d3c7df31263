"""Whether each hypothesis is needed, and whether a printed form that is called false is really broken by a run or an instance."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from perceptron.errors import InputError
from proofs.statements.provable import PRINTED, Stated
from proofs.theorems.witnesses import FOLDER
from proofs.verify.checks.evidence import Evidence, evidence
from proofs.verify.checks.verdict import Hypothesis


def necessity(
    item: Stated, used: Collection[str], lets_be: Mapping[str, Sequence[str]] = MappingProxyType({}), folder: Path = FOLDER
) -> tuple[Hypothesis, ...]:
    """Every hypothesis: needed (by evidence, judged now, or since by it there is something that the theorem names: `lets_be`), not needed
    (the kernel's theorem does not use it), or open."""
    names = dict.fromkeys((*item.hypotheses, *lets_be))
    return tuple(_hypothesis(item, name, name in used, lets_be.get(name, ()), folder) for name in names)


def _hypothesis(item: Stated, name: str, used: bool, lets_be: Sequence[str], folder: Path) -> Hypothesis:
    if not used and not lets_be:
        return Hypothesis(name, False, proof=f"the kernel's theorem {item.id} does not rest on it")
    found, fault = _judged(item, name, folder) if used and name in item.hypotheses else (None, "")
    if found is not None:
        return Hypothesis(name, True, found.record)
    return Hypothesis(name, True if lets_be else None, proof=f"by it there is {', '.join(lets_be)}" if lets_be else "", fault=fault)


def refutation(item: Stated, folder: Path = FOLDER) -> tuple[str | None, str]:
    """For a theorem that is false as printed: the file that shows it, judged now, or what speaks against that file."""
    if not item.printed_form:
        return None, ""
    found, fault = _judged(item, PRINTED, folder)
    if found is None:
        return None, f"the printed form: {fault or 'nothing is stored that breaks it'}"
    return found.record["file"], ""


def _judged(item: Stated, what: str, folder: Path) -> tuple[Evidence | None, str]:
    """Valid evidence, or what is wrong with what is stored; neither where nothing is."""
    try:
        found = evidence(item, what, folder)
    except InputError as error:
        return None, f"its witness cannot be read: {error}"
    if found is not None and found.reasons:
        return None, f"its witness is not valid: {'; '.join(found.reasons)}"
    return found, ""
