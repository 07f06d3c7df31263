"""Text files in the shapes that they come in: delimiters, where the class and the header are, decimal commas, gzip."""

from __future__ import annotations

import gzip
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from perceptron import Examples, InputError
from perceptron.data.read import read
from tests.amounts import tries
from tests.perceptron.data_files import EXPECTED, ROWS, file, lines


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


def test_truth_values_are_0_and_1_and_no_header(tmp_path: Path) -> None:
    expected = Examples([[1, "0.5", 0], [0, 2, 1]], [-1, 1])
    assert read(file(tmp_path, "a,b,c,class\nTrue,0.5,False,no\nFalse,2,True,yes\n")).examples == expected
    assert read(file(tmp_path, "TRUE,0.5,FALSE,no\nFALSE,2,TRUE,yes\n")).examples == expected
    assert len(read(file(tmp_path, "True,False,no\nFalse,True,yes\n")).examples) == 2


def test_a_first_row_that_counts_is_an_example_with_a_note_if_its_class_occurs_again(tmp_path: Path) -> None:
    data = read(file(tmp_path, "0,1,2\n3,4,1\n5,6,2\n"))
    assert len(data.examples) == 3 and "--header" in data.notes[0]
    assert len(read(file(tmp_path, "0,1,2\n3,4,1\n5,6,2\n"), header=True).examples) == 2


def test_blanks_within_quotes_stand_between_no_cells(tmp_path: Path) -> None:
    """As R's write.table writes texts."""
    data = read(file(tmp_path, '"a b" "c" "kind"\n"1" 0.5 -2 "Iris setosa"\n"2"  1.5\t3  "Iris virginica"\n', "d.txt"))
    assert data.features == ("a b", "c") and data.classes == {"Iris setosa": -1, "Iris virginica": 1}
    assert data.examples == Examples([["0.5", -2], ["1.5", 3]], [-1, 1])


def test_the_class_of_plus_one_is_named_in_any_spelling_of_its_number(tmp_path: Path) -> None:
    path = file(tmp_path, "1,0.0\n2,1.0\n3,0\n")
    assert read(path, positive="0").classes == {"1.0": -1, "0.0": 1} and read(path, positive="1").classes == {"0.0": -1, "1.0": 1}


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


number = st.one_of(
    st.integers(-(10**20), 10**20).map(str),
    st.decimals(allow_nan=False, allow_infinity=False, places=3, min_value=-(10**9), max_value=10**9).map(lambda a: f"{a:f}"),
    st.sampled_from(["-0", "-.5", "5.", "007", "+3", "1e3", "3/7", " 2 ", "0.000000000000000001", "-0.0"]),
)


@settings(max_examples=tries(200), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(1, 4).flatmap(lambda d: st.lists(st.tuples(*[number] * d), min_size=2, max_size=12)), st.integers(0, 4))
def test_numbers_are_read_as_they_are_written(tmp_path: Path, rows: list[tuple[str, ...]], place: int) -> None:
    """Blocks of plain decimals and cells of any other kind come out alike, wherever the class is."""
    names = ["a" if i % 2 else "b" for i in range(len(rows))]
    place = min(place, len(rows[0]))
    text = lines(*((*row[:place], name, *row[place:]) for row, name in zip(rows, names, strict=True)))
    expected = Examples([[a.strip() for a in row] for row in rows], [-1 if name == "a" else 1 for name in names])
    assert read(file(tmp_path, text), label=str(place + 1), header=False).examples == expected


@pytest.mark.parametrize("cell", ["--1", "1-", "1.2.3", ".", "-", "1 2", "0x1", "1_0", "1e", "٣", ".-5", "6 .", ". 6", "e5", "1e+-5"])
def test_what_is_no_number_is_named_by_line_and_column_in_the_midst_of_numbers(tmp_path: Path, cell: str) -> None:
    path = file(tmp_path, "1,2,a\n" * 100 + f"1,{cell},b\n" + "1,2,b\n" * 100)
    with pytest.raises(InputError, match=r"d\.csv, line 101, column x2: "):
        read(path)
