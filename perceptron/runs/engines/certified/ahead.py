"""Rows asked for before their turn: the processor foresees rows in their order, but no shuffled ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from perceptron.runs.engines.compiling import inlined

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

LINE = 64  # bytes that memory hands over at once


@inlined
def ask_for(data: Array, a: int, b: int) -> None:
    """Have data[a:b] brought to the nearest cache, without waiting for it."""
    for k in range(a, b, LINE // data.itemsize):
        _prefetch(data, np.uint64(k))


def _instruction(context: Any, array: Any, place: Any) -> Any:
    """The instruction for array[place], which has no effect but on time, wherever it points."""

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        address = builder.gep(make_array(signature.args[0])(context, builder, given[0]).data, [given[1]])
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [address.type, number, number, number])
        to_read, near, of_data = number(0), number(3), number(1)
        builder.call(builder.module.declare_intrinsic("llvm.prefetch", (address.type,), kind), [address, to_read, near, of_data])
        return context.get_dummy_value()

    return types.void(array, place), generate


_prefetch: Any = intrinsic(_instruction)
