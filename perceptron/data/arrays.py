"""Arrays in files: .npy, .npz and Parquet. Floats are read as the dyadic rationals that they are, which is what the file holds."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from perceptron.data.examples import Examples
from perceptron.data.tables import Classes
from perceptron.errors import InputError
from perceptron.extras import optional

FEATURES, LABELS = ("X", "x", "data", "features"), ("y", "Y", "label", "labels", "target", "targets")


def read_npy(path: str | Path, column: int, classes: Classes) -> tuple[Examples, dict[str, int]]:
    """A matrix whose column `column` holds the classes. Raises InputError."""
    import numpy as np

    matrix = _loaded(path)
    if not isinstance(matrix, np.ndarray) or matrix.ndim != 2 or matrix.shape[1] < 2:
        raise InputError(f"{path}: expected a matrix of at least two columns, found {_described(matrix)}")
    labels = matrix[:, column].tolist()
    return _examples(path, np.delete(matrix, column, axis=1), labels, classes, lambda i: i + (i >= column % matrix.shape[1]) + 1)


def read_npz(path: str | Path, classes: Classes) -> tuple[Examples, dict[str, int]]:
    """An archive with a matrix called X (or x, data, features) and a vector called y (or label, labels, target). Raises InputError."""
    archive = _loaded(path)
    if not hasattr(archive, "files"):
        raise InputError(f"{path}: not an archive of arrays, but {_described(archive)}")
    names = [next((name for name in wanted if name in archive.files), None) for wanted in (FEATURES, LABELS)]
    if None in names:
        raise InputError(f"{path}: expected the arrays X and y, found {', '.join(archive.files) or 'none'}")
    try:
        matrix, labels = (archive[name] for name in names)
    except (ValueError, OSError, zipfile.BadZipFile) as error:
        raise InputError(f"{path}: {_one_line(error)}") from None
    if matrix.ndim != 2 or labels.shape != (len(matrix),):
        raise InputError(f"{path}: {names[0]} has shape {matrix.shape} and {names[1]} {labels.shape}; expected (T, d) and (T,)")
    return _examples(path, matrix, labels.tolist(), classes, lambda i: i + 1)


def read_parquet(path: str | Path, label: str | None, classes: Classes) -> tuple[Examples, dict[str, int], tuple[str, ...]]:
    """A table whose column `label` (by default the last) holds the classes, and the names of the others. Raises InputError."""
    import numpy as np

    parquet = optional("pyarrow.parquet", "Parquet files")
    try:
        with open(path, "rb") as file:
            table = parquet.read_table(file)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or _one_line(error)}") from None
    except Exception as error:  # pyarrow's own have no common base that is public
        raise InputError(f"{path}: not a Parquet file ({_one_line(error)})") from None
    names = table.column_names
    if len(names) < 2 or (label is not None and label not in (*names, "first", "last")):
        raise InputError(f"{path}: no column is named {label!r} in {', '.join(names)}" if label else f"{path}: only one column")
    at = names.index(label) if label in names else 0 if label == "first" else len(names) - 1
    others = [name for i, name in enumerate(names) if i != at]
    columns = []
    for name in others:
        column = table.column(name).combine_chunks()
        if column.null_count:
            raise InputError(f"{path}, row {column.is_null().index(True).as_py() + 1}, column {name}: a value is missing")
        columns.append(column.to_numpy(zero_copy_only=False))
        if columns[-1].dtype.kind not in "iufb":
            raise InputError(f"{path}, column {name}: {column.type} is no type of numbers")
    if {c.dtype.kind for c in columns} > {"f"} or len({c.dtype for c in columns}) > 1:
        columns = [np.array([int(a) if c.dtype.kind in "iub" else float(a) for a in c.tolist()], dtype=object) for c in columns]
    made = _examples(path, np.column_stack(columns), table.column(at).to_pylist(), classes, lambda i: others[i])
    return *made, tuple(others)


def _loaded(path: str | Path) -> Any:
    import numpy as np

    try:
        return np.load(path, allow_pickle=False)
    except (ValueError, EOFError, zipfile.BadZipFile) as error:
        raise InputError(f"{path}: not a file of numpy's arrays of numbers ({_one_line(error)})") from None
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or _one_line(error)}") from None


def _examples(
    path: str | Path, matrix: Any, labels: list[Any], classes: Classes, name: Callable[[int], object]
) -> tuple[Examples, dict[str, int]]:
    import numpy as np

    if matrix.dtype.kind not in "iufbO":
        raise InputError(f"{path}: {matrix.dtype} is no type of numbers")
    if matrix.dtype.kind == "f":
        bad = ~np.isfinite(matrix)
        if bad.any():
            row, i = np.argwhere(bad)[0].tolist()
            raise InputError(f"{path}, row {row + 1}, column {name(i)}: {matrix[row, i]} is not a finite number")
    chosen = [classes.append(_text(label), row + 1) for row, label in enumerate(labels)]
    signs, names = classes.labels()
    matrix = matrix if all(chosen) else matrix[chosen]
    if matrix.dtype.kind in "iub":
        return Examples.from_array(matrix.astype(np.int64) if matrix.dtype.kind == "b" else matrix, signs), names
    rows = matrix.tolist() if matrix.dtype.itemsize <= 8 else [[_wide(a) for a in row] for row in matrix]
    return Examples.from_floats(rows, signs), names


def _wide(value: Any) -> Any:
    """An entry of a long double as the fraction that it is."""
    from fractions import Fraction

    return Fraction(*value.as_integer_ratio())


def _text(label: object) -> str:
    """A class as it would be written; 1.0 is 1."""
    if isinstance(label, bytes):
        return label.decode("utf-8", "replace")
    return "" if label is None or label != label else str(int(label)) if isinstance(label, float) and label.is_integer() else str(label)


def _described(what: Any) -> str:
    return f"an array of shape {what.shape}" if hasattr(what, "shape") else "an archive of arrays"


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())[:120]
