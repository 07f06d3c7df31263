"""The examples of an audit as JSON: all entries of dense rows; of sparse ones those that are stored, each with its column."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, pairwise
from typing import Any

from perceptron import Examples
from perceptron.errors import InputError

MAX_ENTRIES = 5 * 10**6  # numbers in a file
MAX_DIMENSION = 2**31 - 1
ROWS, SPARSE = {"rows"}, {"rows", "columns", "dimension"}


def refuse_many(examples: Examples, written_out: bool) -> None:
    """Raise InputError if the examples have too many numbers for a file, which writes sparse rows out or not."""
    sparse = examples.sparse is not None and not written_out
    if (examples.matrix().stored if sparse else len(examples) * examples.dimension) > MAX_ENTRIES:
        size = f"{len(examples)} examples of dimension {examples.dimension}"
        raise InputError(f"--certify: {size} are too many for a file that holds them{'' if sparse else ' with their zeros'}")


def written(examples: Examples) -> dict[str, Any]:
    """The numerators, as the keys of ROWS or of SPARSE."""
    if (matrix := examples.sparse) is None:
        return {"rows": [list(row) for row in examples.numerators]}
    parts = [slice(a, b) for a, b in zip(matrix.indptr[:-1].tolist(), matrix.indptr[1:].tolist(), strict=True)]
    rows, columns = ([values[part].tolist() for part in parts] for values in (matrix.integers(), matrix.indices))
    return {"rows": rows, "columns": columns, "dimension": examples.dimension}


def read_back(found: Mapping[str, Any]) -> Examples:
    """The examples that `written` wrote, with the labels and the denominator beside them. Raises InputError."""
    rows, labels, denominator = found["rows"], found["labels"], found["denominator"]
    if "columns" not in found:
        if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
            raise InputError("rows are a list of the entries of each example, itself a list")
        return Examples.from_integers(rows, labels, denominator)
    import numpy as np

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
