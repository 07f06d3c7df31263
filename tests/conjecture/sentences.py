"""Sentences of the whole grammar of conjectures, drawn by Hypothesis: every name, constant, function, sign and spelling."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import strategies as st

from proofs.conjecture.nodes import CONSTANTS, FUNCTIONS, NAMES, RELATIONS

NUMBERS = st.one_of(
    st.integers(0, 9).map(str),
    st.sampled_from(["0", "1", "2", "0.25", ".5", "½", "12", "200", "9" * 40, "0." + "0" * 30 + "1", "1" + "0" * 39]),
)
SPELT = ("‖u‖", "‖w‖", "⟨u, w⟩", "Σ‖x‖²", "γ")
SIGNS = ("+", "-", "*", "/", "·", "−", "×")
EXPONENTS = ("2", "3", "200", "-1", "-200", "1/2", "1/3", "-1/2", "0", "199/200", "d", "gamma", "phi", "M", "P", "-T")
MOSTLY = ("M", "M", "M", "gamma", "TD", "P", "d", "T", "H2", "S2")


def terms(names: Iterable[str] = ()) -> st.SearchStrategy[str]:
    """One side of a comparison, with further names."""
    atoms = st.one_of(st.sampled_from([*MOSTLY, *NAMES, *SPELT, *CONSTANTS, *names]), NUMBERS)
    return st.recursive(atoms, _larger, max_leaves=6)


def _larger(inside: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    calls = [st.tuples(st.just(name), st.lists(inside, min_size=least, max_size=most or 3)) for name, (least, most) in FUNCTIONS.items()]
    return st.one_of(
        st.tuples(inside, st.sampled_from(SIGNS), inside).map("({0[0]} {0[1]} {0[2]})".format),
        st.tuples(inside, st.sampled_from(SIGNS), inside).map("{0[0]}{0[1]}{0[2]}".format),
        st.tuples(inside, st.sampled_from(("**", "^")), st.sampled_from(EXPONENTS)).map("({0[0]}){0[1]}({0[2]})".format),
        st.tuples(inside, inside).map("({0[0]})**({0[1]})".format),
        st.tuples(NUMBERS, inside).map("{0[0]}({0[1]})".format),
        st.one_of(calls).map(lambda call: f"{call[0]}({', '.join(call[1])})"),
        st.tuples(st.sampled_from(("-({})", "√({})", "⌊{}⌋", "⌈{}⌉", "({})²", "ln({})")), inside).map(lambda way: way[0].format(way[1])),
    )


def comparisons(names: Iterable[str] = ()) -> st.SearchStrategy[str]:
    """A comparison, or a chain of them."""
    side, sign = terms(names), st.sampled_from([*RELATIONS, "<=", "≤", "≥"])
    plain = st.tuples(st.sampled_from(["M", "gamma*M", *names]), sign, side).map(" ".join)
    return st.one_of(plain, st.tuples(side, sign, side).map(" ".join), st.tuples(side, sign, side, sign, side).map(" ".join))


def sentences(names: Iterable[str] = ()) -> st.SearchStrategy[str]:
    """A claim: comparisons, with or without conditions."""
    one, condition = comparisons(names), st.one_of(st.sampled_from(["gamma <= 1/4", "M >= 1", "T <= 9"]), comparisons(names))
    return st.one_of(
        one,
        one,
        st.tuples(one, one).map(" and ".join),
        st.tuples(one, condition).map(" where ".join),
        st.tuples(condition, one).map("if {0[0]}: {0[1]}".format),
    )
