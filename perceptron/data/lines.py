"""The text of files: lines with their numbers, also of gzip files, and blocks of whole lines."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from perceptron.errors import InputError

BLOCK_BYTES = 1 << 20
GZIP, BOM = b"\x1f\x8b", b"\xef\xbb\xbf"
WIDE = (b"\xff\xfe", b"\xfe\xff")  # how UTF-16 begins


@contextmanager
def opened(path: str | Path) -> Iterator[IO[bytes]]:
    """The bytes of a file, unpacked if they begin as gzip does. Raises InputError for what cannot be read."""
    try:
        with open(path, "rb") as file:
            packed = file.peek(2)[:2] == GZIP
            if not packed and Path(path).suffix == ".gz":
                raise InputError(f"{path}: it is named .gz and is not a gzip file")
            with gzip.GzipFile(fileobj=file) if packed else file as source:
                yield source  # type: ignore[misc]
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise InputError(f"{path}: a broken gzip file ({str(error).rstrip('.')})") from None
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None


class Lines:
    """The decoded lines of a file; `number` is that of the line read last, from 1. A line that begins with # is a comment."""

    def __init__(self, path: str | Path) -> None:
        self.path, self.number = path, 0

    def __iter__(self) -> Iterator[str]:
        with opened(self.path) as file:
            for raw in file:
                yield self.decoded(raw)

    def decoded(self, raw: bytes) -> str:
        """The next line as text; empty if it is a comment. Raises InputError."""
        self.number += 1
        try:
            text = raw.decode("utf-8-sig" if self.number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            if self.number == 1 and raw.startswith(WIDE):
                raise InputError(f"{self.path}, line 1: text in UTF-16; it is to be saved as UTF-8") from None
            byte = error.object[error.start]
            raise InputError(f"{self.path}, line {self.number}: byte 0x{byte:02x} is not UTF-8 text") from None
        if "\0" in text:
            raise InputError(f"{self.path}, line {self.number}: a NUL byte; this is not a text file")
        return "" if text.lstrip().startswith("#") else text


def blocks(file: IO[bytes]) -> Iterator[bytes]:
    """A file in blocks of whole lines, without the mark that may begin it; only the last block may lack the newline at its end."""
    rest = file.read(len(BOM)).removeprefix(BOM)
    while block := file.read(BLOCK_BYTES):
        block = rest + block
        end = block.rfind(b"\n") + 1
        if end:
            yield block[:end]
        rest = block[end:]
    if rest:
        yield rest
