"""Names that an author gives to terms (`let`, `sum`), written out before the kernel sees the proof: it knows no abbreviations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from proofs.kernel import Polynomial, Step, Theorem, Vector
from proofs.kernel.formula import names, substitute
from proofs.kernel.term import Substitution

Terms = Mapping[tuple[str, str], Polynomial]  # by kind (real or seq) and name


def written_out(steps: Sequence[Step], terms: Terms, library: Mapping[str, Theorem]) -> tuple[Step, ...]:
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
