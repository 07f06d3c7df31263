"""Meanings of the theorems' symbols, in words, read from `symbols.toml`."""

from __future__ import annotations

import tomllib
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path


@cache
def tables() -> tuple[tuple[tuple[str, ...], dict[str, str]], ...]:
    """The entries of each table, in the order of the file, with the pages that they are for."""
    entries = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))["table"]
    return tuple((tuple(table["pages"]), {symbol: said for symbol, said in table.items() if symbol != "pages"}) for table in entries)


def meaning(page: str, symbol: str) -> str:
    """The meaning of a symbol on a page, a sequence as ξ(k); empty if the table has none."""
    return next((said[symbol] for pages, said in tables() if symbol in said and any(fnmatchcase(page, name) for name in pages)), "")
