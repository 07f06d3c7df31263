"""A proof is a list of named steps; replaying it gives a theorem or a rejection.

Every object that a step holds is data (`codec` writes and reads it), so nothing that calls itself a theorem is believed: it is replayed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .formula import Formula, closed, names
from .polynomial import WORK_OF_A_STEP, Rejected, limited, need, spend
from .rules import RULES, Context, Line, Step, Theorem


@dataclass(frozen=True, slots=True)
class Proof:
    """Hypotheses (name and formula), steps, and the name of the step that is the conclusion."""

    id: str
    hypotheses: tuple[tuple[str, Formula], ...]
    steps: tuple[Step, ...]
    conclusion: str


def replay(proof: Proof, library: Mapping[str, Theorem]) -> Theorem:
    """The theorem that `proof` establishes from the theorems of `library`; raises `Rejected` naming the first bad step."""
    return limited(_replay, proof, library)


def _replay(proof: Proof, library: Mapping[str, Theorem]) -> Theorem:
    lines: dict[str, Line] = {}
    taken: set[tuple[str, str | int]] = set()
    assumed = tuple(Step(name, "assume", formula, (), {}) for name, formula in proof.hypotheses)
    for step in assumed + proof.steps:
        try:
            add(step, lines, taken, library)
        except Rejected as reason:
            raise Rejected(f"{proof.id}, step {step.name!r} ({step.rule}): {reason}") from None
    need(proof.conclusion in lines, f"{proof.id}: there is no step {proof.conclusion!r}")
    rests_on = lines[proof.conclusion].assumptions
    axioms = frozenset(str(step.data["name"]) for step in proof.steps if step.rule == "axiom")
    cites = frozenset(str(step.data["theorem"]) for step in proof.steps if step.rule == "cut")
    undischarged = rests_on - {name for name, _ in proof.hypotheses}
    need(not undischarged, f"{proof.id}: the conclusion still assumes {sorted(undischarged)}")
    used = tuple((name, f) for name, f in proof.hypotheses if name in rests_on)
    return Theorem(proof.id, used, lines[proof.conclusion].claim, axioms.union(*(library[c].axioms for c in cites)), cites)


def add(step: Step, lines: dict[str, Line], taken: set[tuple[str, str | int]], library: Mapping[str, Theorem]) -> None:
    """Judge a step, and put its line and the names that are free in it to those before; what its premises assume is work too."""
    need(step.name not in lines, "the name is used twice")
    need(step.rule in RULES, f"there is no rule {step.rule!r}")
    rule, arity = RULES[step.rule]
    need(arity in (None, len(step.premises)), f"{arity} premises are needed, {len(step.premises)} given")
    need(all(p in lines for p in step.premises), "a premise is no earlier step")
    premises = tuple(lines[p] for p in step.premises)
    spend(sum(len(line.assumptions) for line in premises) - WORK_OF_A_STEP)
    assumptions = rule(closed(step.claim), premises, step.data, Context(step.name, lines, taken, library))
    lines[step.name] = Line(step.name, step.rule, step.claim, step.premises, step.data, assumptions, frozenset(names(step.claim)))
    taken |= lines[step.name].free


def replay_all(proofs: Iterable[Proof]) -> dict[str, Theorem]:
    """Replay proofs in order, each with the theorems before it as its library."""
    return limited(_replay_all, proofs)


def _replay_all(proofs: Iterable[Proof]) -> dict[str, Theorem]:
    library: dict[str, Theorem] = {}
    for proof in proofs:
        need(proof.id not in library, f"two proofs are called {proof.id!r}")
        library[proof.id] = replay(proof, library)
    return library
