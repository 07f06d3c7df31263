"""What somebody's learner object says of itself: how one is made for each run, its numbers, and what went wrong in it."""

from __future__ import annotations

import copy
import re
from fractions import Fraction
from inspect import Parameter, signature
from typing import Any

from perceptron import Learner
from perceptron.errors import InputError
from proofs.conjecture import CONSTANTS, FUNCTIONS, NAMES

METHODS = ("start", "wants_update", "step")
GAMMA = ("gamma", "γ")  # names of the one argument of a class that is told the margin
FAILURES = (Exception, SystemExit, GeneratorExit)  # that somebody's own code may raise, and that end neither the process nor the search
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*", re.ASCII)
_PLAIN = (int, float, str, bytes, bool, type(None), Fraction)


class Faulty(BaseException):
    """The learner itself failed. It is not an Exception, so Hypothesis does not catch it. `falsify` turns it into an InputError."""


def numbers(learner: Any) -> tuple[dict[str, Fraction], frozenset[str]]:
    """The exact public numbers of a learner that can be names in a conjecture, and the names that are floats (refused, as
    they are not exact). They are what `parameters` maps, if the learner has it, else the attributes and dataclass fields, as they
    are now: what a learner counts is read at the end of a run. Names of the language keep their meaning (a learner's `gamma` is
    not the adversary's), except eps."""
    try:
        declared = getattr(learner, "parameters", None)
        declared = declared() if callable(declared) else declared
        held = {**_slots(learner), **getattr(learner, "__dict__", {})} if declared is None else dict(declared)
    except FAILURES as error:
        raise Faulty(f"the learner {type(learner).__name__} does not tell its numbers: {said_of(error)}") from error
    taken = (set(NAMES) - {"eps"}) | set(FUNCTIONS) | set(CONSTANTS)
    public = {name: value for name, value in held.items() if _NAME.fullmatch(name) and name not in taken}
    exact = {name: Fraction(v) for name, v in public.items() if isinstance(v, (int, Fraction)) and not isinstance(v, bool)}
    return exact, frozenset(name for name, v in public.items() if isinstance(v, float))


def _slots(learner: Any) -> dict[str, Any]:
    """What a learner holds in fields of a dataclass and in slots."""
    listed = [getattr(kind, "__slots__", ()) for kind in type(learner).__mro__]
    names = [name for slots in listed for name in ((slots,) if isinstance(slots, str) else slots)]
    return {name: getattr(learner, name, None) for name in (*getattr(learner, "__dataclass_fields__", ()), *names)}


def said_of(error: BaseException) -> str:
    """What went wrong in somebody's own code, in one line."""
    if isinstance(error, MemoryError):
        from proofs.system.processes import MEMORY  # not above: the judge on a page of the book has no processes

        return f"MemoryError (it may have {MEMORY >> 30} GiB)"
    return " ".join(f"{type(error).__name__}: {error}".rstrip(": ").split())[:300]


def how_made(learner: Any) -> str | None:
    """How a learner is made for each run: None if it is one already, else "with nothing", with gamma "by position", or by the name that
    the argument has. Raises InputError for what asks for more."""
    is_class = isinstance(learner, type)
    if not callable(learner) or (not is_class and hasattr(learner, "wants_update")):
        return None
    try:
        asks = signature(learner).parameters.values()
    except (TypeError, ValueError):
        return "by position"
    needed = [p for p in asks if p.default is p.empty and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    if not needed:
        takes_one = any(p.kind is not Parameter.KEYWORD_ONLY for p in asks)
        return "by position" if takes_one and not is_class else "with nothing"
    if len(needed) > 1 or (is_class and needed[0].name not in GAMMA):
        what = f"{'class' if is_class else 'function'} {getattr(learner, '__name__', type(learner).__name__)}"
        asked = ", ".join(p.name for p in needed)
        raise InputError(f"the {what} is made from {asked}: give an object of it, or a function of gamma")
    return needed[0].name if needed[0].kind is Parameter.KEYWORD_ONLY else "by position"


def begun(learner: Learner) -> Any:
    """The learner after its start in one dimension, which may give it further numbers."""
    try:
        held = copy.deepcopy(learner)
        held.start(1)
    except FAILURES:
        return learner  # what is wrong is said when it is played
    return held


def hint(made: Any) -> str:
    """What may be meant, where something is no learner."""
    plays = hasattr(made, "predict") or hasattr(made, "predict_one")
    return "; for one that only predicts, see perceptron.learners.combined.Predictor" if plays else ""


def is_plain(learner: Any) -> bool:
    """Whether a shallow copy of the learner shares no state with it."""
    held = getattr(learner, "__dict__", None)
    return held is not None and all(map(is_immutable, held.values()))


def is_immutable(value: Any) -> bool:
    """Whether a value is a number, a text or a tuple of such, which nothing can change in place."""
    return all(map(is_immutable, value)) if isinstance(value, tuple) else isinstance(value, _PLAIN)
