"""Names that an author gives to terms (`let`, `sum`), written out before the kernel sees the proof: it knows no abbreviations.

Proof files of version 0.1.0 hold such names as steps; `upgrade` writes them out as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol

from proofs.derive.authoring.terms import RememberingSubstitution
from proofs.kernel import Formula, Index, Polynomial, Proof, Step, Sum, Vector
from proofs.kernel.formula import names, substitute
from proofs.kernel.polynomial import WORK_OF_A_STEP, limited, need, spend
from proofs.kernel.term import Substitution

Terms = Mapping[tuple[str, str], Polynomial]  # by kind (real or seq) and name


class Citable(Protocol):
    """The interface of a theorem that can be cited."""

    @property
    def hypotheses(self) -> Sequence[tuple[str, Formula]]: ...
    @cached_property
    def conclusion(self) -> Formula: ...


def written_out(proof: Proof, terms: Terms, library: Mapping[str, Citable]) -> Proof:
    """The proof with each name replaced by its term; a step that only forgets such a name is left out."""
    sigma, same, kept = RememberingSubstitution(terms), dict[str, str](), list[Step]()
    own = {s.name for s in proof.steps if s.rule in ("let", "sum")}
    order = {key: place for place, key in enumerate(terms)}
    free: dict[str, set[tuple[str, str | int]]] = {}  # the names in each cited theorem
    for s in proof.steps:
        spend(-WORK_OF_A_STEP)
        premises = tuple(same.get(p, p) for p in s.premises)
        if s.rule == "forget" and len(premises) == 2 and premises[1] in own:
            same[s.name] = premises[0]
            continue
        rule, data = s.rule, {key: _in(value, sigma) for key, value in s.data.items()}
        if rule == "let":  # p = p
            rule, data = "certificate", {"equations": []}
        if rule == "cut" and (images := _images(data)) is not None and (id := str(data.get("theorem"))) in library:
            if id not in free:
                free[id] = {name for f in (library[id].conclusion, *(f for _, f in library[id].hypotheses)) for name in names(f)}
            spend(len(free[id]))
            left = order.keys() & free[id] - {(kind, name) for kind, name, _ in images}
            data["substitution"] = images + [[*key, terms[key]] for key in sorted(left, key=order.__getitem__)]
        kept.append(Step(s.name, rule, substitute(sigma, s.claim), premises, data))
    return replace(proof, steps=tuple(kept), conclusion=same.get(proof.conclusion, proof.conclusion))


def _images(data: Mapping[str, Any]) -> list[Any] | None:
    """The substitution of a citation, as [kind, name, image]; None if it is no such list, which the kernel rejects."""
    images = data.get("substitution")
    if not isinstance(images, list) or not all(isinstance(i, list) and len(i) == 3 and {type(i[0]), type(i[1])} == {str} for i in images):
        return None
    return images


def _in(value: Any, sigma: Substitution) -> Any:
    if isinstance(value, list):
        return [_in(v, sigma) for v in value]
    if isinstance(value, (Polynomial, Vector)):
        return sigma.real(value) if isinstance(value, Polynomial) else sigma.vector(value)
    return value


def upgrade(proofs: Iterable[Proof]) -> list[Proof]:
    """Proofs as this kernel reads them: `let` and a `sum` with a name, which were its rules once, are written out.

    Nothing is believed of what comes out; the kernel replays it.  Proofs without such steps come back as they are.  The work is limited as
    that of a replay is, and raises `Rejected`.
    """
    return limited(_upgrade, proofs)


def _upgrade(proofs: Iterable[Proof]) -> list[Proof]:
    stated: dict[str, _FileStatement] = {}
    done: list[Proof] = []
    for proof in proofs:
        if terms := _abbreviate(proof):
            proof = written_out(proof, terms, stated)
        done.append(proof)
        stated[proof.id] = _FileStatement(proof)
    return done


def _abbreviate(proof: Proof) -> dict[tuple[str, str], Polynomial]:
    """The names that its steps give to terms."""
    terms: dict[tuple[str, str], Polynomial] = {}
    for step in proof.steps:
        name, meaning = step.data.get("name"), step.data.get("be" if step.rule == "let" else "of")
        if step.rule in ("let", "sum") and isinstance(name, str) and isinstance(meaning, Polynomial):
            meant = Substitution(terms).real(meaning)
            kind, term = ("real", meant) if step.rule == "let" else ("seq", Polynomial.atom(Sum(Index(1), meant)))
            terms[kind, name] = term
    return terms


@dataclass
class _FileStatement:
    """The statement of a proof in a file."""

    proof: Proof

    @property
    def hypotheses(self) -> Sequence[tuple[str, Formula]]:
        return self.proof.hypotheses

    @cached_property
    def conclusion(self) -> Formula:
        id, name = self.proof.id, self.proof.conclusion
        claims = {step.name: step.claim for step in self.proof.steps} | dict(self.proof.hypotheses)
        need(name in claims, f"{id!r:.60}: there is no step {name!r:.60}")
        return claims[name]
