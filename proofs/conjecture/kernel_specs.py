"""How a kernel is written: as JSON data in files, as one line of text in a game and on the command line.

linear                              ⟨x,z⟩
poly:degree=2[:offset=1]            (offset + ⟨x,z⟩)^degree
subsets                             ∏(1 + x_i z_i)
substrings:count=product:length=2   common substrings (of that length) of two strings, counted as pairs, distinct, or the minimum
subsequences:length=2               common subsequences
precomputed:matrix=1,1/2;1/2,1      a matrix; the points are its rows
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from perceptron.errors import InputError

if TYPE_CHECKING:
    from perceptron.kernels import Kernel

KERNELS = {  # as written here, and as `perceptron.kernels` calls them
    "linear": "linear",
    "poly": "polynomial",
    "polynomial": "polynomial",
    "subsets": "subsets",
    "substrings": "substrings",
    "subsequences": "subsequences",
    "precomputed": "precomputed",
}
EXAMPLES = "linear, poly:degree=2[:offset=1], subsets, substrings:length=2, subsequences, precomputed:matrix=1,0;0,1"
MAX_ROWS = 64  # of a matrix, so that it is known in no time whether it is positive semi-definite
MAX_BITS = 64  # of its numerators and denominators
MAX_OFFSET_BITS = 256
MAX_LENGTH = 100  # of the words that are compared


def points_are(text: str) -> str:
    """What the kernel of a game compares: "vectors", "strings" or "rows"."""
    name = text.partition(":")[0]
    return "strings" if name in ("substrings", "subsequences") else "rows" if name == "precomputed" else "vectors"


def kernel_text(spec: Mapping[str, Any]) -> str:
    """A kernel's specification as a line of text."""
    return ":".join([str(spec.get("name")), *(f"{key}={_line(value)}" for key, value in spec.items() if key != "name")])


def from_data(spec: object) -> str:
    """The text for what a file says, such as {"name": "polynomial", "degree": 2}. Raises InputError."""
    if not isinstance(spec, Mapping) or not all(_is_plain(value) or _is_matrix(value) for value in spec.values()):
        raise InputError('kernel must be an object such as {"name": "polynomial", "degree": 2}')
    if not all(map(_is_plain, spec)):
        raise InputError("kernel: an option has a name of letters")
    return kernel_text(spec)


def full_text(text: object) -> str:
    """The kernel's text in its full form. Raises InputError."""
    if not isinstance(text, str) or text.partition(":")[0] not in KERNELS:
        raise InputError(f"the kernel must be one of {EXAMPLES}, not {text!r:.60}")
    return _full(text)


@lru_cache(8)
def kernel_of(text: str) -> Kernel[Any]:
    """The kernel of a game, to be called on two points."""
    from perceptron.kernels import kernel_from_spec

    return kernel_from_spec(_fields(text))


@lru_cache(8)
def _full(text: str) -> str:
    from perceptron.kernels import Polynomial, Precomputed

    made = kernel_of(text)
    if isinstance(made, Polynomial) and max(made.offset.numerator, made.offset.denominator).bit_length() > MAX_OFFSET_BITS:
        raise InputError(f"kernel: the offset is too long a number: {MAX_OFFSET_BITS} bits are enough")
    if isinstance(made, Precomputed) and (rows := len(made.matrix)) > MAX_ROWS:
        raise InputError(f"kernel matrix of {rows} rows: at most {MAX_ROWS} can be played with")
    if isinstance(made, Precomputed):
        if not made.matrix:
            raise InputError("kernel matrix: it has no rows")
        for i, row in enumerate(made.matrix):
            if any(max(abs(value.numerator), value.denominator).bit_length() > MAX_BITS for value in row):
                raise InputError(f"kernel matrix, row {i}: too long a number: {MAX_BITS} bits are enough")
    if (getattr(made, "length", None) or 1) > MAX_LENGTH:
        raise InputError(f"kernel: the length must be at most {MAX_LENGTH}")
    return kernel_text(made.spec())


def _fields(text: str) -> dict[str, Any]:
    """poly:degree=2 as the specification of a kernel."""
    name, *options = text.split(":")
    pairs = [option.partition("=") for option in options]
    for option, (key, equals, value) in zip(options, pairs, strict=True):
        if not (key and equals and value) or sum(other == key for other, _, _ in pairs) > 1:
            raise InputError(f"kernel option {option!r:.60} must be like degree=2, each option once")
    fields: dict[str, Any] = {"name": KERNELS.get(name, name)} | {key: value for key, _, value in pairs}
    if name == "precomputed" and "matrix" in fields:
        rows = fields["matrix"].split(";")
        if len(rows) > MAX_ROWS or max(len(row) for row in rows) > MAX_ROWS * 2 * MAX_BITS:
            raise InputError(f"kernel matrix of {len(rows)} rows: at most {MAX_ROWS} can be played with")
        fields["matrix"] = [row.split(",") for row in rows]
    if points_are(name) == "strings" and str(fields.get("length", "")).isdecimal() and len(str(fields["length"])) < 10:
        fields["length"] = int(fields["length"])
    return fields


def _line(value: Any) -> str:
    return ";".join(",".join(map(str, row)) for row in value) if isinstance(value, list) else str(value)


def _is_matrix(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(row, list) and all(map(_is_plain, row)) for row in value)


def _is_plain(value: object) -> bool:
    """Whether a value stays one in the text of a kernel, where these signs part the options, the rows and their entries."""
    return type(value) is int or (isinstance(value, str) and not set(value) & set(":=;,"))
