"""What the options of several benchmarks share."""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Callable


def at_least(least: int) -> Callable[[str], int]:
    """A type for argparse: whole numbers from `least` on."""

    def read(text: str) -> int:
        if not text.isascii() or not text.isdigit() or int(text) < least:
            raise ArgumentTypeError(f"{text:.40} is no whole number from {least} on")
        return int(text)

    return read
