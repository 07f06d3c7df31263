"""Values of the names that a sample leaves out.  A page draws only the free choices.

A definition computes its name's value (`proofs.statements.definitions`): a value, a root, a quotient, the next entry of a sequence. Here it
is worked out in exact arithmetic, at each index up to the horizon. What an instance gives already stays as it is: the start of a sequence,
or a slack that is larger than it has to be. All names that are neither given nor defined are 0: further entries of a sequence, further
coordinates, and a name without a value, such as 1/γ where γ is 0. The instance then breaks that definition, and does not count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeVar

from perceptron.errors import InputError
from proofs.conjecture import Root
from proofs.conjecture.surd import Surd, TooLarge, Undefined
from proofs.kernel import Index
from proofs.kernel.term import Substitution
from proofs.statements.definitions import Definition, Fact
from proofs.statements.evaluation import Coordinates, Model, holds
from proofs.statements.instance import Exact, Instance, surd
from proofs.statements.places import Binding, Name, variable

T = TypeVar("T")


def complete(instance: Instance, facts: tuple[Fact, ...]) -> Instance:
    """The instance with a value for every name that the facts define."""
    return Completion(instance, facts).instance()


@lru_cache(maxsize=1000)
def definitions(facts: tuple[Fact, ...]) -> Mapping[Name, list[Definition]]:
    """The definitions of each name, except vectors that are given entry by entry."""
    said: dict[Name, list[Definition]] = {}
    for definition in (fact.defines for fact in facts):
        if definition is not None and definition.along is None and definition not in said.get(definition.name, ()):
            said.setdefault(definition.name, []).append(definition)
    return said


class _Values(dict[str, T]):
    """Values of which some are computed on first access."""

    def __init__(self, given: Mapping[str, T], defined: Iterable[str], work: Callable[[str], T]) -> None:
        super().__init__(given)
        self.defined, self.work = set(defined), work

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or name in self.defined

    def __missing__(self, name: str) -> T:
        self[name] = self.work(name)
        return self[name]


class Completion:
    """An instance, and a model of it with the defined names, each of which gets its value at its first use."""

    def __init__(self, instance: Instance, facts: tuple[Fact, ...]) -> None:
        self.given, self.definitions = instance, definitions(facts)
        self.under_way: set[tuple[Name, int]] = set()
        self.origin: Coordinates = (Fraction(0),) * instance.shape[1]
        plain = instance.model()
        vectors = {name: self._wide(v) for name, v in instance.vectors.items()}
        self.numbers, self.paths = {*self._names("seq"), *instance.sequences}, {*self._names("vseq"), *instance.vector_sequences}
        self.model = Model(
            _Values(plain.reals, self._names("real", plain.reals), lambda name: self._define(("real", name), 0)),
            _Values({}, self.numbers, self._entries("seq", instance.sequences, surd)),
            _Values(vectors, self._names("vec", vectors), lambda name: self._define(("vec", name), 0)),
            _Values({}, self.paths, self._entries("vseq", instance.vector_sequences, self._wide)),
            _Values(plain.naturals, self._names("nat", plain.naturals), lambda name: _floor(self._define(("nat", name), 0))),
            instance.horizon,
            instance.base,
        )

    def _wide(self, v: Coordinates) -> Coordinates:
        return (*v, *self.origin[len(v) :])

    def _names(self, kind: str, given: Mapping[str, object] | None = None) -> list[str]:
        """The names of a kind that are defined and not given, in the order of their definitions."""
        return [str(name) for its_kind, name in self.definitions if its_kind == kind and name not in (given or ())]

    def naturals(self) -> dict[str, int]:
        """The natural numbers, given and defined."""
        return {**self.given.naturals, **{name: self.model.naturals[name] for name in self._names("nat", self.given.naturals)}}

    def instance(self) -> Instance:
        """All values, for a file and for readers."""
        given, model = self.given, self.model

        def entries(known: Mapping[str, Sequence[object]], name: str) -> range:
            """As many as there are; where lists are numbered, as many as are given."""
            return range(max(given.horizon + 2, len(known.get(name, ())) if given.base else 0))

        numbers = {name: [_exact(model.sequences[name](k)) for k in entries(given.sequences, name)] for name in sorted(self.numbers)}
        paths = {name: [model.vector_sequences[name](k) for k in entries(given.vector_sequences, name)] for name in sorted(self.paths)}
        return Instance(
            given.horizon,
            self.naturals(),
            {**given.reals, **{name: _exact(model.reals[name]) for name in self._names("real", given.reals)}},
            numbers,
            {name: model.vectors[name] for name in (*given.vectors, *self._names("vec", given.vectors))},
            paths,
            given.base,
        )

    def _entries(self, kind: str, given: Mapping[str, Sequence[Any]], read: Callable[[Any], Any]) -> Callable[[str], Callable[[int], Any]]:
        def entries(name: str) -> Callable[[int], Any]:
            known = {k: read(v) for k, v in enumerate(given.get(name, ()))}

            def entry(k: int) -> Any:
                if k not in known:
                    known[k] = self._define((kind, name), k)
                return known[k]

            return entry

        return entries

    def _define(self, name: Name, place: int) -> Any:
        """The value of a defined name, at a place if it is a sequence."""
        if name not in self.definitions:
            return self._nothing(name)
        if (name, place) in self.under_way:
            raise InputError(f"{name[1]} is defined by itself")
        self.under_way.add((name, place))
        try:
            here = [there for one in self.definitions[name] if (there := self._wording(one, place)) is not None]
            return self._worth(here[-1]) if here else self._nothing(name)
        except (InputError, TooLarge, Undefined):
            return self._nothing(name)
        finally:
            self.under_way.discard((name, place))

    def _worth(self, definition: Definition) -> Any:
        worth = definition.worth(self.model)
        return self._wide(worth) if isinstance(worth, tuple) else worth

    def _nothing(self, name: Name) -> Any:
        return self.origin if name[0] in ("vec", "vseq") else Surd({})

    def _wording(self, one: Definition, place: int) -> Definition | None:
        """A definition at a place, if it covers the place."""
        binding: Binding | None = {} if one.index is None else self._binding(one.index, place, {})
        if binding is None or len(binding) < one.depth:
            return None
        there = _at(one, tuple(binding.items()))
        return there if all(holds(premise, self.model) for premise in there.premises) else None

    def _binding(self, index: Index, number: int, known: Binding) -> Binding | None:
        """The numbers at which each ∀ is to be opened, so that an index is that number."""
        number -= index.offset
        if number < 0:
            return None
        if isinstance(index.name, tuple):
            *first, last = index.name
            before, entry = divmod(number - 1, self.given.base or self.given.horizon + 1) if first else (number, number)
            rest = self._binding(first[0] if len(first) == 1 else Index(tuple(first)), before, known) if first and number else known
            return None if rest is None or (first and not number) else self._binding(last, entry, rest)
        if variable(index):
            name, there = str(index.name), Index(None, number)
            return {**known, name: there} if known.get(name, there) == there else None
        return known if number == (0 if index.name is None else self.model.naturals[str(index.name)]) else None


@lru_cache(maxsize=20_000)
def _at(definition: Definition, numbers: tuple[tuple[str, Index], ...]) -> Definition:
    """A definition with each ∀ opened at a number."""
    return definition.at(Substitution({("nat", name): index for name, index in numbers}))


def _floor(number: Surd) -> int:
    whole = number.as_rational()
    if whole is None:
        raise TooLarge
    return whole.numerator // whole.denominator


def _exact(number: Surd) -> Exact | int:
    """As a fraction, a root or a sum of roots."""
    if (rational := number.as_rational()) is not None:
        return rational
    (n, c), *others = number.terms.items()
    return number if others or c < 0 else Root(c * c * n)
