"""Data in numpy's and Parquet's files."""

from __future__ import annotations

import gzip
import random
import warnings
import zipfile
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_array, save_npz

from perceptron import Examples, InputError, Perceptron, measure, passes
from perceptron.data.read import read
from tests.perceptron.data_files import EXPECTED, file, lines


def test_arrays(tmp_path: Path) -> None:
    matrix, labels = np.array([[0.5, -2], [1.5, 3], [0, -0.25]]), np.array([0, 1, 1])
    np.save(tmp_path / "last.npy", np.column_stack([matrix, labels]))
    np.save(tmp_path / "first.npy", np.column_stack([labels, matrix]))
    np.savez(tmp_path / "d.npz", X=matrix, y=labels)
    np.savez_compressed(tmp_path / "words.npz", X=matrix.astype(np.float32), y=np.array(["no", "yes", "yes"]))
    for name, label in (("last.npy", None), ("first.npy", "first"), ("d.npz", None), ("words.npz", None)):
        assert read(tmp_path / name, label).examples == EXPECTED
    (tmp_path / "packed.npy.gz").write_bytes(gzip.compress((tmp_path / "last.npy").read_bytes()))
    np.savez(tmp_path / "column.npz", X=matrix.astype(">f8"), y=labels[:, None])
    assert read(tmp_path / "packed.npy.gz").examples == read(tmp_path / "column.npz").examples == EXPECTED
    np.savez(tmp_path / "tenth.npz", X=np.array([[0.1], [2**53 + 2.0]]), y=[0, 1])
    assert read(tmp_path / "tenth.npz").examples[0].x == (Fraction(0.1),)
    np.savez(tmp_path / "whole.npz", X=np.array([[2**64 - 1], [3]], dtype=np.uint64), y=[0, 1])
    assert read(tmp_path / "whole.npz").examples[0].x == (2**64 - 1,)


def test_parquet(tmp_path: Path) -> None:
    frame = pd.DataFrame({"a": [0.5, 1.5, 0.0], "b": [-2.0, 3.0, -0.25], "kind": ["no", "yes", "yes"]})
    frame.to_parquet(tmp_path / "d.parquet")
    data = read(tmp_path / "d.parquet")
    assert data.examples == EXPECTED and data.features == ("a", "b")
    frame[["kind", "b", "a"]].to_parquet(tmp_path / "e.parquet")
    for label in ("kind", "1", "first", None):
        assert read(tmp_path / "e.parquet", label=label).features == ("b", "a")
    priced = frame[["kind"]].assign(a=[Decimal("0.5"), Decimal("1.5"), Decimal(0)], b=frame["b"])
    priced.to_parquet(tmp_path / "p.parquet")
    assert read(tmp_path / "p.parquet").examples == EXPECTED
    mixed = pd.DataFrame({"n": [2**60 + 1, 3], "f": [0.5, 0.25], "kind": [0, 1]})
    mixed.to_parquet(tmp_path / "m.parquet")
    assert read(tmp_path / "m.parquet").examples[0].x == (2**60 + 1, Fraction(1, 2))
    frame.loc[1, "b"] = None
    frame.to_parquet(tmp_path / "d.parquet")
    with pytest.raises(InputError, match="column b: "):
        read(tmp_path / "d.parquet")


def _not_finite(folder: Path) -> None:
    np.savez(folder / "d.npz", X=[[1.0, 2.0], [3.0, np.nan]], y=[0, 1])


def _no_columns(folder: Path) -> None:
    np.savez(folder / "d.npz", X=np.zeros((2, 0)), y=[0, 1])


def _no_class(folder: Path) -> None:
    np.save(folder / "d.npy", [[1.0, 0.0], [2.0, np.nan]])


def _flat(folder: Path) -> None:
    np.save(folder / "d.npy", np.arange(4))


def _objects(folder: Path) -> None:
    np.save(folder / "d.npy", np.array([object()]), allow_pickle=True)


def _unnamed(folder: Path) -> None:
    np.savez(folder / "d.npz", np.eye(2), np.arange(2))


def _sparse(folder: Path) -> None:
    save_npz(folder / "d.npz", csr_array(np.eye(2)))


def _object_classes(folder: Path) -> None:
    np.savez(folder / "d.npz", X=np.eye(2), y=np.array(["a", "b"], dtype=object))


def _shapes(folder: Path) -> None:
    np.savez(folder / "d.npz", X=np.eye(2), y=np.arange(3))


def _text(folder: Path) -> None:
    for name in ("d.npy", "d.npz", "d.parquet"):
        file(folder, "no array", name)


@pytest.mark.parametrize(
    ("make", "name", "words"),
    [
        (_not_finite, "d.npz", "row 2, column 2: nan is not a finite number"),
        (_no_columns, "d.npz", "X has shape (2, 0)"),
        (_no_class, "d.npy", "row 2, column 2: the class is missing"),
        (_flat, "d.npy", "expected a matrix"),
        (_objects, "d.npy", "not a file of numpy's arrays"),
        (_unnamed, "d.npz", "expected the arrays X and y, found arr_0, arr_1"),
        (_sparse, "d.npz", "a sparse matrix that scipy's save_npz wrote, which holds no classes: scikit-learn's dump_svmlight_file"),
        (_object_classes, "d.npz", "y.astype(str) makes texts of classes"),
        (_shapes, "d.npz", "expected"),
        (_text, "d.npy", "not a file of numpy's arrays"),
        (_text, "d.npz", "not a file of numpy's arrays"),
        (_text, "d.parquet", "not a Parquet file"),
        (lambda folder: None, "none.npz", "No such file"),
        (lambda folder: None, "none.parquet", ""),
    ],
)
def test_files_that_are_no_arrays_are_refused_in_one_line(tmp_path: Path, make: Callable[[Path], None], name: str, words: str) -> None:
    make(tmp_path)
    with pytest.raises(InputError) as caught:
        read(tmp_path / name)
    assert words in str(caught.value) and name in str(caught.value) and "\n" not in str(caught.value)
    assert "pickle" not in str(caught.value)


def test_numbers_are_held_in_as_few_bytes_as_they_need_and_measured_alike(tmp_path: Path) -> None:
    for largest in (2**15 - 1, 2**15, 2**31 - 1, 2**31, 2**62):
        data = read(file(tmp_path, lines((str(largest), "1", "a"), (str(-largest), "2", "b")))).examples
        plain = Examples([[largest, 1], [-largest, 2]], [-1, 1])
        assert data == plain
        found, wanted = (measure(passes(Perceptron(), given, 3), ["3/5", "4/5"], 1) for given in (data, plain))
        assert found == wanted


def test_the_index_of_a_frame_is_no_feature(tmp_path: Path) -> None:
    """pandas writes it as a column as soon as rows are left out of a frame."""
    frame = pd.DataFrame({"a": [0.5, 9.0, 1.5, 0.0], "b": [-2.0, 9.0, 3.0, -0.25], "k": ["no", "x", "yes", "yes"]})
    frame = frame[frame["k"] != "x"]
    for kept in (frame, frame.set_index(pd.Index(["p", "q", "r"], name="id"))):
        kept.to_parquet(tmp_path / "d.parquet")
        data = read(tmp_path / "d.parquet")
        assert data.examples == EXPECTED and data.features == ("a", "b") and "is the index of a frame" in data.notes[0]
    frame.set_index("k").to_parquet(tmp_path / "d.parquet")
    assert read(tmp_path / "d.parquet", label="k").examples == EXPECTED


@pytest.mark.parametrize("name", ["d.parquet", "d.npy", "d.npz", "d.zip"])
def test_a_damaged_file_is_refused_in_one_line_wherever_the_damage_is(tmp_path: Path, name: str) -> None:
    """The libraries let errors of a dozen kinds through, some of two lines."""
    path = tmp_path / name
    matrix = np.array([[0.5, -2, 0], [1.5, 3, 1]])
    if name == "d.parquet":
        pd.DataFrame(matrix, columns=["a", "b", "class"]).to_parquet(path)
    elif name == "d.zip":
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("d.csv", "0.5,-2,no\n1.5,3,yes\n")
    else:
        np.save(path, matrix) if name == "d.npy" else np.savez(path, X=matrix[:, :2], y=[0, 1])
    whole, draw = path.read_bytes(), random.Random(4)
    for _ in range(400):
        damaged = bytearray(whole)
        for _ in range(draw.randint(1, 4)):
            place = draw.randrange(len(damaged))
            damaged[place : place + draw.randrange(3)] = draw.randbytes(draw.randrange(3))
        path.write_bytes(damaged)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # numpy warns of headers of Python 2
            try:
                read(path)
            except InputError as error:
                assert name in str(error) and "\n" not in str(error)
