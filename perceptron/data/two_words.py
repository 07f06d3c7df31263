"""Tables of integers of some eighty bits, in two words: what decimals of 17 digits become over one denominator.

Programs write floats so. As integers of Python they take five times the memory.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any

from perceptron.data.wide import CompactMatrix

LOW = 62  # bits of the lower word
MOST_BITS = 92  # of an integer
MOST_FACTOR = 2**30  # by which the words can be multiplied
BLOCK = 1 << 12  # rows that are looked at at a time
HALF = 31  # bits of half a lower word


class TwoWordMatrix(CompactMatrix):
    """T rows of the integers high·2^62 + low.

    high    int32, of shape (T, d)
    low     int64 of the same shape, from −2^61 to 2^61 − 1, so that small integers are in it alone
    """

    def __init__(self, high: Any, low: Any) -> None:
        super().__init__(low)
        self.high, self.low = high, low

    def __len__(self) -> int:
        return len(self.low)

    @classmethod
    def of(cls, values: Any) -> TwoWordMatrix:
        """From an array of int64 or of Python's integers, none of more than MOST_BITS bits."""
        import numpy as np

        rest = (values & ((1 << LOW) - 1)).astype(np.int64)
        carry = rest >> (LOW - 1)  # 1 where the lower word would be too large
        return cls(((values >> LOW).astype(np.int64) + carry).astype(np.int32), rest - (carry << LOW))

    @cached_property
    def largest(self) -> int:
        """The greatest |n|."""
        most, least = self.high.max(), self.high.min()
        top = (int(most) << LOW) + int(self.low.max(where=self.high == most, initial=-(1 << LOW)))
        bottom = (int(least) << LOW) + int(self.low.min(where=self.high == least, initial=1 << LOW))
        return max(top, -bottom)

    def common(self, factor: int) -> int:
        """The greatest common divisor of all entries and `factor`."""
        import numpy as np

        for part in (self[first : first + BLOCK] for first in range(0, len(self), BLOCK)):
            if factor > MOST_FACTOR:
                factor = math.gcd(factor, *part.toarray().flat)
            elif factor > 1:
                rest = part.high.astype(np.int64) * ((1 << LOW) % factor) + part.low % factor  # modulo the factor
                factor = math.gcd(factor, int(np.gcd.reduce(rest, axis=None)))
        return factor

    def parts_at(self, at: Any) -> list[Any]:
        """Digits to the base 2^bits, none of them negative but the last, which may be −2^bits too."""
        import numpy as np

        high, low, made = self.high[at].astype(np.int64), self.low[at], []
        count = max(1, -(-self.largest.bit_length() // self.bits))
        for k in range(count):
            place = self.bits * k
            above = (high << (LOW - place)) + (low >> place) if place < LOW else (high + (low >> LOW)) >> (place - LOW)  # modulo 2^64
            made.append(above & ((1 << self.bits) - 1) if k < count - 1 else above)
        return made

    def floats_at(self, at: Any) -> Any:
        """The rows `at` over the greatest |entry|, but for a few units in the last place; 0 only where they are."""
        rows = self.high[at] * 2.0**LOW
        rows += self.low[at]
        rows /= float(self.largest)
        return rows

    def with_column(self, value: int) -> TwoWordMatrix:
        """The same rows with an integer of at most MOST_BITS bits at the end of each."""
        import numpy as np

        last = TwoWordMatrix.of(np.array([value], dtype=object))
        d = self.shape[1]
        return TwoWordMatrix(np.insert(self.high, d, last.high[0], axis=1), np.insert(self.low, d, last.low[0], axis=1))

    def times_factor(self, factor: int) -> TwoWordMatrix:
        """The integers times a positive one up to MOST_FACTOR; none of the products has more than MOST_BITS bits."""
        import numpy as np

        if factor == 1:
            return self
        below = (self.low & ((1 << HALF) - 1)) * factor
        above = (self.low >> HALF) * factor + (below >> HALF)
        carry = (above + (1 << (HALF - 1))) >> HALF
        low = ((above - (carry << HALF)) << HALF) + (below & ((1 << HALF) - 1))
        return TwoWordMatrix((self.high.astype(np.int64) * factor + carry).astype(np.int32), low)

    def __getitem__(self, at: Any) -> TwoWordMatrix:
        return TwoWordMatrix(self.high[at], self.low[at])

    def row(self, t: int) -> list[int]:
        """The integers of a row."""
        return [(high << LOW) + low for high, low in zip(self.high[t].tolist(), self.low[t].tolist(), strict=True)]

    def toarray(self) -> Any:
        """The rows as an array of Python's integers."""
        return (self.high.astype(object) << LOW) + self.low
