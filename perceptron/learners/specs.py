"""Learners as JSON data, such as {"name": "margin", "eps": "1/2"}."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from perceptron.errors import InputError
from perceptron.learners.perceptron import Hebb, MarginPerceptron, Perceptron
from perceptron.numbers.exact import exact

if TYPE_CHECKING:
    from perceptron.learners.ogd import OGD
    from perceptron.learners.winnow import Winnow


def learner_from_spec(spec: Any, gamma: object = None) -> Perceptron | MarginPerceptron | Hebb | OGD | Winnow:
    """The learner that a `spec()` describes.

    spec     a mapping with the key "name" and the learner's fields
    gamma    the margin that the Margin Perceptron is promised; the rate of a Winnow without beta and eta. Others ignore it.

    Raises InputError for an unknown name or field, or without a gamma that is needed.

        >>> learner_from_spec({"name": "margin", "eps": "1/2"}, gamma="1/10").threshold
        Fraction(1, 20)
    """
    fields = {
        "perceptron": {"ties", "start"},
        "margin": {"eps"},
        "hebb": {"initialises"},
        "ogd": {"rate", "loss", "radius"},
        "winnow": {"ties", "beta", "eta", "balanced", "threshold"},
    }
    if not isinstance(spec, Mapping) or not isinstance(name := spec.get("name"), str) or name not in fields:
        raise InputError(f"a learner is an object whose name is one of {', '.join(fields)}, not {spec!r}")
    if unknown := set(spec) - fields[name] - {"name"}:
        raise InputError(f"learner {name} has no field {', '.join(sorted(map(repr, unknown)))}")
    if name == "margin":
        if gamma is None:
            raise InputError("learner margin needs gamma")
        return MarginPerceptron(gamma, exact(spec.get("eps", Fraction(1, 2)), "eps"))
    if name == "ogd":
        from perceptron.learners.ogd import OGD

        return OGD(**{key: value for key, value in spec.items() if key != "name"})
    if name == "hebb":
        if not isinstance(first := spec.get("initialises", False), bool):
            raise InputError(f"learner hebb: initialises must be true or false, not {first!r}")
        return Hebb(first)
    if name == "winnow":
        from perceptron.learners.winnow import Winnow

        given = {key: value for key, value in spec.items() if key != "name"}
        if gamma is None and not given.keys() & {"beta", "eta"}:
            raise InputError("learner winnow needs beta, eta or gamma")
        return Winnow(**(given if given.keys() & {"beta", "eta"} else given | {"eta": gamma}))
    return Perceptron(spec.get("ties", "mistake"), spec.get("start"))
