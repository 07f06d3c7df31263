"""An attack on a property: instances are drawn as its page says, in place of runs of a game."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from perceptron.errors import InputError
from proofs.statements.instance import Draw, Shape
from proofs.statements.property import Property

LOOKS = 100  # draws by which the shapes of a property are known


@dataclass(frozen=True)
class Draws:
    """id: the property. without: the hypothesis that is dropped, or "as printed"; empty for the property itself. shape: the only horizon
    and dimension that count; None for all."""

    id: str
    without: str = ""
    shape: Shape | None = None

    @property
    def whole(self) -> Property:
        """The property with every hypothesis. Raises InputError if the catalogue has none of this id."""
        from proofs.theorems import catalogue

        if (found := catalogue.property_(self.id)) is None:
            raise InputError(f"the catalogue has no property {self.id!r:.60}")
        return found

    @property
    def item(self) -> Property:
        """What is attacked. Raises InputError, also if the property has no such hypothesis."""
        return self.whole.without(self.without) if self.without else self.whole

    def to_data(self) -> dict[str, Any]:
        """The fields as JSON data."""
        return {"property": self.id, "without": self.without, "shape": None if self.shape is None else list(self.shape)}


def from_data(data: Mapping[str, Any]) -> Draws:
    """The draws with these fields. Raises InputError."""
    try:
        shape = None if data["shape"] is None else (int(data["shape"][0]), int(data["shape"][1]))
        return Draws(str(data["property"]), str(data["without"]), shape)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise InputError(f"not the rules of an attack on a property: {error!s:.100}") from None


def shapes(item: Property) -> list[Shape]:
    """The horizons and dimensions of the instances that it draws, the commonest first."""
    from proofs.verify.checks.property_search import BYTES

    chance = random.Random(0)
    return [shape for shape, _ in Counter(item.sample(Draw(chance.randbytes(BYTES))).shape for _ in range(LOOKS)).most_common()]
