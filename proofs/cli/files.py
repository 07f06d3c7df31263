"""Files that anyone hands over, judged: `replay` and `arena` for proofs, `check` for counterexamples."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from perceptron.errors import InputError
from proofs.cli.output import answer, json_option, picture_option, print_judged, seconds_option, write_json
from proofs.system.escaping import escape, label, visible
from proofs.system.files import read_json, refuse_device
from proofs.system.processes import prints_on_stderr
from proofs.system.progress_bar import bar
from proofs.system.signals import processor_limit

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from proofs.audit.certificate import FileVerdict
    from proofs.counterexample import Counterexample, Verdict
    from proofs.kernel import Proof, Theorem
    from proofs.referees.arena import ArenaOutcome
    from proofs.referees.coq.toolchain import Coq
    from proofs.referees.tampering import Tampering
    from proofs.theorems.witnesses.models import JudgedModel

    Judge = Callable[[], tuple[str, Verdict | FileVerdict | JudgedModel, Counterexample | None]]

PRINTING, A_THEOREM = 2.0, 0.02  # seconds of processor time, and how much more for each theorem
PROOF_BYTES = 16_000_000  # of a proof file: twice the whole catalogue
MOST_LINES = 12  # of one theorem's accepted alterations; the JSON has all


@click.command("replay")
@click.argument("file", metavar="FILE", required=False)
@click.option("--tamper", is_flag=True, help="Alter every field of the proof, one at a time, and tell which of them carry it.")
@json_option("With --tamper: write every field's verdict as JSON")
@click.option("--coq", is_flag=True, help="Instead, show which theorems Coq has checked: the record FILE, or that of the package.")
def replay_command(file: str | None, tamper: bool, target: str | None, coq: bool) -> int:
    """Let the kernel accept or reject the proofs in FILE, or in standard input if FILE is -, and print what each of them proves.

    The names in FILE mean nothing to the kernel: read the claims. Exit code 1 if a proof is rejected, 2 if FILE is not JSON.
    With --coq: 1 if Coq has not checked every theorem as it is now.
    """
    from proofs.report.proofs.render import statement

    if target is not None and not tamper:
        raise click.UsageError("--json needs --tamper")
    if coq and tamper:
        raise click.UsageError("either --coq or --tamper")
    if coq:
        return _checked_by_coq(file)
    if file is None:
        raise click.UsageError("Missing argument 'FILE'.")
    proofs, library = accept(file)
    if tamper:
        return _tamper(proofs, target)
    with time_to_print(file, len(proofs)):
        statements = [statement(library[proof.id], proof.hypotheses) for proof in proofs]
    for proof, stated in zip(proofs, statements, strict=True):
        click.echo(f"accepted: {label(proof.id)}: {stated.conclusion} ({len(proof.steps)} steps)")
        click.echo("".join(f"    {line}\n" for line in stated.conditions), nl=False)
        for axiom in sorted(library[proof.id].axioms):
            click.echo(f"    by axiom {axiom}")
    return 0


def _checked_by_coq(file: str | None) -> int:
    """Print the verdict of a certificate on the catalogue."""
    from proofs.referees.coq.gate import SHIPPED, CertificateStanding, read_certificate
    from proofs.report.tables.verdicts import certificate_lines
    from proofs.verify.coq import catalogue_claims, record

    certificate = read_certificate(SHIPPED if file is None else file)
    standings = record(certificate, catalogue_claims())
    click.echo("\n".join(map(visible, certificate_lines(certificate, standings))))
    return 0 if set(standings.values()) == {CertificateStanding.AS_NOW} else 1


def accept(file: str) -> tuple[list[Proof], dict[str, Theorem]]:
    """The result of `replayed`. If the kernel rejects a proof, print its reason and end the command with exit code 1."""
    from proofs.kernel import Rejected

    try:
        return replay(file)
    except Rejected as reason:
        click.echo(f"rejected: {escape(str(reason), most=1000)}")
        raise click.exceptions.Exit(1) from None


def replay(file: str) -> tuple[list[Proof], dict[str, Theorem]]:
    """The proofs of a file and what they prove. Raises `Rejected`, and InputError if the file is not JSON."""
    from proofs.derive.authoring.abbreviations import upgrade
    from proofs.kernel import Rejected, replay_all
    from proofs.kernel.codec import read

    document = read_json(file, PROOF_BYTES)
    try:
        proofs = upgrade(read(document))
        if not proofs:
            raise Rejected("the file holds no proof")
        return proofs, replay_all(proofs)
    except RecursionError:
        raise Rejected("the data is nested too deeply") from None


def time_to_print(file: str, theorems: int) -> AbstractContextManager[None]:
    """A time limit for printing this number of theorems of a file."""
    refusal = f"{file}: the kernel accepts it, but what it proves takes too long to print"
    return processor_limit(PRINTING + A_THEOREM * theorems, refusal)


def _tamper(proofs: list[Proof], target: str | None) -> int:
    """Alter every field of the proofs, and report."""
    from proofs.derive.authoring.encoding import write
    from proofs.referees.tampering import tampering

    alterations = []
    with bar("altering", 1) as progress:

        def on_progress(what: str, part: float) -> None:
            progress.describe(what)
            progress.step(part)

        for one in tampering(write(proofs), on_progress):
            alterations.append(one.to_json(_state))
            if target != "-":
                click.echo("\n".join(_describe(one)))
    write_json(target, alterations)
    return 0


def _state(theorem: Theorem) -> str:
    from proofs.report.proofs.render import statement

    stated = statement(theorem, theorem.hypotheses)
    return "; ".join([str(stated.conclusion), *map(str, stated.conditions)])


def _describe(one: Tampering) -> list[str]:
    """One theorem's fields and alterations, and the first of those that the kernel accepts."""
    from proofs.referees.tampering import ANOTHER, REJECTED, SAME

    counts, carrying = one.counts, sum(f.carries for f in one.fields)
    free: dict[tuple[str, str], list[str]] = {}  # by verdict and step or hypothesis
    for f in one.fields:
        for change, verdict, _ in f.accepted:
            free.setdefault((verdict, f.field.place.partition(", ")[0]), []).append(f"{f.field.place}: {change}")
    rows = [
        f"    {verdict}: {escape(what[0], most=120)}{f', and {len(what) - 1} more there' * (len(what) > 1)}"
        for (verdict, _), what in free.items()
    ]
    return [
        f"{label(one.proof.id)}: {carrying:,} of {len(one.fields):,} fields carry the proof: no alteration of theirs is accepted",
        f"    {sum(counts.values()):,} alterations: {counts[REJECTED]:,} rejected, {counts[SAME]:,} prove the same theorem, "
        f"{counts[ANOTHER]:,} prove another one",
        *(
            rows
            if len(rows) <= MOST_LINES
            else [*rows[:MOST_LINES], f"    … and more in {len(rows) - MOST_LINES} other steps; --json writes all"]
        ),
    ]


# Small proofs which between them use every rule.
DAMAGED = ("cauchy-schwarz", "quadratic-root", "progress", "novikoff", "hinge-root", "exp-monotone", "mean-sum", "fibonacci-sum")
DAMAGED_EACH = 60


@click.command("arena")
@click.option("--checker", metavar="CMD", help="The checker, run as CMD FILE; by default the kernel of this package.")
@seconds_option("--timeout", "For the checker to judge one file.", 30.0)
@click.option("--coq", is_flag=True, help="Instead, ask kernel and Coq of the same files and of damaged proofs, and count disagreements.")
@json_option("Write every file's outcome as JSON")
def arena_command(checker: str | None, timeout: float, coq: bool, target: str | None) -> int:
    """Try a proof checker on the arena: files that are sound, and files that are traps.

    A checker's exit code is its verdict on FILE: 0 accepted, 1 rejected, 2 malformed. Exit code 1 if it accepts a trap, refuses a sound
    file or gives no answer. With --coq: 1 if kernel and Coq ever disagree.
    """
    from proofs.referees.arena import FOLDER, entries, outcomes

    if coq and (checker is not None or target is not None):
        raise click.UsageError("--coq goes alone")
    if coq:
        return _kernel_and_coq()
    run = _kernel if checker is None else Process(checker, timeout)
    tried, files = [], entries()
    with bar("trying", len(files)) as progress:
        for outcome in outcomes(run, files):
            progress.describe(f"{outcome.entry.kind}/{outcome.entry.name}")
            progress.step()
            tried.append(outcome)
    records = [{"file": f"{o.entry.kind}/{o.entry.name}.json", "about": o.entry.about, "code": o.code, "verdict": o.verdict} for o in tried]
    answer(target, _lines(tried, FOLDER), records)
    return 0 if all(o.right for o in tried) else 1


def _kernel_and_coq() -> int:
    """Both on the files of the arena and on damaged proofs of the catalogue."""
    from proofs.derive.authoring.encoding import write
    from proofs.referees.coq.gate import agreement, arena_cases, damage
    from proofs.theorems import catalogue

    if (coq := _installed_coq()) is None:
        return 0
    broken: dict[str, list[Proof]] = {}
    for id in DAMAGED:
        proofs = catalogue.proofs([id])
        document: Any = write(proofs[-1:])
        broken |= damage(proofs, document["theorems"][0], DAMAGED_EACH)
    asked = {"files of the arena": arena_cases(), f"damaged proofs of {', '.join(DAMAGED)}": broken}
    differ = False
    with bar("asking Coq", len(asked)) as progress:
        for what, cases in asked.items():
            progress.describe(what)
            agreed = agreement(cases, coq)
            click.echo(f"{len(cases)} {what}: {agreed.words}")
            for name in agreed.different:
                click.echo(f"    DISAGREEMENT: {name}")
            differ |= bool(agreed.different)
            progress.step()
    return 1 if differ else 0


def _installed_coq() -> Coq | None:
    """The Coq of this machine; None, and a line that says so, where there is none."""
    from proofs.referees.coq.toolchain import INSTALL, find

    if (coq := find()) is None:
        click.echo(f"skipped: coqc not found; {INSTALL}")
    return coq


def _lines(outcomes: list[ArenaOutcome], folder: Path) -> list[str]:
    wrong = [o for o in outcomes if not o.right]
    codes = {True: "", False: " (exit code {})"}
    lines = [
        f"{o.verdict.upper()}: {o.entry.kind}/{o.entry.name}.json{codes[o.code in (None, 0, 1, 2)].format(o.code)}: {o.entry.about}"
        for o in wrong
    ]
    for kind, done in (("good", "accepted"), ("bad", "refused"), ("malformed", "refused")):
        those = [o for o in outcomes if o.entry.kind == kind]
        lines.append(f"{kind}: {sum(o.right for o in those)} of {len(those)} {done}")
    return lines if not wrong else [*lines, f"the files are in {folder}"]


def _kernel(file: Path) -> int:
    """Replay the file in the kernel and print the result."""
    from proofs.kernel import Rejected

    try:
        replay(str(file))
    except Rejected:
        return 1
    except InputError:
        return 2
    return 0


class Process:
    """A command of the user's as a checker. Raises InputError if there is no such command."""

    def __init__(self, text: str, timeout: float) -> None:
        try:
            self.words, self.timeout = shlex.split(text), timeout
        except ValueError as error:
            raise InputError(f"--checker: {error}") from None
        if not self.words:
            raise InputError("--checker needs a command")

    def __call__(self, file: Path) -> int | None:
        try:
            done = subprocess.run(
                [*self.words, str(file)], capture_output=True, timeout=self.timeout, stdin=subprocess.DEVNULL, check=False
            )
        except subprocess.TimeoutExpired:
            return None
        except OSError as error:
            raise InputError(f"--checker {self.words[0]}: {error.strerror or error}") from None
        return done.returncode


DEFAULT_LIMIT = 2.0  # seconds of processor time; every file of the package needs far less
MAX_LIMIT = 10**6


@click.command("check")
@click.argument("file", metavar="FILE", required=False)
@click.option("--coq", is_flag=True, help="Instead, have Coq judge every counterexample that comes with the package.")
@click.option("--learner", metavar="FILE.py:NAME", help="The learner object that FILE speaks of and cannot hold.")
@click.option("--with", "own", metavar="FILE.py", help="The file of yours that defines the theorem which FILE is about; it is run.")
@picture_option("--plot", "Draw the run as .svg, .png or .pdf.", metavar="PICTURE")
@click.option(
    "--limit", type=float, default=DEFAULT_LIMIT, show_default=True, metavar="SECONDS", help="Processor time for judging; 0 for no limit."
)
def check_command(file: str | None, coq: bool, learner: str | None, own: str | None, plot: str | None, limit: float) -> int:
    """Replay the run in FILE exactly, and decide whether it breaks the conjecture under the rules in FILE.

    A certificate of `audit --certify` is judged too: the learner runs, and each bound is evaluated, exactly.

    FILE may also be - for standard input, or the name of a file that comes with the package, such as novikoff/zero-start (`show ID` lists
    these names).
    Exit code 0 if it is a counterexample, 1 if it is not, 2 if FILE cannot be read or judging takes too long.
    With --coq: 1 if Coq refuses one.
    """
    from proofs.counterexample.learner_object import Faulty

    if coq:
        if file is not None or plot is not None or learner is not None or own is not None:
            raise click.UsageError("--coq goes alone")
        return _coq()
    if file is None:
        raise click.UsageError("Missing argument 'FILE'.")
    if not 0 <= limit <= MAX_LIMIT:
        raise click.UsageError(f"--limit must be a number of seconds from 0 to {MAX_LIMIT}")
    file = _ship(file)
    refuse_device(file)
    if own is not None:
        from proofs.theorems.lookup import name

        if name(own) == own:
            raise click.UsageError(f"--with takes a FILE.py, not {own!r:.60}")
    given = _give(learner, limit)
    judge = _load_judge(_document(file), given, plot)
    try:
        with (
            processor_limit(limit, f"not judged: it takes more than {limit:g} s of processor time (--limit allows more)"),
            prints_on_stderr(),
        ):
            head, verdict, run = judge()
    except (Faulty, InputError) as fault:
        raise InputError(f"{file}: {fault}") from fault
    code = print_judged(head, verdict.valid, verdict.checked, verdict.reasons)
    if plot is not None and run is not None:
        from proofs.report.pictures.plots import picture

        picture(run).save(plot)
    return code


def _give(learner: str | None, seconds: float) -> Any:
    """The learner object of the user's own file, which is run."""
    from proofs.cli.posing import own_learner

    if learner is None:
        return None
    given, _ = own_learner(learner, seconds)
    if given is None:
        raise click.UsageError(f"--learner is an object in a Python file, FILE.py:NAME, and not {learner!r:.60}")
    return given


def _coq() -> int:
    """Coq on all that come with the package."""
    from proofs.verify.coq import judge_counterexamples as judge

    if (coq := _installed_coq()) is None:
        return 0
    with bar("asking Coq", None) as progress:
        judged = judge(coq, progress.describe)
    if judged.refused:
        click.echo(f"Coq ✗ {judged.refused}")
        return 1
    click.echo(f"Coq ✓ {len(judged.runs) + len(judged.instances)} counterexamples")
    click.echo(f"    {len(judged.runs)} runs, each made again from its examples")
    click.echo(f"    {len(judged.instances)} instances: values for the names of formulas, with which ∀k means k ≤ horizon")
    return 0


def _describe_run(run: Counterexample, verdict: Verdict) -> str:
    """The claim, the learner and the rules of the run, for one under other rules says nothing about a theorem, and the two sides."""
    game = run.game
    rules = f"learner {_learner(run)}; setting {game.setting}; norm {game.norm}; comparator {game.comparator}"
    rounds = f"{len(run.rounds):,} round{'s' * (len(run.rounds) != 1)}" + f" in dimension {run.dimension}" * (run.dimension > 0)
    without = f", without {', '.join(sorted(game.dropped))}" if game.dropped else ""
    return f"{run.comparison.unicode()} ({rules}) on {rounds}{without}: {verdict.sides[0]} against {verdict.sides[1]}"


def _learner(run: Counterexample) -> str:
    from proofs.conjecture.brief import number

    game = run.game
    if run.rule is not None:
        return run.rule.called
    options = [f"ties {game.ties:+d}"] if isinstance(game.ties, int) else []
    options += [] if game.opponent.eps is None else [f"eps {number(game.opponent.eps)}"]
    options += [text if len(text) <= 60 else f"{text[:59]}…" for text in (game.kernel, game.rate) if text]
    return f"{game.learner} with {', '.join(options)}" if options else game.learner


def _ship(file: str) -> str:
    """The path of a file of the package, unless another file has this name."""
    if os.path.exists(file):
        return file
    from proofs.theorems.witnesses import find_witness

    return str(find_witness(file) or file)


def _document(file: str) -> Any:
    """The data of a file, which is opened once: it may be a pipe. Raises InputError, which names the file."""
    from proofs.counterexample.reader import MAX_BYTES

    try:
        return read_json(file, MAX_BYTES)
    except OSError as error:
        raise InputError(f"{file}: {error.strerror or 'cannot be read'}") from None


def _load_judge(document: Any, given: Any, plot: str | None) -> Judge:
    """The judge of this kind of file: it returns the verdict, its head line, and the run that can be drawn, and may raise InputError.

    Its modules are loaded here, which on a busy machine takes longer than the time that judging may take.
    """
    from proofs.counterexample.own_games import FORMAT as OWN_GAME
    from proofs.statements.instance import FORMAT as INSTANCE
    from proofs.statements.tail import FORMAT as TAIL

    format = str(document.get("format")) if isinstance(document, dict) and given is None else ""
    if format.startswith("perceptron-proofs/audit"):
        if plot is not None:
            raise click.UsageError("audit --plot draws the run of an audit")
        return _load_audit_judge(document)
    if format in (INSTANCE, TAIL):
        if plot is not None:
            raise click.UsageError("an instance of a property has no run to draw")
        return _load_instance_judge(document)
    if format == OWN_GAME:
        if plot is not None:
            raise click.UsageError("a run in a learner's own game has no picture")
        return _load_own_game_judge(document)
    from proofs.counterexample import from_json, judge

    def judge_run() -> tuple[str, Verdict, Counterexample | None]:
        run = from_json(document, given)
        verdict = judge(run)
        return _describe_run(run, verdict), verdict, run if verdict.values else None  # a learner that cannot start has none

    return judge_run


def _load_audit_judge(document: Any) -> Judge:
    """The judge of a certificate of an audit."""
    from proofs.audit import judge

    def judge_audit() -> tuple[str, FileVerdict, None]:
        verdict = judge(document)
        return f"an audit of {label(document['data'])}", verdict, None

    return judge_audit


def _load_own_game_judge(document: Any) -> Judge:
    """The judge of a run in a learner's own game."""
    from proofs.counterexample.own_games import judge_own, own_from_json

    def judge_run() -> tuple[str, Verdict, None]:
        found = own_from_json(document)
        verdict = judge_own(found)
        learner = ", ".join(f"{name} {value}" if name != "name" else value for name, value in found.game.record.items())
        without = f", without {', '.join(found.dropped)}" if found.dropped else ""
        rounds = f"{len(found.choice.rounds)} round{'s' * (len(found.choice.rounds) != 1)}"
        head = f"{found.comparison.unicode()} (learner {learner}) on {rounds}{without}"
        return f"{head}: {verdict.sides[0]} against {verdict.sides[1]}", verdict, None

    return judge_run


def _load_instance_judge(document: Any) -> Judge:
    """The judge of an instance of a property, or of a learner played on a long sample."""
    from proofs.statements.instance import read
    from proofs.statements.tail import FORMAT as TAIL
    from proofs.theorems.lookup import claim, property_named
    from proofs.theorems.witnesses import models

    def judge_instance() -> tuple[str, JudgedModel, None]:
        if document["format"] == TAIL:
            played = models.judge_tail(property_named(document.get("theorem")), document)
            return f"{played.item.title}, on a long sample", played, None
        id, without, instance = read(document)
        item = claim(id)
        printed = "the printed form" if without not in item.hypotheses else f"without {without!r}"
        return f"{item.title}, {printed if without else 'with every hypothesis'}", models.judge(item, without, instance), None

    return judge_instance
