"""Files: what is read is exactly what is written, and what cannot be read is named by file and line."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from perceptron import Examples, InputError, datasets, run
from perceptron.data.read import read, read_csv, read_svm
from perceptron.learners.perceptron import Perceptron


def put(folder: Path, text: str | bytes, name: str = "d.csv") -> Path:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


@pytest.mark.parametrize(
    "text",
    [
        "a,b,kind\n0.1,-2,no\n1e-3,3/4,yes\n",
        "0.1,-2,no\n1e-3,3/4,yes",
        "0.1 , -2,no \n 0.001 ,0.75  , yes\n",
        "a;b;k\r\n0.1; -2;no\r\n\r\n1e-3;.75;yes\r\n",
        "\ufeffa\tb\tk\n+0.10\t-2.0\tno\n0.001\t0.75\tyes\n",
        'a,"b, too",k\n"0.1","-2",no\n0.001,0.75,"yes"\n',
    ],
)
def test_csv_in_the_shapes_that_it_comes_in(tmp_path: Path, text: str) -> None:
    data = read(put(tmp_path, text))
    assert data.examples == Examples([["0.1", "-2"], ["0.001", "0.75"]], [-1, 1])
    assert data.classes == {"no": -1, "yes": 1} and len(data.features) == 2


def test_label_column_by_name_and_positive_class_by_choice(tmp_path: Path) -> None:
    path = put(tmp_path, "kind,a\nyes,1\nno,2\n")
    data = read_csv(path, label="kind", positive="no")
    assert data.examples == Examples([[1], [2]], [-1, 1]) and data.classes == {"yes": -1, "no": 1}
    assert data.features == ("a",)


@pytest.mark.parametrize(
    ("labels", "classes"),
    [
        (("1", "0"), {"0": -1, "1": 1}),
        (("+1", "-1"), {"-1": -1, "+1": 1}),
        (("10", "9"), {"9": -1, "10": 1}),
        (("b", "a"), {"a": -1, "b": 1}),
        (("é", "z"), {"z": -1, "é": 1}),
    ],
)
def test_classes_of_any_name(tmp_path: Path, labels: tuple[str, str], classes: dict[str, int]) -> None:
    data = read(put(tmp_path, f"1,{labels[0]}\n2,{labels[1]}\n"))
    assert data.classes == classes and data.examples.labels == tuple(classes[name] for name in labels)


def test_one_class_written_in_several_ways(tmp_path: Path) -> None:
    assert read(put(tmp_path, "1,1\n2,1.0\n3,+1\n4,-1\n")).examples.labels == (1, 1, 1, -1)


number = st.one_of(
    st.fractions(max_denominator=1000).map(str),
    st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**25), max_value=10**25).map(str),
    st.integers(-(10**30), 10**30).map(str),
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(number, number, st.sampled_from(["a", "b"])), min_size=2, max_size=8))
def test_round_trip_is_exact(tmp_path: Path, rows: list[tuple[str, str, str]]) -> None:
    rows = [*rows, ("1", "2", "a"), ("3", "4", "b")]
    text = "".join(",".join(row) + "\n" for row in rows)
    expected = Examples([row[:2] for row in rows], [1 if row[2] == "b" else -1 for row in rows])
    assert read(put(tmp_path, text)).examples == expected
    svm = "".join(f"{row[2]} 1:{row[0]} 2:{row[1]}\n" for row in rows)
    assert read(put(tmp_path, svm, "d.svm")).examples == expected


def test_an_svm_light_file_is_read_exactly(tmp_path: Path) -> None:
    data = read_svm(put(tmp_path, "# head\n+1 3:0.5 1:2 # note\n\n-1\n-1 2:-1e1\n", "d.svm"))
    assert data.examples == Examples([[2, 0, "1/2"], [0, 0, 0], [0, -10, 0]], [1, -1, -1])
    assert data.features == ("x1", "x2", "x3") and data.classes == {"-1": -1, "+1": 1}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "d.csv: the file is empty"),
        ("\n \n", "d.csv: the file is empty"),
        ("a,b\n", "d.csv: the file has no examples"),
        ("1,2,x\n1,y\n", "d.csv, line 2: 2 columns, but line 1 has 3"),
        ("a,b,k\n1,2,x\n1,nan,y\n", "d.csv, line 3, column b: nan is not a finite number"),
        ("1,-Inf,x\n1,2,y\n", "d.csv, line 1, column x2: -Inf is not a finite number"),
        ("1,2,x\n,2,y\n", "d.csv, line 2, column x1: a value is missing"),
        ("1,2,x\nNA,2,y\n", "d.csv, line 2, column x1: a value is missing"),
        ("1,2,x\n1,two,y\n", "d.csv, line 2, column x2: 'two' is not a rational number"),
        ("1,2,x\n1,٣,y\n", "is not a rational number"),
        ("1,2,x\n1,1e999999999,y\n", "d.csv, line 2, column x2: '1e999999999' has an exponent beyond"),
        ("1,2,x\n1,3,\n", "d.csv, line 2, column class: the class is missing"),
        ("1,x\n2,x\n", "d.csv: all 2 examples have the class 'x'; two are needed"),
        ("1,x\n2,y\n3,z\n", "d.csv, line 3, column class: a third class 'z' beside 'x' and 'y'"),
        ("x\ny\n", "d.csv, line 1: expected numbers and a class, found one column"),
        (b"1,2,x\n1,\xff,y\n", "d.csv, line 2: byte 0xff is not UTF-8 text"),
        (b"1,2,x\n1,\0,y\n", "d.csv, line 2: a NUL byte"),
        ('1,"2,x\n', "d.csv, line 1: "),
    ],
)
def test_csv_refused_by_file_and_line(tmp_path: Path, text: str | bytes, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read(put(tmp_path, text))
    assert message in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "d.svm: the file has no examples"),
        ("1 1:1\n-1 2:1 2:3\n", "d.svm, line 2: index 2 occurs twice"),
        ("1 1:1\n-1 x:1\n", "d.svm, line 2: 'x:1' is not index:value"),
        ("1 -1:1\n", "is not index:value"),
        ("1 a\n", "'a' is not index:value"),
        ("1 1:\n", "d.svm, line 1, index 1: a value is missing"),
        ("1 1:inf\n", "d.svm, line 1, index 1: inf is not a finite number"),
        ("1 1:1e999999999\n", "exponent beyond"),
        ("1 99999999999999999999:1\n", "is not index:value"),
        ("1 3000000000:1\n-1 1:1\n", "d.svm, line 1: '3000000000:1' is not index:value with index from 1 (or from 0) to 2147483646"),
        ("1 1:1\n1 1:2\n", "all 2 examples have the class '1'"),
        ("1 1:1\n2 1:2\n3 1:2\n", "line 3: a third class '3'"),
        (b"1 1:\xe9\n", "line 1: byte 0xe9 is not UTF-8"),
    ],
)
def test_svm_refused_by_file_and_line(tmp_path: Path, text: str | bytes, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read(put(tmp_path, text, "d.svm"))
    assert message in str(caught.value) and "\n" not in str(caught.value)


def test_files_that_are_not_there(tmp_path: Path) -> None:
    for path in (tmp_path / "none.csv", tmp_path / "none.svm", tmp_path):
        with pytest.raises(InputError, match=path.name):
            read(path)
    with pytest.raises(InputError, match="no column"):
        read(put(tmp_path, "a,b\n1,2\n"), label="c")
    with pytest.raises(InputError, match="no class is named 'z', only x and y"):
        read(put(tmp_path, "1,x\n2,y\n"), positive="z")
    with pytest.raises(InputError, match="for CSV only"):
        read(tmp_path / "d.svm", label="a")


def test_many_rows_are_kept_as_int64_and_mixed_scales_meet(tmp_path: Path) -> None:
    """More than one block, with other decimals in each: the common denominator is found at the end."""
    rows = [f"{i}.{i % 10}{'5' if i > 30_000 else ''},{i},{'y' if i % 3 else 'n'}" for i in range(40_000)]
    data = read(put(tmp_path, "\n".join(rows))).examples
    assert data.holds_array and len(data) == 40_000 and data.denominator == 20
    for i in (0, 7, 16_383, 16_384, 30_001, 39_999):
        assert data[i].x == (Fraction(rows[i].split(",")[0]), i)
    assert run(Perceptron(), data[:500], "int").updates == run(Perceptron(), data[:500], "certified").updates


@given(st.data())
def test_products_are_exact_however_long_the_vector_is(data: st.DataObject) -> None:
    """A long vector is cut into parts that fit; the sums are those of Python's integers."""
    d = data.draw(st.integers(1, 4))
    bits, entries = data.draw(st.integers(1, 62)), data.draw(st.integers(1, 200))
    rows = data.draw(st.lists(st.lists(st.integers(-(2**bits), 2**bits), min_size=d, max_size=d), min_size=1, max_size=6))
    v = data.draw(st.lists(st.integers(-(2**entries), 2**entries), min_size=d, max_size=d))
    labels = [1 if i % 2 else -1 for i in range(len(rows))]
    expected = [y * sum(a * b for a, b in zip(v, row, strict=True)) for row, y in zip(rows, labels, strict=True)]
    assert Examples.from_array(np.array(rows, dtype=np.int64), labels).against(v) == expected


@pytest.mark.parametrize("name", datasets.NAMES)
def test_a_shipped_data_set_is_what_its_readme_says(name: str) -> None:
    data = datasets.load(name)
    assert set(data.classes.values()) == {-1, 1}
    assert (len(data.examples), len(data.features)) == {"penguins-adelie-gentoo": (274, 4)}.get(name, (219, 2))
    readme = (datasets.FOLDER / "README.md").read_text(encoding="utf-8")
    assert f"`{name}.csv` | {len(data.examples)}" in readme and "CC0" in readme


def test_an_unknown_data_set_is_refused_by_name() -> None:
    with pytest.raises(InputError, match="no data set is named 'iris'"):
        datasets.load("iris")
