"""`Campaign`: a store and what can be done with it, for Python and for the command."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from perceptron.errors import InputError
from proofs.campaign import export
from proofs.campaign.plan import entries
from proofs.campaign.runner import Runner
from proofs.campaign.status import Status, status
from proofs.campaign.store.lock import locked
from proofs.campaign.store.sqlite_errors import refuse_others
from proofs.campaign.store.store import Store, program
from proofs.campaign.view import View
from proofs.campaign.workers.processes import Processes
from proofs.campaign.workers.protocol import Crew
from proofs.counterexample import Counterexample, from_json
from proofs.system.processes import cores

BUDGET = 60.0  # seconds for each conjecture
MAX_WORKERS = 1024
MAX_SEED = 2**53


class Campaign:
    """Long searches over many conjectures, kept in the SQLite file `store`.

    campaign = Campaign("hinge.db")
    campaign.run(["M <= 1/gamma**2 + TD/gamma", {"theorem": "novikoff", "budget": 30}], budget=10)
    campaign.status(); campaign.counterexamples(); campaign.resume(budget=3600); campaign.export("found")

    Every method raises InputError, with one line, for a file that is no store or a damaged one, or that another process works on.
    """

    def __init__(self, store: str | Path) -> None:
        self.store = Path(store)

    def run(
        self,
        conjectures: Iterable[object] = (),
        *,
        file: str | Path | None = None,
        catalogue: bool = False,
        budget: float = BUDGET,
        seed: int = 0,
        workers: int | None = None,
        scheduler: str | None = None,
        view: View | None = None,
    ) -> Status:
        """Begin a campaign in a new store and work until every conjecture is broken or has had its budget.

        conjectures: texts, ids of theorems, dictionaries with the keys of a conjecture file (see `entries`), or entries; `file`: such a
        file; `catalogue`: every theorem besides.  budget: seconds for each conjecture that has none of its own.  Slice k of each is the
        search `falsify(..., seed=seed + k)`.  workers: processes, by default one for each processor; scheduler: the address of a dask
        cluster to work on instead.  On KeyboardInterrupt everything found so far is kept; `resume` goes on.
        """
        given = [*entries.from_python(conjectures), *(entries.from_file(file) if file is not None else [])]
        given = entries.distinct([*given, *(entries.from_catalogue(given) if catalogue else [])])
        if not given:
            raise InputError("a campaign needs conjectures: some, a file of them, or the catalogue")
        budget, seed, workers = entries.seconds(budget), _seed(seed), _workers(workers)
        refuse_others(self.store)
        with locked(self.store), closing(_crew(workers, scheduler)) as crew, Store.create(self.store, given, seed, budget) as store:
            return _worked(store, crew, view)

    def resume(
        self, *, budget: float | None = None, workers: int | None = None, scheduler: str | None = None, view: View | None = None
    ) -> Status:
        """Go on where the campaign was left, with what failed tried anew; with a budget, until each undecided conjecture has had that."""
        budget, workers = None if budget is None else entries.seconds(budget), _workers(workers)
        refuse_others(self.store)
        self.store.stat()  # a missing file is said by the system, before a lock is made for it
        with locked(self.store), Store.open(self.store, write=True) as store:
            store.reopen(budget)
            if not store.to_do() and not store.to_shrink():
                return status(store)
            with closing(_crew(workers, scheduler)) as crew:
                return _worked(store, crew, view)

    def status(self) -> Status:
        """Where it stands; at any time, also while another process works on it."""
        with Store.open(self.store) as store:
            return status(store)

    def counterexamples(self) -> dict[str, Counterexample]:
        """What was found, by the name of the conjecture."""
        with Store.open(self.store) as store:
            names = {row["id"]: row["name"] for row in store.conjectures()}
            found = [row for row in store.witnesses() if row["kind"] == "counterexample"]
            return {names[row["conjecture"]]: from_json(json.loads(row["file"])) for row in found}

    def export(self, folder: str | Path) -> list[Path]:
        """Write every counterexample, and for what is not broken the run that came nearest, to files in a folder; see `export`."""
        with Store.open(self.store) as store:
            return export.export(store, Path(folder))

    def __repr__(self) -> str:
        return f"Campaign({str(self.store)!r})"

    def _repr_html_(self) -> str:
        return self.status()._repr_html_() if self.store.exists() else f"<code>{self!r}</code>: not begun"


def _worked(store: Store, crew: Crew, view: View | None) -> Status:
    view = view or View()
    with view.shown(lambda: status(store)):
        Runner(store, crew, view).run()
    return status(store)


def _crew(workers: int, scheduler: str | None) -> Crew:
    if scheduler is None:
        return Processes(workers)
    from proofs.campaign.workers.cluster import Cluster

    return Cluster(scheduler, program())


def _workers(number: object) -> int:
    if number is None:
        return cores()
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= MAX_WORKERS:
        raise InputError(f"the number of workers must be from 1 to {MAX_WORKERS}, not {number!r:.40}")
    return number


def _seed(seed: object) -> int:
    if isinstance(seed, bool) or not isinstance(seed, int) or abs(seed) > MAX_SEED:
        raise InputError(f"the seed must be an integer, at most {MAX_SEED} in size, not {seed!r:.40}")
    return seed
