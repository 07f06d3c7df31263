"""The notation of a learner on the command line."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from proofs.conjecture.game import Game

ADDITIVE = "perceptron, perceptron:ties=+1, perceptron:ties=-1, margin, margin:eps=1/2"
KERNELS = "kernel:linear, kernel:poly:degree=2, kernel:poly:degree=2:offset=1, kernel:subsets"
OTHERS = "kernel:substrings, kernel:substrings:count=distinct:length=2, kernel:subsequences:length=2"
MATRICES = "kernel:precomputed:matrix=1,1/2;1/2,1, kernel:precomputed:file=gram.csv"
LEARNERS = f"{ADDITIVE}, {KERNELS}, {OTHERS}, {MATRICES}, winnow, winnow:factor=3/2, winnow:eta=1/4"
MAX_MATRIX_BYTES = 1_000_000  # of a file with a matrix
BESIDE = ("M_2", "E_2")  # the names of a second learner
_TIES = {"+1": 1, "1": 1, "-1": -1, "mistake": "mistake"}


def parse_learner(text: str) -> dict[str, Any]:
    """The fields of a Game for a text such as margin:eps=1/2: learner, and those given of ties, eps, kernel and rate. Raises InputError.

    >>> parse_learner("margin:eps=1/2")
    {'learner': 'margin', 'eps': Fraction(1, 2)}
    """
    from perceptron.errors import InputError
    from perceptron.numbers.exact import parse

    own = "one of your own: --learner FILE.py:NAME of `falsify` and `decide`, or falsify(conjecture, learner=…) from Python"
    refused = InputError(f"--learner must be one of {LEARNERS}, not {text!r:.60}; {own}")
    name, *options = text.split(":")
    pairs = dict(option.split("=", 1) for option in options if "=" in option)
    plain = [option for option in options if "=" not in option]
    if len(pairs) + len(plain) < len(options) or len(plain) != (name == "kernel"):
        raise refused
    made: dict[str, Any] = {"learner": name}
    if name != "margin":
        if (ties := pairs.pop("ties", "mistake")) not in _TIES:
            raise refused
        made["ties"] = _TIES[ties]
    match name, tuple(pairs):
        case (("perceptron" | "margin" | "winnow"), ()):
            return made
        case "margin", ("eps",):
            if not 0 < (eps := parse(pairs["eps"])) <= 1:
                raise InputError(f"eps must be an exact number with 0 < eps <= 1, not {pairs['eps']:.60}")
            return made | {"eps": eps}
        case "winnow", ("factor",):
            return made | {"rate": f"beta={pairs['factor']}"}
        case "winnow", ("eta",):
            return made | {"rate": f"eta={pairs['eta']}"}
        case "kernel", ("file",) if plain == ["precomputed"]:
            return made | {"kernel": f"precomputed:matrix={_matrix(pairs['file'])}"}
        case "kernel", _:
            return made | {"kernel": ":".join([*plain, *(f"{key}={value}" for key, value in pairs.items())])}
    raise refused


def own_learner(text: str | None) -> Any:
    """The learner object FILE.py:NAME, from the user's own file, which is run; None for a text that names none. Raises InputError."""
    file, colon, name = (text or "").rpartition(":")
    if not colon or not file.endswith(".py"):
        return None
    from perceptron.errors import InputError
    from proofs.system.python_file import module_in

    try:
        found = getattr(module_in(file), name, None)
    except OSError as error:
        raise InputError(f"{file}: {error.strerror or 'cannot be read'}") from None
    if found is None:
        raise InputError(f"{file} defines no {name!r:.60}")
    return found


def side_by_side(game: Game, text: str) -> Callable[[Fraction], Any]:
    """The game's learner and another beside it, which may be of any kind, for a gamma. Raises InputError for a game that is not played
    with Euclid's lengths, or for points that are no vectors."""
    from perceptron.errors import InputError
    from perceptron.kernels import Remembering
    from perceptron.learners.combined import SideBySide
    from proofs.conjecture.game import default_game

    if not game.is_euclidean:
        raise InputError(
            f"--beside: lengths are Euclid's, so {game.learner} is the second learner: --learner perceptron --beside {game.learner}…"
        )
    other = default_game(frozenset(), **parse_learner(text))
    if other.points_are != "vectors":
        raise InputError(f"--beside: the second learner plays the same vectors, and this kernel compares {other.points_are}")

    def second(gamma: Fraction) -> Any:
        return Remembering(other.kernel_object(), other.ties) if other.kernel else other.opponent.learner(gamma)

    return lambda gamma: SideBySide(game.opponent.learner(gamma), second(gamma))


def _matrix(file: str) -> str:
    """The rows in a file as one line. The file has JSON lists of exact numbers, or lines of numbers with commas. Raises InputError."""
    from perceptron.errors import InputError
    from proofs.conjecture.kernel_specs import from_data
    from proofs.system.files import read_json, read_text, refuse_device

    refuse_device(file)
    refused = InputError(f"{file}: a matrix is a list of rows, each a line such as 1,1/2")
    try:
        text = read_text(file, MAX_MATRIX_BYTES)
        if not text.lstrip().startswith(("[", "{")):
            rows = [line.replace(" ", "") for line in text.splitlines() if line.strip()]
            if not rows or ";" in text or ":" in text:
                raise refused
            return ";".join(rows)
        data = read_json(file, MAX_MATRIX_BYTES)
    except OSError as error:
        raise InputError(f"{file}: {error.strerror or 'cannot be read'}") from None
    if not isinstance(data, list) or not data or not all(isinstance(row, list) and row for row in data):
        raise refused
    return from_data({"name": "precomputed", "matrix": data}).partition("=")[2]
