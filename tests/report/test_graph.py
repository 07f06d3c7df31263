"""The graph of citations: what the kernel used, drawn and written."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from proofs.cli import main
from proofs.report.graph import citations, levels, text
from proofs.theorems import catalogue


def test_whatever_is_cited_stands_further_left_and_every_plain_bound_rests_on_the_master_inequality() -> None:
    graph = citations({id: b.theorem for id, b in catalogue.built().items()})
    depth = levels(graph)
    assert all(depth[cited] < depth[id] for id, cites in graph.items() for cited in cites)

    def below(id: str) -> set[str]:
        return {id}.union(*(below(c) for c in graph[id]))

    for id in ("novikoff", "hinge-root", "hinge-simple", "hinge-l1", "hinge-l2", "squared-hinge", "ssbd-21-16"):
        assert "master-inequality" in below(id)
        assert f"\n{id} " in text(graph)


def test_the_command_writes_text_and_pictures(tmp_path: Path) -> None:
    shown = CliRunner().invoke(main, ["verify", "novikoff", "--graph", "-"])
    assert shown.exit_code == 0
    assert "master-inequality" in shown.output and "hinge-simple" not in shown.output
    target = tmp_path / "graph.svg"
    drawn = CliRunner().invoke(main, ["verify", "novikoff", "--graph", str(target)])
    assert drawn.exit_code == 0
    assert "<svg" in target.read_text(encoding="utf-8")
    assert CliRunner().invoke(main, ["verify", "--graph", str(tmp_path / "graph.doc")]).exit_code == 2
    assert CliRunner().invoke(main, ["verify", "no-such-theorem", "--graph", "-"]).exit_code == 2
