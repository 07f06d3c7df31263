"""A Python file of the user's own, run as a module."""

from __future__ import annotations

import importlib.util
import sys
import traceback
from pathlib import Path
from types import ModuleType

from perceptron.errors import InputError


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
        raise InputError(f"{path}{_line(error, path)}: {type(error).__name__}: {error}") from None
    return module


def _line(error: BaseException, path: Path) -> str:
    """Where in the file it went wrong."""
    if isinstance(error, SyntaxError):
        return f", line {error.lineno}"
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename) == path.absolute()]
    return f", line {lines[-1]}" if lines else ""
