"""Somebody's own data as exact examples with two classes: CSV, svm-light, numpy's arrays, Parquet.

Decimals are read as the rationals that they are (0.1 is 1/10), so nothing is rounded between the file and the verdict.
A file that cannot be read exactly is refused in one line that names the file, the line and the column. A million rows fit:
plain decimals are read by the block, stored in blocks of int64, and put over one common denominator at the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from perceptron.data.arrays import read_npy, read_npz, read_parquet
from perceptron.data.delimited import Delimited
from perceptron.data.examples import Examples
from perceptron.data.packed import suffix_of
from perceptron.data.svmlight import SvmLight, looks_like_svmlight
from perceptron.data.tables import Classes
from perceptron.errors import InputError

SVM_SUFFIXES = {".svm", ".svmlight", ".libsvm"}
CSV_SUFFIXES = {".csv", ".tsv"}
ARRAY_SUFFIXES = {".npy", ".npz", ".parquet", ".pq"}


@dataclass(frozen=True)
class Dataset:
    """Examples in the order of their file.

    classes     which label, −1 or +1, each of the two class names became
    features    the names of the d columns
    notes       what was made of the file that its reader may not expect
    """

    name: str
    examples: Examples
    classes: dict[str, int]
    features: tuple[str, ...]
    notes: tuple[str, ...] = ()


def read(
    path: str | Path,
    label: str | None = None,
    positive: str | None = None,
    header: bool | None = None,
    classes: tuple[str, str] | None = None,
) -> Dataset:
    """Read a data set by its suffix. Raises InputError, which names the file and the line.

    path        .svm, .svmlight or .libsvm; .csv or .tsv; .npy, .npz, .parquet. Any other suffix is svm-light if its first line is, and
                else CSV. All may be packed by gzip, bzip2 or xz, or alone in a zip archive; then .gz, .bz2, .xz or .zip follows
    label       where the class is: the name of a column, its number from 1, "first" or "last"; as `read_csv` has it by default
    positive    the class that becomes +1; by default the greater number, or the later name in alphabetical order
    header      whether the first row of a CSV file names the columns; by default as `read_csv` finds
    classes     the two classes to read, the second of them as +1. Rows of other classes are left out

        >>> from perceptron import datasets
        >>> penguins = read(datasets.path("penguins-adelie-gentoo"))
        >>> penguins.classes, penguins.examples.dimension
        ({'Adelie': -1, 'Gentoo': 1}, 4)
    """
    suffix = suffix_of(path)
    if suffix in ARRAY_SUFFIXES:
        return _read_arrays(path, suffix, label, Classes(path, positive, classes), header)
    if suffix in SVM_SUFFIXES or (suffix not in CSV_SUFFIXES and label is None and header is None and looks_like_svmlight(path)):
        if label is not None or header is not None:
            raise InputError(f"{path}: a label column and a header can be named for CSV only")
        return read_svm(path, positive, classes)
    return read_csv(path, label, positive, header, classes)


def read_csv(
    path: str | Path,
    label: str | None = None,
    positive: str | None = None,
    header: bool | None = None,
    classes: tuple[str, str] | None = None,
) -> Dataset:
    """Read values with commas, semicolons, tabs, bars or blanks between them: numbers, and one column of class names.

    By default the class is the first of these that there is: the one column called class, label or target; the only column without
    numbers; one called y, if all columns have numbers and none is called x; the last. Commas in numbers are decimal points if a cell
    such as 0,5 shows it. The first row names the columns if it has no number. Where no other row has its class, it also does so if
    it has numbers beside texts, counts 0, 1, 2, … as pandas does, or has a text above classes that are numbers. A first column without a
    name is an index. True and False are 1 and 0. Lines that begin with # or % are comments; a first line sep=; says what stands between
    cells.
    Arguments and errors as for `read`.
    """
    chosen = Classes(path, positive, classes)
    made = Delimited(path, label, header, chosen)
    names = tuple(made.shape.names[i] for i in made.kept)
    return Dataset(Path(path).name, *chosen.joined(made.table), names, (*made.notes, *_left_out(chosen)))


def read_svm(path: str | Path, positive: str | None = None, classes: tuple[str, str] | None = None) -> Dataset:
    """Read the svm-light format: each line is a class and its non-zero entries, `class index:value …`, and `# a comment`.

    A line that begins with % is a comment too. Indices start at 1, or at 0 if that occurs, and none occurs twice on a line; d is the
    greatest of them. Where that is above 100,000, indices that no example has are left out. A `qid:` is passed over.
    Arguments and errors as for `read`.
    """
    chosen = Classes(path, positive, classes)
    made = SvmLight(path, chosen)
    signs, names = chosen.labels()
    features = tuple(f"x{i}" for i in made.indices)
    notes: tuple[str, ...] = () if made.least else ("the index 0 occurs, so indices count from 0",)
    if (missing := made.most + 1 - made.least - len(features)) > 0:
        notes += (f"{missing:,} of {made.most:,} indices occur in no example and are left out",)
    return Dataset(Path(path).name, made.examples(signs), names, features, (*notes, *_left_out(chosen)))


def _read_arrays(path: str | Path, suffix: str, label: str | None, classes: Classes, header: bool | None) -> Dataset:
    if header is not None:
        raise InputError(f"{path}: only a CSV file may have a header")
    name = Path(path).name
    if suffix in (".parquet", ".pq"):
        examples, names, features, notes = read_parquet(path, label, classes)
        return Dataset(name, examples, names, features, (*notes, *_left_out(classes)))
    if suffix == ".npz":
        if label is not None:
            raise InputError(f"{path}: the classes of an archive are its array y")
        examples, names = read_npz(path, classes)
    else:
        places = {None: -1, "last": -1, "first": 0}
        if label not in places:
            raise InputError(f"{path}: the columns of an array have no names; --label is first or last")
        examples, names = read_npy(path, places[label], classes)
    return Dataset(name, examples, names, tuple(f"x{i + 1}" for i in range(examples.dimension)), _left_out(classes))


def _left_out(classes: Classes) -> tuple[str, ...]:
    count = classes.left_out
    return (f"{count:,} row{'s' * (count != 1)} of other classes left out",) if count else ()
