"""`Campaign`: a store and the operations on it, for Python and for the command."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from perceptron.errors import InputError
from proofs.campaign import export
from proofs.campaign.plan import entries, findings
from proofs.campaign.plan.findings import Finding, FoundInstance, FoundRun
from proofs.campaign.runner import Runner
from proofs.campaign.status import Status, status
from proofs.campaign.store.lock import locked
from proofs.campaign.store.sqlite_errors import refuse_non_files
from proofs.campaign.store.store import Store, program
from proofs.campaign.view import View
from proofs.campaign.workers.processes import Processes
from proofs.campaign.workers.protocol import WorkerPool
from proofs.counterexample import Counterexample
from proofs.statements.instance import Instance
from proofs.system.processes import cores

DEFAULT_BUDGET = 60.0  # seconds for each conjecture
MAX_WORKERS = 1024
MAX_SEED = 2**53


class Campaign:
    """Long searches over many conjectures, recorded in the SQLite file `store`.

    Every method raises InputError, with one line, if the file is not a store, is damaged, or is in use by another process.

        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     campaign = Campaign(f"{folder}/hinge.db")
        ...     status = campaign.run([{"conjecture": "M <= 0.5/gamma**2", "name": "half"}], budget=1, workers=1)
        ...     [(c.name, c.state) for c in status.conjectures], sorted(campaign.counterexamples())
        ([('half', 'broken')], ['half'])
    """

    def __init__(self, store: str | Path) -> None:
        self.store = Path(store)

    def run(
        self,
        conjectures: Iterable[object] = (),
        *,
        file: str | Path | None = None,
        catalogue: bool = False,
        budget: float = DEFAULT_BUDGET,
        seed: int = 0,
        workers: int | None = None,
        scheduler: str | None = None,
        view: View | None = None,
        decide: bool = False,
    ) -> Status:
        """Begin a campaign in a new store, and search until every conjecture is broken or has had its budget.

        conjectures    texts, ids of theorems, dictionaries with the keys of a conjecture file (see `entries`), or entries
        file           a conjecture file
        catalogue      whether to add every theorem
        budget         seconds for each conjecture without a budget of its own
        seed           slice k of each conjecture is the search `falsify(..., seed=seed + k)`
        workers        processes, by default one for each processor
        scheduler      the address of a dask cluster to use instead of processes
        view           shows the progress
        decide         whether to ask `decide` first, as the command does: what is proved is not searched, and what a closed form refutes
                       falls at once. A theorem of the catalogue is searched in any case

        Returns the final status. On KeyboardInterrupt everything found so far is kept, and `resume` goes on. Raises InputError.
        """
        given = [*entries.from_python(conjectures), *(entries.from_file(file) if file is not None else [])]
        given = entries.distinct([*given, *(entries.from_catalogue(given) if catalogue else [])])
        if not given:
            raise InputError("a campaign needs conjectures: a list, a file, or the catalogue")
        budget, seed, workers = entries.seconds(budget), _seed(seed), _workers(workers)
        refuse_non_files(self.store)
        with locked(self.store), closing(_pool(workers, scheduler)) as pool, Store.create(self.store, given, seed, budget) as store:
            return _run_to_end(store, pool, view, decide)

    def resume(
        self,
        *,
        budget: float | None = None,
        workers: int | None = None,
        scheduler: str | None = None,
        view: View | None = None,
        decide: bool = False,
    ) -> Status:
        """Go on with the campaign in the store. What is finished is not repeated, and what failed is tried anew.

        budget                        seconds that each undecided conjecture is to have had in all; by default as planned
        workers, scheduler, view      as for `run`; `decide` too, for conjectures that have not had their first slice

        Returns the final status. Raises InputError.
        """
        budget, workers = None if budget is None else entries.seconds(budget), _workers(workers)
        refuse_non_files(self.store)
        self.store.stat()  # raises FileNotFoundError before a lock file is made
        with locked(self.store), Store.open(self.store, write=True) as store:
            store.reopen(budget)
            if not store.open_units() and not store.units_to_shrink():
                return status(store)
            with closing(_pool(workers, scheduler)) as pool:
                return _run_to_end(store, pool, view, decide)

    def planned(self) -> float:
        """The seconds that the undecided conjecture with the longest plan is to have in all."""
        with Store.open(self.store) as store:
            return max((c.seconds_planned for c in status(store).conjectures if c.state != "broken"), default=0.0)

    def nothing_to_do(self, budget: float) -> str | None:
        """Why `resume` with this budget has nothing to do, in a line; None if it has."""
        with Store.open(self.store) as store:
            undecided = [c for c in status(store).conjectures if c.state != "broken"]
            if not undecided or store.open_units() or store.units_to_shrink() or any(c.state == "failed" for c in undecided):
                return None if undecided else "nothing to do: every conjecture is broken"
            had = min(c.seconds_planned for c in undecided)
        if budget > had + 1e-9:
            return None
        return f"nothing to do: every undecided conjecture has had its {had:g} s; a budget is the seconds in all, --more adds to it"

    def status(self) -> Status:
        """The present status, also while another process runs the campaign."""
        with Store.open(self.store) as store:
            return status(store)

    def counterexamples(self) -> dict[str, Counterexample]:
        """The runs that break their conjectures, by the name of the conjecture."""
        return {name: found.value for name, found in self._found().items() if isinstance(found, FoundRun)}

    def instances(self) -> dict[str, Instance]:
        """The instances that break properties, by the name of the entry."""
        return {name: found.value for name, found in self._found().items() if isinstance(found, FoundInstance)}

    def _found(self) -> dict[str, Finding]:
        with Store.open(self.store) as store:
            names = {row["id"]: row["name"] for row in store.conjectures()}
            found = [row for row in store.witnesses() if row["kind"] == "counterexample"]
            return {names[row["conjecture"]]: findings.loads(row["file"]) for row in found}

    def export(self, folder: str | Path, tests: bool = False) -> list[Path]:
        """Write every counterexample to `folder`, and for each unbroken conjecture the run nearest to its bound; see `export`.

        tests: beside each counterexample a test file for pytest.

        Returns the paths of the files.
        """
        with Store.open(self.store) as store:
            return export.export(store, Path(folder), tests)

    def __repr__(self) -> str:
        return f"Campaign({str(self.store)!r})"

    def _repr_html_(self) -> str:
        return self.status()._repr_html_() if self.store.exists() else f"<code>{self!r}</code>: not begun"


def _run_to_end(store: Store, pool: WorkerPool, view: View | None, decide: bool = False) -> Status:
    view = view or View()
    with view.showing(lambda: status(store)):
        Runner(store, pool, view, decide).run()
    return status(store)


def _pool(workers: int, scheduler: str | None) -> WorkerPool:
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
