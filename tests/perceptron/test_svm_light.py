"""The svm-light format in its dialects: read alike by blocks and line by line, and kept sparse."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from perceptron import Examples, Perceptron, measure, passes
from perceptron.data.prepare import shuffled
from perceptron.data.read import read
from perceptron.errors import InputError
from tests.perceptron.data_files import file


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


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1 1:2\n1,3 2:1\n", "line 2: '1,3' are several classes"),
        ("0,1 1:2 # both\n3 2:1\n", "line 1: '0,1' are several classes"),
        ("1 1:2\n1:3 2:1\n", "line 2: the class is missing before '1:3'"),
    ],
)
def test_a_line_of_svm_light_has_one_class(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(InputError) as caught:
        read(file(tmp_path, text, "d.svm"))
    assert str(caught.value).startswith(f"{tmp_path / 'd.svm'}, {words}")


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


def test_indices_of_svm_light_that_no_example_has_cost_nothing(tmp_path: Path) -> None:
    for last in ("1.5", "1.50 # a note", "1e400"):  # by the block, line by line, and beyond 64 bits
        data = read(file(tmp_path, f"1 2:3 2000000000:{last}\n-1 2:-1\n", "d.svm"))
        assert data.features == ("x2", "x2000000000")
        assert data.examples == Examples([[3, last.partition(" ")[0]], [-1, 0]], [1, -1])
        assert data.notes == ("1,999,999,998 of 2,000,000,000 indices occur in no example and are left out",)
