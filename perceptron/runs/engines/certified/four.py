"""Steps of four weights at once. The compiler makes none by itself, since it does not know that the columns of a sparse row differ."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

NUMBER, PLACE = ir.DoubleType(), ir.IntType(32)


def _instructions(context: Any, pairs: Any, at: Any, x: Any, y: Any) -> Any:
    """Those for add_four(pairs, at, x, y), which for each of four different `at`, with high = pairs[at] and low = pairs[at + 1], makes
    high = high + y·x in floats, and adds to `low` what this rounded away, found as `sum_of` finds it. Here y = ±1."""

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        b, start = builder, make_array(signature.args[0])(context, builder, given[0]).data
        places = [b.bitcast(b.gep(start, [b.extract_value(given[1], i)]), ir.VectorType(NUMBER, 2).as_pointer()) for i in range(4)]
        p, q, r, s = (b.load(place, align=8) for place in places)
        left, right = _picked(b, p, q, 0, 2, 1, 3), _picked(b, r, s, 0, 2, 1, 3)
        high, low = _picked(b, left, right, 0, 1, 4, 5), _picked(b, left, right, 2, 3, 6, 7)
        step = b.fmul(_vector(b, *(b.extract_value(given[2], i) for i in range(4))), _vector(b, *[given[3]] * 4))
        total = b.fadd(high, step)
        back = b.fsub(total, high)
        low = b.fadd(low, b.fadd(b.fsub(high, b.fsub(total, back)), b.fsub(step, back)))
        for i, place in enumerate(places):
            b.store(_picked(b, total, low, i, 4 + i), place, align=8)
        return context.get_dummy_value()

    return types.void(pairs, at, x, y), generate


def _vector(builder: Any, *entries: Any) -> Any:
    """The vector of these numbers."""
    made = ir.Constant(ir.VectorType(NUMBER, len(entries)), ir.Undefined)
    for i, entry in enumerate(entries):
        made = builder.insert_element(made, entry, PLACE(i))
    return made


def _picked(builder: Any, first: Any, second: Any, *places: int) -> Any:
    """The entries at these places of two vectors, of which the second's are counted on from the first's."""
    return builder.shuffle_vector(first, second, ir.Constant(ir.VectorType(PLACE, len(places)), list(places)))


add_four: Any = intrinsic(_instructions)
