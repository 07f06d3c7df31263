"""An audit as a file that anyone can judge again: the examples, the comparators, and the claims about them.

    {"format": "perceptron-proofs/audit-1", "data": "wine.csv", "learner": {"name": "perceptron", "ties": "mistake"}, "passes": 1,
     "denominator": 100, "rows": [[1423, 171], …], "labels": [1, …], "updates": 3, "separable": true, "certificate": {"u": ["3", "-1"]},
     "bounds": [{"id": "hinge-l1", "rho": "67/2", "u": ["3/5", "4/5"], "value": "42.708171"}, …], "sha256": "9f86…"}

Sparse rows hold their stored entries, and beside them stand "columns": [[0, 7], …] and "dimension": 30000.

`judge` runs the learner, tests the certificate, and evaluates each bound of the catalogue at its comparator, all exactly and without any
code of the search for comparators. A bound with a margin has `gamma` in place of `rho`. Another number may be
just as true as the one that the audit wrote, such as a ρ nearby. The digest shows that it was altered, so that each file has one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, pairwise
from typing import Any

import numpy as np

from perceptron import Examples, passes
from perceptron.analysis.separability import is_farkas, separates
from perceptron.errors import InputError
from perceptron.kernels import kernel_from_spec
from perceptron.learners.specs import learner_from_spec
from perceptron.numbers.exact import exact, vector
from perceptron.runs.passes import Passes
from proofs.audit.learners import bounds_of, quantities
from proofs.audit.record import Audit
from proofs.audit.run import in_features
from proofs.audit.update_bounds import UpdateBound, decimal_above
from proofs.conjecture import Undefined

MAX_ENTRIES = 5 * 10**6  # numbers in a file
MAX_DIMENSION = 2**31 - 1
ROWS, SPARSE = {"rows"}, {"rows", "columns", "dimension"}


def refuse_many(examples: Examples, written_out: bool) -> None:
    """Raise InputError if the examples have too many numbers for a file, which writes sparse rows out or not."""
    sparse = examples.sparse is not None and not written_out
    if (examples.matrix().stored_count if sparse else len(examples) * examples.dimension) > MAX_ENTRIES:
        size = f"{len(examples)} examples of dimension {examples.dimension}"
        raise InputError(f"--certify: {size} are too many for a file that holds them{'' if sparse else ' with their zeros'}")


def write(examples: Examples) -> dict[str, Any]:
    """The numerators, as the keys of ROWS or of SPARSE."""
    if (matrix := examples.sparse) is None:
        return {"rows": [list(row) for row in examples.numerators]}
    parts = [slice(a, b) for a, b in zip(matrix.indptr[:-1].tolist(), matrix.indptr[1:].tolist(), strict=True)]
    rows, columns = ([values[part].tolist() for part in parts] for values in (matrix.integers(), matrix.indices))
    return {"rows": rows, "columns": columns, "dimension": examples.dimension}


def read_back(found: Mapping[str, Any]) -> Examples:
    """The examples that `write` wrote, with the labels and the denominator beside them. Raises InputError."""
    rows, labels, denominator = found["rows"], found["labels"], found["denominator"]
    if "columns" not in found:
        if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
            raise InputError("rows are a list of the entries of each example, itself a list")
        return Examples.from_integers(rows, labels, denominator)
    columns, d = found["columns"], found["dimension"]
    if type(d) is not int or not 0 < d <= MAX_DIMENSION:
        raise InputError(f"the dimension of sparse rows is a positive integer, not {str(d)[:60]}")
    if not all(isinstance(part, list) and all(isinstance(row, list) for row in part) for part in (rows, columns)):
        raise InputError("sparse rows are a list of their entries and a list of their columns for each example")
    if [len(row) for row in rows] != [len(row) for row in columns]:
        raise InputError("sparse rows have as many columns as entries")
    if not {int}.issuperset(map(type, chain(*rows, *columns))):
        raise InputError("entries and columns are integers")
    if not all(row[0] >= 0 and row[-1] < d and all(a < b for a, b in pairwise(row)) for row in columns if row):
        raise InputError(f"the columns of a sparse row rise from 0 to {d - 1} at most")
    from perceptron.data.matrix import IntegerMatrix

    if not all(chain(*rows)):
        raise InputError("the entries of sparse rows are other than 0")
    indptr = np.concatenate([[0], np.cumsum([len(row) for row in rows])]).astype(np.int64)
    matrix = IntegerMatrix.of(np.fromiter(chain(*rows), dtype=object), np.fromiter(chain(*columns), dtype=np.int64), indptr, (len(rows), d))
    return Examples.from_matrix(matrix, denominator, labels)


# -- the file, and its judge


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
    "sha256": (str,),
}
KEYS = set(FORMS)
LEARNERS = "perceptron", "margin", "kernel", "winnow"


@dataclass(frozen=True)
class FileVerdict:
    """The checks of a file that passed and those that failed."""

    checked: tuple[str, ...]
    reasons: tuple[str, ...]

    @property
    def valid(self) -> bool:
        """Whether everything in it is true."""
        return not self.reasons


def document(audit: Audit) -> dict[str, Any]:
    """The file of an audit. Raises InputError if there are too many numbers for one."""
    examples = audit.raw_dataset.examples
    refuse_many(examples, written_out=False)
    learner = audit.run.learner
    spec = audit.spec() | ({"gamma": str(learner.gamma)} if hasattr(learner, "gamma") else {})
    bounds = [
        {"id": b.id, "gamma" if b.asks_for_margin else "rho": str(b.gamma), "u": [str(a) for a in b.u], "value": b.value}
        for b in audit.bounds
    ]
    record = {
        "format": FORMAT,
        "data": audit.data.name,
        "learner": spec,
        "passes": audit.run.passes,
        "denominator": examples.denominator,
        **write(examples),
        "labels": list(examples.labels),
        "updates": audit.run.M,
        "separable": audit.separable.separable if (certificate := audit.certificate()) is not None else None,
        "certificate": certificate,
        "bounds": bounds,
    }
    return record | {"sha256": _digest(record)}


def judge(found: Mapping[str, Any]) -> FileVerdict:
    """Whether everything is true that a file claims. Raises InputError for a file that does not have the form above."""
    if found.get("format") != FORMAT or set(found) not in (KEYS | ROWS, KEYS | SPARSE):
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
    if found["sha256"] != _digest(found):
        lines.append((False, "the file is as it was written, by the digest in it"))  # last: other lines say what else is wrong
    return FileVerdict(tuple(line for holds, line in lines if holds), tuple(line for holds, line in lines if not holds))


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
        raise InputError("farkas is an object that gives some of the examples a weight")
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
    """Whether the theorem applies to this comparator, its bound is at most `value`, and M is at most that."""
    q = quantities(run, vector(claim["u"], "u"), exact(claim.get("gamma", claim.get("rho")), "gamma"))
    values = bound.values(q)
    try:
        return bound.allows(q) and bound.comparison.status(values) == "true" and Fraction(decimal_above(bound.limit, values)) <= value
    except Undefined:
        return False
