"""The exact engine for floats and integers as arrays hold them: `CertifiedFold` over `Rows`.

A float score decides where a certified bound on its error lets it (`loops`), digits to the base 2³² decide elsewhere (`digits`), and on
a dyadic grid floats make no error (`grid`). That the bound suffices is the theorem `certified-sign`. What rests on IEEE-754 is the error
of one operation: 2⁻⁵³ of its result, beside 2⁻¹⁰⁷⁵.
"""

from perceptron.runs.engines.certified.fold import MOST_TIMES, CertifiedFold
from perceptron.runs.engines.certified.rows import Rows, holds, rows_of

__all__ = ["MOST_TIMES", "CertifiedFold", "Rows", "holds", "rows_of"]
