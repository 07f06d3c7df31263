"""The text of files: lines with their numbers, and blocks of whole lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from perceptron.data.packed import opened_text
from perceptron.errors import InputError

BLOCK_BYTES = 1 << 20
MOST_BYTES = 1 << 28  # of a line
BOM, END = b"\xef\xbb\xbf", b"\x1a"  # what may begin a file, and the Ctrl-Z that ends one of DOS
WIDE = {b"\xff\xfe\0\0": "UTF-32", b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}  # how they begin
# A line that begins with # or %, but not with an error of a spreadsheet.
COMMENT = re.compile(r"\s*(%|#(?!(N/A|DIV/0!|VALUE!|REF!|NAME\?|NUM!|NULL!)))")


class Lines:
    """The decoded lines of a file; `number` is that of the line read last, from 1. A line that begins with # or % is a comment."""

    def __init__(self, path: str | Path) -> None:
        self.path, self.number = path, 0

    def __iter__(self) -> Iterator[str]:
        with opened_text(self.path) as file:
            for block in blocks(self.path, file):
                yield from map(self.decoded, block.splitlines(keepends=True))

    def decoded(self, raw: bytes) -> str:
        """The next line as text; empty if it is a comment. Raises InputError."""
        self.number += 1
        here = f"{self.path}, line {self.number}"
        try:
            text = raw.decode("utf-8-sig" if self.number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            wide = next((name for mark, name in WIDE.items() if self.number == 1 and raw.startswith(mark)), None)
            if wide is not None:
                raise InputError(f"{here}: text in {wide}; save it as UTF-8") from None
            raise InputError(f"{here}: byte 0x{error.object[error.start]:02x} is not UTF-8 text; save the file as UTF-8") from None
        if "\0" in text:
            raise InputError(f"{here}: a NUL byte; this is not a text file, or one that is to be saved as UTF-8")
        return "" if COMMENT.match(text) else text


def blocks(path: str | Path, file: IO[bytes]) -> Iterator[bytes]:
    """A file in blocks of whole lines, without the marks that may begin and end it; only the last block may lack the newline at its end.

    Raises InputError for a line that is too long.
    """
    rest, size = [file.read(len(BOM)).removeprefix(BOM)], 0
    while block := file.read(BLOCK_BYTES):
        end = block.rfind(b"\n") + 1 or block.rfind(b"\r", 0, -1) + 1  # a Macintosh of old ended lines with the latter
        if end:
            yield b"".join([*rest, block[:end]])
            rest, size = [], 0
        rest.append(block[end:])
        size += len(rest[-1])
        if size > MOST_BYTES:
            raise InputError(f"{path}: a line of more than {MOST_BYTES:,} bytes")
    if last := b"".join(rest).rstrip(END):
        yield last
