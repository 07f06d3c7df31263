"""Small tables for the classifiers."""

from __future__ import annotations

from hypothesis import strategies as st

SQUARE = {"name": "polynomial", "degree": 2}
XOR = ([[1, 1], [1, -1], [-1, 1], [-1, -1]], [1, 0, 0, 1])
small = st.integers(-4, 4)
tables = st.integers(2, 7).flatmap(
    lambda n: st.tuples(
        st.lists(st.lists(small, min_size=2, max_size=2), min_size=n, max_size=n),
        st.lists(st.sampled_from([0, 1]), min_size=n - 2, max_size=n - 2).map(lambda y: [1, 0, *y]),
    )
)
