"""The kernel Perceptron: the mistakes are remembered and K decides. Lengths and inner products are those of the features.

‖x‖² is K(x,x), and u = Σ a_j φ(p_j) for points p_j.

A kernel is written as JSON data in files, and as one line of text in a game and on the command line:

    linear                              ⟨x,z⟩
    poly:degree=2[:offset=1]            (offset + ⟨x,z⟩)^degree
    subsets                             ∏(1 + x_i z_i)
    substrings:count=product:length=2   common substrings (of that length) of two strings, counted as pairs, distinct, or the minimum
    subsequences:length=2               common subsequences
    precomputed:matrix=1,1/2;1/2,1      a matrix; the points are its rows
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from perceptron import Learner
from perceptron.errors import InputError
from perceptron.kernels import Kernel, KernelTrace, Polynomial, Precomputed, gram, kernel_from_spec, measure_kernel, run_kernel
from perceptron.learners.perceptron import is_mistake
from proofs.conjecture.brief import number
from proofs.conjecture.hypotheses import Hypothesis
from proofs.conjecture.learners.base import AdversaryChoice, ExactRun, MeasuredRun, Opponent, Point, Round, Vector, agrees

KERNELS = {name: name for name in ("linear", "polynomial", "subsets", "substrings", "subsequences", "precomputed")}
KERNELS |= {"poly": "polynomial"}  # as written here, and as `perceptron.kernels` calls them
EXAMPLES = "linear, poly:degree=2[:offset=1], subsets, substrings:length=2, subsequences, precomputed:matrix=1,0;0,1"
MAX_ROWS = 64  # of a matrix, so that it is known in no time whether it is positive semi-definite
MAX_BITS = 64  # of its numerators and denominators
MAX_OFFSET_BITS = 256
MAX_LENGTH = 100  # of the words that are compared


def points_are(text: str) -> str:
    """The kind of points that the kernel of a game compares: "vectors", "strings" or "rows"."""
    name = text.partition(":")[0]
    return "strings" if name in ("substrings", "subsequences") else "rows" if name == "precomputed" else "vectors"


def kernel_text(spec: Mapping[str, Any]) -> str:
    """A kernel's specification as a line of text."""
    return ":".join([str(spec.get("name")), *(f"{key}={_line(value)}" for key, value in spec.items() if key != "name")])


def from_data(spec: object) -> str:
    """The text for a file's record, such as {"name": "polynomial", "degree": 2}. Raises InputError."""
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
    return kernel_from_spec(_fields(text))


@lru_cache(8)
def _full(text: str) -> str:
    kernel = kernel_of(text)
    if isinstance(kernel, Polynomial) and max(kernel.offset.numerator, kernel.offset.denominator).bit_length() > MAX_OFFSET_BITS:
        raise InputError(f"kernel: the offset is too long a number: {MAX_OFFSET_BITS} bits are enough")
    if isinstance(kernel, Precomputed):
        if not kernel.matrix:
            raise InputError("kernel matrix: it has no rows")
        for i, row in enumerate(kernel.matrix):
            if any(max(abs(value.numerator), value.denominator).bit_length() > MAX_BITS for value in row):
                raise InputError(f"kernel matrix, row {i}: too long a number: {MAX_BITS} bits are enough")
    if (getattr(kernel, "length", None) or 1) > MAX_LENGTH:
        raise InputError(f"kernel: the length must be at most {MAX_LENGTH}")
    return kernel_text(kernel.spec())


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


class KernelPerceptron(Opponent):
    """A Perceptron among the features of a kernel, such as "polynomial:degree=2:offset=1"."""

    name = "kernel"
    fields = frozenset({"kernel", "ties", "always"})
    options = frozenset({"ties", "kernel"})
    norm = "any"  # K(x,x) is what it is
    is_euclidean = False

    def choose(self, eps: Fraction | None, kernel: str, rate: str) -> None:
        super().choose(eps, "", rate)
        self.kernel = full_text(kernel)
        self.points_are = points_are(self.kernel)

    @property
    def hypotheses(self) -> tuple[str, ...]:
        return (
            Hypothesis.MISTAKE_DRIVEN,
            Hypothesis.POSITIVE_MARGIN,
            *((Hypothesis.POSITIVE_SEMI_DEFINITE,) if self.points_are == "rows" else ()),
        )

    @property
    def product(self) -> Kernel[Any]:
        """K, to be called on two points."""
        return kernel_of(self.kernel)

    def length2(self, x: Sequence[Fraction] | str | int) -> Fraction:
        point: Any = x if isinstance(x, str | int) else tuple(x)
        return self.product(point, point)

    def definiteness(self) -> tuple[bool, str]:
        """Whether a kernel's matrix is positive semi-definite, and if not, why."""
        kernel = self.product
        if not isinstance(kernel, Precomputed) or (known := kernel.definiteness).witness is None:
            return True, ""
        v = ", ".join(map(number, known.witness))
        return False, f"vᵀKv = {number(known.value)} for v = ({v if len(v) < 200 else f'{v[:200]}…'})"

    def learner(self, gamma: Fraction, start: Vector | None = None) -> Learner:
        raise InputError("a kernel learner has no weight vector")

    def exact_run(self, given: AdversaryChoice) -> KernelPlay:
        return KernelPlay(self, given.rounds, given.u, given.points or ())

    def measure(self, given: AdversaryChoice) -> MeasuredRun:
        """The run by `perceptron.kernels` on the Gram matrix of all its points."""
        rounds, ps, labels = given.rounds, given.points or (), tuple(y for _, y in given.rounds)
        distinct = list(dict.fromkeys([*(x for x, _ in rounds), *ps]))
        rows = {x: i for i, x in enumerate(distinct)}
        kernel, xs = Precomputed(gram(self.product, distinct)), tuple(rows[x] for x, _ in rounds)
        if self.always:
            trace = KernelTrace(kernel, xs, labels, self.ties, tuple(range(len(rounds))))
        else:
            trace = run_kernel(kernel, xs, labels, self.ties)
        final = tuple(Fraction(alpha * y) for alpha, y in zip(trace.alphas, labels, strict=True))
        quantities = measure_kernel(trace, given.u, [rows[p] for p in ps], given.level)
        return replace(quantities, d=dimension(ps)), trace.updates, final

    def spec(self, start: list[str] | None = None) -> dict[str, Any]:
        return {"name": "kernel", "kernel": self.product.spec(), "ties": self.ties} | ({"always": True} if self.always else {})

    @classmethod
    def parse_options(cls, record: Mapping[str, Any]) -> dict[str, Any]:
        return super().parse_options(record) | {"kernel": from_data(record.get("kernel"))}

    @classmethod
    def from_options(cls, plain: list[str], pairs: dict[str, str]) -> dict[str, Any] | None:
        fields = super().from_options([], {"ties": pairs.pop("ties", "mistake")})
        if fields is None or len(plain) != 1:
            return None
        return fields | {"kernel": ":".join([*plain, *(f"{key}={value}" for key, value in pairs.items())])}

    @classmethod
    def read(cls, record: Mapping[str, Any], dropped: Sequence[str], eps: Fraction | None) -> dict[str, Any]:
        agrees(record, "always", True, "mistake-driven", dropped)
        return super().read(record, dropped, eps)


class KernelPlay(ExactRun):
    """A run by the definition, on points by number. Its weights are y for the rounds with an update and 0 for the others."""

    def __init__(self, opponent: KernelPerceptron, rounds: Sequence[Round], a: Vector, points: Sequence[Point]) -> None:
        self.product, self.always, self.ties = Products(opponent.product), opponent.always, opponent.ties
        self.rounds = [(self.product.number(x), y) for x, y in rounds]
        self.u = list(zip(a, map(self.product.number, points), strict=True))
        self.dimension = dimension(points)
        self.final: list[int] = []
        self.coefficients: dict[int, int] = {}  # of the weights, by point
        self.known: dict[int, Fraction] = {}  # ⟨u, φ(x)⟩

    def steps(self) -> Iterable[tuple[int, int]]:
        return self.rounds

    def towards(self, x: int) -> Fraction:
        """⟨u, φ(x)⟩."""
        if x not in self.known:
            self.known[x] = sum((c * self.product(p, x) for c, p in self.u), Fraction(0))
        return self.known[x]

    def margin(self, step: tuple[int, int]) -> Fraction:
        return step[1] * self.towards(step[0])

    def length2(self, step: tuple[int, int]) -> Fraction:
        return self.product(step[0], step[0])

    def update(self, step: tuple[int, int]) -> bool:
        x, y = step
        score = y * sum((c * k for p, c in self.coefficients.items() if c and (k := self.product(p, x))), Fraction(0))
        updates = self.always or is_mistake(score, y, self.ties)
        self.final.append(y if updates else 0)
        if updates:
            self.coefficients[x] = self.coefficients.get(x, 0) + y
        return updates

    def weights(self) -> Vector:
        return tuple(map(Fraction, self.final))

    def weights2(self) -> Fraction:
        terms = [(x, c) for x, c in self.coefficients.items() if c]
        return sum((b * c * k for x, b in terms for z, c in terms if (k := self.product(x, z))), Fraction(0))

    def along(self) -> Fraction:
        return sum((c * self.towards(x) for x, c in self.coefficients.items()), Fraction(0))

    def comparator2(self) -> Fraction:
        return sum((c * self.towards(p) for c, p in self.u), Fraction(0))


class Products:
    """K for points by number, equal ones under one, each pair asked for once."""

    def __init__(self, kernel: Kernel[Any]) -> None:
        self.kernel = kernel
        self.numbers: dict[Point, int] = {}
        self.points: list[Point] = []
        self.values: dict[tuple[int, int], Fraction] = {}

    def number(self, point: Point) -> int:
        """The number of a point."""
        if (number := self.numbers.setdefault(point, len(self.points))) == len(self.points):
            self.points.append(point)
        return number

    def __call__(self, i: int, j: int) -> Fraction:
        """K of the points with these numbers."""
        pair = (i, j) if i <= j else (j, i)
        if (value := self.values.get(pair)) is None:
            value = self.values[pair] = self.kernel(self.points[pair[0]], self.points[pair[1]])
        return value


def dimension(points: Sequence[Point]) -> int:
    """That of vectors; 0 for strings and the rows of a matrix, which have none."""
    return len(points[0]) if isinstance(points[0], tuple) else 0
