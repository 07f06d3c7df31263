"""Arrays in files: .npy, .npz and Parquet. Floats are read as the dyadic rationals that they are, which is what the file holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from io import BufferedReader, BytesIO
from itertools import chain
from pathlib import Path
from typing import Any

from perceptron.data.examples import Examples
from perceptron.data.packed import one_line, opened
from perceptron.data.tables import CLASS_NAMES, Classes, chosen_column, class_column
from perceptron.errors import InputError
from perceptron.extras import optional

BOTH_SPARSE = "scikit-learn's dump_svmlight_file(X, y, FILE) writes it with them, which is read if the name of FILE ends in .svm"
NO_OBJECTS = "one holds Python's objects, which are not loaded; y.astype(str) makes texts of classes"
BEGINS = b"\x93NUMPY", b"PK"  # an array, and an archive of arrays
BLOCK = 1 << 12  # classes that are read at a time
FEATURES, LABELS = ("X", "x", "data", "features"), ("y", "Y", "label", "labels", "target", "targets")


def read_npy(path: str | Path, column: int, classes: Classes) -> tuple[Examples, dict[str, int]]:
    """A matrix whose column `column` holds the classes. Raises InputError."""
    import numpy as np

    matrix = _loaded(path)
    if not isinstance(matrix, np.ndarray) or matrix.ndim != 2 or matrix.shape[1] < 2:
        raise InputError(f"{path}: expected a matrix of at least two columns, found {_described(matrix)}")
    at = column % matrix.shape[1]
    classes.place = lambda row: f"row {row}, column {at + 1}"
    return _examples(path, np.delete(matrix, at, axis=1), _in_turn(matrix[:, at]), classes, lambda i: i + (i >= at) + 1)


def read_npz(path: str | Path, classes: Classes) -> tuple[Examples, dict[str, int]]:
    """An archive with a matrix called X (or x, data, features) and a vector called y (or label, labels, target). Raises InputError."""
    archive = _loaded(path)
    if not isinstance(archive, dict):
        raise InputError(f"{path}: not an archive of arrays, but {_described(archive)}")
    names = [next((name for name in wanted if name in archive), None) for wanted in (FEATURES, LABELS)]
    if {"format", "shape", "data"} <= set(archive) and names[1] is None:
        raise InputError(f"{path}: a sparse matrix that scipy's save_npz wrote, which holds no classes: {BOTH_SPARSE}")
    if None in names:
        raise InputError(
            f"{path}: expected the arrays X and y, found {', '.join(archive) or 'none'}: numpy's savez(FILE, X=…, y=…) names them"
        )
    matrix, labels = (archive[name] for name in names)
    if matrix.ndim != 2 or not matrix.shape[1] or labels.shape not in ((len(matrix),), (len(matrix), 1)):
        raise InputError(f"{path}: {names[0]} has shape {matrix.shape} and {names[1]} {labels.shape}; expected (T, d) and (T,)")
    labels = labels.reshape(-1)
    classes.place = f"row {{}} of {names[1]}".format
    return _examples(path, matrix, _in_turn(labels), classes, lambda i: i + 1)


def read_parquet(
    path: str | Path, label: str | None, classes: Classes
) -> tuple[Examples, dict[str, int], tuple[str, ...], tuple[str, ...]]:
    """A table whose column `label` (by default as in `read_csv`) holds the classes; its classes, the names of the others, and notes.

    Raises InputError.
    """
    import numpy as np

    parquet = optional("pyarrow.parquet", "Parquet files")
    with opened(path) as file:
        source = file if isinstance(file, BufferedReader) else BytesIO(file.read())
        try:
            table = parquet.read_table(source)
            index = [name for name in _index(table) if name != label and name.lower() not in CLASS_NAMES]
            table = table.drop_columns(index)
        except Exception as error:  # pyarrow's own have no common base that is public
            raise InputError(f"{path}: not a Parquet file ({one_line(error)})") from None
    names = table.column_names
    if len(names) < 2:
        raise InputError(f"{path}: only {len(names)} column")
    at = class_column(names, [i for i, column in enumerate(table.columns) if not _numeric(column.type)])
    at = at if label is None else chosen_column(label, names, str(path))
    classes.place = lambda row: f"row {row}, column {names[at]}"
    others = [name for i, name in enumerate(names) if i != at]
    columns = []
    for name in others:
        column = table.column(name).combine_chunks()
        if column.null_count:
            raise InputError(f"{path}, row {column.is_null().index(True).as_py() + 1}, column {name}: a value is missing")
        if not _numeric(column.type):
            raise InputError(f"{path}, column {name}: {column.type} is no type of numbers")
        columns.append(column.to_numpy(zero_copy_only=False))
        _refuse_infinite(path, columns[-1][:, None], [name].__getitem__)
    if {c.dtype.kind for c in columns} > {"f"} or len({c.dtype for c in columns}) > 1 or any(c.dtype.kind == "O" for c in columns):
        columns = [np.array([*map(_number, c.tolist())], dtype=object) for c in columns]
    made = _examples(path, np.column_stack(columns), table.column(at).to_pylist(), classes, lambda i: others[i])
    return *made, tuple(others), tuple(f"the column {name} is the index of a frame, and not read as a feature" for name in index)


def _index(table: Any) -> list[str]:
    """The columns in which pandas has written the index of a frame."""
    return [name for name in (table.schema.pandas_metadata or {}).get("index_columns", ()) if isinstance(name, str)]


def _numeric(kind: Any) -> bool:
    """Whether a column of Parquet of this type has numbers."""
    from pyarrow import types

    return any(is_one(kind) for is_one in (types.is_integer, types.is_floating, types.is_decimal, types.is_boolean))


def _number(value: Any) -> int | float | Fraction:
    """An entry of a column, exactly: an integer or a float, and for a decimal a fraction."""
    if isinstance(value, int):
        return int(value)
    return float(value) if isinstance(value, float) else Fraction(value)


def _loaded(path: str | Path) -> Any:
    """The array of a file, or those of an archive by their names."""
    import numpy as np

    with opened(path) as file:
        if not file.peek(2).startswith(BEGINS):  # type: ignore[attr-defined]
            raise InputError(f"{path}: not a file of numpy's arrays of numbers")
        try:
            found = np.load(file, allow_pickle=False)
            return {name: found[name] for name in found.files} if hasattr(found, "files") else found
        except MemoryError:
            raise InputError(f"{path}: an array too large for the memory") from None
        except Exception as error:  # numpy lets those of its parsers through
            words = NO_OBJECTS if "Object arrays" in str(error) else one_line(error)
            raise InputError(f"{path}: not a file of numpy's arrays of numbers ({words})") from None


def _examples(
    path: str | Path, matrix: Any, labels: Iterable[Any], classes: Classes, name: Callable[[int], object]
) -> tuple[Examples, dict[str, int]]:
    import numpy as np

    if matrix.dtype.kind not in "iufbO":
        raise InputError(f"{path}: {matrix.dtype} is no type of numbers")
    _refuse_infinite(path, matrix, name)
    chosen = np.fromiter((classes.append(_text(label), row + 1) for row, label in enumerate(labels)), bool, len(matrix))
    signs, names = classes.labels()
    matrix = matrix if chosen.all() else matrix[chosen]
    if matrix.dtype.kind in "iub":
        return Examples.from_array(matrix.astype(np.int64) if matrix.dtype.kind == "b" else matrix, signs), names
    if matrix.dtype.kind == "f" and matrix.dtype.itemsize <= 8:
        return Examples.from_float_array(matrix, signs, copy=False), names
    rows: Any = matrix.tolist() if matrix.dtype.itemsize <= 8 else [[Fraction(*a.as_integer_ratio()) for a in row] for row in matrix]
    return Examples.from_floats(rows, signs), names


def _refuse_infinite(path: str | Path, matrix: Any, name: Callable[[int], object]) -> None:
    import numpy as np

    if matrix.dtype.kind == "f" and not (finite := np.isfinite(matrix)).all():
        row, i = np.argwhere(~finite)[0].tolist()
        raise InputError(f"{path}, row {row + 1}, column {name(i)}: {matrix[row, i]} is not a finite number")


def _in_turn(column: Any) -> Iterator[Any]:
    """The entries of a column as Python's, without a list of all of them."""
    return chain.from_iterable(column[first : first + BLOCK].tolist() for first in range(0, len(column), BLOCK))


def _text(label: object) -> str:
    """A class as it would be written; 1.0 is 1."""
    if isinstance(label, bytes):
        return label.decode("utf-8", "replace")
    return "" if label is None or label != label else str(int(label)) if isinstance(label, float) and label.is_integer() else str(label)


def _described(what: Any) -> str:
    return f"an array of shape {what.shape}" if hasattr(what, "shape") else "an archive of arrays"
