"""Files and frames: what is read is exactly what is written, and what cannot be read is named in one line."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import random
import tomllib
import tracemalloc
import warnings
import zipfile
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy import sparse  # also in no_arrays.txt

from perceptron import Examples, InputError, Perceptron, datasets, measure, passes
from perceptron.data import opening
from perceptron.data.examples import rescale_examples
from perceptron.data.read import Dataset, of_frame, read
from tests.amounts import cases, sampled
from tests.cli.running import pp

TABLES = tomllib.loads((Path(__file__).parent / "tables.toml").read_text(encoding="utf-8"))
EXPECTED = Examples([["0.5", -2], ["1.5", 3], [0, "-0.25"]], [-1, 1, 1])
ROWS = [("0.5", "-2", "no"), ("1.5", "3", "yes"), ("0", "-0.25", "yes")]
CSV = "0.5,-2,no\n1.5,3,yes\n0,-0.25,yes\n"
FRAME = pd.DataFrame({"a": [0.5, 1.5, 0.0], "b": [-2.0, 3.0, -0.25], "kind": ["no", "yes", "yes"]})
MATRIX, ONES = np.array([[0.5, -2], [1.5, 3], [0, -0.25]]), np.array([0, 1, 1])


def file(folder: Path, text: str | bytes, name: str = "d.csv") -> Path:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def lines(*rows: tuple[str, ...], by: str = ",") -> str:
    return "".join(by.join(row) + "\n" for row in rows)


def zipped(**files: str | bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in files.items():
            archive.writestr(name.replace("_dot_", "."), content)
    return made.getvalue()


@pytest.mark.parametrize("by", [",", ";", "\t", "|", " ", "   ", ", "])
@pytest.mark.parametrize("header", [False, True])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_any_delimiter_with_and_without_header(tmp_path: Path, by: str, header: bool, end: str) -> None:
    text = lines(*([("a", "b", "kind")] * header), *ROWS, by=by).replace("\n", end)
    data = read(file(tmp_path, text))
    assert data.examples == EXPECTED and data.features == (("a", "b") if header else ("x1", "x2"))


@pytest.mark.parametrize("place", [0, 1, 2])
def test_the_class_in_any_column_is_found_by_name_number_place_or_look(tmp_path: Path, place: int) -> None:
    def moved(row: tuple[str, ...]) -> tuple[str, ...]:
        return (*row[:place], row[2], *row[place:2])

    named = file(tmp_path, lines(moved(("a", "b", "kind")), *map(moved, ROWS)), "named.csv")
    bare = file(tmp_path, lines(*map(moved, ROWS)), "bare.csv")
    for path, label in [(named, "kind"), (named, str(place + 1)), (named, None), (bare, str(place + 1)), (bare, None)]:
        assert read(path, label).examples == EXPECTED, (path.name, label)
    if place != 1:
        assert read(bare, "first" if place == 0 else "last").examples == EXPECTED


@pytest.mark.parametrize(("text", "name"), TABLES["shapes"])
def test_shapes_that_other_programs_write(tmp_path: Path, text: str, name: str) -> None:
    assert read(file(tmp_path, text, name)).examples == EXPECTED


PASSENGERS = "id,age,sex,fare,survived\n1,22,m,7,0\n2,38,f,71,1\n3,26,f,8,1\n4,35,m,8,0\n5,54,m,51,0\n"


@pytest.mark.parametrize("through", [read, lambda path, **how: of_frame(pd.read_csv(path), **how)])
def test_a_class_is_never_guessed_where_several_columns_can_be_it(tmp_path: Path, through: Callable[..., Dataset]) -> None:
    path = file(tmp_path, PASSENGERS)
    text, chosen = through(path), through(path, label="survived", drop=["sex", "fare"])
    assert text.label == "sex"  # the only column without numbers, so that it can be nothing else
    assert (chosen.label, chosen.features) == ("survived", ("id", "age"))
    assert chosen.notes == ("the column id is read as a feature; --drop id leaves it out",)
    assert through(path, drop=["sex", "id"]).label == "survived"  # the only one of two values
    (tmp_path / "two").mkdir()
    two = file(tmp_path / "two", PASSENGERS.replace(",m,", ",0,").replace(",f,", ",1,"))
    with pytest.raises(InputError, match=r"found 2 that can be it: sex, survived; choose by --label NAME"):
        through(two)
    with pytest.raises(InputError, match=r"no column .* is named 'ticket'"):
        through(path, drop=["ticket"])


def test_pandas_index_is_left_out_by_name(tmp_path: Path) -> None:
    frame = pd.DataFrame(MATRIX, columns=["a", "b"]).assign(label=[0, 1, 1])
    frame.to_csv(tmp_path / "index.csv")
    assert read(tmp_path / "index.csv", drop=["first"]).examples == EXPECTED
    for reading in (partial(read, tmp_path / "index.csv"), partial(of_frame, pd.read_csv(tmp_path / "index.csv"))):
        with pytest.raises(InputError, match=r"the first column has no name; .* --drop first"):
            reading()


@pytest.mark.parametrize("dtype", ["Int64", "string", "object"])
def test_a_missing_class_of_a_frame_is_named_by_its_row(dtype: str) -> None:
    frame = pd.DataFrame({"a": [1, 2, 3], "label": pd.array([1, None, 0] if dtype == "Int64" else ["x", None, "y"], dtype=dtype)})
    with pytest.raises(InputError, match="row 2, column label: the class is missing"):
        of_frame(frame)


def test_spreadsheets_and_other_encodings_are_named(tmp_path: Path) -> None:
    for content, name, words in (
        (zipped(**{"xl/workbook.xml": "x"}), "s.xlsx", "found a spreadsheet; save its sheet as CSV in UTF-8"),
        ("h,kind\n1,a\n".encode("utf-16"), "s.csv", "found UTF-16; save the file as UTF-8"),
        ("h,kind\n1,grün\n2,rot\n".encode("latin-1"), "s.csv", "found the byte 0xfc at position 11; save the file as UTF-8"),
    ):
        with pytest.raises(InputError, match=words):
            read(file(tmp_path, content, name))


@pytest.mark.parametrize(("text", "choices", "rows", "features"), TABLES["first_row"])
def test_whether_the_first_row_names_the_columns(
    tmp_path: Path, text: str, choices: dict[str, Any], rows: int, features: list[str]
) -> None:
    data = read(file(tmp_path, text), **choices)
    assert (len(data.examples), [*data.features]) == (rows, features)


@pytest.mark.parametrize(("labels", "choices", "classes"), TABLES["classes"])
def test_classes_of_any_name(tmp_path: Path, labels: list[str], choices: dict[str, Any], classes: dict[str, int]) -> None:
    for text, name in (
        (lines(*((f"{t}", y) for t, y in enumerate(labels))), "d.csv"),
        ("".join(f"{y} 1:{t}\n" for t, y in enumerate(labels)), "d.svm"),
    ):
        data = read(file(tmp_path, text, name), **({"header": False, "label": "last"} if name == "d.csv" else {}), **choices)
        assert data.classes == classes
        kept = [y for y in labels if y in classes or "classes" not in choices]
        assert data.examples.labels == tuple(
            next(sign for other, sign in classes.items() if y in (other, "+1", "1.0") and (y == other or sign == 1)) for y in kept
        )
        assert data.notes == (("1 row of other classes left out",) if len(kept) < len(labels) else ())


number = st.one_of(
    st.fractions(max_denominator=1000).map(str),
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**25), max_value=10**25).map(str),
    st.integers(-(10**30), 10**30).map(str),
    st.sampled_from(["-0", "-.5", "5.", "007", "+3", "1e3", "0.000000000000000001", "1.5E+003", "-0.0", "1e-1000"]),
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(st.tuples(number, number), min_size=2, max_size=8), st.booleans())
def test_numbers_are_read_as_they_are_written(tmp_path: Path, rows: list[tuple[str, str]], plain: bool) -> None:
    """Columns of plain decimals and cells of any other kind come out alike."""
    rows = [(a.partition("/")[0] if plain else a, b) for a, b in rows]
    labels = [1 if t % 2 else -1 for t in range(len(rows))]
    expected = Examples(rows, labels)
    text = lines(*((*row, "no" if y < 0 else "yes") for row, y in zip(rows, labels, strict=True)))
    assert read(file(tmp_path, text), header=False).examples == expected
    commas = text.replace(",", ";").replace(".", ",")
    assert read(file(tmp_path, commas + "0,5;0;no\n"), header=False).examples == Examples([*rows, ("1/2", 0)], [*labels, -1])
    svm = "".join(f"{y} 1:{a} 2:{b}\n" for (a, b), y in zip(rows, labels, strict=True))
    assert read(file(tmp_path, svm, "d.svm")).examples == expected


def test_large_texts_are_read_in_parts_that_meet_over_one_denominator(tmp_path: Path) -> None:
    rows = [f"{i}.{i % 10}{'5' if i > 30_000 else ''},{i},{'y' if i % 3 else 'n'}" for i in range(40_000)]
    data = read(file(tmp_path, "\n".join(rows))).examples
    assert data.integer_matrix is not None and not data.integer_matrix.long and len(data) == 40_000 and data.denominator == 20
    for i in (0, 7, 16_383, 16_384, 30_001, 39_999):
        assert data[i].x == (Fraction(rows[i].split(",")[0]), i)
    rows[39_000] = "1,x,y"
    with pytest.raises(InputError, match="line 39001, column x2: 'x' is not"):
        read(file(tmp_path, "\n".join(rows)))


@pytest.mark.parametrize("written", sampled([repr, "{:.18e}".format, "{:.2f}".format], 1))
def test_a_file_of_many_long_decimals_is_what_its_fractions_are(written: Callable[[float], str], tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    cells = [[written(float(value)) for value in row] for row in rng.normal(size=(3_000, 4))]
    labels = rng.choice([-1, 1], 3_000).tolist()
    many, few = (
        read(file(tmp_path, lines(*((*row, str(y)) for row, y in zip(cells, labels, strict=True))))).examples,
        Examples(cells, labels),
    )
    assert many == few and many.matrix().long == (written != "{:.2f}".format)
    made, expected = passes(Perceptron(), many, 2), passes(Perceptron(), few, 2, engine="int")
    assert (made.rounds, made.final) == (expected.rounds, expected.final)
    assert measure(made, [3, -5, 2, 1], "1/9") == measure(expected, [3, -5, 2, 1], "1/9")


@pytest.mark.nocover
def test_much_svm_light_with_few_entries_is_kept_sparse(tmp_path: Path) -> None:
    rows = [{1 + 7 * t % 1000: f"{t % 9 + 1}.5", 1001 + t % 2000: "-2", 3000: "0"} for t in range(501)]
    text = "".join(f"{1 if t % 3 else -1} " + " ".join(f"{i}:{a}" for i, a in row.items()) + "\n" for t, row in enumerate(rows))
    found = read(file(tmp_path, text, "d.svm")).examples
    assert found.sparse is not None and (len(found), found.dimension, found.denominator) == (501, 3000, 2)
    assert found == Examples([[row.get(i, 0) for i in range(1, 3001)] for row in rows], found.labels)
    far = read(file(tmp_path, "1 2:3 2000000000:1e400\n-1 2:-1\n", "d.svm"))
    assert far.features == ("x2", "x2000000000") and far.examples == Examples([[3, "1e400"], [-1, 0]], [1, -1])
    assert far.notes == ("1,999,999,998 of 2,000,000,000 indices occur in no example and are left out",)


REFUSED_CSV = [
    *TABLES["refused_csv"],
    ("1,2,x\n1," + "1" * 200_000 + ",y\n", "d.csv, line 2, column x2: number of 200000 characters"),
    (b"1,2,x\n1,\xff,y\n", "expected text in UTF-8, found the byte 0xff"),
    (b"1,2,x\n1,\0,y\n", "d.csv, line 2, column x2: "),
    ("a\tb\n1\t2\n".encode("utf-16"), "found UTF-16"),
    (b"\xd0\xcf\x11\xe0" + bytes(range(256)), "d.csv"),
    (b"PK\x03\x04" + bytes(99), "d.csv"),
]
REFUSED_SVM = [*TABLES["refused_svm"], (b"1 1:\xe9\n", "line 1: 'utf-8' codec can't decode byte 0xe9")]


@pytest.mark.parametrize(("text", "words", "name"), [(*r, "d.csv") for r in REFUSED_CSV] + [(*r, "d.svm") for r in REFUSED_SVM])
def test_what_is_no_data_is_refused_by_file_and_line(tmp_path: Path, text: str | bytes, words: str, name: str) -> None:
    with pytest.raises(InputError) as caught:
        read(file(tmp_path, text, name))
    assert words in str(caught.value) and str(tmp_path / name) in str(caught.value) and "\n" not in str(caught.value)
    assert pp("audit", str(tmp_path / name)).exit_code == 2


MESSY = """size,plan,since,seats,kind
1.5,pro,2024-01-03,4,y
2,team,2024-02-01,,n
,pro,2024-02-02,x,y
2.5,basic,2024-02-03,7,?
3,pro,2024-02-04,1,n
"""


def test_table_with_several_faults_reports_all_with_options_that_read_it(tmp_path: Path) -> None:
    """Each fault would cost a run of its own otherwise."""
    path = file(tmp_path, MESSY + "4,pro,2024-02-05,1,n,8\n")
    with pytest.raises(InputError) as caught:
        read(path, label="kind")
    told = str(caught.value)
    for words in (
        "d.csv, line 5, column kind: the class is missing",
        "line 7: 6 columns, where the first row has 5",
        "line 4, column size: a value is missing (--missing drop-rows leaves such rows out, --drop size leaves the column out)",
        "line 2, column plan: 'pro' is not",
        "and in 3 rows more (--one-hot plan makes a feature of each name, --drop plan leaves the column out)",
        "line 2, column since: '2024-01-03' is not",
        "line 3, column seats: a value is missing",
        "line 4, column seats: 'x' is not",
        "; to read it all the same: --missing drop-rows --one-hot plan --drop since --one-hot seats",
    ):
        assert words in told
    assert "\n" not in told


def test_rows_without_a_value_are_left_out_and_names_become_features(tmp_path: Path) -> None:
    expected = Examples([["3/2", 1, 0], [3, 1, 0], [2, 0, 1]], [1, -1, -1])
    path = file(tmp_path, MESSY.replace("team,2024-02-01,", "team,2024-02-01,5"))
    pandas = pytest.importorskip("pandas")
    frame = pandas.read_csv(path, dtype={"seats": str}, na_values=["?"])
    for data in (
        read(path, label="kind", drop=["since", "seats"], missing="drop-rows", one_hot=["plan"]),
        of_frame(frame, drop=["since", "seats"], missing="drop-rows", one_hot=["plan"]),
    ):
        assert sorted(zip(data.examples.labels, (e.x for e in data.examples), strict=True)) == sorted(
            zip(expected.labels, (e.x for e in expected), strict=True)
        )
        assert data.features == ("size", "plan=pro", "plan=team") and "2 rows without a value left out" in data.notes


@pytest.mark.parametrize("header", [None, False])
def test_names_of_a_first_row_that_is_an_example_keep_their_place(tmp_path: Path, header: bool | None) -> None:
    """Whether the first row names the columns may be known only at the end, when its codes have to move to the front."""
    data = read(file(tmp_path, "7,a,u\n1,b,v\n2,a,u\n", "d.txt"), header=header, one_hot=["2"], label="last")
    assert data.examples == Examples([[7, 1, 0], [1, 0, 1], [2, 1, 0]], [-1, 1, -1])


def test_only_a_table_has_rows_to_leave_out(tmp_path: Path) -> None:
    for choices in ({"missing": "drop-rows"}, {"one_hot": ["a"]}):
        with pytest.raises(InputError, match="only of a table"):
            read(file(tmp_path, "1 1:2\n-1 1:3\n", "d.svm"), **choices)


def test_rescaled_columns_keep_their_ratios_and_lie_between_one_and_ten(tmp_path: Path) -> None:
    """Also of a sparse matrix, and of a column that is always 0."""
    rows = [{1: "0.002", 2: "310.4", 5: "9"}, {1: "-0.0031", 2: "-7", 5: "10"}]
    text = "".join(f"{y} " + " ".join(f"{i}:{a}" for i, a in row.items()) + "\n" for y, row in zip((1, -1), rows, strict=True))
    dense = read(file(tmp_path, text, "d.svm")).examples
    thin = Examples.from_sparse(sparse.csr_array(np.array(dense.numerators)), dense.labels, dense.denominator)
    for examples in (dense, thin):
        assert rescale_examples(examples) == Examples([[2, "3.104", 0, 0, "0.9"], ["-3.1", "-0.07", 0, 0, 1]], [1, -1])


def test_what_is_asked_for_and_not_there(tmp_path: Path) -> None:
    for path in (tmp_path / "none.csv", tmp_path / "none.svm", tmp_path / "none.npz", tmp_path):
        with pytest.raises(InputError, match=path.name):
            read(path)
    path = file(tmp_path, "a,b\n1,x\n2,y\n")
    for choices, words in (
        ({"label": "c"}, "no column"), ({"positive": "z"}, "no class is named 'z', only x and y"),
        ({"classes": ("p", "q")}, "no example has one of the classes p and q"),
    ):  # fmt: skip
        with pytest.raises(InputError, match=words):
            read(path, **choices)
    for name in ("d.svm", "d.npz", "d.npy"):
        with pytest.raises(InputError, match=r"label|classes"):
            read(tmp_path / name, label="a")
    with pytest.raises(InputError, match="header"):
        read(tmp_path / "d.npz", header=True)


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (gzip.compress(CSV.encode()), "d.csv.gz"),
        (gzip.compress(CSV.encode()), "d.txt"),
        (bz2.compress(CSV.encode()), "d.csv.bz2"),
        (lzma.compress(b"-1 1:0.5 2:-2\n1 1:1.5 2:3\n1 2:-0.25\n"), "d.svm.xz"),
        (zipped(d_dot_csv=CSV), "d.zip"),
        (zipped(**{"data/d_dot_csv": CSV, "__MACOSX/d_dot_csv": b"\0"}), "D.ZIP"),
    ],
    ids=["csv.gz", "gz named txt", "csv.bz2", "svm.xz", "zip", "ZIP"],  # of their own: what gzip writes has the time in it
)
def test_packed_files(tmp_path: Path, content: bytes, name: str) -> None:
    assert read(file(tmp_path, content, name)).examples == EXPECTED
    for cut in (3, len(content) // 2, -4):
        with pytest.raises(InputError, match=name):
            read(file(tmp_path, content[:cut], name))
    for damaged in (zipped(a_dot_csv=CSV, b_dot_csv=CSV), zipped(), CSV):
        with pytest.raises(InputError, match=r"d\.zip: "):
            read(file(tmp_path, damaged, "d.zip"))


def test_arrays(tmp_path: Path) -> None:
    np.save(tmp_path / "last.npy", np.column_stack([MATRIX, ONES]))
    np.save(tmp_path / "first.npy", np.column_stack([ONES, MATRIX]))
    np.savez(tmp_path / "d.npz", X=MATRIX.astype(">f8"), y=ONES[:, None])
    np.savez_compressed(tmp_path / "words.npz", X=MATRIX.astype(np.float32), y=np.array(["no", "yes", "yes"]))
    for name, label in (("last.npy", None), ("first.npy", "first"), ("d.npz", None), ("words.npz", None)):
        assert read(tmp_path / name, label).examples == EXPECTED
    assert read(file(tmp_path, gzip.compress((tmp_path / "last.npy").read_bytes()), "packed.npy.gz")).examples == EXPECTED
    for values in (
        [[0.1], [2**53 + 2.0]],
        np.array([[2**64 - 1], [3]], np.uint64),
        np.array([[True], [False]]),
        np.array([[0.1], [3]], np.longdouble),
    ):
        np.savez(tmp_path / "e.npz", X=values, y=[0, 1])
        assert [e.x[0] for e in read(tmp_path / "e.npz").examples] == [
            Fraction(*v.as_integer_ratio()) for v in np.array(values)[:, 0].tolist()
        ]


@pytest.mark.parametrize("case", cases(__file__, "no_arrays.txt"))
def test_files_that_are_no_arrays_are_refused_in_one_line(tmp_path: Path, case: list[str]) -> None:
    save, name, words = map(eval, case)
    save(tmp_path / name)
    with pytest.raises(InputError) as caught:
        read(tmp_path / name)
    assert words in str(caught.value) and name in str(caught.value) and "\n" not in str(caught.value)


def test_read_of_a_packed_array_of_a_wrong_shape_unpacks_nothing(tmp_path: Path) -> None:
    """3 MB of file unpacked to 3.2 GB before its shape was looked at."""
    np.savez_compressed(tmp_path / "d.npz", X=np.zeros((1 << 21, 2)), y=[1, -1])
    tracemalloc.start()
    with pytest.raises(InputError, match=r"X has shape \(2097152, 2\) and y \(2,\)"):
        read(tmp_path / "d.npz")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1 << 22


@pytest.mark.parametrize("through", ["frame", "parquet"])
def test_frames_and_parquet(tmp_path: Path, through: str) -> None:
    def given(frame: pd.DataFrame, label: str | None = None) -> Any:
        if through == "frame":
            return of_frame(frame, label)
        frame.to_parquet(tmp_path / "d.parquet")
        return read(tmp_path / "d.parquet", label)

    data = given(FRAME)
    assert data.examples == EXPECTED and data.features == ("a", "b")
    for label in ("kind", "1", "first", None):
        assert given(FRAME[["kind", "b", "a"]], label).features == ("b", "a")
    assert given(FRAME.assign(a=[Decimal("0.5"), Decimal("1.5"), Decimal(0)])).examples == EXPECTED
    assert given(FRAME.convert_dtypes()).examples == EXPECTED
    assert given(FRAME.set_index("kind"), "kind").examples == EXPECTED
    assert given(FRAME[FRAME["b"] < 9].set_index(pd.Index(["p", "q", "r"], name="id"))).examples == EXPECTED
    mixed = given(pd.DataFrame({"n": [2**60 + 1, 3], "f": [0.5, 0.25], "t": [True, False], "kind": [0, 1]}), "last")
    assert mixed.examples[0].x == (2**60 + 1, Fraction(1, 2), 1)
    for column in ([1.0, None, 2.0], pd.array([1, None, 2], dtype="Int64"), pd.to_datetime(["2020-01-01"] * 3), [np.inf, 1.0, 2.0]):
        with pytest.raises(InputError, match="column b: "):
            given(FRAME.assign(b=column), "kind")


@pytest.mark.parametrize("name", sampled(["d.parquet", "d.npy", "d.npz", "d.zip"], 2))
def test_a_damaged_file_is_refused_in_one_line_wherever_the_damage_is(tmp_path: Path, name: str) -> None:
    """The libraries let errors of a dozen kinds through, some of two lines."""
    path = tmp_path / name
    if name == "d.parquet":
        FRAME.to_parquet(path)
    elif name == "d.zip":
        path.write_bytes(zipped(d_dot_csv=CSV))
    else:
        np.save(path, np.column_stack([MATRIX, ONES])) if name == "d.npy" else np.savez(path, X=MATRIX, y=ONES)
    whole, draw = path.read_bytes(), random.Random(4)
    for _ in range(300):
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


@pytest.mark.parametrize("name", datasets.NAMES)
def test_a_shipped_data_set_is_what_its_readme_says(name: str) -> None:
    data = datasets.load(name)
    assert set(data.classes.values()) == {-1, 1}
    assert (len(data.examples), len(data.features)) == {"penguins-adelie-gentoo": (274, 4)}.get(name, (219, 2))
    readme = (datasets.FOLDER / "README.md").read_text(encoding="utf-8")
    assert f"`{name}.csv` | {len(data.examples)}" in readme and "CC0" in readme
    with pytest.raises(InputError, match="no data set is named 'iris'"):
        datasets.load("iris")


@pytest.mark.parametrize(("name", "row"), [("table.csv", "1,2,a\n"), ("table.svm", "+1 1:2\n")])
def test_blank_lines_without_end_are_refused_before_they_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, row: str
) -> None:
    """Gigabytes of blank lines after the first row took minutes; fewer than the limit are passed over."""
    monkeypatch.setattr(opening, "MAX_BLANK", 1000)
    other = row.replace("a", "b").replace("+1", "-1")
    (tmp_path / name).write_text(row + "\n" * 1000 + other)
    assert len(read(tmp_path / name).examples) == 2
    (tmp_path / name).write_text(row + "\n" * 1001 + other)
    with pytest.raises(InputError, match=r"line 1002: expected a row, found 1,000 blank lines"):
        read(tmp_path / name)


@pytest.mark.parametrize("more", [0, 1])
def test_a_table_with_too_many_columns_is_refused_before_they_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: int) -> None:
    """Four million columns took minutes; as many as the limit are read."""
    monkeypatch.setattr("perceptron.data.read.MAX_COLUMNS", 30)
    (file := tmp_path / "wide.csv").write_text("".join("1," * (29 + more) + f"{name}\n" for name in "ab"))
    if not more:
        assert read(file).examples.dimension == 29
        return
    with pytest.raises(InputError, match=r"line 1: expected numbers and a class, found 31 columns; write as svm-light"):
        read(file)
