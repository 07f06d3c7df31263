"""How the engines compile their loops: by numba, when they are first called, with the machine code cached on disk."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import uuid4

from perceptron.extras import optional

numba, extending, ir = (optional(name, "compiled loops") for name in ("numba", "numba.extending", "llvmlite.ir"))

HERE = Path(__file__).parent
OWN = uuid4().hex[:8]  # in the names of this process's files on disk: numba counts them, so that two processes would both write file 1

# Sums may be made in any order and with fused multiplications; infinities and NaN keep their meaning.
ANY_ORDER = {"reassoc", "contract", "nsz"}


def compile_function(function: Callable[..., Any]) -> Any:
    """The function compiled, operation by operation as it is written."""
    return _jit(function, error_model="numpy")


def inline(function: Callable[..., Any]) -> Any:
    """The function compiled and put into the code of its callers: to hand over five arrays takes as long as fifty additions."""
    return _jit(function, error_model="numpy", forceinline=True)


def summing(function: Callable[..., Any]) -> Any:
    """The function compiled so that the compiler may order its float sums as it likes. It is put into the code of its callers."""
    return _jit(function, error_model="numpy", fastmath=ANY_ORDER, forceinline=True)


@extending.intrinsic
def prefetch(typing: Any, array: Any, place: Any) -> Any:
    """Ask for an array's entry to be in the cache soon, without waiting for it."""
    del typing

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        del signature
        held, byte, number = context.make_array(array)(context, builder, values[0]), ir.IntType(8).as_pointer(), ir.IntType(32)
        at = builder.bitcast(builder.gep(held.data, [context.cast(builder, values[1], place, numba.int64)]), byte)
        kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        builder.call(builder.module.declare_intrinsic("llvm.prefetch", [byte], kind), [at, number(0), number(3), number(1)])
        return context.get_dummy_value()

    return numba.void(array, place), code


@extending.intrinsic
def fuse(typing: Any, a: Any, b: Any, c: Any) -> Any:
    """a·b + c, rounded once: a·b − fl(a·b) is a float, so it is what rounding the product lost."""
    del typing, a, b, c

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        del context, signature
        return builder.fma(*values)

    return numba.float64(numba.float64, numba.float64, numba.float64), code


def _jit(function: Callable[..., Any], **options: Any) -> Any:
    try:
        loop = numba.njit(cache=True, nogil=True, _nrt=False, **options)(function)
        file = loop._cache._cache_file
        file._data_name_pattern = file._data_name_pattern.replace("{number", f"{OWN}.{{number")
        file._source_stamp = (file._source_stamp, sources(HERE), sources(Path(function.__code__.co_filename).parent))
    except (RuntimeError, AttributeError, OSError):  # no place for a cache, a numba that keeps its stamp elsewhere, no sources
        return numba.njit(nogil=True, _nrt=False, **options)(function)
    return loop


@cache
def sources(folder: Path) -> str:
    """A digest of the folder's code. Numba has one of the loop's own file only, and would run old code of functions that are inlined from
    others."""
    return sha256(b"".join(path.read_bytes() for path in sorted(folder.rglob("*.py")))).hexdigest()
