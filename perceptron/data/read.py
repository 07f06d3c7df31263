"""A user's data as exact examples with two classes: delimited text, svm-light, numpy's arrays, Parquet, frames.

Decimals are read as the rationals that they are (0.1 is 1/10), so nothing is rounded between the file and the verdict. A file that
cannot be read exactly is refused in one line that names the file, the line and the column.
"""

from __future__ import annotations

import csv
import io
import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from perceptron.data.columns import (
    BadCell,
    Classes,
    Column,
    chosen_column,
    class_column,
    has_decimal_commas,
    is_missing,
    is_number,
    names_columns,
    of_array,
    of_texts,
    remarks_on_numbering,
)  # fmt: skip
from perceptron.data.examples import Examples
from perceptron.data.faults import CLASS, DROP_ROWS, LACKING, NAME, NUMBER, WIDTH, Faults
from perceptron.data.matrix import IntegerMatrix, join
from perceptron.data.opening import few_blank, first_lines, in_one_line, open_path, refuse_other_formats, suffix_of
from perceptron.errors import InputError
from perceptron.extras import optional

ROWS = 1 << 14  # of a table that are read at a time
# A column that is dropped may have long texts. The limit is one for the whole process, and asked for at each cell: if it were set for the
# time of a reading, two threads that read would take it from one another.
csv.field_size_limit(max(csv.field_size_limit(), 2**31 - 1))


# -- svm-light: each line is a class and its non-zero entries, `class qid:7 index:value …`, and `# a comment`.


MAX_INDEX = 2**31 - 2  # so that it fits into 32 bits
MANY_INDICES = 10**5  # beyond which those that no example has are no columns
MOST_VALUES = 1 << 18  # that are read at a time
LARGE, SPARSE = 10**6, 4  # entries from which the zeros of sparse data are not written out, and how many times more they must be
FIRST_LINES = 1000  # in which an svm-light file of any name has an entry
LINE = re.compile(r"[^\s:,;]+(\s+qid:\d+)?(\s+\d+:\S+)+\s*(#.*)?", re.ASCII)


def looks_like_it(path: str | Path) -> bool:
    """Whether the first line of several words is a class and entries, a row of zeros being a class alone. Raises InputError."""
    lines = (line for line in first_lines(path, FIRST_LINES) if not line.startswith("%"))
    return LINE.fullmatch(next((line for line in lines if line.partition("#")[0].split()[1:]), "").strip()) is not None


def _read_svm(path: str | Path, label: str | None, classes: Classes) -> Dataset:
    """Indices start at 1, or at 0 if that occurs, and none occurs twice on a line; d is the greatest of them. Where that is above 100,000,
    indices that no example has are left out."""
    if label is not None:
        raise InputError(f"{path}: a label column can be named for tables only")
    rows, starts, indices, values = _svm_rows(path, classes), [0], array("i"), list[Column]()
    while batch := _some(rows):
        try:
            values.append(of_texts([text for _, row in batch for text in row.values()]))
        except BadCell as cell:
            line, index = next(islice(((number, index) for number, row in batch for index in row), cell.place, None))
            raise InputError(f"{path}, line {line}, index {index}: {cell.reason}") from None
        for _, row in batch:
            indices.extend(row)
            starts.append(len(indices))
    labels, names = classes.labels()
    least, most = min(indices, default=1), max(indices, default=0)
    first = min(1, least)
    columns = np.arange(first, most + 1) if most <= MANY_INDICES else np.unique(indices)
    notes = [] if first else ["the index 0 occurs, so indices count from 0"]
    if (missing := most + 1 - first - len(columns)) > 0:
        notes.append(f"{missing:,} of {most:,} indices occur in no example and are left out")
    examples = _svm_examples(values, np.searchsorted(columns, indices).astype(np.int32), starts, len(columns), labels)
    return Dataset(Path(path).name, examples, names, tuple(f"x{i}" for i in columns), (*notes, *classes.notes()))


def _some(rows: Iterator[tuple[int, dict[int, str]]]) -> list[tuple[int, dict[int, str]]]:
    """The next rows, until they have many entries together."""
    taken, left = [], MOST_VALUES
    for line, row in rows:
        taken.append((line, row))
        left -= 1 + len(row)
        if left <= 0:
            break
    return taken


def _svm_rows(path: str | Path, classes: Classes) -> Iterator[tuple[int, dict[int, str]]]:
    """The line and the entries of each row that is read. Raises InputError."""
    with open_path(path) as file:
        for number, raw in enumerate(few_blank(file, path), 1):
            here = f"{path}, line {number}"
            try:
                words = raw.decode("utf-8-sig" if number == 1 else "utf-8").partition("#")[0].split()
            except UnicodeDecodeError as error:
                raise InputError(f"{here}: {error}") from None
            if not words or words[0].startswith("%"):
                continue
            if ":" in words[0] or "," in words[0]:
                raise InputError(f"{here}: a line begins with one class, and {words[0][:40]!a} is none")
            if not classes.append(words[0], lambda number=number: f"line {number}"):  # type: ignore[misc]
                continue
            row: dict[int, str] = {}
            for word in words[2:] if words[1:] and words[1].startswith("qid:") else words[1:]:
                index, colon, value = word.partition(":")
                if not (colon and index.isascii() and index.isdigit() and int(index[:20]) <= MAX_INDEX):
                    raise InputError(f"{here}: {word[:40]!a} is not index:value with index from 1 (or from 0) to {MAX_INDEX}")
                if int(index) in row:
                    raise InputError(f"{here}: index {int(index)} occurs twice")
                row[int(index)] = value
            yield number, row


def _svm_examples(values: list[Column], columns: Any, starts: list[int], dimension: int, labels: list[int]) -> Examples:
    """The rows, as a sparse matrix if zeros are most of much data."""
    joint, denominator = join(values)
    zero = np.any([part[:, 0] != 0 for part in joint.parts], axis=0)
    kept = np.concatenate([[0], np.cumsum(zero)])[starts]
    rows = IntegerMatrix([part[zero, 0] for part in joint.parts], columns[zero], kept, (len(labels), dimension))
    size = len(labels) * dimension
    if size <= LARGE or size <= SPARSE * len(columns):
        rows = IntegerMatrix([rows.fill(part).toarray() for part in rows.parts])
    return Examples.from_matrix(rows, denominator, labels)


# -- its examples


CSV_SUFFIXES, SVM_SUFFIXES = {".csv", ".tsv"}, {".svm", ".svmlight", ".libsvm"}
DELIMITERS = ";\t|,"  # of equally frequent ones the first is taken
MAX_COLUMNS = 100_000  # of a text: each is read by itself, which takes a tenth of a millisecond for any number of rows
SAMPLE = 200  # lines from which it is told how a text is written
COMMENT = re.compile(r"\s*(#(?!N/A)|%|$)")
SEPARATOR = re.compile(r"sep=(.)", re.IGNORECASE)  # the first line that spreadsheets write and read
NOTHING_LEFT = "--drop and --one-hot leave no class and column of numbers"
REFUSE = "refuse"  # what becomes of rows without a value, unless they are left out
FEATURES, LABELS = ("X", "x", "data", "features"), ("y", "Y", "label", "labels", "target", "targets")
NAMED = "numpy's savez(FILE, X=…, y=…) names them"


@dataclass(frozen=True)
class Dataset:
    """Examples in the order of their file.

    classes     which label, −1 or +1, each of the two class names became
    features    the names of the d columns
    notes       choices in reading the file that its reader may not expect
    label       the class column: its name, or its number, as in “column 3”; empty where the format has one place for it
    """

    name: str
    examples: Examples
    classes: dict[str, int]
    features: tuple[str, ...]
    notes: tuple[str, ...] = ()
    label: str = ""


def read(
    path: str | Path,
    label: str | None = None,
    positive: str | None = None,
    header: bool | None = None,
    classes: tuple[str, str] | None = None,
    drop: Sequence[str] = (),
    missing: str = REFUSE,
    one_hot: Sequence[str] = (),
) -> Dataset:
    """Read a data set by its suffix. Raises InputError, which names the file and the line.

    path        .svm, .svmlight or .libsvm; .csv or .tsv; .npy, .npz, .parquet. Any other suffix is svm-light if its first line is, and
                else delimited text. All may be packed by gzip, bzip2 or xz, or alone in a zip archive; then .gz, .bz2, .xz or .zip follows
    label       where the class is: the name of a column, its number from 1, "first" or "last". It may be left out where only one column
                can be it: one called class, label or target; else one without numbers; else one of two values
    positive    the class that becomes +1; by default the greater number, or the later name in alphabetical order
    header      whether the first row of a text names the columns. By default it does if it has no number
    classes     the two classes to read, the second of them as +1. Rows of other classes are left out
    drop        columns of a table that are no features, named as `label` is
    missing     "refuse", or "drop-rows": rows of a table in which a column that is read has no value are left out
    one_hot     columns of a table with names in them, named as `label` is: each name becomes a feature that is 1 in its rows and else 0

    In delimited text commas, semicolons, tabs, bars or blanks stand between numbers and one column of class names. Commas in numbers are
    decimal points if a cell such as 0,5 of a column that is read shows it. True and False are 1 and 0. Lines before the first row that are
    blank or begin with # or % are passed over, and a first line such as sep=; names the delimiter.

        >>> from perceptron import datasets
        >>> penguins = read(datasets.path("penguins-adelie-gentoo"))
        >>> penguins.classes, penguins.examples.dimension
        ({'Adelie': -1, 'Gentoo': 1}, 4)
    """
    suffix, chosen = suffix_of(path), Classes(path, positive, classes)
    of_tables: dict[str, Any] = {"drop": drop, "missing": missing, "one_hot": one_hot}
    parquet: Callable[..., Dataset] = partial(_read_parquet, **of_tables)
    other = {".npy": _read_npy, ".npz": _read_npz, ".parquet": parquet, ".pq": parquet}.get(suffix)
    untold = label is None and header is None and not drop and not one_hot and suffix not in CSV_SUFFIXES
    if other is None and (suffix in SVM_SUFFIXES or (untold and looks_like_it(path))):
        other = _read_svm
    if other is None:
        return _DelimitedText(path, label, header, chosen, **of_tables).dataset()
    if (drop or one_hot or missing != REFUSE) and other is not parquet:
        raise InputError(f"{path}: only of a table columns can be dropped or be one-hot, and rows without a value be left out")
    if header is not None:
        raise InputError(f"{path}: a header can be named for delimited text only")
    return other(path, label, chosen)


class _DelimitedText:
    """A text on its way into a table, some rows at a time. The arguments are those of `read`."""

    def __init__(
        self,
        path: str | Path,
        label: str | None,
        header: bool | None,
        classes: Classes,
        drop: Sequence[str],
        missing: str = REFUSE,
        one_hot: Sequence[str] = (),
    ) -> None:
        self.path, self.label, self.classes, self.notes = path, label, classes, [*()]
        self.faults, self.spared, self.drops_rows = Faults(path), 0, missing == DROP_ROWS
        lines = first_lines(path, SAMPLE)
        refuse_other_formats(path, lines)
        said = SEPARATOR.fullmatch(lines[0].strip()) if lines else None
        self.top = next((i for i, line in enumerate(lines) if not COMMENT.match(line) and (i or not said)), len(lines))
        self.delimiter = said[1] if said else _delimiter(lines[self.top :])
        with in_one_line(path):
            rows = [(line, row) for line, row in self._rows(lines[self.top :]) if any(map(str.strip, row))]
        if not rows:
            raise InputError(f"{path}: the file is empty")
        (lines_of_first, first), (_, second) = rows[0], rows[min(1, len(rows) - 1)]
        self.skipped = self.top + lines_of_first
        self.empty = len(rows) > 1 and all(len(row) > 2 and not row[-1].strip() for _, row in rows)  # a delimiter ends every row
        self.first = [cell.strip() for cell in first]
        width, where = len(first) - self.empty, f"{path}, line {self.top + 1}"
        if not 2 <= width <= MAX_COLUMNS:
            found = "one column" if width < 2 else f"{width:,} columns; write as svm-light what has more than {MAX_COLUMNS:,}"
            raise InputError(f"{where}: expected numbers and a class, found {found}")
        self.header = names_columns(self.first[:width], second if len(second) == len(first) else [], where) if header is None else header
        if self.header and len(rows) < 2:
            raise InputError(f"{path}: the file has no examples")
        self.names = self.first[:width] if self.header else [f"x{i + 1}" for i in range(width)]
        self.column, left = self._choose([row for _, row in rows[self.header :]], [*drop], [*one_hot], label, where)
        self.kept = [i for i in left if i != self.column]
        self.notes += remarks_on_numbering(self.kept, self.names, where)
        self.comma = has_decimal_commas([row[j] for _, row in rows for j in self.kept if j < len(row)])

    def _choose(
        self, rows: Sequence[Sequence[str]], drop: list[str], one_hot: list[str], label: str | None, where: str
    ) -> tuple[int, list[int]]:
        """The column of the classes, and the columns that are neither dropped nor one-hot. Raises InputError."""
        dropped = {chosen_column(name, self.names, where) for name in drop}
        self.hot: dict[int, tuple[dict[str, int], array[int]]] = {
            chosen_column(name, self.names, where): ({}, array("l")) for name in one_hot
        }
        left = [i for i in range(len(self.names)) if i not in dropped and i not in self.hot]
        if label is not None:
            at = chosen_column(label, self.names, where)
        elif not left:
            raise InputError(f"{self.path}: {NOTHING_LEFT}")
        else:
            cells = [[row[i] if i < len(row) else "" for i in left] for row in rows]
            texts = [i for i in range(len(left)) if cells and not is_number(cells[0][i])]
            at = left[class_column([self.names[i] for i in left], texts, cells, self.path)]
        if (left in ([], [at]) and not self.hot) or at in dropped | {*self.hot}:
            raise InputError(f"{self.path}: {NOTHING_LEFT}")
        return at, left

    def _rows(self, lines: Iterable[str], before: int = 0) -> Iterator[tuple[int, list[str]]]:
        """The cells of each row that is not blank, and the number of lines up to its end, with those before."""
        blank = self.delimiter == " "
        reader = csv.reader((" ".join(line.split()) for line in lines) if blank else lines, delimiter=self.delimiter, skipinitialspace=True)
        return ((before + reader.line_num, row) for row in reader if len(row) > 1 or any(map(str.strip, row)))

    def _rows_left(self, text: Iterable[str]) -> Iterator[tuple[int, list[str]]]:
        """The rows after the first. Raises InputError if the file ends inside quotation marks, for which csv makes one cell of the rest."""
        ended, last = False, self.skipped

        def lines() -> Iterator[str]:
            nonlocal ended
            yield from islice(few_blank(text, self.path), self.skipped, None)
            ended = True

        for line, row in self._rows(lines(), self.skipped):
            if ended:  # another line was asked for, in vain
                raise InputError(f"{self.path}: the file ends inside quotation marks, which stand in the row after line {last}")
            last = line
            yield line, row

    def dataset(self) -> Dataset:
        """The data set that the file contains."""
        blocks = [] if self.header else [self._block([(self.top + 1, self.first)])]
        with in_one_line(self.path), open_path(self.path) as file, io.TextIOWrapper(file, "utf-8-sig", newline="") as text:
            rows = self._rows_left(text)
            while chunk := list(islice(rows, ROWS)):
                blocks.append(self._block(chunk))
        self.faults.refuse(self._name, self.header)
        if self.spared:
            self.notes.append(f"{self.spared:,} row{'s' * (self.spared != 1)} without a value left out")
        labels, names = self.classes.labels()
        numbers = join(blocks)
        hot = [one_hot(self._name(j), *codes) for j, codes in self.hot.items()]
        features = [*map(self._name, self.kept), *(name for names, _ in hot for name in names)]
        columns = [numbers] * bool(self.kept) + [(column, 1) for _, column in hot]
        examples = Examples.from_matrix(*join(columns, axis=1) if hot else numbers, labels)
        label = self.first[self.column] if self.header else f"column {self.column + 1}"
        return Dataset(Path(self.path).name, examples, names, tuple(features), (*self.notes, *self.classes.notes()), label)

    def _block(self, rows: Sequence[tuple[int, list[str]]]) -> Column:
        """The numbers of some rows, each given with its line, and their classes; what cannot be read is noted in `faults`."""
        width, read = len(self.first), []
        for line, row in rows:
            if len(row) > width:
                self.faults.add(-1, WIDTH, f"line {line}", f"{len(row)} columns, where the first row has {width}")
                continue
            row += [""] * (width - len(row))
            if self.drops_rows and self._lacks_value(row):
                self.spared += 1
                continue
            try:
                if self.classes.append(row[self.column], lambda line=line: self._place(line, self.column)):  # type: ignore[misc]
                    read.append((line, row))
            except InputError as error:
                place, _, reason = str(error).removeprefix(f"{self.path}, ").partition(": ")
                self.faults.add(self.column, CLASS, place, reason)
        cells = list(zip(*(row for _, row in read), strict=True)) or [()] * width
        for j, (known, codes) in self.hot.items():
            codes.extend(known.setdefault(cell.strip(), len(known)) for cell in cells[j])
        columns = []
        for j in self.kept:
            try:
                columns.append(of_texts(list(cells[j]), self.comma))
            except BadCell:
                self.faults.of_column(j, cells[j], [line for line, _ in read], "line", self.comma)
        if self.faults.first or not self.kept:
            return IntegerMatrix.of(np.zeros((len(read), 1), np.int16)), 1  # which nobody looks at
        matrix, denominator = join(columns, axis=1)
        return IntegerMatrix(matrix.parts), denominator

    def _lacks_value(self, row: list[str]) -> bool:
        """Whether a cell that is read stands for no value."""
        return any(is_missing(row[j], True) for j in self.kept) or any(is_missing(row[j], False) for j in (self.column, *self.hot))

    def _place(self, line: int, column: int) -> str:
        return f"line {line}, column {self._name(column)}"

    def _name(self, column: int) -> str:
        if self.header:
            return self.first[column]
        return "class" if column == self.column else f"x{column + 1 - (column > self.column)}"


def one_hot(column: str, known: Mapping[str, int], codes: Sequence[int]) -> tuple[list[str], IntegerMatrix]:
    """For each name in a column a feature that is 1 where it stands: their names in alphabetical order, and the features."""
    names = sorted(known)
    place = np.array([names.index(name) for name in known], np.int64)
    return [f"{column}={name}" for name in names], IntegerMatrix.of(np.eye(len(names), dtype=np.int16)[place[np.asarray(codes, np.int64)]])


def _delimiter(lines: Sequence[str]) -> str:
    """Guess the delimiter: prefer a character with the same count on each line, because commas may be decimal points."""
    first = lines[0] if lines else ""
    steady = [c for c in DELIMITERS if c in first and len({line.count(c) for line in lines if line.strip()}) == 1]
    most_frequent = max(steady or DELIMITERS, key=first.count)
    return most_frequent if most_frequent in first else " " if first.split()[1:] else ","


def _read_npy(path: str | Path, label: str | None, classes: Classes) -> Dataset:
    if label not in (None, "first", "last"):
        raise InputError(f"{path}: the columns of an array have no names; --label is first or last")
    with open_path(path) as file:
        matrix = np.load(file, allow_pickle=False)
    if not isinstance(matrix, np.ndarray) or matrix.ndim != 2 or matrix.shape[1] < 2:
        raise InputError(f"{path}: expected a matrix of at least two columns")
    names = [f"column {i + 1}" for i in range(matrix.shape[1])]
    at = class_column(names, [], matrix[:SAMPLE].tolist(), path) if label is None else chosen_column(label, names, str(path))
    return _of_arrays(path, np.delete(matrix, at, axis=1), matrix[:, at], f"column {at + 1}", classes, lambda i: i + (i >= at) + 1)


def _read_npz(path: str | Path, label: str | None, classes: Classes) -> Dataset:
    if label is not None:
        raise InputError(f"{path}: the classes of an archive are its array y")
    with open_path(path) as file:
        archive = np.load(file, allow_pickle=False)
        stored = getattr(archive, "files", ())
        names = [next((name for name in wanted if name in stored), None) for wanted in (FEATURES, LABELS)]
        if None in names:
            raise InputError(f"{path}: expected the arrays X and y, found {', '.join(stored) or 'none'}: {NAMED}")
        of_matrix, of_labels = (_shape(archive, name) for name in names)
        if len(of_matrix) != 2 or not of_matrix[1] or of_labels not in (of_matrix[:1], (of_matrix[0], 1)):
            raise InputError(f"{path}: {names[0]} has shape {of_matrix} and {names[1]} {of_labels}; expected (T, d) and (T,)")
        matrix, labels = (archive[name] for name in names)  # the others stay packed
    return _of_arrays(path, matrix, labels.reshape(-1), f"array {names[1]}", classes, lambda i: i + 1)


def _shape(archive: Any, name: Any) -> tuple[int, ...]:
    """The shape of an array of an archive, from its first bytes: a few megabytes can unpack to gigabytes."""
    with archive.zip.open(name if name in archive.zip.namelist() else f"{name}.npy") as file:
        is_first = np.lib.format.read_magic(file) == (1, 0)
        header = (np.lib.format.read_array_header_1_0 if is_first else np.lib.format.read_array_header_2_0)(file)
        return tuple(header[0])


def _of_arrays(path: str | Path, matrix: Any, labels: Any, place: str, classes: Classes, name: Callable[[int], object]) -> Dataset:
    at = [t for t, y in enumerate(labels.tolist()) if classes.append(_text(y), lambda t=t: f"row {t + 1}, {place}")]  # type: ignore[misc]
    signs, names = classes.labels()
    try:
        numerators, denominator = of_array(matrix if len(at) == len(matrix) else matrix[at])
    except BadCell as cell:
        row, column = divmod(cell.place, matrix.shape[1])
        raise InputError(f"{path}, row {at[row] + 1}, column {name(column)}: {cell.reason}") from None
    examples = Examples.from_matrix(numerators, denominator, signs)
    return Dataset(Path(path).name, examples, names, tuple(f"x{i + 1}" for i in range(examples.dimension)), classes.notes(), place)


def _read_parquet(path: str | Path, label: str | None, classes: Classes, **of_tables: Any) -> Dataset:
    optional("pyarrow", "Parquet files")
    with open_path(path) as file:
        return of_frame(optional("pandas", "Parquet files").read_parquet(file), label, classes, **of_tables)


def of_frame(
    frame: Any,
    label: str | None = None,
    classes: Classes | None = None,
    drop: Sequence[str] = (),
    missing: str = REFUSE,
    one_hot: Sequence[str] = (),
) -> Dataset:
    """Read a frame of pandas. Its index is no feature, unless it is called as the class is. Raises InputError.

    label, classes, drop, missing, one_hot    as for `read`; the classes may be given by `Classes`
    """
    classes = classes or Classes("the frame", None)
    path = classes.path
    if any(name is not None and str(name).lower() in {str(label).lower(), "class", "label", "target"} for name in frame.index.names):
        frame = frame.reset_index()
    names = [str(name) for name in frame.columns]
    if drop:
        frame = frame.drop(columns=frame.columns[[chosen_column(name, names, str(path)) for name in drop]])
        names = [str(name) for name in frame.columns]
    if len(names) < 2:
        raise InputError(f"{path}: expected numbers and a class, found {len(names)} column")
    notes: list[str] = []
    if missing == DROP_ROWS and (spared := int(frame.isna().any(axis=1).sum())):
        frame = frame[frame.notna().all(axis=1)]
        notes.append(f"{spared:,} row{'s' * (spared != 1)} without a value left out")
    if one_hot:
        hot = [frame.columns[chosen_column(name, names, str(path))] for name in one_hot]
        frame = optional("pandas", "frames").get_dummies(frame, columns=hot, prefix_sep="=", dtype=int)
        names = [str(name) for name in frame.columns]
    if label is None:
        texts = [i for i, kind in enumerate(frame.dtypes) if not _has_numbers(frame.iloc[:, i], kind)]
        at = class_column(names, texts, list(frame.head(SAMPLE).itertuples(index=False)), path)
    else:
        at = chosen_column(label, names, str(path))
    column = frame.iloc[:, at].astype(object)
    labels = column.where(column.notna(), None).tolist()
    read = [t for t, y in enumerate(labels) if classes.append(_text(y), lambda t=t: f"row {t + 1}, column {names[at]}")]  # type: ignore[misc]
    columns, faults = list[Column](), Faults(path)
    kept = [j for j in range(len(names)) if j != at]
    notes += remarks_on_numbering(kept, names, str(path))
    for j in kept:
        series = frame.iloc[read, j] if len(read) < len(labels) else frame.iloc[:, j]
        lacking, plain = series.isna().to_numpy(), getattr(series.dtype, "numpy_dtype", None)
        try:
            if lacking.any() and series.dtype.kind != "f":
                raise BadCell(int(lacking.argmax()), "a value is missing")
            columns.append(of_array(series.to_numpy() if plain is None else series.to_numpy(dtype=plain)))
        except BadCell as cell:
            kind = LACKING if lacking[cell.place] else NUMBER if _has_numbers(series, series.dtype) else NAME
            faults.add(j, kind, f"row {read[cell.place] + 1}", cell.reason)
    faults.refuse(names.__getitem__, True)
    signs, by_name = classes.labels()
    features = tuple(names[j] for j in kept)
    examples = Examples.from_matrix(*join(columns, axis=1), signs)
    return Dataset(Path(path).name, examples, by_name, features, (*notes, *classes.notes()), names[at])


def _has_numbers(column: Any, kind: Any) -> bool:
    """Whether a column of a frame has numbers: by its type, or for Python's objects by the first of them."""
    if getattr(kind, "kind", "O") == "O":
        return not isinstance(next(iter(column), None), (str, bytes))
    return kind.kind in "iufb"


def _text(label: object) -> str:
    """A class as it would be written; 1.0 is 1."""
    if isinstance(label, bytes):
        return label.decode("utf-8", "replace")
    return "" if label is None or label != label else str(int(label)) if isinstance(label, float) and label.is_integer() else str(label)
