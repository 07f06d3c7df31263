"""Files for the commands: read with a limit, and written completely or not at all.

A path may name anything: a directory, a device, gigabytes, JSON nested a million deep. So reading is bounded, and every failure is one
line. A writer may be killed, or the disk may be full. So text goes to a temporary file beside the target, which is then renamed.
"""

from __future__ import annotations

import builtins
import importlib.util
import json
import os
import re
import stat
import sys
import tempfile
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

from perceptron.errors import InputError
from proofs.system.escaping import near

MAX_BYTES = 64_000_000


def read_text(path: str | Path, limit: int = MAX_BYTES) -> str:
    """The text of a file, or of standard input for "-". Raises InputError if it is longer than `limit` or not UTF-8, and OSError."""
    with nullcontext(sys.stdin.buffer) if str(path) == "-" else open(path, "rb") as file:
        data = file.read(limit + 1)
    if len(data) > limit:
        raise InputError(f"{path}: larger than {limit} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: byte {error.start} is not UTF-8 text") from None


def names_json(argument: str) -> bool:
    """Whether the argument of a command is a file of JSON, or "-" for standard input, and not a theorem's name."""
    return argument == "-" or argument.endswith(".json")


def refuse_device(path: str | Path) -> None:
    """Raise InputError for a device such as /dev/zero, which never ends. For readers without a limit of their own."""
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        return  # the reader's own error says more
    if stat.S_ISCHR(mode) or stat.S_ISBLK(mode):
        raise InputError(f"{path}: a device cannot be read as a file")


def read_json(path: str | Path, limit: int = MAX_BYTES) -> Any:
    """The JSON value in a file. Raises InputError, also for floats, NaN and repeated keys, and OSError."""
    return parse_json(read_text(path, limit), str(path))


def parse_json(text: str, where: str, floats: bool = False) -> Any:
    """The JSON value of a text, which is found `where`. Raises InputError, also for NaN, repeated keys, and unless `floats` for floats."""

    def refuse(number: str) -> NoReturn:
        raise InputError(f"{where}: the number {number:.40} is not exact; fractions are written as text")

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        entries = dict(pairs)
        if len(entries) < len(pairs):
            names = [name for name, _ in pairs]
            raise InputError(f"{where}: the key {next(n for n in names if names.count(n) > 1)!r:.60} occurs twice in one object")
        return entries

    try:
        return json.loads(text, parse_float=float if floats else refuse, parse_constant=refuse, object_pairs_hook=unique)
    except json.JSONDecodeError as error:
        raise InputError(f"{where}, line {error.lineno}, column {error.colno}: not JSON ({error.msg})") from None
    except RecursionError:
        raise InputError(f"{where}: nested too deep") from None
    except InputError:
        raise
    except ValueError:
        raise InputError(f"{where}: a number has too many digits") from None


def refuse_unwritable(path: str | Path | None) -> None:
    """Raise OSError for a target that cannot be written, before the work and not after it. None and "-" (stdout) are accepted."""
    if path is None or path == "-":
        return
    folder = Path(path).parent
    if not folder.is_dir():
        raise FileNotFoundError(2, "no such folder", str(folder))
    if Path(path).is_dir():
        raise IsADirectoryError(21, os.strerror(21), str(path))
    if not os.access(path if Path(path).exists() and not Path(path).is_file() else folder, os.W_OK):
        raise PermissionError(13, os.strerror(13), str(path))


def write_text(path: str | Path, text: str) -> None:
    """Write a file completely or not at all. A pipe or device is written to directly. Raises OSError."""
    write_bytes(path, text.encode())


def write_bytes(path: str | Path, data: bytes) -> None:
    """Write bytes as `write_text` writes text."""
    try:
        _write(Path(path), data)
    except OSError as error:  # the user knows the target, not the temporary file
        raise OSError(error.errno, error.strerror, str(path)) from None


def _write(target: Path, data: bytes) -> None:
    if target.exists() and not target.is_file() and not target.is_dir():
        target.write_bytes(data)
        return
    target = target.resolve()  # through a link, so that the link stays
    if target.is_dir():
        raise IsADirectoryError(21, os.strerror(21), str(target))
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:100]}.", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
        os.replace(temporary, target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def dumps(value: object) -> str:
    """A value as indented JSON in a fixed order, with a newline at the end."""
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def module_in(path: str | Path) -> ModuleType:
    """The module that a file makes; the file is run.  InputError if it cannot be run, OSError if it cannot be opened."""
    path = Path(path)
    with open(path, "rb"):
        pass  # a missing file or a directory, said by the system
    spec = importlib.util.spec_from_file_location(f"page_of_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise InputError(f"{path}: not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    if (folder := str(path.absolute().parent)) not in sys.path:
        sys.path.append(folder)  # last, so that what lies beside the file hides nothing
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise InputError(f"{path}{line_in(error, path)}: {type(error).__name__}: {error}{_guess(error, module)}") from None
    return module


def object_in(source: str) -> Any:
    """The object that FILE.py:NAME names, which may be an attribute: OUTER.NAME. Raises InputError if there is none."""
    file, _, name = source.rpartition(":")
    try:
        module = module_in(file)
    except OSError as error:
        raise InputError(f"{file}: {error.strerror or 'cannot be read'}") from None
    thing: Any = module
    for part in name.split("."):
        thing = getattr(thing, part, None)
    if thing is None:
        raise InputError(f"{file} defines no {name!r:.60}")
    return thing


def line_in(error: BaseException, path: str | Path) -> str:
    """Where in the file it went wrong."""
    if isinstance(error, SyntaxError):
        return f", line {error.lineno}" if error.lineno else ""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename) == Path(path).absolute()]
    return f", line {lines[-1]}" if lines else ""


def _guess(error: BaseException, module: ModuleType) -> str:
    """Which name was meant by one that there is not, in the file or where it is imported from."""
    missing = re.search(r"cannot import name '(\w+)' from '([\w.]+)'", str(error))
    if missing:
        return near(missing[1], dir(sys.modules.get(missing[2])))
    return near(error.name, [*vars(module), *dir(builtins)]) if isinstance(error, NameError) and error.name else ""


def cache(name: str) -> Path:
    """A folder of that name in the user's cache."""
    folder = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser(os.path.join("~", ".cache"))
    return Path(folder, "perceptron-proofs", name)


@contextmanager
def hypothesis_files_in_cache() -> Iterator[None]:
    """Inside the block, Hypothesis keeps its files in our cache, or where its environment variable says.

    Outside it uses the same place as before, so that a user's own tests are not disturbed.
    """
    from hypothesis import configuration

    before = vars(configuration).get("__hypothesis_home_directory")
    if not os.environ.get("HYPOTHESIS_STORAGE_DIRECTORY"):
        configuration.set_hypothesis_home_dir(cache("hypothesis"))
    try:
        yield
    finally:
        configuration.set_hypothesis_home_dir(before)
