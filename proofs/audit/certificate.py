"""An audit as a file that anyone can judge again: the examples, the comparators, and what is claimed of them.

    {"format": "perceptron-proofs/audit-1", "data": "wine.csv", "learner": {"name": "perceptron", "ties": "mistake"}, "passes": 1,
     "denominator": 100, "rows": [[1423, 171], …], "labels": [1, …], "updates": 3, "separable": true, "certificate": {"u": ["3", "-1"]},
     "bounds": [{"id": "hinge-l1", "rho": "67/2", "u": ["3/5", "4/5"], "value": "42.708171"}, …], "sha256": "9f86…"}

Sparse rows hold their stored entries, and beside them stand "columns": [[0, 7], …] and "dimension": 30000.

`judge` runs the learner, tests the certificate, and evaluates each bound of the catalogue at its comparator, all exactly and without any
code of the search for comparators. A bound with a margin has `gamma` in place of `rho`. Another number may be
just as true as the one that the audit wrote, such as a ρ nearby. The digest shows that it was altered. A file made by hand may leave the
digest out.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from perceptron import Examples, passes
from perceptron.analysis.separability import is_farkas, separates
from perceptron.errors import InputError
from perceptron.kernels import kernel_from_spec
from perceptron.learners.specs import learner_from_spec
from perceptron.numbers.exact import exact, vector
from perceptron.runs.passes import Passes
from proofs.audit.certified_rows import ROWS, SPARSE, read_back, refuse_many, written
from proofs.audit.features import in_features
from proofs.audit.learners import bounds_of, quantities
from proofs.audit.record import Audit
from proofs.audit.update_bounds import UpdateBound, decimal_above
from proofs.conjecture import Undefined

FORMAT = "perceptron-proofs/audit-1"
FORMS: dict[str, tuple[type, ...]] = {
    "format": (str,),
    "data": (str,),
    "learner": (dict,),
    "passes": (int,),
    "denominator": (int,),
    "labels": (list,),
    "updates": (int,),
    "separable": (bool, type(None)),
    "certificate": (dict, type(None)),
    "bounds": (list,),
}
KEYS = set(FORMS)
LEARNERS = "perceptron", "margin", "kernel", "winnow"


@dataclass(frozen=True)
class Verdict:
    """What was found true of a file, and what was not."""

    checked: tuple[str, ...]
    reasons: tuple[str, ...]

    @property
    def valid(self) -> bool:
        """Whether everything in it is true."""
        return not self.reasons


def document(audit: Audit) -> dict[str, Any]:
    """The file of an audit. Raises InputError if there are too many numbers for one."""
    examples = audit.given.examples
    refuse_many(examples, written_out=False)
    learner = audit.run.learner
    spec = audit.spec() | ({"gamma": str(learner.gamma)} if hasattr(learner, "gamma") else {})
    bounds = [
        {"id": b.id, "gamma" if b.asks_for_margin else "rho": str(b.gamma), "u": [str(a) for a in b.u], "value": b.value}
        for b in audit.bounds
    ]
    made = {
        "format": FORMAT,
        "data": audit.data.name,
        "learner": spec,
        "passes": audit.run.passes,
        "denominator": examples.denominator,
        **written(examples),
        "labels": list(examples.labels),
        "updates": audit.run.M,
        "separable": audit.separable.separable,
        "certificate": audit.certificate(),
        "bounds": bounds,
    }
    return made | {"sha256": _digest(made)}


def judge(found: Mapping[str, Any]) -> Verdict:
    """Whether everything is true that a file claims. Raises InputError for a file that does not have the form above."""
    if found.get("format") != FORMAT or set(found) - {"sha256"} not in (KEYS | ROWS, KEYS | SPARSE):
        raise InputError(f"a certificate of an audit is {FORMAT} with the keys {', '.join(sorted(KEYS | ROWS))}")
    for key, kinds in FORMS.items():
        if type(found[key]) not in kinds:
            raise InputError(f"in a certificate of an audit, {key} is {_kinds(kinds)}, not {found[key]!r:.60}")
    spec = dict(found["learner"])
    if spec.get("name") not in LEARNERS:
        raise InputError(f"the learner of an audit is one of {', '.join(LEARNERS)}, not {spec.get('name')!r:.60}")
    kernel = kernel_from_spec(spec.pop("kernel", None)) if spec.get("name") == "kernel" else None
    gamma = spec.pop("gamma", None)
    learner = learner_from_spec(spec | ({} if kernel is None else {"name": "perceptron"}), gamma)
    examples = read_back(found)
    examples = examples if kernel is None else in_features(kernel, examples)
    run = passes(learner, examples, found["passes"])
    same = (run.M, run.passes) == (found["updates"], found["passes"])
    lines = [(same, f"{run.M:,} updates in {run.passes} pass{'es' * (run.passes != 1)} over {len(examples):,} examples")]
    lines += [*_separability(found, examples), *_bounds(found["bounds"], run)]
    if found.get("sha256", digest := _digest(found)) != digest:
        lines.append((False, "the file is as it was written, by the digest in it"))  # last: other lines say what else is wrong
    return Verdict(tuple(line for holds, line in lines if holds), tuple(line for holds, line in lines if not holds))


def _kinds(kinds: tuple[type, ...]) -> str:
    """Types in the words of JSON."""
    words = {str: "a text", dict: "an object", int: "an integer", list: "a list", bool: "true or false", type(None): "null"}
    return " or ".join(words[kind] for kind in kinds)


def _digest(found: Mapping[str, Any]) -> str:
    """The SHA-256 of all fields but `sha256`, in hexadecimal digits."""
    rest = {key: value for key, value in found.items() if key != "sha256"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _separability(found: Mapping[str, Any], examples: Examples) -> Iterator[tuple[bool, str]]:
    claimed, certificate = found["separable"], found["certificate"]
    if claimed is None:
        return
    if not isinstance(certificate, dict) or set(certificate) != {"u" if claimed else "farkas"}:
        raise InputError("the certificate of an answer about separability is {'u': …} or {'farkas': …}")
    if claimed:
        u = vector(certificate["u"], "u")
        yield (
            len(u) == examples.dimension and separates(examples, u),
            "separable through the origin, by a u with y⟨u,x⟩ > 0 on every example",
        )
        return
    if not isinstance(combination := certificate["farkas"], dict):
        raise InputError("farkas is an object that has the weight of each of some examples")
    weights = {int(t): exact(weight, "farkas") for t, weight in combination.items() if t.isascii() and t.isdigit()}
    words = "not separable through the origin, by a non-negative combination of the y·x that is 0"
    yield len(weights) == len(combination) and is_farkas(examples, weights), words


def _bounds(claims: list[Any], run: Passes) -> Iterator[tuple[bool, str]]:
    known = {bound.id: bound for bound in bounds_of(run.learner, run.examples)}  # type: ignore[arg-type]
    for claim in claims:
        if not isinstance(claim, dict) or set(claim) not in ({"id", "gamma", "u", "value"}, {"id", "rho", "u", "value"}):
            raise InputError("a bound has the keys id, u, value, and gamma or rho")
        if not isinstance(claim["id"], str) or not isinstance(claim["value"], str):
            raise InputError("the id and the value of a bound are texts")
        bound, value = known.get(claim["id"]), exact(claim["value"], "value")
        if bound is None or ("gamma" in claim) is not bound.asks_for_margin:
            yield False, f"{str(claim['id'])[:60]} is no bound of the catalogue for these runs"
            continue
        yield _holds(bound, run, claim, value), f"{bound.id}: M ≤ {claim['value'][:60]}"


def _holds(bound: UpdateBound, run: Passes, claim: Mapping[str, Any], value: Fraction) -> bool:
    """Whether the theorem speaks of this comparator, says no more than `value`, and M is at most that."""
    q = quantities(run, vector(claim["u"], "u"), exact(claim.get("gamma", claim.get("rho")), "gamma"))
    values = bound.values(q)
    try:
        return bound.allows(q) and bound.comparison.status(values) == "true" and Fraction(decimal_above(bound.limit, values)) <= value
    except Undefined:
        return False
