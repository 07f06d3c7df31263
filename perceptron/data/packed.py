"""The bytes of files, also of packed ones. gzip, bzip2 and xz are seen by their first bytes; a zip archive is one by its name."""

from __future__ import annotations

import bz2
import gzip
import lzma
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO, Any, NamedTuple

from perceptron.data.foreign import refuse_foreign
from perceptron.errors import InputError

HEAD = 512  # bytes that tell what a file is


class Packing(NamedTuple):
    """A way of packing files: its name, how such files begin, and what unpacks one."""

    name: str
    begins: bytes
    unpack: Callable[[Any], Any]


def _only_file(file: IO[bytes]) -> IO[bytes]:
    """The one file of an archive, apart from what a Macintosh adds. Raises InputError."""
    archive = zipfile.ZipFile(file)
    names = [entry.filename for entry in archive.infolist() if not entry.is_dir()]
    names = [name for name in names if "__MACOSX" not in name and not PurePosixPath(name).name.startswith(".")]
    if len(names) != 1:
        shown = ", ".join(names[:5]) + ", …" * (len(names) > 5)
        raise InputError(f"{file.name}: a zip archive of one file is read; this one has {len(names)}{': ' * bool(names)}{shown}")
    try:
        return archive.open(names[0])
    except RuntimeError as error:  # a password, or a way of packing that is not known
        raise InputError(f"{file.name}: a zip archive that is not read: {error}") from None


PACKINGS = {
    ".gz": Packing("gzip", b"\x1f\x8b", lambda file: gzip.GzipFile(fileobj=file)),
    ".bz2": Packing("bzip2", b"BZh", bz2.BZ2File),
    ".xz": Packing("xz", b"\xfd7zXZ\0", lzma.LZMAFile),
    ".zip": Packing("zip", b"PK", _only_file),
}


def suffix_of(path: str | Path) -> str:
    """The suffix that tells how a file is read, in small letters, apart from one that tells how it is packed."""
    return next((suffix.lower() for suffix in reversed(Path(path).suffixes) if suffix.lower() not in PACKINGS), "")


@contextmanager
def opened(path: str | Path) -> Iterator[IO[bytes]]:
    """The bytes of a file, unpacked if it is packed. Raises InputError for what cannot be read."""
    try:
        with open(path, "rb") as file:
            packing = _packing(path, file.peek(8))
            with _unpacked(path, file, packing) if packing else file as source:
                yield source
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or one_line(error)}") from None


@contextmanager
def opened_text(path: str | Path) -> Iterator[IO[bytes]]:
    """The same for a file of text. Raises InputError for files of other kinds, which it names."""
    with opened(path) as file:
        refuse_foreign(path, suffix_of(path), file.peek(HEAD)[:HEAD])  # type: ignore[attr-defined]
        yield file


def _packing(path: str | Path, head: bytes) -> Packing | None:
    """How a file is packed. Other files than .zip are such archives too, so that only the name tells those."""
    suffix = Path(path).suffix.lower()
    found = next((way for end, way in PACKINGS.items() if head.startswith(way.begins) and end in (suffix, ".gz", ".bz2", ".xz")), None)
    if found is None and suffix in PACKINGS:
        raise InputError(f"{path}: it is named {suffix} and is not a {PACKINGS[suffix].name} file")
    return found


@contextmanager
def _unpacked(path: str | Path, file: IO[bytes], packing: Packing) -> Iterator[IO[bytes]]:
    broken = f"{path}: a broken {packing.name} file"
    try:
        source = packing.unpack(file)
    except InputError:
        raise
    except Exception as error:  # zipfile lets many kinds through
        raise InputError(f"{broken} ({one_line(error)})") from None
    try:
        with source:
            yield source
    except (EOFError, OSError, zlib.error, lzma.LZMAError, zipfile.BadZipFile) as error:
        raise InputError(f"{broken} ({one_line(error)})") from None


def one_line(error: Exception) -> str:
    """What a library says of an error, in one line."""
    return " ".join(str(error).split())[:120].rstrip(".")
