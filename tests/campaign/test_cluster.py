"""The same campaigns on a real dask cluster: a scheduler and worker processes on this machine, reached by its loopback address."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from proofs.campaign import Campaign
from proofs.campaign.status import View
from proofs.campaign.units import Unit
from proofs.campaign.workers import WorkersUnavailable
from proofs.counterexample import judge
from tests.cli.running import pp

distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
pytestmark = pytest.mark.nocover


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    options = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "host": "127.0.0.1", "dashboard_address": ":0"}
    with distributed.LocalCluster(**options, silence_logs=50) as made:
        yield made


class Watch(View):
    """Remembers what is said and how many places there were; kills a worker once, if it is given one."""

    def __init__(self, victims: list[int]) -> None:
        self.said: list[str] = []
        super().__init__(self.said.append)
        self.victims, self.most = victims, 0
        self.first: list[tuple[int, int]] = []

    def on_progress(self, unit: Unit, event: str, content: Mapping[str, Any], line: str = "") -> None:
        super().on_progress(unit, event, content, line)
        self.first += [(unit.conjecture, content["rounds"])] if event == "breaks" else []

    def tick(self, running: Sequence[tuple[Unit, float]], capacity: int) -> None:
        self.most = max(self.most, capacity)
        if self.victims and any(seconds > 0.5 for _, seconds in running):
            os.kill(self.victims.pop(), signal.SIGKILL)


def pids(cluster: Any) -> list[int]:
    return [nanny.pid for nanny in cluster.workers.values()]


def test_units_run_on_every_worker_and_fare_as_they_do_here(cluster: Any, tmp_path: Path) -> None:
    campaign, watch = Campaign(tmp_path / "store.db"), Watch([])
    asked = ["M <= 1/gamma**2 + TD/gamma", "novikoff", "hinge-simple", "M <= 0.9*R**2/gamma**2"]
    status = campaign.run(asked, budget=3, scheduler=cluster.scheduler_address, view=watch)
    assert [c.state for c in status.conjectures] == ["broken", "survived", "survived", "broken"]
    assert watch.most == 2 and len(watch.said) == 4
    early = {id for id, _ in watch.first}  # as it happened, before it was shrunk; an event may come after its unit's result
    assert early and early <= {1, 4}
    here = Campaign(tmp_path / "here.db")
    here.run(asked, budget=3, workers=2)
    assert campaign.counterexamples() == here.counterexamples()
    assert [judge(found).valid for found in campaign.counterexamples().values()] == [True, True]


def test_the_unit_of_a_killed_worker_of_the_cluster_is_done_again(cluster: Any, tmp_path: Path) -> None:
    watch = Watch(pids(cluster)[:1])
    status = Campaign(tmp_path / "store.db").run(["novikoff", "hinge-simple"], budget=2, scheduler=cluster.scheduler_address, view=watch)
    assert [c.state for c in status.conjectures] == ["survived", "survived"]
    assert not watch.victims


def test_an_interruption_leaves_a_store_that_goes_on_without_the_cluster(cluster: Any, tmp_path: Path) -> None:
    class Stop(Watch):
        def on_progress(self, unit: Unit, event: str, content: Mapping[str, Any], line: str = "") -> None:
            if event == "broken":
                raise KeyboardInterrupt

    campaign = Campaign(tmp_path / "store.db")
    with pytest.raises(KeyboardInterrupt):
        campaign.run(["M <= 0.5/gamma**2", "novikoff"], budget=0.6, scheduler=cluster.scheduler_address, view=Stop([]))
    assert campaign.status().conjectures[0].state == "broken"
    assert campaign.resume(workers=1).is_done


def test_the_command_speaks_to_a_scheduler(cluster: Any, tmp_path: Path) -> None:
    path = tmp_path / "c.txt"
    path.write_text("M <= 0.5/gamma**2\n")
    words = ("run", tmp_path / "store.db", "--conjectures", path, "--budget", "0.3", "--scheduler", cluster.scheduler_address)
    run = pp("campaign", *words)
    assert run.exit_code == 1 and "line 1: broken: M = 1" in run.stdout and not run.stderr


def test_no_scheduler_is_one_line_and_no_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = tmp_path / "store.db"
    for address in ("nonsense://x", "", "here", "tcp://:1", "tcp://a b:1"):
        with pytest.raises(WorkersUnavailable, match="no dask scheduler can be at"):
            Campaign(store).run(["novikoff"], scheduler=address)
    monkeypatch.setattr("proofs.campaign.workers.CONNECT_SECONDS", 0.5)
    with pytest.raises(WorkersUnavailable, match="no dask scheduler answers"):
        Campaign(store).run(["novikoff"], scheduler="tcp://127.0.0.1:1")
    assert not store.exists()


def test_a_cluster_without_workers_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("proofs.campaign.workers.CONNECT_SECONDS", 1.0)
    with (
        distributed.LocalCluster(n_workers=0, processes=True, host="127.0.0.1", dashboard_address=":0", silence_logs=50) as idle,
        pytest.raises(WorkersUnavailable, match="has no workers"),
    ):
        Campaign(tmp_path / "store.db").run(["novikoff"], scheduler=idle.scheduler_address)
    assert not (tmp_path / "store.db").exists()
