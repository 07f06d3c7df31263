"""Names that an author gives to terms (`let`, `sum`), written out before the kernel sees the proof: it knows no abbreviations.

Proof files of version 0.1.0 hold such names as steps; `upgraded` writes them out as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from proofs.kernel import Formula, Index, Polynomial, Proof, Step, Sum, Vector
from proofs.kernel.formula import names, substitute
from proofs.kernel.polynomial import need
from proofs.kernel.term import Substitution

Terms = Mapping[tuple[str, str], Polynomial]  # by kind (real or seq) and name


class Citable(Protocol):
    """What a citation needs of a theorem."""

    @property
    def hypotheses(self) -> Sequence[tuple[str, Formula]]: ...
    @property
    def conclusion(self) -> Formula: ...


def written_out(steps: Sequence[Step], terms: Terms, library: Mapping[str, Citable]) -> tuple[Step, ...]:
    """The steps with each name replaced by its term; a step that only forgets such a name is left out."""
    sigma, same, kept = Substitution(terms), dict[str, str](), list[Step]()
    own = {s.name for s in steps if s.rule in ("let", "sum")}
    for s in steps:
        premises = tuple(same.get(p, p) for p in s.premises)
        if s.rule == "forget" and s.premises[1] in own:
            same[s.name] = premises[0]
            continue
        rule, data = s.rule, {key: _in(value, sigma) for key, value in s.data.items()}
        if rule == "let":  # p = p
            rule, data = "certificate", {"equations": []}
        if rule == "cut":
            need(data.get("theorem") in library, f"no theorem {data.get('theorem')!r:.60} was proved before")
            cited = library[str(data["theorem"])]
            free = {name for f in (cited.conclusion, *(f for _, f in cited.hypotheses)) for name in names(f)}
            given = {(kind, name) for kind, name, _ in data["substitution"]}
            data["substitution"] += [[*key, term] for key, term in terms.items() if key in free - given]
        kept.append(Step(s.name, rule, substitute(sigma, s.claim), premises, data))
    return tuple(kept)


def _in(value: Any, sigma: Substitution) -> Any:
    if isinstance(value, list):
        return [_in(v, sigma) for v in value]
    if isinstance(value, (Polynomial, Vector)):
        return sigma.real(value) if isinstance(value, Polynomial) else sigma.vector(value)
    return value


def upgraded(proofs: Iterable[Proof]) -> list[Proof]:
    """Proofs as this kernel reads them: `let` and a `sum` with a name, which were its rules once, are written out.

    Nothing is believed of what comes out; the kernel replays it.  Proofs without such steps come back as they are.
    """
    made: list[Proof] = []
    for proof in proofs:
        if terms := _abbreviated(proof):
            library = {other.id: _Stated(other) for other in made}
            made.append(replace(proof, steps=written_out(proof.steps, terms, library), conclusion=_kept_conclusion(proof)))
        else:
            made.append(proof)
    return made


def _abbreviated(proof: Proof) -> dict[tuple[str, str], Polynomial]:
    """The names that its steps give to terms."""
    terms: dict[tuple[str, str], Polynomial] = {}
    for step in proof.steps:
        name, meaning = step.data.get("name"), step.data.get("be" if step.rule == "let" else "of")
        if step.rule in ("let", "sum") and isinstance(name, str) and isinstance(meaning, Polynomial):
            meant = Substitution(terms).real(meaning)
            kind, term = ("real", meant) if step.rule == "let" else ("seq", Polynomial.atom(Sum(Index(1), meant)))
            terms[kind, name] = term
    return terms


def _kept_conclusion(proof: Proof) -> str:
    """The conclusion, or the line that it repeats without an abbreviation."""
    forgotten = {s.name: s.premises for s in proof.steps if s.rule == "forget"}
    stars = {s.name for s in proof.steps if s.rule in ("let", "sum")}
    name = proof.conclusion
    while name in forgotten and forgotten[name][1] in stars:
        name = forgotten[name][0]
    return name


class _Stated:
    """The hypotheses and the conclusion that a proof of a file says it has."""

    def __init__(self, proof: Proof) -> None:
        self.hypotheses = proof.hypotheses
        claims = {step.name: step.claim for step in proof.steps} | dict(proof.hypotheses)
        need(proof.conclusion in claims, f"{proof.id!r:.60}: there is no step {proof.conclusion!r:.60}")
        self.conclusion: Formula = claims[proof.conclusion]
