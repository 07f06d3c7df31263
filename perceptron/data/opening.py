"""Files of data as bytes and first lines, packed or not; each error in one line that names the file."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, AnyStr

from perceptron.errors import InputError

PACKED = {".gz": b"\x1f\x8b", ".bz2": b"BZh", ".xz": b"\xfd7zXZ\0"}  # how such files begin, whatever they are called
UNPACKED: dict[str, Any] = {".gz": gzip.open, ".bz2": bz2.open, ".xz": lzma.open}
BEGINNING = 1 << 24  # bytes at the beginning of a text that show how it is written; a line is no longer


MAX_BLANK = 1_000_000  # blank lines in a row


def suffix_of(path: str | Path) -> str:
    """The suffix in small letters that decides how a file is read, apart from one that decides how it is unpacked."""
    return next((suffix.lower() for suffix in reversed(Path(path).suffixes) if suffix.lower() not in (*PACKED, ".zip")), "")


def few_blank(lines: Iterable[AnyStr], path: str | Path) -> Iterator[AnyStr]:
    """The lines as they are. Raises InputError after a million blank ones in a row, of which no end may come."""
    blank = 0
    for number, line in enumerate(lines, 1):
        blank = 0 if line.strip() else blank + 1
        if blank > MAX_BLANK:
            raise InputError(f"{path}, line {number}: expected a row, found {MAX_BLANK:,} blank lines; remove them")
        yield line


@contextmanager
def in_one_line(path: str | Path) -> Iterator[None]:
    """Turn an exception of a library that reads a file into an InputError that names the file."""
    try:
        yield
    except InputError:
        raise
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or _line(error)}") from None
    except UnicodeDecodeError as error:
        found = f"the byte {error.object[error.start]:#04x} at position {error.start}"
        raise InputError(f"{path}: expected text in UTF-8, found {found}; save the file as UTF-8") from None
    except Exception as error:  # the readers of numpy, pandas and zip archives let errors of a dozen kinds through
        raise InputError(f"{path}: {_line(error)}") from None


def _line(error: BaseException) -> str:
    return " ".join(str(error).split())[:200].rstrip(".") or type(error).__name__


@contextmanager
def open_path(path: str | Path) -> Iterator[IO[bytes]]:
    """The bytes of a file. gzip, bzip2 and xz are seen by their first bytes; a zip archive of one file by its name."""
    with in_one_line(path), open(path, "rb") as file:
        head = file.peek(6)[:6]
        packing = next((kind for kind, begins in PACKED.items() if head.startswith(begins)), None)
        if packing is not None:
            source: Any = UNPACKED[packing](file)
        else:
            source = _only_file(path, file) if Path(path).suffix.lower() == ".zip" else file
        with source:
            yield source


def _only_file(path: str | Path, file: IO[bytes]) -> IO[bytes]:
    """The one file of an archive, apart from the files that a Macintosh adds."""
    archive = zipfile.ZipFile(file)
    hidden = ("__MACOSX", ".")
    names = [
        name for name in archive.namelist() if not name.endswith("/") and not any(part.startswith(hidden) for part in Path(name).parts)
    ]
    if len(names) != 1:
        raise InputError(f"{path}: a zip archive of one file is read, and this one has {len(names)}")
    return archive.open(names[0])


def first_lines(path: str | Path, count: int) -> list[str]:
    """The first whole lines of a text, as far as they can be decoded. Raises InputError if the first is longer than BEGINNING."""
    raw, left = list[bytes](), BEGINNING
    with open_path(path) as file:
        while len(raw) < count and left > 0 and (line := file.readline(left)):
            raw.append(line)
            left -= len(line)
    if left <= 0 and not raw[-1].endswith(b"\n"):
        raw.pop()
        if not raw:
            raise InputError(f"{path}: expected a table, found a first line of more than {BEGINNING >> 20} MiB")
    text = b"".join(raw).removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")
    return io.StringIO(text, newline="").readlines()  # str.splitlines would end a line at a form feed too


ARFF = re.compile(r"\s*@(relation|attribute)\b", re.IGNORECASE)
VOWPAL_WABBIT = re.compile(r"\s*([-+.\d]+\s+){0,3}('?[^\s|]*)?\|([^\s|]+|(?=\s[^|]*$))(\s+[^\s|]+)+(\s*\|.*)?\s*")
SPREADSHEETS = (b"\xd0\xcf\x11\xe0", "xl/workbook.xml", "content.xml")  # .xls by its first bytes, .xlsx and .ods by a file that is packed


def refuse_other_formats(path: str | Path, lines: Sequence[str]) -> None:
    """Raise InputError for a format that is not read, such as a spreadsheet, by its first bytes or lines."""
    with in_one_line(path), open(path, "rb") as file:
        head = file.read(8)
        packed = zipfile.ZipFile(file).namelist() if head.startswith(b"PK") and zipfile.is_zipfile(file) else []
    if head.startswith(SPREADSHEETS[0]) or any(name in packed for name in SPREADSHEETS[1:]):
        raise InputError(f"{path}: expected a table as text, found a spreadsheet; save its sheet as CSV in UTF-8")
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InputError(f"{path}: expected text in UTF-8, found UTF-16; save the file as UTF-8")
    written = [line for line in lines if line.strip() and not line.lstrip().startswith(("%", "#"))]
    if written and ARFF.match(written[0]):
        raise InputError(f"{path}: expected a table, found ARFF; save it as CSV")
    if written and VOWPAL_WABBIT.fullmatch(written[0].rstrip("\n")):
        raise InputError(f"{path}: expected a table, found Vowpal Wabbit's text; write its lines as svm-light, class index:value …")
