"""The Margin Perceptron, which also updates on examples that it gets right by too little: by less than (1−ε)γ.

`radicals` leads from the lecture's 8/γ², and a bound for any ε, to 4/γ² and φ²/γ²; `sharp` by logarithms to the sharp bound, 2.513/γ² at ε
= 1/2, with its growth as ε → 0.  `mistakes` bounds the mistakes alone.  `spiral` has the runs that reach the sharp bound.  `full` shows why
ε > 0 is needed, and counts rounds until the learner halts.  `fixed_margin` has the learner with a threshold that does not grow with ‖w‖.
`common` is what these pages share.
"""

from proofs.statements.page import gather
from proofs.theorems.margin_perceptron import fixed_margin, full, mistakes, radicals, sharp, spiral

THEOREMS, LEMMAS = gather(radicals, sharp, mistakes, spiral, full, fixed_margin)
