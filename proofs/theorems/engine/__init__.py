"""The certified engine: from which float score on the sign is that of the exact score.

In turn: what rounding does to a sum, how far an inner product in floats is from the exact one, how far the float weights are from the exact
ones, and the norm growth.  Together it is the analysis of `perceptron/runs/engines/certified/float_errors.py`.
"""

from proofs.statements.page import gather
from proofs.theorems.engine import certified_sign

THEOREMS, LEMMAS = gather(certified_sign)
