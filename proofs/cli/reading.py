"""Commands that print or build texts: `list`, `show`, `export`, `sources`, `errata`, `book`, `handout`, and `exercises` for students."""

from __future__ import annotations

from pathlib import Path

import click

from proofs.cli.output import file_option, refuse_unused, report_written, write_or_print
from proofs.system.escaping import label
from proofs.system.files import dumps, names_json, read_json, read_text
from proofs.system.progress_bar import bar


@click.command("list")
@click.option("--source", metavar="DOCUMENT", help="Only what proves claims of NG, BL, SS, MR or VE, or of one place: “MR (5)”.")
@click.option("--family", metavar="FAMILY", help="Only one family, such as hinge.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON and nothing else.")
def list_command(source: str | None, family: str | None, as_json: bool) -> None:
    """List the theorems: id and what each says, family by family. `show ID` prints a proof."""
    from proofs.report.tables import sources as tables

    listed = tables.select(source, family)
    if as_json:
        records = [{"id": t.id, "title": t.title, "family": name, "sources": [str(s) for s in t.sources]} for name, t in listed]
        click.echo(dumps(records), nl=False)
    else:
        click.echo(tables.theorems_text(listed))


FORMATS = ("unicode", "latex", "html")


@click.command("show")
@click.argument("id", nargs=-1, required=True, metavar="ID|WORDS|FILE.py|FILE.json", callback=lambda _ctx, _param, words: " ".join(words))
@click.option("--format", "format_", type=click.Choice(FORMATS), default="unicode", show_default=True, help="The notation of formulas.")
@click.option("--full", is_flag=True, help="Print every line of the kernel's proof; by default lines that only restate are merged.")
@click.option("--linear", is_flag=True, help="Print the proof without citations in about eight lines, as on a blackboard.")
@click.option("--depth", type=click.IntRange(1), default=1, show_default=True, help="With --linear: how many levels of lines to unfold.")
@click.pass_context
def show_command(ctx: click.Context, id: str, format_: str, full: bool, linear: bool, depth: int) -> None:
    """Print a theorem's proof, step by step, each with rule, premises and source.

    ID may also be a lemma, a place in a source such as “MR (5)”, or a FILE.py of yours that defines a `page`. Words of the field such as
    “weighted majority” list the theorems that they find; if they are an id too, the last line names the others. Of a proof file the last
    theorem is printed, if the kernel accepts the file; exit code 1 if it does not. LaTeX output is a fragment that needs amsmath
    (`export` makes whole documents).
    """
    refuse_unused(ctx, "show --linear" if linear else "show", ("id", "format_", *(("linear", "depth") if linear else ("full",))))
    if names_json(id):
        if linear:
            raise click.UsageError("--linear needs the id of a theorem of the catalogue; of a file the steps can be shown")
        return _show_file(id, format_, full)
    from proofs.report.proofs.linear import linear as in_lines
    from proofs.report.proofs.theorem import render_item
    from proofs.report.tables.sources import choices
    from proofs.theorems import catalogue, sources
    from proofs.theorems.lookup import item, name, theorems_about

    theorems = sources.find(id) if sources.is_place(id) else theorems_about(id)
    is_id = id in catalogue.items_by_id()
    if len(theorems) > 1 and not is_id:
        click.echo(choices(id, theorems))
        return
    theorem = item(theorems[0].id if theorems and not is_id else name(id))
    with bar(f"replaying the proof of {theorem.id}", None):
        if linear:
            text = in_lines(theorem.id).to(format_, depth)
        else:
            text = render_item(theorem, catalogue.build_ids([theorem.id])[theorem.id], format_, full)
    click.echo(text, nl=False)
    others = [other.id for other in theorems if is_id and other.id != id]
    if others and format_ == "unicode":
        click.echo(f"\nThe word “{id}” also finds {', '.join(others)}")


def _show_file(file: str, format_: str, full: bool) -> None:
    """The last theorem of a proof file, which the kernel replays first."""
    from proofs.cli.files import accept, time_to_print
    from proofs.report.proofs import pages, render

    proofs, library = accept(file)
    *cited, last = proofs
    with time_to_print(file, len(proofs)):
        printed = render.proof(render.label_proof(last), title=label(last.id), short=not full).to(format_)
    if format_ == "html":
        printed = pages.html_document(printed, label(last.id))
    click.echo(printed, nl=False)
    if format_ == "unicode":
        rests = {"before it in the file": [p.id for p in cited], "by axiom": sorted(library[last.id].axioms)}
        click.echo("".join(f"\n{head}: {', '.join(map(label, ids))}\n" for head, ids in rests.items() if ids), nl=False)


@click.command("export")
@click.argument("id", metavar="ID|FILE.py")
@click.option("--format", "format_", type=click.Choice(("json", "latex", "coq")), default="json", show_default=True)
@file_option("-o", "--out", words="Write to a file; by default to stdout.")
def export_command(id: str, format_: str, out: str | None) -> None:
    """Write a theorem's proof and those of all that it cites: as JSON for `replay`, as a LaTeX document, or as a Coq file that needs no
    other. `coqc FILE.v` replays the proof there and prints its assumptions.

    ID may also be the name of a counterexample that comes with the package, such as novikoff/zero-start, or its file. As a Coq file
    (`--format coq`) it is judged by `coqc` alone.
    """
    from proofs.report.proofs.theorem import document
    from proofs.theorems import catalogue, witnesses
    from proofs.theorems.lookup import item, name

    file = id if names_json(id) else witnesses.find_witness(id)
    if file is not None and format_ == "latex":
        raise click.UsageError("a counterexample is exported as json or coq")
    if file is None:
        id = item(name(id)).id
    if format_ == "coq" and out is not None and out != "-":
        from proofs.referees.coq.theories import refuse_name

        refuse_name(out)
    with bar(f"replaying the proof of {id}", None):
        built = {} if file is not None else catalogue.build_ids([id])
    if file is not None and format_ == "coq":
        text = _judged_by_coq(file)
    elif file is not None:
        text = read_text(file)
    elif format_ == "json":
        import json

        from proofs.derive.authoring.encoding import write

        text = json.dumps(write([b.proof for b in built.values()]), ensure_ascii=False, indent=1) + "\n"
    elif format_ == "coq":
        from proofs.verify.coq import standalone_file

        text = standalone_file(id)
    else:
        text = document([(b.page, b) for b in built.values()])
    write_or_print(out, text)
    report_written(out, {"coq": "coqc", "latex": "pdflatex"}.get(format_, f"perceptron-proofs {'check' if file is not None else 'replay'}"))


def _judged_by_coq(file: str | Path) -> str:
    """The Coq file of a counterexample: a run of a learner, or values for the names of formulas. Raises InputError."""
    from perceptron.errors import InputError
    from proofs.counterexample import coq_file, from_json, own_games
    from proofs.statements import instance

    data = read_json(file)
    try:
        if isinstance(data, dict) and data.get("format") == own_games.FORMAT:
            raise InputError("a Coq file is for a run of the Perceptron or the Margin Perceptron, not of a learner with a game of its own")
        if isinstance(data, dict) and data.get("format") == instance.FORMAT:
            from proofs.theorems.lookup import claim
            from proofs.theorems.witnesses import coq_file as of_instances

            id, without, values = instance.read(data)
            return of_instances.coq_file(claim(id), without, values)
        return coq_file.coq_file(from_json(data))
    except InputError as error:
        raise InputError(f"{file}: {error}") from None


@click.command("sources")
@click.argument("document", required=False, metavar="[DOCUMENT]")
@click.option("--json", "as_json", is_flag=True, help="Print JSON and nothing else.")
@click.option("--markdown", is_flag=True, help="Print the table of all claims as Markdown (docs/coverage.md).")
def sources_command(document: str | None, as_json: bool, markdown: bool) -> None:
    """Print the bibliography; with a DOCUMENT (NG, BL, SS, MR or VE) every claim of it with its theorems.

    A claim is faithful (proved as printed), repaired (false as printed, or its proof has a gap; the true form is proved), weaker (less is
    proved) or outside (nothing is). Where it is not faithful, the reason is given. `show "MR (5)"` finds the theorems on one place,
    `errata` lists the misprints.
    """
    from proofs.report.tables import sources as tables

    if (document is not None or as_json) and markdown:
        raise click.UsageError("--markdown prints the claims of all sources: leave out DOCUMENT and --json")
    with bar("looking up the claims of the sources", None):
        if as_json:
            text = dumps(tables.records(document))
        elif markdown:
            text = tables.coverage_markdown()
        else:
            text = f"{tables.bibliography_text() if document is None else tables.claims_text(document)}\n"
    click.echo(text, nl=False)


@click.command("errata")
@click.option("--source", metavar="DOCUMENT", help="Only those of NG, BL, SS, MR or VE.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON and nothing else.")
@click.option("--markdown", is_flag=True, help="Print Markdown (docs/errata.md).")
def errata_command(source: str | None, as_json: bool, markdown: bool) -> None:
    """List the misprints of the sources, remarks on them, and the damage of their conversion to text.

    Each entry has the printed text, the true statement, and the counterexample that `check` judges, if there is one.
    """
    from dataclasses import asdict

    from proofs.report.tables import sources as tables
    from proofs.theorems import sources

    if as_json and markdown:
        raise click.UsageError("give one of --json and --markdown, not both")
    with bar("looking up the misprints", None):
        errata = [e for e in sources.errata() if source is None or e.document == sources.document_name(source)]
        if as_json:
            text = dumps([asdict(e) for e in errata])
        else:
            text = tables.errata_markdown(errata) if markdown else f"{tables.errata_text(errata)}\n"
    click.echo(text, nl=False)


@click.command("book")
@click.argument("out", metavar="OUT", type=click.Path(path_type=Path))
@click.option(
    "--notebooks",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="The folder of the chapters' notebooks; by default that of the clone.",
)
@click.option("--only", multiple=True, metavar="ID", help="Only the pages of this theorem and of what it cites; may be repeated.")
@click.option("--with", "own", multiple=True, metavar="FILE.py", help="Also the page that this file of yours defines; may be repeated.")
@click.option(
    "--runtime",
    metavar="DIR|none",
    default="none",
    show_default=True,
    help="The unpacked npm package pyodide, with which every page replays its proof; `make book` gets it.",
)
@click.option("--url", default="", metavar="URL", help="Where OUT will be served: writes a site map and canonical links.")
@click.option("--for-students", is_flag=True, help="Leave out the solutions of the exercises; the pages still mark answers.")
@click.option("--pdf", is_flag=True, help="Also print the book as one PDF, which takes Chromium and has no tags for screen readers.")
@click.option("--epub", is_flag=True, help="Also write the book as one EPUB, for readers of books; formulas are MathML.")
def book_command(
    out: Path,
    notebooks: Path | None,
    only: tuple[str, ...],
    own: tuple[str, ...],
    runtime: str,
    url: str,
    for_students: bool,
    pdf: bool,
    epub: bool,
) -> None:
    """Write the book to the folder OUT: chapters, and a page for each theorem, as HTML that a browser opens without a network.

    OUT is new, empty, or a book, which is replaced when the new one is complete. Open OUT/index.html. Any static host serves the folder as
    it is. With `--for-students` no page shows a solution; a student can still find the answers in the code that marks them.
    """
    from perceptron.extras import require

    for library in ("sphinx", "myst_nb", "furo", "latex2mathml", "matplotlib"):
        require(library, "books")
    from proofs.report.book.build import build
    from proofs.theorems.lookup import item, name

    files: dict[str, str] = {}
    for file in own:
        if (id := name(file)) == file:
            raise click.UsageError(f"--with takes a FILE.py, not {file!r:.60}")
        if (other := files.setdefault(id, file)) != file:
            raise click.UsageError(f"{other} and {file} have pages with the id {id!r}; give one of them another id")
    if url and not url.startswith(("https://", "http://")):
        raise click.UsageError(f"--url is an address such as https://example.org/book, not {url!r:.60}")
    for id in only:
        item(id)

    chosen = {} if notebooks is None else {"notebooks": notebooks}
    python = None if runtime == "none" else Path(runtime)
    with bar("writing the book", None) as progress:

        def on_progress(line: str) -> None:
            progress.note(line)
            progress.describe(line)

        for line in build(
            out,
            only=only or None,
            on_progress=on_progress,
            runtime=python,
            print_pdf=pdf,
            write_epub=epub,
            address=url,
            solutions=not for_students,
            **chosen,
        ):
            progress.note(line)
    click.echo(f"the book is written: open {out / 'index.html'}")


@click.command("handout")
@click.argument("id", metavar="ID|FILE.py|all")
@click.argument("out", metavar="OUT", type=click.Path(path_type=Path))
def handout_command(id: str, out: Path) -> None:
    """Write the handout of a theorem, two pages, to OUT, a file that ends in .pdf, .html or .tex.

    With `all` instead of an ID a lecturer's whole pack is written to the folder OUT: handouts of the main theorems, slides of four
    lectures, problem sheets without solutions, the solutions in a folder of their own, and figures for print. Its index.html lists them.
    Chromium prints the PDFs, with tags for screen readers, to which each formula is a picture described in words. The slides in LaTeX
    are for Beamer.
    """
    from perceptron.extras import require

    for library in ("myst_nb", "latex2mathml", "matplotlib"):
        require(library, "handouts")
    from proofs.report.book.lectures import check_ending, handout, pack
    from proofs.theorems.lookup import name

    if id != "all":
        check_ending(out)
        with bar(f"writing the handout of {id}", None):
            handout(name(id)).save(out)
        click.echo(f"written: {out}")
        return
    for line in pack(out, lambda step: click.echo(step, err=True)):
        click.echo(line, err=True)
    click.echo(f"the pack is written: {out}")


EXPORTED = ("format_", "seed", "class_", "out")
USED = {  # the parameters of each form of `exercises`; one that a form does not use is refused
    "": (),
    "CHAPTER": ("solutions", "seed"),
    "--answer": ("answer", "seed"),
    "mark": ("class_", "out"),
    **{f"export --format {platform}": EXPORTED for platform in ("nbgrader", "otter", "gift")},
    "export --format latex": (*EXPORTED, "solutions"),
    "export --format scorm": (*EXPORTED, "runtime"),
}


@click.command("exercises")
@click.argument("name", metavar="[CHAPTER|ID|WORD|mark|export]", required=False)
@click.argument("of", metavar="[ANSWERS.csv|CHAPTER]", required=False)
@click.option("--answer", metavar="TEXT", help="Mark this answer to the exercise ID.")
@click.option("--solutions", is_flag=True, help="With the solutions: the lecturer's copy, as Markdown or LaTeX.")
@click.option("--seed", default="", metavar="TEXT", help="The variants of a student: other numbers, letters, false lines, another order.")
@click.option(
    "--format", "format_", type=click.Choice(("scorm", "nbgrader", "otter", "gift", "latex")), help="With export: for which platform."
)
@click.option("--runtime", metavar="DIR", type=click.Path(path_type=Path), help="With scorm: the unpacked npm package pyodide.")
@click.option("--class", "class_", metavar="CSV", help="The students, and their seeds: export writes a file for each, mark uses the seeds.")
@file_option("-o", "--out", words="With mark or export: write to a file, for a class to a new folder; by default to stdout.")
@click.pass_context
def exercises_command(
    ctx: click.Context,
    name: str | None,
    of: str | None,
    answer: str | None,
    solutions: bool,
    seed: str,
    format_: str | None,
    runtime: Path | None,
    class_: str | None,
    out: str | None,
) -> None:
    """Print the exercises of a chapter as Markdown, mark an answer or those of a class, or export a chapter to a course.

    Without a chapter the chapters are listed. `exercises hinge,novikoff-2,winnow` is one sheet of several chapters and exercises, and
    `exercises halving` one of those whose text has the word.

    With `--seed ada` the exercises are Ada's variants, always the same; `--solutions` prints their key. `exercises mark ANSWERS.csv` marks
    a class, `exercises export CHAPTER` writes for nbgrader, otter, SCORM, Moodle's GIFT or LaTeX. `--class STUDENTS.csv`, a table with
    the column student, has it write variants for each student.

    See also: help marking, help exit-codes.
    """
    if (name in ("mark", "export")) is (of is None):
        raise click.UsageError("give mark ANSWERS.csv or export CHAPTER")
    if name == "export" and format_ is None:
        raise click.UsageError("export takes --format scorm, nbgrader, otter, gift or latex")
    form = (
        ""
        if name is None
        else f"export --format {format_}"
        if name == "export"
        else name
        if of
        else "--answer"
        if answer is not None
        else "CHAPTER"
    )
    refuse_unused(ctx, f"exercises {form}".strip(), ("name", "of", *USED[form]))
    if format_ == "scorm" and runtime is None:
        raise click.UsageError("export --format scorm takes --runtime DIR, the unpacked npm package pyodide")
    if class_ is not None and (seed or (name == "export" and out in (None, "-"))):
        raise click.UsageError("--class goes with mark or with export -o FOLDER, without --seed")
    if of is not None:
        return _mark_class(of, class_, out) if name == "mark" else _export(of, format_ or "", solutions, seed, runtime, class_, out)
    from proofs.conjecture.game import Ending
    from proofs.report.book.exercises import TITLES, chapter, exercise, exercises_about, sheet
    from proofs.report.book.exercises.marking import marked_answer

    printed = "solved" if solutions else "plain"
    if name is None:
        for known, title in TITLES.items():
            click.echo(f"{known:10} {title}: {len(chapter(known))} exercises")
    elif answer is not None:
        with bar("marking the answer", None):
            marked = marked_answer(name, seed, answer)
        click.echo(str(marked))
        ctx.exit(0 if marked else 2 if marked.unreadable else Ending.UNDECIDED.code if marked.undecided else 1)
    elif name in TITLES or "," in name:
        click.echo(str(sheet(name, printed, seed=seed)), nl=False)
    elif name.rpartition("-")[0] not in TITLES and (found := exercises_about(name)):
        click.echo(str(sheet(found, printed, seed=seed)), nl=False)
    else:
        click.echo(exercise(name, seed).print_form(printed))


def _export(chapter: str, platform: str, solutions: bool, seed: str, runtime: Path | None, class_: str | None, out: str | None) -> None:
    from perceptron.extras import require
    from proofs.report.book.exercises import sheet
    from proofs.report.book.exercises.marking import class_list
    from proofs.system.files import write_bytes

    sheet(chapter, "plain", seed=seed)  # refuses an unknown chapter before an extra is asked for
    for library in ("myst_nb", "latex2mathml"):
        require(library, "exports")
    from proofs.report.book.lectures import courses, problems

    def make(seed: str) -> bytes:
        if platform == "latex":
            return problems(chapter, solutions, seed).latex.encode()
        asked = sheet(chapter, "plain", seed=seed)
        if platform == "gift":
            return courses.gift(asked).encode()
        return courses.notebook(asked, platform).encode() if runtime is None else courses.scorm(asked, runtime)

    if class_ is not None:
        folder, seeds = Path(out or ""), class_list(read_text(class_), class_)
        with bar("writing a file for each student", None):
            courses.write_class(folder, seeds, SUFFIXES[platform], make)
        marking = f"`exercises mark ANSWERS.csv --class {folder / courses.LIST}` knows their variants"
        click.echo(f"{len(seeds)} files are written to {folder}; {marking}", err=True)
    elif platform != "scorm":
        write_or_print(out, make(seed).decode())
    elif out is None or out == "-":
        raise click.UsageError("a SCORM package is written to a file: give -o FILE.zip")
    else:
        write_bytes(out, make(seed))
    if class_ is None:
        report_written(out, {"latex": "pdflatex", "otter": "otter assign"}.get(platform, ""))


SUFFIXES = {"latex": ".tex", "gift": ".gift", "nbgrader": ".ipynb", "otter": ".ipynb", "scorm": ".zip"}


def _mark_class(file: str, class_: str | None, out: str | None) -> None:
    from collections import Counter

    from proofs.report.book.exercises.marking import class_list, marks, write
    from proofs.report.book.exercises.tasks import UNDECIDED, UNREADABLE

    seeds = None if class_ is None else class_list(read_text(class_), class_)
    with bar("marking the answers", None):
        marked = marks(read_text(file), file, seeds)
    write_or_print(out, write(marked))
    by, students = Counter(mark.verdict for mark in marked), len({mark.student for mark in marked})
    by_hand = f", {by[UNDECIDED]} undecided, to be marked by hand" if by[UNDECIDED] else ""
    unread = f", {by[UNREADABLE]} unreadable: the reason says what to write instead" if by[UNREADABLE] else ""
    click.echo(f"{len(marked)} answers of {students} students marked, {by['accepted']} accepted{by_hand}{unread}", err=True)
