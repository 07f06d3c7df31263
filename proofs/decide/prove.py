"""The true half: a derivation of a posed conjecture, replayed by the kernel."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from time import monotonic
from typing import Any

from proofs.decide.agreement import refuse_contradicted
from proofs.decide.posed import Posed
from proofs.decide.range_facts import CITED, KnownRange, learn
from proofs.decide.structure import NO_TIME, Structure
from proofs.derive.authoring.arithmetic import Arithmetic
from proofs.derive.authoring.certificate_search import NotFound
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.encoding import write
from proofs.derive.semialgebraic.laurent import NoNormalForm
from proofs.derive.typesetting.sentences import sentence, theorem_names
from proofs.derive.typesetting.writers import UNICODE
from proofs.kernel import Proof, Rejected, Theorem, replay
from proofs.statements.page import Built
from proofs.theorems import catalogue


@dataclass(frozen=True)
class ProvedConjecture:
    """The proof with all that it cites, the theorem that the kernel made of it, and how it was found.

    unproved   the facts of the game among its hypotheses that are argued in words only, with these"""

    proof: Proof
    theorem: Theorem
    cited: tuple[Proof, ...]
    how: str
    unproved: tuple[str, ...] = ()

    @property
    def rests_on(self) -> str:
        """Theorems, and what is not proved, in a line."""
        return "; ".join(filter(None, (", ".join(item.id for item in self.cited), *self.unproved))) or "nothing else"


def evidence(proved: Iterable[ProvedConjecture]) -> dict[str, Any]:
    """The proofs as data, after all that they cite."""
    proved = list(proved)
    return write([*{proof.id: proof for one in proved for proof in one.cited}.values(), *(one.proof for one in proved)])


Way = Callable[[Posed, float, str], ProvedConjecture]  # a deadline, and what to call the way


@cache
def library(ids: tuple[str, ...] = CITED) -> Mapping[str, Built]:
    return catalogue.built(ids)


def first_proof(posed: Posed, ways: Sequence[tuple[str, Way]], seconds: float) -> ProvedConjecture:
    """By the first way that succeeds. Raises NotFound, which says what was tried, and Contradicted for a proof whose facts are not those of
    its game."""
    library()  # before the clock starts: building it takes longer than most proofs
    deadline = monotonic() + seconds
    missing: dict[str, None] = {}
    for place, (how, way) in enumerate(ways, 1):
        left = deadline - monotonic()
        if left <= 0:
            break
        try:
            proved = way(posed, monotonic() + (left if place == len(ways) else 0.5 * left), how)
        except (NotFound, NoNormalForm, LookupError, Rejected, OverflowError) as reason:
            missing[in_words(reason)] = None
            continue
        refuse_contradicted(posed)
        return proved
    raise NotFound("; ".join(said for said in missing if said != NO_TIME) or NO_TIME)


def in_words(reason: Exception) -> str:
    """What a way did not show, with the names of roots and quotients as the terms that they are."""
    if not isinstance(reason, NotFound):
        return "no form in which the equations can be used was found" if isinstance(reason, NoNormalForm) else f"a step failed ({reason})"
    said = re.sub(r"\\u\{([0-9a-f]+)\}", lambda f: chr(int(f[1], 16)), str(reason).replace("not shown: ", ""))
    return re.sub("“([^”]*)”(?=([²³⁴⁵⁶⁷⁸⁹]?))", lambda f: f"({f[1]})" if re.search("[-+/*·−]", f[1]) and "(" not in f[1] else f[1], said)


def from_range(posed: Posed, deadline: float, how: str, whole: bool = False, above: bool = False) -> ProvedConjecture:
    """From the range of the quantities; `whole` uses that there is at least one update, `above` how large losses can be."""
    built = library()
    d = Derivation(posed.id, posed.named, {id: b.theorem for id, b in built.items()}, posed.conclusion)
    known = KnownRange(d, posed)
    if whole:
        known.at_least_one_update()
    if above:
        known.largest_losses()
    return closed(known.arithmetic, posed, known.introduced, built, deadline, how, (known.root_sign, known.root_square))


def closed(
    arithmetic: Arithmetic[Derivation],
    posed: Posed,
    introduced: list[str],
    built: Mapping[str, Built],
    deadline: float,
    how: str,
    root_lines: tuple[str, str] | None = None,
) -> ProvedConjecture:
    """The conjecture from what the arithmetic knows."""
    learn(arithmetic, posed)
    structure = Structure(arithmetic, posed.translation, deadline, root_lines)
    line = structure.line(posed.comparison.left, posed.comparison.op, posed.comparison.right)
    return finished(arithmetic.derivation, posed, line, [*introduced, *structure.logarithms.introduced], built, how)


def finished(d: Derivation, posed: Posed, line: str, introduced: list[str], built: Mapping[str, Built], how: str) -> ProvedConjecture:
    """The derivation closed: names forgotten, steps that nothing rests on left out, replayed by the kernel."""
    if d.claims[line] != posed.conclusion:
        line = d.have(posed.conclusion, line)
    if introduced:
        line = d.forget(line, *introduced)
    proof = pruned(d.proof(line))
    library = {id: b.theorem for id, b in built.items()}
    theorem = replay(proof, library)
    if theorem.conclusion != posed.conclusion:
        raise NotFound("the derivation ends in another claim")
    return ProvedConjecture(proof, theorem, cited_by(proof, built), how, tuple(unproved(proof, posed)))


def unproved(proof: Proof, posed: Posed) -> Iterator[str]:
    """What the proof uses of the facts that are argued in words, with these."""
    used = {proof.conclusion, *(name for step in proof.steps for name in step.premises)}
    facts = [fact for fact in posed.facts if fact.cited and fact.name in used]
    names = theorem_names([fact.formula for fact in posed.facts])
    for words in dict.fromkeys(fact.words for fact in facts):
        formulas = [UNICODE.write(sentence(fact.formula, names)) for fact in facts if fact.words == words]
        yield f"{' and '.join(formulas)}, argued in words and not proved here: {words}"


def pruned(proof: Proof) -> Proof:
    """Only the steps that the conclusion rests on."""
    steps = {step.name: step for step in proof.steps}
    needed, waiting = set(), [proof.conclusion]
    while waiting:
        name = waiting.pop()
        if name in steps and name not in needed:
            needed.add(name)
            waiting += steps[name].premises
    return replace(proof, steps=tuple(step for step in proof.steps if step.name in needed))


def cited_by(proof: Proof, built: Mapping[str, Built]) -> tuple[Proof, ...]:
    """The proofs of what it cites, each after what it cites itself."""
    found: dict[str, Proof] = {}

    def visit(cites: Proof) -> None:
        for id in dict.fromkeys(str(step.data["theorem"]) for step in cites.steps if step.rule == "cut"):
            if id not in found:
                visit(built[id].proof)
                found[id] = built[id].proof

    visit(proof)
    return tuple(found.values())
