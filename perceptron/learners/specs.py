"""Learners by name, and as JSON data such as {"name": "margin", "eps": "1/2"}."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import signature
from typing import Any

from perceptron.errors import InputError
from perceptron.learners.ogd import OGD
from perceptron.learners.perceptron import Hebb, MarginPerceptron, NamedLearner, Perceptron
from perceptron.learners.winnow import Winnow

LEARNERS: dict[str, type[NamedLearner]] = {kind.name: kind for kind in (Perceptron, MarginPerceptron, Hebb, OGD, Winnow)}


def learner_from_spec(spec: Any, gamma: object = None) -> Any:
    """The learner that a `spec()` describes.

    spec     a mapping with the key "name" and the learner's fields
    gamma    the margin that the Margin Perceptron is promised; the rate of a Winnow without beta and eta. Others ignore it.

    Raises InputError for an unknown name or field, or without a gamma that is needed.

        >>> learner_from_spec({"name": "margin", "eps": "1/2"}, gamma="1/10").threshold
        Fraction(1, 20)
    """
    if not isinstance(spec, Mapping) or not isinstance(name := spec.get("name"), str) or name not in LEARNERS:
        raise InputError(f"a learner is an object whose name is one of {', '.join(LEARNERS)}, not {spec!r}")
    kind, arguments = LEARNERS[name], {key: value for key, value in spec.items() if key != "name"}
    fields = set(signature(kind).parameters) - ({kind.promise} if kind.needs == (kind.promise,) else set())
    if unknown := set(arguments) - fields:
        raise InputError(f"learner {name} has no field {', '.join(sorted(map(repr, unknown)))}")
    if kind.promise and not arguments.keys() & set(kind.needs):
        if gamma is None:
            own = ", ".join(field for field in kind.needs if field != "gamma")
            raise InputError(f"learner {name} needs {own + ' or ' if own else ''}gamma")
        arguments[kind.promise] = gamma
    return kind(**arguments)
