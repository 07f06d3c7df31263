"""The certified engine: from which float score on the sign is that of the exact score.

`rounding` bounds what rounding does to a sum, and `float_dot` how far an inner product in floats is from the exact one. `certified_sign`
adds how far the float weights are from the exact ones, and the norm growth: that of `perceptron/runs/engines/certified/float_errors.py`.
"""

from proofs.statements.page import gathered

from proofs.theorems.engine import certified_sign

THEOREMS, LEMMAS = gathered(certified_sign)
