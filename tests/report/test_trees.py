"""The tree as it is drawn: the middle of what is left answers every label on the way, and bad paths are refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron.errors import InputError
from proofs.report.pictures.trees import interval, shattered
from tests.amounts import tries

labels = st.lists(st.sampled_from((-1, 1)), max_size=12)


@given(labels)
def test_the_middle_of_what_is_left_gives_every_label(path: list[int]) -> None:
    low, high = interval(path)
    assert high - low == 1 / 2 ** len(path) and 0 <= low < high <= 1
    a = (low + high) / 2
    for k, y in enumerate(path):
        before = interval(path[:k])
        assert y * (a - (before[0] + before[1]) / 2) > 0


@settings(max_examples=tries(3))
@given(st.lists(st.sampled_from((-1, 1)), max_size=3))
def test_it_can_be_drawn(path: list[int]) -> None:
    picture = shattered(path, depth=3)
    assert picture.encoded("png").startswith(b"\x89PNG")
    low, high = interval(path)
    assert f"a = {(low + high) / 2}" in picture.words


@pytest.mark.parametrize(("path", "depth"), [([0], 3), ([1, 1], 1), ([], 0), ([], 7), ([], 2.5)])
def test_what_is_no_path_is_refused(path: list[int], depth: int) -> None:
    with pytest.raises(InputError, match=r"label|depth"):
        shattered(path, depth)
