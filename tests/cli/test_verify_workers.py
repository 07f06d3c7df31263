"""`verify` in several processes: the same verdicts in the same order, and nothing is lost by Ctrl-C or by a worker that dies."""

from __future__ import annotations

import json
import os
import signal
import time
from typing import Any

import pytest

from perceptron.errors import InputError
from proofs.theorems import catalogue
from proofs.verify import workers as verify_workers
from proofs.verify.pipeline import Options, verify
from tests.cli.running import pp, refused, start

IDS = ["winnow", "novikoff", "hinge-l2", "infima", "online-to-batch", "progress"]  # pages, properties, what is cited; not in order
FEW = IDS[1:4]


def timeless(value: Any) -> Any:
    """A record without what depends on the clock."""
    if isinstance(value, dict):
        return {k: timeless(v) for k, v in value.items() if k not in ("seconds", "runs")}
    return [timeless(v) for v in value] if isinstance(value, list) else value


@pytest.fixture(scope="module")
def serial() -> Any:
    result = pp("verify", *IDS, "--workers", "1", "--attack", "0.05", "--json", "-")
    assert result.exit_code == 0, result.output
    return timeless(json.loads(result.stdout))


@pytest.mark.nocover
def test_the_same_verdicts_in_the_same_order(serial: Any) -> None:
    result = pp("verify", *IDS, "--workers", "2", "--attack", "0.05", "--json", "-")
    assert result.exit_code == 0 and result.stderr == "", result.output
    assert timeless(json.loads(result.stdout)) == serial
    assert [record["id"] for record in serial] == IDS


def test_what_the_kernel_rejects_is_rejected_in_a_worker_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Novikoff's proof is replaced by one that the kernel does not accept, here where proofs are written."""
    page = catalogue.page("novikoff")

    def prove(d: Any) -> None:
        d.line("certificate", page.claim, (), {"strict": [], "terms": [], "equations": []})

    monkeypatch.setitem(page.__dict__, "prove", prove)
    broken, fine = verify([page, catalogue.page("progress")], Options(attack=0, workers=2))
    assert (broken.status, broken.id, fine.holds) == ("rejected", "novikoff", True)
    assert not broken.referees["kernel"].ok and broken.referees["z3"].ok is None


class Fragile(verify_workers.Worker):
    """Dies when it is given a theorem, as often as `deaths` says."""

    deaths = 1

    def give(self, task: verify_workers.VerdictTask) -> None:
        if Fragile.deaths:
            Fragile.deaths -= 1
            self.process.kill()
            self.process.join()
        super().give(task)


def verified(monkeypatch: pytest.MonkeyPatch, deaths: int, workers: int = 2) -> tuple[list[str], list[str]]:
    monkeypatch.setattr(verify_workers, "Worker", Fragile)
    monkeypatch.setattr(Fragile, "deaths", deaths)
    notes: list[str] = []
    found = verify([catalogue.theorem(id) for id in FEW], Options(z3=False, attack=0, workers=workers), note=notes.append)
    return [v.id for v in found if v.holds], notes


def test_another_worker_takes_over_from_one_that_dies(monkeypatch: pytest.MonkeyPatch) -> None:
    held, notes = verified(monkeypatch, deaths=1)
    assert held == FEW
    assert len(notes) == 1 and notes[0].startswith("worker ") and "exit code -9 at " in notes[0]


def test_where_all_workers_die_it_is_said_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match=r"^worker \d died with exit code -9.*(no other is left|as did another before).*memory enough"):
        verified(monkeypatch, deaths=9)


def test_a_failure_in_a_worker_is_not_passed_over() -> None:
    """An internal error there is one here, with the worker's traceback."""
    gone = Options(attack=0, witnesses="no folder", workers=2)  # type: ignore[arg-type]
    with pytest.raises(RuntimeError, match=r"(?s)in a worker process:.*Traceback"):
        list(verify([catalogue.page("novikoff"), catalogue.page("hinge-root")], gone))


def test_ctrl_c_ends_all_processes_and_keeps_what_was_reached() -> None:
    run = start("verify", "--workers", "2", "--attack", "1", start_new_session=True)
    assert run.stdout is not None
    run.stdout.readline()  # an empty line and the family's name come before
    run.stdout.readline()
    first = run.stdout.readline()
    os.killpg(run.pid, signal.SIGINT)  # as a terminal does, to the workers too
    out, err = run.communicate(timeout=60)
    assert first.split()[1] == catalogue.THEOREMS[0].id and err.strip() == "interrupted" and run.returncode == 130, (out, err)
    for _ in range(100):
        try:
            os.killpg(run.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    raise AssertionError("a worker outlived it")


def test_a_number_of_workers_that_cannot_be_is_refused() -> None:
    for wrong in ("0", "-1", "257", "x"):
        refused(pp("verify", "novikoff", "--workers", wrong), "--workers")
