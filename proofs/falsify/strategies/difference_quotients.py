"""Derivatives by differences, all of them in one call of a function that takes many points at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

STEP = 1e-7


class Quotients:
    """A function of many points at once, and its derivatives at one point by differences, remembered for the last point."""

    def __init__(self, function: Callable[[Array], tuple[Array, Array]], np: Any) -> None:
        self.function, self.np = function, np
        self.at: Array | None = None
        self.known: tuple[float, Array, Array, Array] | None = None

    def __call__(self, x: Array) -> tuple[float, Array, Array, Array]:
        """Value, constraints, gradient, and the constraints' Jacobian."""
        np = self.np
        if self.known is None or not np.array_equal(x, self.at):
            value, held = self.function(np.vstack([x, x + STEP * np.eye(len(x))]))
            value, held = np.nan_to_num(value, nan=1.0), np.nan_to_num(held, nan=-1.0)
            self.at = x.copy()
            self.known = float(value[0]), held[0], (value[1:] - value[0]) / STEP, ((held[1:] - held[0]) / STEP).T
        return self.known
