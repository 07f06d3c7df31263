"""Files in the shapes that they come in: where the class and the header are, gzip, svm-light's dialects, arrays, Parquet."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from math import isqrt
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from scipy import sparse

from perceptron import Examples, InputError, Perceptron, measure, passes
from perceptron.data.prepare import normalised, shuffled
from perceptron.data.read import Dataset, read
from tests.perceptron.strategies import examples

EXPECTED = Examples([["0.5", -2], ["1.5", 3], [0, "-0.25"]], [-1, 1, 1])
ROWS = [("0.5", "-2", "no"), ("1.5", "3", "yes"), ("0", "-0.25", "yes")]


def file(folder: Path, text: str | bytes, name: str = "d.csv") -> Path:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def lines(*rows: tuple[str, ...], by: str = ",") -> str:
    return "".join(by.join(row) + "\n" for row in rows)


@pytest.mark.parametrize("by", [",", ";", "\t", "|", " ", "   ", ", "])
@pytest.mark.parametrize("header", [False, True])
def test_any_delimiter_with_and_without_header(tmp_path: Path, by: str, header: bool) -> None:
    text = lines(*([("a", "b", "kind")] * header), *ROWS, by=by)
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


def test_a_column_called_class_is_the_class_though_it_has_numbers(tmp_path: Path) -> None:
    data = read(file(tmp_path, "target,a\n0,5\n1,6\n"))
    assert data.examples == Examples([[5], [6]], [-1, 1]) and data.features == ("a",)


def test_pandas_default_header_is_a_header_and_its_index_no_feature(tmp_path: Path) -> None:
    frame = pd.DataFrame([[0.5, -2.0], [1.5, 3.0], [0.0, -0.25]])
    for labels in ([0, 1, 1], ["no", "yes", "yes"]):
        frame["label"] = labels
        frame.to_csv(tmp_path / "bare.csv", index=False)
        frame.to_csv(tmp_path / "index.csv")
        for name in ("bare.csv", "index.csv"):
            data = read(tmp_path / name)
            assert data.examples == EXPECTED and data.features == ("0", "1")
            assert bool(data.notes) is (name == "index.csv")


@pytest.mark.parametrize(
    "text",
    [
        "a;b;k\n0,5;-2;no\n1,5;3;yes\n0;-0,25;yes\n",
        "0,5;-2,0;no, no\n1,5E0;3;yes, yes\n0;-,25;yes, yes\n",
        '"0,5","-2","no"\n"1,5","3","yes"\n"0","-0,25","yes"\n',
        "a;b;k;\n0.5;-2;no;\n1.5;3;yes;\n0;-0.25;yes;\n",
        '"a","b","k"\n"r1",0.5,-2,"no"\n"r2",1.5,3,"yes"\n"r3",0,-0.25,"yes"\n',
        "a b k\n1 0.5 -2 no\n2 1.5 3 yes\n3 0 -0.25 yes\n",
        "Unnamed: 0,a,b,k\n0,0.5,-2,no\n1,1.5,3,yes\n2,0,-0.25,yes\n",
        "y,x1,x2\n0,0.5,-2\n1,1.5,3\n1,0,-0.25\n",
        "x,y,k\n0.5,-2,no\n1.5,3,yes\n0,-0.25,yes\n",
        "\ufeff-1 1:.5 2:-2\n1 1:1.5 2:3\n1 2:-.25\n",
    ],
    ids=[
        "comma",
        "comma everywhere",
        "quoted comma",
        "delimiter at the end",
        "R",
        "R with blanks",
        "index",
        "y",
        "x and y",
        "svm with BOM",
    ],
)
def test_shapes_that_other_programs_write(tmp_path: Path, text: str) -> None:
    assert read(file(tmp_path, text, "d")).examples == EXPECTED


@pytest.mark.parametrize("cell", ["1e999999999", "0x1F", "1" * 5000, "1/0", "1,234", "$5", "−2", "abc"])
def test_a_first_row_with_what_was_meant_as_a_number_is_no_header(tmp_path: Path, cell: str) -> None:
    with pytest.raises(InputError, match="line 1, column x1: "):
        read(file(tmp_path, f"{cell}\t2\tno\n1\t2\tyes\n2\t3\tno\n"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a;b;k\n1,2;2;no\n2.5;3;yes\n", "line 3: column 1: '2.5' has a point"),
        ("1;2;no\n" * 300 + "1,5;3;yes\n", "line 301, column x1"),
        ("a,b,k\n1,2,no,\n3,4,yes,\n", "line 2: 4 columns, but line 1 has 3"),
    ],
)
def test_cells_unlike_the_others_are_refused(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        read(file(tmp_path, text))


def test_text_in_utf_16_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="line 1: text in UTF-16"):
        read(file(tmp_path, "a\tb\n1\t2\n".encode("utf-16")))


def test_a_row_that_only_looks_like_a_header_stays_an_example(tmp_path: Path) -> None:
    assert len(read(file(tmp_path, "0,1,a\n2,3,b\n4,5,a\n")).examples) == 3
    assert read(file(tmp_path, "0,1,a\n2,3,b\n")).examples == Examples([[0, 1], [2, 3]], [-1, 1])
    with pytest.raises(InputError, match="line 3, column class: a third class"):
        read(file(tmp_path, "7,1,a\n2,3,b\n4,5,c\n"))


def test_names_beside_numbers_are_a_header_unless_their_class_occurs_again(tmp_path: Path) -> None:
    assert read(file(tmp_path, "id,2019,country\n1,2,a\n3,4,b\n")).features == ("id", "2019")
    with pytest.raises(InputError, match="line 1, column x1: 'id'"):
        read(file(tmp_path, "id,2019,a\n1,2,a\n3,4,b\n"))


def test_a_label_that_is_a_number_counts_columns(tmp_path: Path) -> None:
    assert read(file(tmp_path, "0,7,2\n1,8,3\n"), label="1").examples == Examples([[7, 2], [8, 3]], [-1, 1])
    assert read(file(tmp_path, "0,7,1\n2,8,3\n4,9,5\n"), label="1", header=True).features == ("0", "7")


def test_header_and_no_header_by_choice(tmp_path: Path) -> None:
    path = file(tmp_path, "1,2,a\n3,4,b\n5,6,a\n")
    assert len(read(path, header=True).examples) == 2 and len(read(path, header=False).examples) == 3
    assert read(path, header=True).features == ("1", "2")
    with pytest.raises(InputError, match="line 1, column x1: 'a'"):
        read(file(tmp_path, "a,b,k\n1,2,x\n3,4,y\n"), header=False)


def test_comments_blank_lines_quotes_and_line_ends_within_quotes(tmp_path: Path) -> None:
    text = '# made by hand\r\n"a, b",\'c\',kind\r\n"0.5",-2,no\r\n\r\n# more\r\n1.5,3,"yes"\r\n0,-0.25,"yes"'
    assert read(file(tmp_path, text)).examples == EXPECTED
    data = read(file(tmp_path, 'a,b\n1,"one\nline"\n2,two\n'))
    assert data.classes == {"one\nline": -1, "two": 1}


def test_two_classes_of_several(tmp_path: Path) -> None:
    path = file(tmp_path, "1,a\n2,b\n3,c\n4,a\n5,c\n")
    data = read(path, classes=("c", "a"))
    assert data.examples == Examples([[1], [3], [4], [5]], [1, -1, 1, -1]) and data.notes == ("1 row of other classes left out",)
    assert read(path, classes=("c", "a"), positive="c").classes == {"a": -1, "c": 1}
    with pytest.raises(InputError, match="no example has one of the classes p and q"):
        read(path, classes=("p", "q"))
    svm = file(tmp_path, "3 1:1\n8 1:2\n5 1:3\n", "d.svm")
    assert read(svm, classes=("8", "3")).examples == Examples([[1], [2]], [1, -1])


@pytest.mark.parametrize("name", ["d.csv", "d.csv.gz", "d.gz", "d.txt"])
def test_gzip_is_seen_by_its_first_bytes(tmp_path: Path, name: str) -> None:
    assert read(file(tmp_path, gzip.compress(lines(*ROWS).encode()), name)).examples == EXPECTED
    packed = gzip.compress(b"+1 1:0.5\n-1 2:1\n")
    assert read(file(tmp_path, packed, "d.svm.gz")).examples == Examples([["0.5", 0], [0, 1]], [1, -1])


@pytest.mark.parametrize("cut", [3, 12, -4])
def test_a_broken_gzip_file_is_refused_in_one_line(tmp_path: Path, cut: int) -> None:
    path = file(tmp_path, gzip.compress(lines(*ROWS).encode())[:cut], "d.csv.gz")
    with pytest.raises(InputError, match=r"d\.csv\.gz: .*gzip"):
        read(path)


def test_a_file_that_is_gzip_by_name_only_is_refused_for_that(tmp_path: Path) -> None:
    for name in ("d.csv.gz", "d.svm.gz"):
        with pytest.raises(InputError, match=r"gz: it is named \.gz and is not a gzip file"):
            read(file(tmp_path, lines(*ROWS).encode(), name))


def test_svm_light_dialects(tmp_path: Path) -> None:
    expected = Examples([["1/2", 0, 3], [0, 2, 0]], [1, -1])
    for text in (
        "+1 1:.5 3:3\n-1 2:2\n",
        "1 qid:7 1:0.5 3:3 # one\n\n-1 qid:7 2:2\n",
        "1 0:0.5 2:3\n-1 1:2\n",
        "# head\n1.0 3:3 1:.5\n-1.0 2:2\n",
    ):
        for name in ("d.svm", "d.txt", "d.dat"):  # the last two are known by their first line
            assert read(file(tmp_path, text, name)).examples == expected
    assert read(file(tmp_path, "1 0:1\n-1 1:1\n", "d.svm")).features == ("x0", "x1")


number = st.one_of(
    st.integers(-(10**20), 10**20).map(str),
    st.decimals(allow_nan=False, allow_infinity=False, places=3, min_value=-(10**9), max_value=10**9).map(lambda a: f"{a:f}"),
    st.sampled_from(["-0", "-.5", "5.", "007", "+3", "1e3", "3/7", " 2 ", "0.000000000000000001", "-0.0"]),
)


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(1, 4).flatmap(lambda d: st.lists(st.tuples(*[number] * d), min_size=2, max_size=12)), st.integers(0, 4))
def test_numbers_are_read_as_they_are_written(tmp_path: Path, rows: list[tuple[str, ...]], place: int) -> None:
    """Blocks of plain decimals and cells of any other kind come out alike, wherever the class is."""
    names = ["a" if i % 2 else "b" for i in range(len(rows))]
    place = min(place, len(rows[0]))
    text = lines(*((*row[:place], name, *row[place:]) for row, name in zip(rows, names, strict=True)))
    expected = Examples([[a.strip() for a in row] for row in rows], [-1 if name == "a" else 1 for name in names])
    assert read(file(tmp_path, text), label=str(place + 1), header=False).examples == expected


@pytest.mark.parametrize("cell", ["--1", "1-", "1.2.3", ".", "-", "1 2", "0x1", "1_0", "1e", "٣"])
def test_what_is_no_number_is_named_by_line_and_column_in_the_midst_of_numbers(tmp_path: Path, cell: str) -> None:
    path = file(tmp_path, "1,2,a\n" * 100 + f"1,{cell},b\n" + "1,2,b\n" * 100)
    with pytest.raises(InputError, match=r"d\.csv, line 101, column x2: "):
        read(path)


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


def test_a_seed_gives_one_order_of_the_same_examples() -> None:
    data = Examples([[i, -i] for i in range(50)], [1 if i % 3 else -1 for i in range(50)])
    assert shuffled(data, 7) == shuffled(data, 7) != shuffled(data, 8)
    assert sorted((e.x, e.y) for e in shuffled(data, 7)) == sorted((e.x, e.y) for e in data)


@given(examples(max_rounds=10))
def test_normalised_examples_are_as_long_as_six_decimals_allow(data: Examples) -> None:
    if any(not any(x) for x, _ in data):
        with pytest.raises(InputError, match="zero vector"):
            normalised(data)
        return
    for before, after in zip(data, normalised(data), strict=True):
        length2 = sum((a * a for a in after.x), Fraction(0))
        assert length2 <= 1 and after.y == before.y
        assert (1 - length2) < Fraction(2 * len(before.x), 10**6)
        along = sum((a * b for a, b in zip(before.x, after.x, strict=True)), Fraction(0))
        norm2 = sum((a * a for a in before.x), Fraction(0))
        assert along > 0 and along**2 >= norm2 * length2 * (1 - Fraction(4 * len(before.x), 10**6))


@given(
    st.lists(st.lists(st.integers(-99, 99) | st.integers(1 - 2**63, 2**63 - 1), min_size=3, max_size=3).filter(any), min_size=1, max_size=8)
)
@example([[29, 420, 0], [7, 0, 24], [0, 2**63 - 1, 0], [3, 4, 0]])
def test_normalised_entries_are_cut_exactly_however_the_rows_are_held(rows: list[list[int]]) -> None:
    labels, array = [1] * len(rows), np.array(rows, dtype=np.int64)
    exactly = [[(1 if n > 0 else -1) * isqrt(10**12 * n * n // sum(a * a for a in row)) for n in row] for row in rows]
    for held in (Examples(rows, labels), Examples.from_array(array, labels), Examples.from_sparse(sparse.csr_array(array), labels)):
        assert normalised(held) == Examples.from_integers(exactly, labels, 10**6)


def test_data_set_keeps_its_shape() -> None:
    assert Dataset("d", EXPECTED, {"no": -1, "yes": 1}, ("a", "b")).notes == ()


def test_much_svm_light_with_few_entries_is_kept_sparse_and_is_the_same_data(tmp_path: Path) -> None:
    rows = [[(1 + 7 * t % 1000, f"{t % 9 + 1}.5"), (1001 + t % 2000, "-2")] for t in range(500)]
    text = "".join(f"{1 if t % 3 else -1} " + " ".join(f"{i}:{a}" for i, a in row) + "\n" for t, row in enumerate(rows))
    found = read(file(tmp_path, text + "1 3000:1\n", "d.svm")).examples
    assert found.sparse is not None and (len(found), found.dimension, found.denominator) == (501, 3000, 2)
    for t, row in enumerate(rows):
        assert {i + 1: a for i, a in enumerate(found[t].x) if a} == {i: Fraction(a) for i, a in row}
    once = passes(Perceptron(), found, limit=3)
    written = Examples([e.x for e in found], found.labels)
    again = passes(Perceptron(), written, limit=3, engine="int")
    assert (once.updates, once.final) == (again.updates, again.final)
    u = [Fraction(i % 7 - 3, 5) for i in range(3000)]
    assert measure(once, u, "1/2") == measure(again, u, "1/2")
    assert shuffled(found, 3) == shuffled(written, 3)


CELLS = st.one_of(
    st.integers(-999, 999).map(str), st.decimals(-99, 99, places=3).map(str), st.sampled_from(["1e3", "1/3", "-0", "+2", ".5", "7."])
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    st.lists(st.dictionaries(st.integers(0, 9), CELLS, max_size=5), min_size=2, max_size=6), st.sampled_from(["\n", "\r\n"]), st.booleans()
)
def test_svm_light_is_read_alike_by_the_block_and_line_by_line(tmp_path: Path, rows: list[dict[int, str]], end: str, sorted_: bool) -> None:
    texts = [" ".join([("-1", "+1")[t % 2], *(f"{i}:{row[i]}" for i in (sorted(row) if sorted_ else row))]) for t, row in enumerate(rows)]
    plain = read(file(tmp_path, end.join(texts), "d.svm"))
    noted = read(
        file(tmp_path, end.join(text + " # a note" for text in texts), "noted.svm")
    )  # a comment sends each line to the slow reader
    assert plain.examples == noted.examples and plain.classes == noted.classes
    first = min((i for row in rows for i in row), default=1) and 1
    width = max((i for row in rows for i in row), default=0) + 1 - first
    whole = Examples([[row.get(i + first, "0") for i in range(width)] for row in rows], [(-1, 1)[t % 2] for t in range(len(rows))])
    assert plain.examples == whole


def test_numbers_are_held_in_as_few_bytes_as_they_need_and_measured_alike(tmp_path: Path) -> None:
    for largest in (2**15 - 1, 2**15, 2**31 - 1, 2**31, 2**62):
        data = read(file(tmp_path, lines((str(largest), "1", "a"), (str(-largest), "2", "b")))).examples
        plain = Examples([[largest, 1], [-largest, 2]], [-1, 1])
        assert data == plain
        found, wanted = (measure(passes(Perceptron(), given, 3), ["3/5", "4/5"], 1) for given in (data, plain))
        assert found == wanted


def test_indices_of_svm_light_that_no_example_has_cost_nothing(tmp_path: Path) -> None:
    for last in ("1.5", "1.50 # a note", "1e400"):  # by the block, line by line, and beyond 64 bits
        data = read(file(tmp_path, f"1 2:3 2000000000:{last}\n-1 2:-1\n", "d.svm"))
        assert data.features == ("x2", "x2000000000")
        assert data.examples == Examples([[3, last.partition(" ")[0]], [-1, 0]], [1, -1])
        assert data.notes == ("1,999,999,998 of 2,000,000,000 indices occur in no example and are left out",)
