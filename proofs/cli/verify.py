"""`verify`: the verdicts on the theorems; `tight`: extremal runs beside the bounds; `witnesses`, for maintainers: the files that show why
each hypothesis is needed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from perceptron.errors import InputError
from proofs.cli.output import json_option, picture_option, write_json
from proofs.system.escaping import escape
from proofs.system.files import names_json, read_json
from proofs.system.progress_bar import bar

if TYPE_CHECKING:
    from proofs.statements.page import StatedTheorem
    from proofs.statements.statement import Statement
    from proofs.verify.assess import Callback, Options
    from proofs.verify.checks.verdict import TheoremVerdict
    from proofs.verify.tightness import Witness

SEARCHED = 8.0  # seconds for a run near the bound of a learner of one's own
BROKEN = "BROKEN"  # what is said of a bound that such a run breaks
REFEREES = ("all", "kernel", "z3", "coq")
MAX_WORKERS = 256
THEOREMS_PER_WORKER = 12  # with fewer, another process takes longer to start than it saves
Work = Callable[["Options", "Callback", "Callback"], Iterator["TheoremVerdict"]]


@click.command("verify")
@click.argument("targets", nargs=-1, metavar="[ID|FILE.py]... | FILE.json")
@click.option(
    "--referee",
    type=click.Choice(REFEREES),
    default="all",
    help="Judges beside the kernel: all means Z3, kernel means none. Coq judges only if it is named.",
)
@click.option("--attack", type=float, metavar="SECONDS", help="Time for the attack on each theorem, by default 0.2 or less; 0 for none.")
@click.option("--workers", type=int, metavar="N", help="The number of processes; by default one for each core, and fewer for few theorems.")
@click.option("--fresh", is_flag=True, help="Make every check again, also where nothing has changed since the last run.")
@click.option("--full", is_flag=True, help="Print the full record of every theorem; this is the default for theorems that are named.")
@json_option("Also write the verdicts as JSON")
@picture_option("--graph", "Instead, draw which theorem cites which: .svg, .png or .pdf, or '-' for text.")
def command(
    targets: tuple[str, ...],
    referee: str,
    attack: float | None,
    workers: int | None,
    fresh: bool,
    full: bool,
    target: str | None,
    graph: str | None,
) -> int:
    """Replay proofs and print the verdicts: of all theorems, or of those that are named.

    An ID names a theorem, FILE.json the proofs in a file. A FILE.py among the IDs stands for the `page` that it defines. It is run, so name
    only files that you trust. The kernel replays every proof; what Z3 and the other checks found is kept, and stands until something that
    they rest on changes. Exit code 1 if anything does not hold. A theorem fails if any line of its proof fails, for example a citation
    of an unknown theorem.
    """
    if attack is not None and not 0 <= attack < float("inf"):
        raise click.UsageError("--attack must be a number of seconds, 0 or more")
    if workers is not None and not 1 <= workers <= MAX_WORKERS:
        raise click.UsageError(f"--workers must be from 1 to {MAX_WORKERS}, not {workers}")
    if graph is not None:
        return _draw_graph(targets, graph)
    began = perf_counter()
    from proofs.report.tables.verdicts import closing, coq_line, kept_line, legend, opening, summary
    from proofs.verify.assess import Options, usual_attack

    count, work = _work(targets, fresh)
    seconds = usual_attack(count or 10) if attack is None else attack
    options = Options(z3=referee in ("all", "z3"), coq=referee == "coq", attack=seconds, workers=_processes(workers, count))
    full = full or bool(targets)
    if target != "-" and not full and count:
        click.echo(opening(count, options.coq))
        sys.stdout.flush()
    verdicts = _print(work, options, count, full, quiet=target == "-")
    if target is not None:
        write_json(target, [_record(v) for v in verdicts])
    if target != "-" and not full:
        click.echo("\n" + closing(verdicts, perf_counter() - began))
    elif target != "-":
        if assumed := legend(verdicts):
            click.echo("\n".join(["what is assumed:", *assumed]))
        click.echo(summary(verdicts, perf_counter() - began))
        if kept := kept_line(verdicts):
            click.echo(kept)
        if by_coq := coq_line(verdicts):
            click.echo(by_coq)
    return 0 if all(v.holds for v in verdicts) else 1


def _record(v: TheoremVerdict) -> dict[str, Any]:
    """A verdict for a program; of a proof file with its statement."""
    from proofs.report.tables.verdicts import said_record

    return v.to_json() if v.said is None else v.to_json() | said_record(v, v.said)


def _tell(v: TheoremVerdict) -> None:
    """Print the verdict on a proof in a file."""
    from proofs.report.tables.verdicts import said_lines

    if v.said is not None:
        click.echo("\n".join(said_lines(v, v.said)))


def _processes(asked: int | None, count: int | None) -> int:
    """The number of processes for `count` verdicts."""
    if asked is not None or count is None or count < THEOREMS_PER_WORKER:
        return asked or 1
    from proofs.system.processes import cores

    return min(cores(), 1 + count // THEOREMS_PER_WORKER)


def _draw_graph(targets: tuple[str, ...], target: str) -> int:
    from proofs.report.pictures.citation_graph import citations, of_groups, picture, text
    from proofs.theorems import catalogue
    from proofs.theorems.lookup import name

    ids = [catalogue.theorem(name(target)).id for target in targets] or None
    with bar("replaying the proofs", None):
        graph = citations({id: built.theorem for id, built in catalogue.build_ids(ids).items()})
    if target == "-":
        click.echo(text(graph))
    elif ids is None:
        named_by = {module.__name__.rpartition(".")[2].replace("_", " "): module for module in catalogue.FAMILIES}
        family = {item.id: name for name, module in named_by.items() for item in (*module.THEOREMS, *module.LEMMAS)}
        families = of_groups(graph, family)
        picture(families).save(target)
        click.echo(
            f"{len(families)} families of {len(graph)} theorems and lemmas drawn in {target}; verify ID --graph draws what ID rests on"
        )
    else:
        picture(graph).save(target)
        click.echo(f"{len(graph)} {'theorem or lemma' if len(graph) == 1 else 'theorems and lemmas'} drawn in {target}")
    return 0


def _work(targets: tuple[str, ...], fresh: bool) -> tuple[int | None, Work]:
    """The number of verdicts (None if it is not known yet), and a function that yields them."""
    document = read_json(targets[0]) if len(targets) == 1 and names_json(targets[0]) else None  # what is no file is told at once
    from proofs.theorems import catalogue
    from proofs.theorems.lookup import name
    from proofs.verify.pipeline import verify, verify_proofs
    from proofs.verify.verdict_store import open_store

    if not any(map(names_json, targets)):
        pages = [catalogue.theorem(name(target)) for target in dict.fromkeys(targets)] or catalogue.THEOREMS
        return len(pages), lambda options, on_progress, note: verify(pages, options, on_progress, note, store=open_store(note, fresh))
    if len(targets) > 1:
        raise InputError("verify takes either IDs, with pages FILE.py, or one FILE.json")
    return None, lambda options, on_progress, note: verify_proofs(document, options, on_progress)


def _print(work: Work, options: Options, count: int | None, full: bool, quiet: bool) -> list[TheoremVerdict]:
    """Print the verdicts, on a terminal below a progress bar, elsewhere line by line as they come, and return them."""
    from rich.console import Console

    from proofs.kernel import Rejected
    from proofs.report.tables.verdicts import cards, headings, line, rows

    verdicts: list[TheoremVerdict] = []
    heads = headings()
    on_terminal = sys.stdout.isatty() and not quiet
    try:
        with bar("verifying", count, prints=not quiet and not on_terminal) as progress:
            for verdict in work(options, progress.describe, progress.note):
                verdicts.append(verdict)
                progress.step()
                if not on_terminal and not quiet:
                    click.echo(line(verdict) if full else rows(verdict, heads))
                    _tell(verdict)
                    sys.stdout.flush()
    except Rejected as reason:
        click.echo(f"rejected: {escape(str(reason), most=1000)}", err=True)
        raise click.exceptions.Exit(1) from None
    finally:  # also after an interruption
        if on_terminal and not full:
            click.echo("\n".join(rows(verdict, heads) for verdict in verdicts))
        elif on_terminal:
            Console().print(cards(verdicts))
            for verdict in verdicts:
                _tell(verdict)
    return verdicts


LEAST_GAMMA = Fraction(1, 10_000)  # a smaller γ would take days


@click.command("tight")
@click.argument("ids", nargs=-1, metavar="[ID|FILE.py]...")
@click.option("--gamma", "gammas", multiple=True, metavar="NUMBER", help="Another γ for the families that have one; may be repeated.")
@json_option("Also write the records as JSON")
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="DIR", help="Write every run as a file for `check`, and figures, into this folder."
)
def tight_command(ids: tuple[str, ...], gammas: tuple[str, ...], target: str | None, out: Path | None) -> int:
    """Run the extremal families of the theorems (all by default) with the real learner, exactly, and compare them with the bounds.

    Each line has M, the bound, and the ratio of M to the greatest whole number that the bound allows. Then it says whether the bound is
    attained, is approached as the parameter goes on, or is slack. A file in DIR holds a run and a slightly sharper bound that the run
    refutes. For a bound without a family of runs it searches for a few seconds and prints the nearest run or instance. Exit code 1 if one
    of them exceeds a bound, which would refute its proof.
    """
    from perceptron.numbers.exact import positive
    from proofs.report.tables.tightness import summary, wrongs
    from proofs.theorems import catalogue
    from proofs.theorems.lookup import name

    more = tuple(positive(text, "--gamma") for text in gammas)
    if more and min(more) < LEAST_GAMMA:
        raise InputError(f"--gamma must be at least {LEAST_GAMMA}: a run has about 1/γ² rounds")
    theorems = [catalogue.theorem(name(id)) for id in dict.fromkeys(ids)] or list(catalogue.THEOREMS)
    witnesses = _printed_witnesses(theorems, more, out, quiet=target == "-")
    others = [t for t in theorems if t.id not in {w.id for w in witnesses}]
    searched = [_by_search(t, quiet=target == "-") for t in others]
    if out is not None:
        from proofs.report.tables.tightness import write_figures

        write_figures(out, witnesses)
    write_json(target, [w.to_json() for w in witnesses] + searched)
    if target != "-" and (witnesses or searched):
        click.echo(summary(witnesses, [record["status"] for record in searched]))
    if out is not None:
        runs = len(list(out.glob("*.json")))
        click.echo(f"{runs} runs and their figures are in {out}; next: perceptron-proofs check {out}/FILE.json", err=True)
    return 1 if any(wrongs(w) for w in witnesses) or any(record["status"] == BROKEN for record in searched) else 0


def _by_search(theorem: StatedTheorem, quiet: bool) -> dict[str, Any]:
    """The run or instance that comes nearest to a bound without families, printed."""
    from proofs.statements.property import Property
    from proofs.verify.tightness import by_instances

    if isinstance(theorem, Property):
        found = by_instances(theorem)
        said, record = str(found), found.to_json() | {"status": BROKEN if found.fault else found.status}
    else:
        said, record = _nearest_run(theorem.statement)
    if not quiet:
        click.echo(f"{theorem.id}: {said}")
    return {"id": theorem.id, "witness": "", "M": None, "bound": "", "ratio": ""} | record


def _nearest_run(statement: Statement) -> tuple[str, dict[str, Any]]:
    """The run that a search finds nearest to the bound: in words, and as a record."""
    from proofs.falsify import Found, falsify
    from proofs.verify.checks.verdict import ATTAINED, NOT_APPLICABLE, SLACK

    outcome = falsify(statement.comparison, statement.game, budget=SEARCHED, learner=statement.learner)
    run = outcome.counterexample if isinstance(outcome, Found) else outcome.report.best
    if run is None:
        return "no run was found", {"status": NOT_APPLICABLE, "reason": "no run was found"}
    status = BROKEN if isinstance(outcome, Found) else ATTAINED if run.lhs == run.rhs else SLACK
    record = {"witness": f"a run that the search found ({run.size})", "M": run.M, "bound": run.rhs, "status": status}
    return f"{status}; {record['witness']}; at γ = {run.gamma} {run.lhs} against {run.rhs}", record


def _printed_witnesses(theorems: Sequence[StatedTheorem], more: tuple[Fraction, ...], out: Path | None, quiet: bool) -> list[Witness]:
    """Print the witnesses, each theorem's nearest first, as they come or in a table. The files of a run are written before the next run."""
    from rich.console import Console

    from perceptron.extras import require
    from proofs.report.tables.tightness import line, table, write_runs
    from proofs.verify.tightness import best, witnesses

    if out is not None:
        require("matplotlib", "pictures")
        out.mkdir(parents=True, exist_ok=True)
    all_runs: list[Witness] = []
    on_terminal = sys.stdout.isatty() and not quiet
    try:
        with bar("running", len(theorems), prints=not quiet and not on_terminal) as progress:
            for theorem in theorems:
                of_theorem = list(witnesses(theorem, more, on_progress=progress.describe))
                top = best(of_theorem)
                of_theorem.sort(key=lambda w: w is not top)
                for w in of_theorem:
                    if out is not None:
                        progress.describe(f"{w.id}: writing {w.family.name}")
                        write_runs(out, w)
                    if not on_terminal and not quiet:
                        click.echo(line(w))
                        sys.stdout.flush()
                all_runs += of_theorem
                progress.step()
    finally:  # also after an interruption
        if on_terminal:
            console = Console()
            console.print(table(all_runs, console.width))
    return all_runs


@click.command("witnesses", hidden=True)
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option("--budget", default=10.0, show_default=True, metavar="SECONDS", help="Time for one search.")
@click.option("--again", is_flag=True, help="Search even if a valid file exists.")
@click.option("--into", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="The folder for the files.")
@click.option("--beside-theorems", is_flag=True, help="In a source tree: write into the package's own folder.")
def witnesses_command(ids: tuple[str, ...], budget: float, again: bool, into: Path | None, beside_theorems: bool) -> None:
    """Search for a run that breaks each theorem without each of its hypotheses, and store it in DIR or beside the theorems."""
    if (into is None) is not beside_theorems:
        raise click.UsageError("give a folder: either --into DIR or --beside-theorems")
    from proofs.theorems import catalogue
    from proofs.theorems.witnesses import FOLDER
    from proofs.verify.checks.evidence import make

    pages = [catalogue.page(id) for id in ids] or catalogue.PAGES
    for search in make(pages, budget, into or FOLDER, again):
        click.echo(f"{search.id}: {search.hypothesis}: {search.outcome}{'' if search.outcome == 'none' else f' {search.file}'}")
