"""The tree that lines unfold along: what only one line needs is behind that line."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from proofs.kernel import Compare, Polynomial, Proof, Step
from proofs.report.proofs.unfolding import LINES, Branch, Unfolding, dominators

CLAIM = Compare(Polynomial.of(1), ">")


@st.composite
def graphs(draw: st.DrawFn) -> list[tuple[str, tuple[str, ...]]]:
    """Steps of a proof in order, each with premises before it; the last one needs them all, directly or not."""
    count = draw(st.integers(1, 20))
    steps: list[tuple[str, tuple[str, ...]]] = []
    for i in range(count):
        earlier = draw(st.lists(st.integers(0, i - 1), max_size=3, unique=True)) if i else []
        steps.append((str(i), tuple(map(str, earlier))))
    used = {p for _, premises in steps for p in premises}
    return [*steps, ("end", tuple(name for name, _ in steps if name not in used))]


def reached(steps: list[tuple[str, tuple[str, ...]]], without: str = "") -> set[str]:
    """What the end needs if one step is taken away."""
    premises = dict(steps)
    found, waiting = {"end"}, ["end"]
    while waiting:
        for premise in premises[waiting.pop()]:
            if premise != without and premise not in found:
                found.add(premise)
                waiting.append(premise)
    return found


@given(graphs())
def test_the_parent_is_the_nearest_step_without_which_the_end_does_not_need_it(steps: list[tuple[str, tuple[str, ...]]]) -> None:
    parent = dominators(steps, "end")
    for name in parent:
        above = [other for other, _ in steps if other not in (name, "end") and name not in reached(steps, other)]
        path = []
        while (name := parent[name]) != "end":
            path.append(name)
        assert sorted(path) == sorted(above)


@given(graphs(), st.data())
def test_every_step_stands_once_and_every_shown_one_is_a_line(steps: list[tuple[str, tuple[str, ...]]], data: st.DataObject) -> None:
    names = [name for name, _ in steps]
    shown = set(data.draw(st.lists(st.sampled_from(names), unique=True)))
    proof = Proof("p", (), tuple(Step(name, "certificate", CLAIM, premises, {}) for name, premises in steps), "end")
    tree = Unfolding(proof, shown, {name: frozenset() for name in names}).tree()
    lines = [line for branch in tree for line in every(branch)]
    assert {line.name for line in lines} == shown | {"end"}
    assert sorted(step for line in lines for step in (line.name, *line.folded)) == sorted(names)
    assert len(tree) <= LINES + 1 and tree[-1].name == "end"


def every(branch: Branch) -> list[Branch]:
    return [branch, *(line for below in branch.lines for line in every(below))]
