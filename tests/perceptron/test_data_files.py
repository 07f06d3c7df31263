"""Files as other programs leave them: what they put before and after the data, how they pack them, and kinds that are not read."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import random
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from perceptron import Examples, InputError
from perceptron.data import delimited
from perceptron.data.lines import blocks
from perceptron.data.read import read
from tests.perceptron.data_files import EXPECTED, file

CSV = "0.5,-2,no\n1.5,3,yes\n0,-0.25,yes\n"
SEMICOLONS = "a;b;k\n0,5;-2;no\n1,5;3;yes\n0;-0,25;yes\n"
SVM = "-1 1:0.5 2:-2\n1 1:1.5 2:3\n1 2:-0.25\n"


def archive(files: dict[str, str | bytes]) -> bytes:
    """A zip archive."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, content in files.items():
            zipped.writestr(name, content)
    return made.getvalue()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("% made by\n%\n" + CSV, "d.csv"),
        (" % one\n0.5,-2,no\n% two, three\n1.5,3,yes\n0,-0.25,yes\n", "d.data"),
        ("% made by\n" + SVM, "d.svm"),
        ("% made by\n" + SVM, "d.txt"),
        ("sep=;\r\n" + SEMICOLONS, "d.csv"),
        ("\ufeffSEP=,\n" + CSV, "d.csv"),
        ('"sep=;"\n' + SEMICOLONS.partition("\n")[2], "d.csv"),
        ("sep=\t\n" + CSV.replace(",", "\t"), "d.tsv"),
        ("sep=:\n" + CSV.replace(",", ":"), "d.csv"),
        (CSV + "\x1a", "d.csv"),
        (CSV.rstrip() + "\x1a\x1a", "d.csv"),
        (SVM + "\x1a", "d.svm"),
        (SVM.rstrip() + "\x1a", "d.txt"),
        (CSV.replace("\n", "\r"), "d.csv"),
        (SVM.replace("\n", "\r"), "d.txt"),
        ("0,5 -2,0 no\n1,5 3 yes\n0 -,25 yes\n", "d.txt"),
        (SEMICOLONS.replace("3;", "3,;"), "d.csv"),
        (SEMICOLONS.replace("\n", ";\n"), "d.csv"),
    ],
)
def test_what_other_programs_put_around_the_data(tmp_path: Path, text: str, name: str) -> None:
    assert read(file(tmp_path, text, name)).examples == EXPECTED


def test_a_delimiter_that_is_told_is_the_delimiter(tmp_path: Path) -> None:
    data = read(file(tmp_path, "sep=|\n1,5|no, never\n2,5|yes, ever\n"))
    assert data.examples == Examples([["3/2"], ["5/2"]], [-1, 1]) and data.classes == {"no, never": -1, "yes, ever": 1}
    with pytest.raises(InputError, match=r"d\.csv, line 3, column x1: "):
        read(file(tmp_path, "sep=,\n1,2,no\ntwo,3,yes\n"))


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (bz2.compress(CSV.encode()), "d.csv.bz2"),
        (lzma.compress(SVM.encode()), "d.svm.xz"),
        (lzma.compress(CSV.encode()), "d.csv"),
        (archive({"d.csv": CSV}), "d.zip"),
        (archive({"d.svm": SVM, "__MACOSX/d.svm": b"\0"}), "d.svm.zip"),
        (archive({"data/d.csv": SEMICOLONS, "data/.DS_Store": b"\0"}), "D.ZIP"),
    ],
    ids=["bzip2", "xz", "xz by its bytes", "zip", "a Macintosh's zip", "a folder in a zip"],
)
def test_packed_files(tmp_path: Path, content: bytes, name: str) -> None:
    assert read(file(tmp_path, content, name)).examples == EXPECTED


PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gz": gzip.compress,
    "bz2": bz2.compress,
    "xz": lzma.compress,
    "zip": lambda content: archive({"d.parquet": content}),
}


@pytest.mark.parametrize("suffix", PACKERS)
def test_packed_parquet(tmp_path: Path, suffix: str) -> None:
    frame = pd.DataFrame({"a": [0.5, 1.5, 0.0], "b": [-2.0, 3.0, -0.25], "k": ["no", "yes", "yes"]})
    frame.to_parquet(tmp_path / "d.parquet")
    packed = PACKERS[suffix]((tmp_path / "d.parquet").read_bytes())
    assert read(file(tmp_path, packed, f"d.parquet.{suffix}")).examples == EXPECTED
    with pytest.raises(InputError, match=r"broken|not a Parquet file"):
        read(file(tmp_path, packed[: len(packed) // 2], f"d.parquet.{suffix}"))


ARCHIVES = [
    (archive({"a.csv": CSV, "b.csv": CSV}), "d.zip", "d.zip: a zip archive of one file is read; this one has 2: a.csv, b.csv"),
    (archive({}), "d.zip", "this one has 0"),
    (archive({"d.csv": CSV})[:60], "d.zip", "d.zip: a broken zip file"),
    (archive({"d.csv": CSV}).replace(b"\x08\x00", b"\x63\x00"), "d.zip", "d.zip: "),
    (CSV, "d.zip", "it is named .zip and is not a zip file"),
    (bz2.compress(CSV.encode())[:-5], "d.csv.bz2", "a broken bzip2 file"),
    (b"BZh9" + b"x" * 50, "d.csv.bz2", "a broken bzip2 file"),
    (lzma.compress(CSV.encode())[:-5], "d.xz", "a broken xz file"),
    (archive({"d.csv": CSV}), "d.csv", "it is read if its name ends in .zip"),
]
FOREIGN = [
    (b"\xd0\xcf\x11\xe0" + bytes(99), "d.xls", "a spreadsheet"),
    ("a\tb\n1\t2\n", "d.xlsx", "save it as CSV"),
    ("% Iris\n%\n\n@RELATION iris\n@ATTRIBUTE a NUMERIC\n@DATA\n1,a\n", "d.txt", "ARFF"),
    ("% %" * 200 + "\n1,2,no\n", "d.arff", "without the lines that begin with @"),
    ('[{"a": 1, "k": "x"}]', "d.txt", "JSON"),
    ('{"a": 1}\n', "d.jsonl", "to_csv writes CSV"),
    ("\n <!DOCTYPE html>\n<html>", "d.csv", "a web page"),
    ("version https://git-lfs.github.com/spec/v1\noid sha256:1\n", "d.csv", "git lfs pull"),
    (b"ARROW1\0\0", "d.feather", "to_parquet"),
    (b"\x89HDF\r\n\x1a\n", "d.h5", "HDF5"),
    (b"\x93NUMPY\x01\0", "d.csv", "ends in .npy"),
    (b"PAR1\x15", "d.dat", "ends in .parquet"),
    (gzip.compress(b"RDX3\nX\n"), "d.rds", "write.csv"),
    (gzip.compress(b"d.csv".ljust(257, b"\0") + b"ustar"), "d.tgz.gz", "unpack it"),
]


@pytest.mark.parametrize(("content", "name", "words"), ARCHIVES + FOREIGN, ids=[words for _, _, words in ARCHIVES + FOREIGN])
def test_files_that_are_not_read_say_what_to_do(tmp_path: Path, content: str | bytes, name: str, words: str) -> None:
    with pytest.raises(InputError) as caught:
        read(file(tmp_path, content, name))
    assert words in str(caught.value) and str(tmp_path / name) in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ("12%", "'12%' is a percentage"),
        ("2020-01-31", "is a date"),
        ("31.01.2020", "is a date"),
        ("12:30", "is a time"),
        ('"1,234"', "'1,234' has commas"),
        ("#N/A", "a value is missing"),
        ("#DIV/0!", "is an error of a spreadsheet"),
        (".", "a value is missing"),
        ("-", "a value is missing"),
        ("n.a.", "a value is missing"),
        ('"1.234,5"', "'1.234,5' has points between thousands"),
    ],
)
def test_a_cell_that_is_no_number_is_named_with_the_reason(tmp_path: Path, cell: str, words: str) -> None:
    """Also where it stands first on its line: then an error of a spreadsheet is no comment."""
    for row, column in ((f"{cell},2,no", "x1"), (f"2,{cell},no", "x2")):
        with pytest.raises(InputError) as caught:
            read(file(tmp_path, f"1,2,no\n{row}\n5,6,yes\n"))
        assert f"d.csv, line 2, column {column}: " in str(caught.value) and words in str(caught.value)


def test_a_column_of_dates_or_percentages_is_not_taken_for_the_classes(tmp_path: Path) -> None:
    for cells in (("2020-01-01", "2020-01-02"), ("1%", "2%"), ("12:30", "12:31")):
        with pytest.raises(InputError, match="column a: "):
            read(file(tmp_path, f"a,k\n{cells[0]},0\n{cells[1]},1\n"))


@pytest.mark.parametrize("missing", ["?", "NA", "nan", "NULL", "#N/A"])
def test_a_missing_class_is_no_class(tmp_path: Path, missing: str) -> None:
    for text in (f"1,2,no\n3,4,{missing}\n5,6,yes\n", f"1,2,no\n3,4,{missing}\n"):
        path = file(tmp_path, text)
        with pytest.raises(InputError, match="line 2, column class: the class is missing"):
            read(path)
    named = read(path, classes=("no", missing))
    assert named.classes == {"no": -1, missing: 1} and len(named.examples) == 2
    signs = read(file(tmp_path, "1,+\n2,-\n"))
    assert signs.classes == {"+": -1, "-": 1}


@pytest.mark.parametrize("ending", ["\n", ";\n", "\r\n"])
def test_decimal_commas_are_read_by_the_block(tmp_path: Path, ending: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cell-by-cell reader takes seven times as long; it is to be asked for nothing here, and would read the same."""
    draw = random.Random(7)
    rows = [[f"{draw.uniform(-9, 9):.{draw.randrange(5)}f}" for _ in range(3)] + [draw.choice(["no, no", "1.0"])] for _ in range(500)]
    points = file(tmp_path, "".join(";".join(row) + "\n" for row in rows), "points.csv")
    commas = file(tmp_path, "".join(";".join(row).replace(".", ",") + ending for row in rows), "commas.csv")
    expected = read(points, header=False)
    monkeypatch.setattr(delimited.Delimited, "_slowly", lambda *_: pytest.fail("read cell by cell"))
    found = read(commas, header=False)
    assert found.examples == expected.examples and found.classes == {"1.0": -1, "no, no": 1}


@pytest.mark.parametrize("cell", ["1.5", "1,2,3", "1.234,5", "--1,5", ",", "1,5-"])
def test_cells_unlike_decimal_commas_are_named_in_the_midst_of_them(tmp_path: Path, cell: str) -> None:
    with pytest.raises(InputError, match=r"line 301, column x1: |line 301: column 1: "):
        read(file(tmp_path, "1,5;2;no\n" * 300 + f"{cell};3;yes\n"))


@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n"])
def test_blocks_are_whole_lines_however_lines_end(end: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = b"".join(b"%d,%d%s" % (i, i * i, end) for i in range(50))
    for size in (1, 7, 16, 100):
        monkeypatch.setattr("perceptron.data.lines.BLOCK_BYTES", size)
        made = [*blocks("d", io.BytesIO(b"\xef\xbb\xbf" + whole + b"\x1a"))]
        assert b"".join(made) == whole and all(block.endswith(end) for block in made)


def test_a_line_without_end_is_refused_before_it_fills_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perceptron.data.lines.MOST_BYTES", 1 << 21)
    with pytest.raises(InputError, match=r"d\.csv\.gz: a line of more than 2,097,152 bytes"):
        read(file(tmp_path, gzip.compress(bytes(1 << 23)), "d.csv.gz"))


def test_arrays_in_archives(tmp_path: Path) -> None:
    np.save(tmp_path / "d.npy", [[0.5, -2, 0], [1.5, 3, 1], [0, -0.25, 1]])
    assert read(file(tmp_path, archive({"d.npy": (tmp_path / "d.npy").read_bytes()}), "d.npy.zip")).examples == EXPECTED


def test_numbers_with_exponents_are_exact_and_held_in_64_bits_where_they_fit(tmp_path: Path) -> None:
    """numpy's savetxt writes so, with eighteen decimals."""
    rows = [[3, 1.5e-3], [-2, 4e5]]
    np.savetxt(tmp_path / "d.csv", np.column_stack([rows, [0, 1]]), delimiter=",")
    assert read(tmp_path / "d.csv").examples == Examples([[f"{value:.18e}" for value in row] for row in rows], [-1, 1])
    np.savetxt(tmp_path / "w.csv", [[3, 25, 0], [-2, 4e5, 1]], delimiter=",")
    assert read(tmp_path / "w.csv").examples.holds_array
