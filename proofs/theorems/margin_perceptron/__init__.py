"""The Margin Perceptron, which also updates on examples that it gets right by too little.

From the lecture's 8/γ² to φ²/γ² by radicals and to the sharp constant by logarithms; the spiral that reaches it; and why ε > 0.
"""

from proofs.derive.on_demand import on_demand

__getattr__ = on_demand(__name__, "derivations")

from proofs.theorems.margin_perceptron import constant, epsilon, full, golden, lecture, rate, sharp, simple, spiral

LEMMAS = (*constant.LEMMAS,)
THEOREMS = (lecture.page, epsilon.page, simple.page, golden.page, sharp.page, constant.page, *rate.pages, *spiral.pages, *full.pages)
