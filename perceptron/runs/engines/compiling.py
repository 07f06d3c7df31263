"""How the engines compile their loops: by numba, when they are first called, with the machine code cached on disk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from perceptron.extras import optional

numba = optional("numba", "compiled loops")

# Sums may be made in any order and with fused multiplications; infinities and NaN keep their meaning.
ANY_ORDER = {"reassoc", "contract", "nsz"}


def compiled(function: Callable[..., Any]) -> Any:
    """The function compiled, operation by operation as it is written."""
    return _jit(function, error_model="numpy")


def inlined(function: Callable[..., Any]) -> Any:
    """The same, put into the code of its callers: to hand over five arrays takes as long as fifty additions."""
    return _jit(function, error_model="numpy", forceinline=True)


def summing(function: Callable[..., Any]) -> Any:
    """The function compiled so that the compiler may order its float sums as it likes. It is put into the code of its callers."""
    return _jit(function, error_model="numpy", fastmath=ANY_ORDER, forceinline=True)


def _jit(function: Callable[..., Any], **options: Any) -> Any:
    try:
        return numba.njit(cache=True, nogil=True, **options)(function)
    except RuntimeError:  # "no locator available": a read-only installation and no home
        return numba.njit(nogil=True, **options)(function)


def on_disk(loop: Any) -> list[Any]:
    """The argument types for which numba has the loop on disk. Empty without a cache, or if this numba keeps it elsewhere."""
    try:
        return [key[0] for key in loop._cache._cache_file._load_index()]
    except (AttributeError, OSError, TypeError):
        return []
