"""Online convex optimisation: online gradient descent (OGD) is the Perceptron up to scale, and its regret is a mistake bound.

`mirror_descent` has the three-point identity, from which `ogd_regret` bounds the regret; `strongly_convex` has Pegasos, and
`passive_aggressive` learners of the nearest weights. `hinge_surrogate` says why the hinge loss may stand for a mistake, and `ssbd_regret`
gets SS 21.16 from the two. `ogd_regret` also says that the Perceptron is such a run; `scaled_run` compares runs at different rates, and on
examples of different scales. `littlestone` has the tree that forces a mistake each round, and defines the best mistake bound of a class.
"""

from proofs.statements.page import gather
from proofs.theorems.online import (
    hinge_surrogate,
    littlestone,
    mirror_descent,
    ogd_regret,
    passive_aggressive,
    scaled_run,
    ssbd_regret,
    strongly_convex,
)

THEOREMS, LEMMAS = gather(
    ssbd_regret, littlestone, hinge_surrogate, mirror_descent, ogd_regret, scaled_run, passive_aggressive, strongly_convex
)
