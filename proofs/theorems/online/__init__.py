"""Online convex optimisation: gradient descent is the Perceptron up to scale, its regret, and the tree that forces a mistake each round."""

from proofs.derive.on_demand import on_demand

__getattr__ = on_demand(__name__, "derivations")

from proofs.theorems.online import hinge_surrogate, littlestone, ogd_perceptron, ogd_regret, scaled_run, ssbd_regret

LEMMAS = ()
THEOREMS = (ssbd_regret.page, *littlestone.pages, *hinge_surrogate.pages, ogd_regret.page, ogd_perceptron.page, *scaled_run.pages)
