"""`Campaign`: a store and the operations on it, for Python and for the command."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Hashable, Iterable
from contextlib import closing
from pathlib import Path

from perceptron.errors import InputError
from proofs.campaign import entries, findings
from proofs.campaign.findings import Finding, FoundInstance, FoundRun
from proofs.campaign.rules import as_unicode
from proofs.campaign.status import Status, View, status
from proofs.campaign.store import Store, lock, refuse_non_files
from proofs.campaign.units import work
from proofs.campaign.workers import Cluster, Runner
from proofs.counterexample import Counterexample
from proofs.statements.instance import Instance
from proofs.system.files import write_text
from proofs.system.processes import Pool, Workers, check_workers, cores

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
        decide         whether to ask `decide` first, as the command does: a proved conjecture is not searched, and one that a closed
                       form refutes falls at once. A theorem of the catalogue is searched in any case

        Returns the final status. On KeyboardInterrupt everything found so far is kept, and `resume` goes on. Raises InputError.
        """
        given = [*entries.from_python(conjectures), *(entries.from_file(file) if file is not None else [])]
        given = entries.distinct([*given, *(entries.from_catalogue(given) if catalogue else [])])
        if not given:
            raise InputError("a campaign needs conjectures: a list, a file, or the catalogue")
        budget, seed, workers = entries.seconds(budget), _seed(seed), _workers(workers)
        refuse_non_files(self.store)
        with lock(self.store), closing(_pool(workers, scheduler)) as pool, Store.create(self.store, given, seed, budget) as store:
            return _run_to_end(store, pool, view, decide)

    def resume(
        self,
        *,
        budget: float | None = None,
        more: float | None = None,
        workers: int | None = None,
        scheduler: str | None = None,
        view: View | None = None,
        decide: bool = False,
    ) -> Status:
        """Go on with the campaign in the store. Finished units are not repeated, and failed ones are tried anew.

        budget                        seconds that each undecided conjecture is to have had in all; by default as planned
        more                          seconds on top of the longest plan, in place of a budget
        workers, scheduler, view      as for `run`; `decide` too, for conjectures that have not had their first slice

        Returns the final status. Raises InputError.
        """
        budget, more = (None if asked is None else entries.seconds(asked) for asked in (budget, more))
        workers = _workers(workers)
        refuse_non_files(self.store)
        self.store.stat()  # raises FileNotFoundError before a lock file is made
        with lock(self.store), Store.open(self.store, write=True) as store:
            planned = [c.seconds_planned for c in status(store).conjectures if c.state != "broken"]
            budget = budget if more is None else more + max(planned, default=0.0)
            store.reopen(budget)
            if not store.open_units() and not store.units_to_shrink():
                if budget is not None and view is not None:
                    had = f"every undecided conjecture has had its {min(planned, default=0.0):g} s"
                    why = f"{had}; a budget is the seconds in all, --more adds to it" if planned else "every conjecture is broken"
                    view.say(f"nothing to do: {why}")
                return status(store)
            with closing(_pool(workers, scheduler)) as pool:
                return _run_to_end(store, pool, view, decide)

    def status(self) -> Status:
        """The present status, also while another process runs the campaign.  Each counterexample is judged again, against the claim beside
        it.  Raises InputError if the store was changed."""
        with Store.open(self.store) as store:
            for row in store.witnesses():
                if row["kind"] == "counterexample":
                    _counterexample(store, row)
            return status(store)

    def counterexamples(self) -> dict[str, Counterexample]:
        """The runs that break their conjectures, by the name of the conjecture."""
        return {name: found.value for name, found in self._find().items() if isinstance(found, FoundRun)}

    def instances(self) -> dict[str, Instance]:
        """The instances that break properties, by the name of the entry."""
        return {name: found.value for name, found in self._find().items() if isinstance(found, FoundInstance)}

    def _find(self) -> dict[str, Finding]:
        with Store.open(self.store) as store:
            names = {row["id"]: row["name"] for row in store.conjectures()}
            rows = [row for row in store.witnesses() if row["kind"] == "counterexample"]
            return {names[row["conjecture"]]: _counterexample(store, row) for row in rows}

    def export(self, folder: str | Path, tests: bool = False) -> list[Path]:
        """Write FOLDER/broken/NAME.json and FOLDER/nearest/NAME.json, each completely or not at all, over those of an earlier export.

        Files in broken/ are counterexamples. Each is judged again before it is written, and `perceptron-proofs check` accepts it. Of those
        to one conjecture that show one thing (both sides, rounds and dimension; of instances, the values) only the first is written. Files
        in nearest/ have the same format. They hold, for each unbroken conjecture, the run or instance that came nearest to its bound;
        `check` rightly says that it breaks nothing.

        tests: beside each counterexample a test file for pytest, which judges it.

        Returns the paths of the files.
        """
        with Store.open(self.store) as store:
            return _export(store, Path(folder), tests)

    def __repr__(self) -> str:
        return f"Campaign({str(self.store)!r})"

    def _repr_html_(self) -> str:
        return self.status()._repr_html_() if self.store.exists() else f"<code>{self!r}</code>: not begun"


def _run_to_end(store: Store, pool: Workers, view: View | None, decide: bool = False) -> Status:
    view = view or View()
    with view.showing(lambda: status(store)):
        Runner(store, pool, view, decide).run()
    return status(store)


def _pool(workers: int, scheduler: str | None) -> Workers:
    return Pool(work, size=workers) if scheduler is None else Cluster(scheduler)


def _workers(number: int | None) -> int:
    return cores() if number is None else check_workers(number, MAX_WORKERS)


def _seed(seed: object) -> int:
    if isinstance(seed, bool) or not isinstance(seed, int) or abs(seed) > MAX_SEED:
        raise InputError(f"the seed must be an integer, at most {MAX_SEED} in size, not {seed!r:.40}")
    return seed


def _counterexample(store: Store, row: sqlite3.Row) -> Finding:
    """A recorded counterexample, judged again. Raises InputError if the store was changed: it is none, or one to another claim."""
    finding = findings.loads(row["file"])
    (about,) = store.rows("conjecture", "WHERE id = ?", row["conjecture"])
    if not finding.answers(about["text"], json.loads(about["game"])):
        raise InputError(f"{store.path}: damaged: the counterexample to {about['text']!r:.100} is one to another claim or other rules")
    if fault := finding.fault():
        raise InputError(f"{store.path}: damaged: the counterexample to {about['text']!r:.100} is invalid: {fault}")
    return finding


def _export(store: Store, folder: Path, tests: bool = False) -> list[Path]:
    conjectures = {row["id"]: row for row in store.conjectures()}
    names = _file_names({id: row["name"] for id, row in conjectures.items()})
    rows = store.witnesses()
    broken = {row["conjecture"] for row in rows if row["kind"] == "counterexample"}
    written, shown = list[Path](), set[Hashable]()
    for row in rows:
        if row["kind"] == "nearest" and row["conjecture"] in broken:
            continue
        finding = _counterexample(store, row) if row["kind"] == "counterexample" else findings.loads(row["file"])
        path = folder / ("broken" if row["kind"] == "counterexample" else "nearest") / f"{names[row['conjecture']]}.json"
        if row["kind"] == "counterexample" and finding.shows in shown:
            path.unlink(missing_ok=True)
            continue
        shown.add(finding.shows)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, finding.dumps())
        written.append(path)
        if tests and row["kind"] == "counterexample":
            about = conjectures[row["conjecture"]]
            claim = as_unicode(about["text"], json.loads(about["game"]))
            written.append(path.with_name(f"test_{re.sub(r'[^A-Za-z0-9]+', '_', path.stem)}_{row['conjecture']}.py"))
            write_text(written[-1], finding.test(path.stem, claim, path.name))
    for id in broken:  # an earlier export wrote these before they were broken
        (folder / "nearest" / f"{names[id]}.json").unlink(missing_ok=True)
    return written


def _file_names(names: dict[int, str]) -> dict[int, str]:
    """Different names that every file system accepts."""
    files: dict[int, str] = {}
    taken: set[str] = set()
    for id, name in names.items():
        plain = re.sub(r"[^A-Za-z0-9.+=()-]+", "-", name).strip("-.") or f"conjecture-{id}"
        files[id] = plain if plain.casefold() not in taken else f"{plain}-{id}"
        taken.add(files[id].casefold())
    return files
