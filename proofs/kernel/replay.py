"""A proof is a list of named steps; replaying it gives a theorem or a rejection.

Every object that a step holds is data (`codec` writes and reads it), so nothing that calls itself a theorem is believed: it is replayed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .formula import Formula, closed, names
from .polynomial import WORK_OF_A_STEP, Rejected, limited, need, spend
from .rules import RULES, Context, Line


@dataclass(frozen=True, slots=True)
class Step:
    name: str
    rule: str
    claim: Formula
    premises: tuple[str, ...]
    data: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Proof:
    """Hypotheses (name and formula), steps, and the name of the step that is the conclusion."""

    id: str
    hypotheses: tuple[tuple[str, Formula], ...]
    steps: tuple[Step, ...]
    conclusion: str


@dataclass(frozen=True, slots=True)
class Theorem:
    """What a replayed proof establishes: for all values of the free names, `hypotheses` imply `conclusion`.

    `hypotheses` are those of the declared ones that the conclusion rests on; `axioms` include those of cited theorems.
    """

    id: str
    hypotheses: tuple[tuple[str, Formula], ...]
    conclusion: Formula
    axioms: frozenset[str]
    cites: frozenset[str]


def replay(proof: Proof, library: Mapping[str, Theorem]) -> Theorem:
    """The theorem that `proof` establishes from the theorems of `library`; raises `Rejected` naming the first bad step."""
    return limited(_replay, proof, library)


def _replay(proof: Proof, library: Mapping[str, Theorem]) -> Theorem:
    statements = {t.id: (tuple(f for _, f in t.hypotheses), t.conclusion) for t in library.values()}
    lines: dict[str, Line] = {}
    assumed = tuple(Step(name, "assume", formula, (), {}) for name, formula in proof.hypotheses)
    for step in assumed + proof.steps:
        try:
            spend(-WORK_OF_A_STEP)
            need(step.name not in lines, "the name is used twice")
            need(step.rule in RULES, f"there is no rule {step.rule!r}")
            rule, arity = RULES[step.rule]
            need(arity in (None, len(step.premises)), f"{arity} premises are needed, {len(step.premises)} given")
            need(all(p in lines for p in step.premises), "a premise is no earlier step")
            premises = tuple(lines[p] for p in step.premises)
            assumptions = rule(closed(step.claim), premises, step.data, Context(step.name, lines, statements))
        except Rejected as reason:
            raise Rejected(f"{proof.id}, step {step.name!r} ({step.rule}): {reason}") from None
        lines[step.name] = Line(step.name, step.rule, step.claim, step.data, assumptions, frozenset(names(step.claim)))
    need(proof.conclusion in lines, f"{proof.id}: there is no step {proof.conclusion!r}")
    rests_on = lines[proof.conclusion].assumptions
    axioms = frozenset(str(step.data["name"]) for step in proof.steps if step.rule == "axiom")
    cites = frozenset(str(step.data["theorem"]) for step in proof.steps if step.rule == "cut")
    undischarged = rests_on - {name for name, _ in proof.hypotheses}
    need(not undischarged, f"{proof.id}: the conclusion still assumes {sorted(undischarged)}")
    used = tuple((name, f) for name, f in proof.hypotheses if name in rests_on)
    return Theorem(proof.id, used, lines[proof.conclusion].claim, axioms.union(*(library[c].axioms for c in cites)), cites)


def replay_all(proofs: Iterable[Proof]) -> dict[str, Theorem]:
    """Replay proofs in order, each with the theorems before it as its library."""
    return limited(_replay_all, proofs)


def _replay_all(proofs: Iterable[Proof]) -> dict[str, Theorem]:
    library: dict[str, Theorem] = {}
    for proof in proofs:
        need(proof.id not in library, f"two proofs are called {proof.id!r}")
        library[proof.id] = replay(proof, library)
    return library
