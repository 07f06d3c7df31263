"""`audit`: the theorems' bounds on a user's data, and the options by which data is read."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from perceptron.errors import InputError
from proofs.cli.output import answer, command_again, file_option, json_option, options, picture_option, report_written
from proofs.cli.posing import ADDITIVE, KERNELS, parse_learner
from proofs.system.escaping import visible
from proofs.system.files import refuse_device, write_text
from proofs.system.progress_bar import bar

if TYPE_CHECKING:
    from perceptron import MarginPerceptron, Perceptron
    from perceptron.data.read import Dataset
    from perceptron.estimators.kernel_passes import KernelRun
    from perceptron.kernels import Kernel
    from perceptron.learners.winnow import Winnow
    from perceptron.runs.passes import Passes
    from proofs.audit import Audit, Bound
    from proofs.audit.learners import Audited
    from proofs.audit.record import HasBounds

LABEL = "The class column: its name, number, first or last; needed where more than one can be it."
GAUSSIANS = ("gaussian", "rbf")
STDIN = "standard input"
# The argument DATA and the options that say how it is read, for `dataset`.
data_options = options(
    click.argument("data", metavar="DATA"),
    click.option("--label", metavar="COLUMN", help=LABEL),
    click.option("--drop", multiple=True, metavar="COLUMN", help="A column that is no feature; may be given several times."),
    click.option(
        "--header/--no-header", default=None, help="Whether the first row names the columns; by default it does if it has no number."
    ),
    click.option("--missing", type=click.Choice(["refuse", "drop-rows"]), default="refuse", help="What becomes of rows without a value."),
    click.option("--one-hot", multiple=True, metavar="COLUMN", help="Make a feature of each name in a column; may be given several times."),
    click.option("--classes", metavar="A,B", help="Read only these two classes, B as +1."),
    click.option("--positive", metavar="CLASS", help="The class that becomes +1; by default the one that sorts last."),
    click.option("--dummy", metavar="VALUE", help="Append a constant input of this value, which stands for a threshold."),
    click.option("--bias", is_flag=True, help="The same as --dummy 1."),
    click.option("--rescale", is_flag=True, help="Divide each column by a power of ten, so that its largest entry is from 1 up to 10."),
    click.option("--normalise", is_flag=True, help="Divide each x by its length, cut to six decimals."),
    click.option("--shuffle", type=int, metavar="SEED", help="Shuffle the examples; a seed gives the same order everywhere."),
)


def dataset(
    data: str, *, bias: bool, dummy: str | None, rescale: bool, normalise: bool, shuffle: int | None, classes: str | None, **choices: Any
) -> Dataset:
    """The data after the options: columns, then lengths, then the constant input, then the order. Raises InputError."""
    from perceptron.data.examples import normalise_examples, rescale_examples, shuffle_examples

    if bias and dummy is not None:
        raise InputError("--bias and --dummy are one thing: give one of them")
    table = _read(data, classes=_two(classes), **choices)
    if rescale:
        table = replace(table, examples=rescale_examples(table.examples))
    if normalise:
        table = replace(table, examples=normalise_examples(table.examples))
    if (constant := "1" if bias else dummy) is not None:
        table = replace(table, examples=table.examples.with_constant(constant), features=(*table.features, "dummy"))
    return table if shuffle is None else replace(table, examples=shuffle_examples(table.examples, shuffle))


def learner_for_data(text: str, gamma: str | None, allowed: str) -> Perceptron | MarginPerceptron | Winnow:
    """The learner that --learner names, one of those whose notations are in `allowed`: for a kernel the Perceptron. Raises InputError.

    gamma    the margin that it is promised
    """
    from perceptron.numbers.exact import positive
    from proofs.conjecture.game import default_game

    chosen = parse_learner(text)
    name = chosen["learner"]
    if name not in allowed:
        raise InputError(f"--learner must be one of {allowed}, not {text!r:.60}")
    if needs_gamma(text) and gamma is None:
        raise InputError(f"{'the Margin Perceptron' if name == 'margin' else 'Winnow without factor and eta'} needs --gamma, its margin")
    if name == "kernel":
        chosen = {"learner": "perceptron", "ties": chosen["ties"]}
    return default_game(frozenset(), **chosen).opponent.learner(positive(gamma or 1, "--gamma"))  # type: ignore[return-value]


def needs_gamma(text: str) -> bool:
    """Whether the learner that --learner names needs a margin. Raises InputError."""

    chosen = parse_learner(text)
    return chosen["learner"] == "margin" or (chosen["learner"] == "winnow" and "rate" not in chosen)


def kernel_for_data(text: str, allowed: str) -> Kernel[Any] | None:
    """The kernel that --learner names, in whose features the Perceptron runs; None for another learner. Raises InputError for a kernel
    that compares no vectors."""
    from proofs.audit.run import IN_PYTHON
    from proofs.conjecture.learners.kernel import KERNELS as KERNEL_NAMES
    from proofs.conjecture.learners.kernel import full_text, kernel_of, points_are

    chosen = parse_learner(text)
    if chosen["learner"] != "kernel":
        return None
    if chosen["kernel"].partition(":")[0] not in KERNEL_NAMES:
        raise InputError(f"{text!r:.60} is no kernel whose features can be written out: --learner is one of {allowed}; {IN_PYTHON}")
    if points_are(kernel := full_text(chosen["kernel"])) != "vectors":
        raise InputError(f"{text!r:.60} compares {points_are(kernel)}, and DATA has vectors: --learner is one of {allowed}; {IN_PYTHON}")
    return kernel_of(kernel)


def gaussian_rate(text: str) -> Fraction | None:
    """The γ of a Gaussian kernel exp(−γ‖x − z‖²) that --learner names, None for another learner. Raises InputError."""
    from perceptron.numbers.exact import positive

    name, _, option = parse_learner(text).get("kernel", "").partition(":")
    if name not in GAUSSIANS:
        return None
    if not option.startswith("gamma="):
        raise InputError(f"the kernel exp(−γ‖x − z‖²) needs its γ and no more, kernel:gaussian:gamma=1/2, not {text!r:.60}")
    return positive(option.removeprefix("gamma="), "gamma of the kernel")


def _two(classes: str | None) -> tuple[str, str] | None:

    if classes is None:
        return None
    names = [name.strip() for name in classes.split(",")]
    if len(names) != 2 or not all(names) or names[0] == names[1]:
        raise InputError(f"--classes must be two names with a comma, such as setosa,virginica, not {classes!r:.60}")
    return names[0], names[1]


def _read(data: str, **choices: Any) -> Dataset:
    """The data of a file or pipe, of standard input for "-", or of a data set of the package by its name or the beginning of its name."""
    from perceptron.data.read import read
    from perceptron.datasets import NAMES, path

    if data == "-":
        return _from_stream(sys.stdin.buffer, STDIN, **choices)
    if Path(data).is_fifo():
        with open(data, "rb") as pipe:
            return _from_stream(pipe, data, **choices)
    if not os.path.exists(data) and os.sep not in data and not os.path.splitext(data)[1]:
        matching = [name for name in NAMES if name == data] or [name for name in NAMES if name.startswith(data)]
        if len(matching) == 1:
            return read(path(matching[0]), **choices)
        which = f"{data!r} could be any of" if matching else f"there is no file {data!r}; the data sets that come with the package are"
        raise InputError(f"{which} {', '.join(matching or NAMES)}")
    refuse_device(data)
    return read(data, **choices)


MAX_STREAM = 1_000_000_000  # bytes; a pipe may be endless, and would fill the disk


def _from_stream(stream: BinaryIO, name: str, **choices: Any) -> Dataset:
    """Read a data set from a stream, by way of a file without a suffix, because a file is read twice. Raises InputError for a long one."""
    from tempfile import TemporaryDirectory

    from perceptron.data.read import read

    with TemporaryDirectory() as folder:
        path = Path(folder) / "data"
        with open(path, "wb") as file:
            while part := stream.read(1 << 20):
                if file.tell() + len(part) > MAX_STREAM:
                    raise InputError(f"{name}: expected at most {MAX_STREAM:,} bytes on a pipe, found more; save the data as a file")
                file.write(part)
        try:
            return replace(read(path, **choices), name=name)
        except InputError as error:
            raise InputError(str(error).replace(str(path), name)) from None


LEARNERS = f"{ADDITIVE}, {KERNELS}, kernel:gaussian:gamma=1/2, winnow, winnow:factor=3/2, winnow:eta=1/4"


@click.command("audit")
@data_options
@click.option("--learner", default="perceptron", show_default=True, metavar="LEARNER", help=f"One of {LEARNERS}.")
@click.option(
    "--gamma",
    metavar="NUMBER",
    help="The margin. The Margin Perceptron needs it; by default the largest margin found; Winnow's rate follows it.",
)
@click.option("--rho", metavar="NUMBER", help="The γ of the hinge bounds; by default the best that is found.")
@click.option("--passes", default=1, show_default=True, metavar="N", help="Go over the examples up to N times, until a pass has no update.")
@click.option(
    "--model",
    metavar="FILE",
    help="Replay this fitted model of scikit-learn or river, written by pickle or joblib. Reading it runs code: only load your own files.",
)
@json_option("Write the result as JSON")
@picture_option("--plot", "Draw the updates under each bound as .svg, .png or .pdf.", metavar="PICTURE")
@file_option("--certify", words="Write what `check` judges again, or as FILE.v a Coq file for every order of the examples.")
def audit_command(
    learner: str,
    gamma: str | None,
    rho: str | None,
    passes: int,
    model: str | None,
    target: str | None,
    plot: str | None,
    certify: str | None,
    **reading: Any,
) -> int:
    """Run a learner over DATA in file order, exactly, and print its updates beside the bounds.

    DATA is a file with two classes: CSV, svm-light (.svm), .npy, .npz, .parquet, or one of these packed (.gz, .bz2, .xz, .zip). It may
    also be - for text on standard input, or the name of a data set that comes with the package.

    The bounds are those of all theorems that apply. Each uses a comparator that is found in floats and certified in exact arithmetic. The
    features of a kernel are written out, since the kernel Perceptron is the Perceptron on them. Those of a Gaussian kernel cannot be: its
    values on all pairs of up to 1,000 examples are certified instead.

    With --model the learner, its passes and its order are those of a fitted model. If the exact replay has other weights than the model,
    the command prints the first thing that makes the model another learner than the Perceptron.

    Files are written whole or not at all. Exit code 1 if the given --gamma is above the greatest margin that is found.
    """
    from perceptron.numbers.exact import positive as above_zero

    if certify is not None and certify.endswith(".v"):
        from proofs.referees.coq.theories import refuse_name

        refuse_name(certify)
    if certify is not None and not certify.endswith((".v", ".json")):
        raise InputError(
            f"--certify writes JSON, or a Coq file whose name ends in .v; the name must say which, and {certify!r:.60} does not"
        )
    if passes < 1:
        raise InputError(f"--passes must be a positive number, not {passes}")
    if model is not None:
        return _of_model(model, target, plot, certify, reading)
    if (rate := gaussian_rate(learner)) is not None:
        given = {"--gamma": gamma, "--rho": rho, "--plot": plot, "--certify": certify}
        return _gaussian(learner, rate, passes, target, [name for name, value in given.items() if value is not None], reading)
    kernel = kernel_for_data(learner, LEARNERS)
    chosen_gamma = None if gamma is None else above_zero(gamma, "--gamma")
    chosen_rho = None if rho is None else above_zero(rho, "--rho")
    with bar("reading", None) as progress:
        from proofs.audit import audit
        from proofs.audit.certificate import refuse_many
        from proofs.audit.run import passes_over

        data = dataset(**reading)
        if certify is not None:
            refuse_many(data.examples, written_out=certify.endswith(".v"))
        chosen_learner = _learner(learner, chosen_gamma, data)
        result = audit(data, chosen_learner, gamma=chosen_gamma, rho=chosen_rho, limit=passes, kernel=kernel, on_progress=progress.describe)
        advised = list(_advise(result, reading, lambda other: passes_over(other, _learner(learner, chosen_gamma, other), passes, kernel)))
    _write(result, certify, plot)
    answer(target, _lines(result, result.raw_dataset, f"separable through the origin: {_separable(result)}", advised), result.to_json())
    return 1 if result.refused or not all(b.certified for b in result.bounds) else 0


def _of_model(file: str, target: str | None, plot: str | None, certify: str | None, reading: dict[str, Any]) -> int:
    """Audit the rounds of a fitted model. Raises InputError for options that the model decides."""
    from click.core import ParameterSource

    from proofs.audit import Audit, mistake_bound
    from proofs.audit.certificate import refuse_many
    from proofs.audit.of_model import as_learned, read_model

    context = click.get_current_context()
    decided = ("learner", "gamma", "rho", "passes")
    if given := [f"--{name}" for name in decided if context.get_parameter_source(name) is not ParameterSource.DEFAULT]:
        raise InputError(f"{' and '.join(given)}: not with --model, whose learner and passes are those of its fit")
    with bar("reading", None) as progress:
        data, model = dataset(**reading), read_model(file)
        if certify is not None:
            refuse_many(data.examples, written_out=certify.endswith(".v"))
        progress.describe("replaying the model, and looking for comparators")
        result = mistake_bound(model, *as_learned(model, data))
    if not isinstance(result, Audit):
        raise InputError(f"--model {file}: expected a linear model, found a {type(model).__name__}; use proofs.mistake_bound in Python")
    result.read = replace(result.data, name=data.name, classes=data.classes, label=data.label)
    _write(result, certify, plot)
    result.read = data
    answer(target, _lines(result, result.raw_dataset, f"separable through the origin: {_separable(result)}", []), result.to_json())
    return 0 if all(b.certified for b in result.bounds) else 1


def _gaussian(learner: str, rate: Fraction, passes: int, target: str | None, refused: list[str], reading: dict[str, Any]) -> int:
    """Audit the kernel Perceptron with a Gaussian kernel. Raises InputError for `refused` options."""
    from perceptron import Perceptron
    from proofs.audit.kernels import gaussian_audit

    if refused:
        raise InputError(
            f"{' and '.join(refused)}: not with a Gaussian kernel, whose bounds are read from its values and not from features"
        )
    with bar("reading", None) as progress:
        data = dataset(**reading)
        progress.describe("running the learner, and looking for comparators")
        result = gaussian_audit(data, rate, Perceptron(parse_learner(learner)["ties"]), passes)
    separable = "yes (a comparator has a positive margin on every example)" if result.found.separated else "not decided"
    lines = _lines(result.found, data, f"separable in the kernel’s space: {separable}", [])
    answer(target, lines, result.to_json())
    return 0


def _learner(text: str, gamma: Fraction | None, data: Dataset) -> Audited:
    """The learner that runs; Winnow without a rate is tuned to the margin. Raises InputError."""
    chosen = parse_learner(text)
    if chosen["learner"] == "winnow" and "rate" not in chosen:
        from proofs.audit.learners import tune

        return tune(data.examples, gamma, chosen["ties"])
    return learner_for_data(text, None if gamma is None else str(gamma), LEARNERS)


def _write(result: Audit, certify: str | None, plot: str | None) -> None:
    if certify is not None:
        from proofs.audit import coq_file, document

        write_text(certify, coq_file(result) if certify.endswith(".v") else json.dumps(document(result), ensure_ascii=False) + "\n")
        report_written(certify, "coqc" if certify.endswith(".v") else "perceptron-proofs check")
    if plot is not None:
        from proofs.report.pictures.audit_plot import audit_plot

        audit_plot(result).save(plot)


def _lines(a: HasBounds, data: Dataset, separable: str, advised: Iterable[str]) -> list[str]:
    """An audit for a reader; `data` as it was read."""
    notes = [line for note in (*data.notes, *a.notes) for line in _wrap(f"note: {visible(note)}")]
    return [*_wrap(_summary(a)), *_head(data, a.run), *_wrap(separable), *_table(a), *notes, *advised]


def _summary(a: HasBounds) -> str:
    """The conclusion from the bounds, in a sentence."""
    said = f"summary: {a.run.M:,} update{'s' * (a.run.M != 1)} in {a.rounds:,} round{'s' * (a.rounds != 1)}; "
    if a.best is None:
        return said + "every bound is vacuous or trivial here" if a.bounds else said + "no bound applies"
    return said + f"a theorem allows at most {int(Fraction(a.best.value)):,} ({a.best.id})"


def _head(data: Dataset, run: Passes | KernelRun) -> list[str]:
    examples = f"{len(data.examples):,} examples in dimension {data.examples.dimension}"
    classes = ", ".join(f"{visible(name)} is {label:+d}" for name, label in data.classes.items())
    where = f"by {visible(data.label)}, " if data.label else ""
    once = "in one pass" if run.passes == 1 else f"in {run.passes} passes{', the last without an update' if run.halted else ''}"
    return [*_wrap(f"{visible(data.name)}: {examples}; {where}{classes}"), f"updates M = {run.M:,} {once}"]


EXPLAINED = {
    "ρ": "the margin at which losses are measured, max(0, 1 − y⟨u,x⟩/ρ). Comparators that lose on more than half of the rounds are not "
    "used: their bound would say M ≤ M",
    "vacuous": "no more than that M is at most the number of rounds",
    "trivial": "almost all of the bound is the comparator's own loss",
}
COLUMNS = 80


def _table(a: HasBounds) -> list[str]:
    """The bounds, equal ones in one row, the meaning of the words beside them, and the best bound."""
    if not a.bounds:
        return []
    from proofs.report import columns

    twins: dict[tuple[str, ...], list[str]] = {}
    for b in a.bounds:
        twins.setdefault(_row(b, a.best), []).append(b.id)
    rows = [("bound", "M ≤", "at", "loss", "of all rounds", "")] + [(ids[0], *row) for row, ids in twins.items()]
    printed = columns(rows, "<><>><")
    lines = ["", printed[0]]
    for row, ids in zip(printed[1:], twins.values(), strict=True):
        lines += [row, *(f"  = {id}" for id in ids[1:])]
    lines.append("")
    if all(b.certified for b in a.bounds):
        lines.append("each is certified: M, u and the bound's value were checked in exact arithmetic")
    explained = [f"{word}: {said}" for word, said in EXPLAINED.items() if any(word in cell for row in rows[1:] for cell in row)]
    lines += [line for text in explained for line in _wrap(text)]
    nothing = "no bound says more than that M is at most the number of rounds, or than M ≤ M"
    return [*lines, *_wrap(f"the best is {a.best.id}: {a.why}" if a.best else nothing)]


def _wrap(text: str, width: int = COLUMNS) -> list[str]:
    from textwrap import wrap

    return wrap(text, width, subsequent_indent="  ", break_on_hyphens=False)


LOOKED_AT = 10**5  # entries, for their size
TRIED = 10**6  # entries of data on which each advice is tried
FAR = 10  # times that the largest entry of a column is above that of another, from which on scaling is advised


def _advise(a: Audit, reading: dict[str, Any], again: Callable[[Dataset], Passes]) -> Iterator[str]:
    """The commands that make fewer updates, each with its number of updates; all of them if reading the data again takes too long.

    again   runs the learner over other data
    """
    data, context = a.raw_dataset, click.get_current_context()
    steps = [] if reading["bias"] or reading["dummy"] else [("bias", "the plane need not go through the origin")]
    if not reading["normalise"]:
        steps.append(("normalise", "no example is longer than others"))
        rows = min(len(data.examples), LOOKED_AT // (data.examples.dimension or 1))
        least, greatest = _scales(data, rows)
        if greatest[0] > FAR * least[0]:
            sizes = ", ".join(f"{visible(name)} up to {size:.6g}" for size, name in (greatest, least))
            steps.append(("rescale", f"columns of similar size (now {sizes})"))
    readable = reading["data"] != "-" and not Path(reading["data"]).is_fifo()
    tries = readable and len(data.examples) * data.examples.dimension * a.run.passes <= TRIED
    better, useless = list[tuple[int, str, str]](), list[str]()
    for option, does in steps:
        left, words = 0, does
        if tries:
            try:
                left = again(dataset(**reading | {option: True})).M
            except InputError:  # which the command would print: a zero vector cannot be normalised
                continue
            words = f"{left:,} updates instead of {a.run.M:,}: {does}"
        if left < a.run.M:
            better.append((left, command_again(context, target=None, plot=None, certify=None, **{option: True}), words))
        else:
            useless.append(f"--{option}")
    if better:
        yield from ["", "try next:"]
    for _, command, words in sorted(better, key=lambda one: one[0]):
        yield from (f"  {command}", *(f"    {line}" for line in _wrap(words, COLUMNS - 4)))
    if useless:
        yield from ["", f"tried without fewer updates: {', '.join(useless)}"]


def _scales(data: Dataset, rows: int) -> tuple[tuple[float, str], tuple[float, str]]:
    """The least and the greatest of the features’ largest entries in the first rows, with their names; of those that are not always 0."""
    x = data.examples
    sizes = [max(map(abs, column)) / x.denominator for column in zip(*x.take(slice(0, rows)).numerators, strict=True)]
    named = sorted((size, name) for size, name in zip(sizes, data.features, strict=False) if size)
    return (named[0], named[-1]) if named else ((1.0, ""), (1.0, ""))


def _separable(a: Audit) -> str:
    s = a.separable
    if s.farkas is not None:
        return f"no (a non-negative combination of {len(s.farkas)} of the y·x is 0, exactly)"
    return {True: "yes (a u with whole entries has y⟨u,x⟩ > 0 on every example, exactly)", None: "not decided"}[s.separable or None]


def _row(b: Bound, best: Bound | None) -> tuple[str, ...]:
    """Table cells of one bound; the last cell holds its most important remark."""
    sign, losses = ("γ", ("", "")) if b.asks_for_margin else ("ρ", (f"{float(b.hinge):.4g}", f"{float(b.everywhere):.4g}"))
    least = best is not None and b.says_something and b.value == best.value
    remarks = {"NOT CERTIFIED": not b.certified, "the best": least, "vacuous": b.vacuous, "trivial": b.trivial}
    said = ", ".join(remark for remark, applies in remarks.items() if applies)
    return _short(b.value), f"{sign} ≈ {float(b.gamma):.4g}", *losses, said


def _short(value: str) -> str:
    """A decimal short enough for a line, rounded up."""
    if len(value) <= 14:
        return value
    from decimal import ROUND_CEILING, Context

    return f"{Context(prec=7, rounding=ROUND_CEILING).create_decimal(value):e}"
