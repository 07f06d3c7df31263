"""The options by which commands read data, and what they make of them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

if TYPE_CHECKING:
    from perceptron import MarginPerceptron, Perceptron
    from perceptron.data.read import Dataset
    from perceptron.kernels import Kernel
    from perceptron.learners.winnow import Winnow

KERNELS = "kernel:linear, kernel:poly:degree=2[:offset=1], kernel:subsets"
LABEL = "The class column: its name, number, first or last; by default what looks like it."
GAUSSIANS = ("gaussian", "rbf")
STDIN = "standard input"
OPTIONS = (
    click.argument("data", metavar="DATA"),
    click.option("--label", metavar="COLUMN", help=LABEL),
    click.option("--header/--no-header", default=None, help="Whether the first row names the columns; by default what looks like it."),
    click.option("--classes", metavar="A,B", help="Read only these two classes, B as +1."),
    click.option("--positive", metavar="CLASS", help="The class that becomes +1; by default the greater or later name."),
    click.option("--dummy", metavar="VALUE", help="Append a constant input of this value, which stands for a threshold."),
    click.option("--bias", is_flag=True, help="The same as --dummy 1."),
    click.option("--normalise", is_flag=True, help="Divide each x by its length, cut to six decimals."),
    click.option("--shuffle", type=int, metavar="SEED", help="Shuffle the examples; a seed gives the same order everywhere."),
)


def data_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the argument DATA and the options that say how it is read, for `dataset`."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


def dataset(
    data: str, *, bias: bool, dummy: str | None, normalise: bool, shuffle: int | None, classes: str | None, **choices: Any
) -> Dataset:
    """The data with what the options ask for: lengths, then the constant input, then the order. Raises InputError."""
    from perceptron.data.prepare import normalised, shuffled
    from perceptron.errors import InputError

    if bias and dummy is not None:
        raise InputError("--bias and --dummy are one thing: give one of them")
    found = _read(data, classes=_two(classes), **choices)
    if normalise:
        found = replace(found, examples=normalised(found.examples))
    if (constant := "1" if bias else dummy) is not None:
        found = replace(found, examples=found.examples.with_constant(constant), features=(*found.features, "dummy"))
    return found if shuffle is None else replace(found, examples=shuffled(found.examples, shuffle))


def learner_for_data(text: str, gamma: str | None, allowed: str) -> Perceptron | MarginPerceptron | Winnow:
    """The learner that --learner names, one of those whose notations are in `allowed`: for a kernel the Perceptron. Raises InputError.

    gamma    the margin that it is promised
    """
    from perceptron import MarginPerceptron, Perceptron
    from perceptron.errors import InputError
    from perceptron.learners.winnow import Winnow
    from proofs.cli.posing import parse_learner

    chosen = parse_learner(text)
    name = chosen["learner"]
    if name not in allowed:
        raise InputError(f"--learner must be one of {allowed}, not {text!r:.60}")
    if needs_gamma(text):
        if gamma is None:
            raise InputError(
                f"{'the Margin Perceptron' if name == 'margin' else 'Winnow without factor and eta'} needs --gamma, its margin"
            )
        return MarginPerceptron(gamma, chosen.get("eps", Fraction(1, 2))) if name == "margin" else Winnow(eta=gamma, ties=chosen["ties"])
    if name == "winnow":
        kind, _, value = chosen["rate"].partition("=")
        return Winnow(ties=chosen["ties"], **{kind: value})
    return Perceptron(chosen["ties"])


def needs_gamma(text: str) -> bool:
    """Whether the learner that --learner names has to be told a margin. Raises InputError."""
    from proofs.cli.posing import parse_learner

    chosen = parse_learner(text)
    return chosen["learner"] == "margin" or (chosen["learner"] == "winnow" and "rate" not in chosen)


def kernel_for_data(text: str, allowed: str) -> Kernel[Any] | None:
    """The kernel that --learner names, in whose features the Perceptron runs; None for another learner. Raises InputError for a kernel
    that compares no vectors."""
    from perceptron.errors import InputError
    from proofs.audit.features import IN_PYTHON
    from proofs.cli.posing import parse_learner
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
    from perceptron.errors import InputError
    from perceptron.numbers.exact import positive
    from proofs.cli.posing import parse_learner

    name, _, option = parse_learner(text).get("kernel", "").partition(":")
    if name not in GAUSSIANS:
        return None
    if not option.startswith("gamma="):
        raise InputError(f"the kernel exp(−γ‖x − z‖²) needs its γ and no more, kernel:gaussian:gamma=1/2, not {text!r:.60}")
    return positive(option.removeprefix("gamma="), "gamma of the kernel")


def _two(classes: str | None) -> tuple[str, str] | None:
    from perceptron.errors import InputError

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
    from perceptron.errors import InputError
    from proofs.system.files import refuse_device

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


def _from_stream(stream: BinaryIO, name: str, **choices: Any) -> Dataset:
    """What a stream holds. It is copied to a file without a suffix, since a file is read twice."""
    import shutil
    from tempfile import TemporaryDirectory

    from perceptron.data.read import read
    from perceptron.errors import InputError

    with TemporaryDirectory() as folder:
        path = Path(folder) / "data"
        with open(path, "wb") as file:
            shutil.copyfileobj(stream, file)
        try:
            return replace(read(path, **choices), name=name)
        except InputError as error:
            raise InputError(str(error).replace(str(path), name)) from None
