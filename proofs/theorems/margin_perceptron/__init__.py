"""The Margin Perceptron, which also updates on examples that it gets right by too little: by less than (1−ε)γ.

From the lecture's 8/γ² (`lecture`, and `epsilon` for any ε) by radicals to 4/γ² (`simple`) and φ²/γ² (`golden`), and by logarithms to the
sharp bound (`sharp`), 2.513/γ² at ε = 1/2 (`constant`), with its growth as ε → 0 (`rate`).  `spiral` has the runs that reach the sharp
bound, and `full` shows why ε > 0 is needed.  `passes` counts rounds until it halts.
`common` is what these pages share.
"""

from proofs.derive.on_demand import on_demand
from proofs.statements.page import gathered

__getattr__ = on_demand(__name__, "derivations")

from proofs.theorems.margin_perceptron import full, radicals, sharp, spiral

THEOREMS, LEMMAS = gathered(radicals, sharp, spiral, full)
