"""The graph of citations: what the kernel used, drawn and written."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

from proofs.cli import main
from proofs.report.pictures.citation_graph import Graph, apart, citations, levels, places, reduced, text
from proofs.theorems import catalogue


@pytest.fixture(scope="module")
def graph() -> Graph:
    return citations({id: b.theorem for id, b in catalogue.built().items()})


def test_boxes_do_not_overlap_and_arrows_lead_to_the_right(graph: Graph) -> None:
    joined = {id: cited for id, cited in graph.items() if id not in apart(graph)}
    place = places(joined)
    columns: dict[float, list[float]] = {}
    for x, y in place.values():
        columns.setdefault(x, []).append(y)
    for heights in columns.values():
        assert all(b - a > 0.999 for a, b in pairwise(sorted(heights)))
    assert all(place[c][0] < place[id][0] for id, cited in joined.items() for c in cited)
    assert max(y for _, y in place.values()) < 2 * max(map(len, columns.values()))


def test_an_arrow_is_left_out_only_where_others_imply_it(graph: Graph) -> None:
    def below(edges: Graph) -> dict[str, set[str]]:
        known: dict[str, set[str]] = {}
        for id, cited in edges.items():
            known[id] = set(cited).union(*(known[c] for c in cited))
        return known

    fewer = reduced(graph)
    assert below(fewer) == below(graph)
    assert sum(map(len, fewer.values())) < sum(map(len, graph.values()))
    assert reduced({"a": (), "b": ("a",), "c": ("a", "b")})["c"] == ("b",)


def test_what_stands_apart_is_listed_once_at_the_end(graph: Graph) -> None:
    lines = text(graph)
    alone = apart(graph)
    assert "dimension-one" in alone and "cauchy-schwarz" not in alone and "novikoff" not in alone
    assert " ".join(lines.split()).endswith(f"by the rules alone, and cited by none: {', '.join(alone)}")
    assert text({"a": ()}) == "by the rules alone, and cited by none: a" and max(map(len, lines.splitlines())) < 160


def test_whatever_is_cited_stands_further_left_and_every_hinge_bound_rests_on_the_master_inequality(graph: Graph) -> None:
    depth = levels(graph)
    assert all(depth[cited] < depth[id] for id, cites in graph.items() for cited in cites)

    def below(id: str) -> set[str]:
        return {id}.union(*(below(c) for c in graph[id]))

    for id in ("hinge-root", "hinge-simple", "hinge-l1", "hinge-l2", "squared-hinge", "ssbd-21-16"):
        assert "master-inequality" in below(id)
        assert f"\n{id} " in text(graph)


def test_the_command_writes_text_and_pictures(tmp_path: Path) -> None:
    shown = CliRunner().invoke(main, ["verify", "novikoff", "--graph", "-"])
    assert shown.exit_code == 0
    assert "capped-energy" in shown.output and "hinge-simple" not in shown.output
    target = tmp_path / "graph.svg"
    drawn = CliRunner().invoke(main, ["verify", "novikoff", "--graph", str(target)])
    assert drawn.exit_code == 0
    assert "<svg" in target.read_text(encoding="utf-8")
    assert CliRunner().invoke(main, ["verify", "dimension-one", "--graph", str(target)]).exit_code == 0  # nothing but what stands apart
    assert CliRunner().invoke(main, ["verify", "--graph", str(tmp_path / "graph.doc")]).exit_code == 2
    assert CliRunner().invoke(main, ["verify", "no-such-theorem", "--graph", "-"]).exit_code == 2
