"""Rows as people hand them over, as the engines read them, with every entry kept exactly."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from numbers import Rational
from typing import Any

import numpy as np
from scipy.sparse import csr_array, issparse

from perceptron.data.arrays import LARGEST_INTEGER, of_floats, without_parts
from perceptron.data.examples import Examples
from perceptron.data.matrix import IntegerMatrix
from perceptron.errors import InputError
from perceptron.numbers.exact import exact
from perceptron.runs.engines.certified.rows import Rows, holds, rows_of
from perceptron.runs.engines.integer import RationalRows, rational_rows

AnyRows = Rows | RationalRows
MOST_PLACES, MOST_DIGITS = 15, 1e15  # of decimals that floats tell apart; the quotient of such a whole number by 10^15 is rounded once
MOST_WRITTEN = 2 * 10**7  # entries of sparse rows that are written out with their zeros


def whole(X: Any) -> Any:
    """X with the parts of a sparse entry added up. Raises InputError where an entry is masked: scikit-learn would read the data under
    it."""
    if isinstance(X, np.ma.MaskedArray) and np.ma.is_masked(X):
        raise InputError(f"entry {tuple(np.argwhere(np.ma.getmaskarray(X))[0].tolist())} of X is masked, so its value is missing")
    return without_parts(X) if issparse(X) else X


def rows_beyond_floats(X: Any, decimals: bool = False) -> RationalRows | None:
    """The rows in fractions if float64 does not hold one of their entries; None if it holds all, or if X is no table of numbers.

    decimals    give all rows so, each float as the shortest decimal that prints it: 0.1 as 1/10

    Such are longdoubles, Fractions and Decimals, integers of more than 53 bits, and frames that mix these with floats. To convert them to
    float64 as scikit-learn does would round them. Raises InputError for NaN and infinities among them, and for exponents beyond ±1000.
    """
    if getattr(X, "ndim", 2) != 2 or (not decimals and (issparse(X) or isinstance(X, np.ndarray)) and holds(X)):
        return None
    kinds = getattr(X, "dtypes", None)  # which pandas puts together each time
    if kinds is not None and (
        dates := [name for name, kind in zip(X.columns, kinds, strict=True) if getattr(kind, "kind", "") in ("m", "M")]
    ):
        raise InputError(f"column {dates[0]!r} of X holds dates or times, which are no numbers")
    if not decimals and kinds is not None and all(_is_held(kind, X, j) for j, kind in enumerate(kinds)):
        return None
    read = _decimal if decimals else _fraction
    try:
        if issparse(X):
            return rational_rows([{j: read(v) for j, v in zip(r.indices.tolist(), r.data, strict=True)} for r in X.tocsr()], X.shape[1])
        table = np.asarray(X) if isinstance(X, np.ndarray) else _objects(X)
        if decimals and (short := _short_decimals(table)) is not None:
            return short
        if table.ndim != 2 or (not decimals and _hold(table)):
            return None
        return rational_rows([dict(enumerate(map(read, row))) for row in table], table.shape[1])
    except InputError:
        raise
    except (TypeError, ValueError):
        return None


def _short_decimals(table: Any) -> RationalRows | None:
    """Rows of float64 of which each is the float nearest to n/10^k for a whole n below 10^15, and so prints as that: no two of these
    decimals have the same float. None for other rows."""
    if table.dtype != np.float64 or table.ndim != 2:
        return None
    for places in range(MOST_PLACES + 1):
        with np.errstate(all="ignore"):
            whole = np.rint(table * 10.0**places)
            if not (np.abs(whole) < MOST_DIGITS).all():
                return None
            if (whole / 10.0**places == table).all():
                rows = [{j: n for j, n in enumerate(row) if n} for row in whole.astype(np.int64).tolist()]
                return RationalRows(rows, 10**places, *table.shape)
    return None


def _decimal(value: Any) -> Fraction:
    """A float, or a text read as one, as the shortest decimal that prints it; another number as `_fraction` reads it."""
    value = float(value) if isinstance(value, str) else value
    return _fraction(Decimal(str(value)) if isinstance(value, (float, np.floating)) else value)


def as_rational(rows: AnyRows) -> RationalRows:
    """The rows in fractions. Raises InputError for NaN and infinities."""
    if isinstance(rows, RationalRows):
        return rows
    if rows.data.dtype.kind == "f" and not np.isfinite(rows.data).all():
        raise InputError("Input X contains NaN or infinity.")
    matrix, below = integers_of(rows)
    values, each = matrix.integers().reshape(-1).tolist(), range(rows.n)
    if rows.dense:
        made = [{j: n for j, n in enumerate(values[i * rows.d : (i + 1) * rows.d]) if n} for i in each]
    else:
        at, ends = matrix.indices.tolist(), matrix.indptr.tolist()
        made = [{j: n for j, n in zip(at[ends[i] : ends[i + 1]], values[ends[i] : ends[i + 1]], strict=True) if n} for i in each]
    return RationalRows(made, below, rows.n, rows.d)


def integers_of(X: Any) -> tuple[IntegerMatrix, int]:
    """Rows, or a matrix of numbers that float64 holds, dense or CSR, as integers over one denominator."""
    if isinstance(X, RationalRows):
        ends = np.cumsum([0, *map(len, X.rows)], dtype=np.int64)
        entries = [(j, n) for row in X.rows for j, n in row.items()]
        values = np.array([n for _, n in entries], dtype=object)
        return IntegerMatrix.of(values, np.array([j for j, _ in entries], dtype=np.int32), ends, (X.n, X.d)), X.denominator
    if isinstance(X, Rows):
        X = matrix_of(X)
    sparse = hasattr(X, "indptr")
    if X.dtype.kind in "iub":
        return (IntegerMatrix.of_csr(X) if sparse else IntegerMatrix.of(X)), 1
    if sparse:
        return of_floats(X.data.astype(np.float64), X.indices, X.indptr, X.shape)
    return of_floats(np.ascontiguousarray(X, dtype=np.float64))


def matrix_of(rows: Rows) -> Any:
    """The rows as a matrix of numpy's, or CSR."""
    if rows.dense:
        return rows.data.reshape(rows.n, rows.d)
    return csr_array((rows.data, rows.indices, rows.indptr), shape=(rows.n, rows.d))


def row_lengths(X: Any) -> Any:
    """The length of every row of a matrix, in floats."""
    return np.sqrt(np.asarray(X.multiply(X).sum(axis=1)).ravel() if hasattr(X, "indptr") else np.einsum("ij,ij->i", X, X))


def read_rows(X: Any) -> Rows:
    """The rows of a validated matrix, which float64 holds. Fractions are still objects in it, and longdoubles wide."""
    kind = np.dtype(np.float64) if X.dtype.kind == "O" or X.dtype.itemsize > 8 else X.dtype.newbyteorder("=")
    return rows_of(X.astype(kind, copy=False))


def written_out(rows: Rows) -> Any:
    """The rows with their zeros, shape (n, d). Raises InputError if sparse ones are too many for that."""
    refuse_large(rows)
    return matrix_of(rows) if rows.dense else matrix_of(rows).toarray()


def refuse_large(rows: AnyRows) -> None:
    """Raise InputError for sparse rows that are too many to be written out with their zeros."""
    if not (isinstance(rows, Rows) and rows.dense) and rows.n * rows.d > MOST_WRITTEN:
        raise InputError(
            f"{rows.n} sparse rows of {rows.d} entries are too many to be written out with their zeros, as this classifier does: at most "
            f"{MOST_WRITTEN:,} entries; PerceptronClassifier and MarginPerceptronClassifier keep rows sparse"
        )


def take(rows: AnyRows, places: Any) -> AnyRows:
    """Some of the rows."""
    if isinstance(rows, RationalRows):
        return RationalRows([rows.rows[i] for i in places], rows.denominator, len(places), rows.d)
    matrix = matrix_of(rows)
    return rows_of(matrix.take(places, axis=0) if rows.dense else matrix[places])


def _is_held(kind: Any, X: Any, j: int) -> bool:
    """Whether float64 holds column j of a frame: floats up to 64 bits, truth values, and integers that are floats."""
    if hasattr(kind, "is_float"):  # polars
        return bool(kind.is_float()) or (bool(kind.is_integer()) and not X.to_series(j).null_count() and holds(X.to_series(j).to_numpy()))
    if getattr(kind, "itemsize", 16) > 8 or getattr(kind, "kind", "other") not in ("f", "b", "i", "u"):
        return False
    return kind.kind in ("f", "b") or (not (column := X.iloc[:, j]).hasnans and holds(column.to_numpy()))


def _objects(X: Any) -> Any:
    """A table's entries, each as its own column has it: one array of floats would have rounded the integers, and widened a float32."""
    if hasattr(X, "iter_columns"):  # polars
        columns = [list(column.to_numpy()) if column.dtype.is_float() else column.to_list() for column in X.iter_columns()]
    elif hasattr(X, "iloc"):  # pandas
        columns = [list(X.iloc[:, j].to_numpy()) for j in range(X.shape[1])]
    else:
        return X.to_numpy(dtype=object) if hasattr(X, "to_numpy") else np.asarray(X, dtype=object)
    return np.array(columns, dtype=object).T


def _hold(table: Any) -> bool:
    """Whether float64 holds every entry; quickly, for the common case that all are floats and small integers."""
    kinds = {type(value) for value in table.flat}
    if kinds <= {float, np.float64, np.float32}:
        return True
    try:
        if kinds <= {float, int, bool, np.float64, np.int64, np.bool_} and (np.abs(table.astype(np.float64)) < LARGEST_INTEGER).all():
            return True
        return all(_fraction(value) == Fraction(float(value)) for value in table.flat)
    except OverflowError:
        return False  # above the largest float


def _fraction(value: Any) -> Fraction:
    """The exact value of a number; text is read as a float, as scikit-learn reads it. Raises InputError for NaN and infinities, else
    ValueError or TypeError for other values that are no number."""
    if isinstance(value, (bool, np.bool_)):
        return Fraction(int(value))
    if isinstance(value, (int, np.integer)):
        return Fraction(int(value))
    if isinstance(value, (float, np.floating, Decimal)):
        if value != value:
            raise InputError("Input X contains NaN.")
        if value in (math.inf, -math.inf):
            raise InputError("Input X contains infinity.")
        return exact(value) if isinstance(value, Decimal) else Fraction(*value.as_integer_ratio())
    if isinstance(value, Rational):
        return exact(value)
    if isinstance(value, str):
        return _fraction(float(value))
    raise TypeError(f"{type(value).__name__} is not a number")


def signs(codes: list[int], positive: int) -> list[int]:
    """+1 for the class with this place, −1 for the rest."""
    return [1 if code == positive else -1 for code in codes]


def examples_of(rows: AnyRows, labels: list[int]) -> Examples:
    """The rows with labels −1 and +1."""
    if isinstance(rows, RationalRows):
        return Examples.from_integers([[row.get(j, 0) for j in range(rows.d)] for row in rows.rows], labels, rows.denominator, rows.d)
    whole = rows.data.dtype.kind in "iu"
    if rows.dense and whole:
        return Examples.from_array(matrix_of(rows), labels)
    return Examples.from_sparse(matrix_of(rows), labels) if whole else Examples.from_float_array(matrix_of(rows), labels)
