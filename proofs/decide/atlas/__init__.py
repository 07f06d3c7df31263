"""The atlas: which of the catalogue's bounds is never above another, with a kernel proof, and which is somewhere, with an exact run.

atlas = stored()            or rebuilt(), which takes minutes
atlas.table(), atlas.redundant(), atlas.advice({"gamma", "TD"})

bounds        the bounds M ≤ … of the catalogue, and the game in which two of them are compared
comparing     one pair: a run at an end of the range, a proof, the search; what follows from two proofs is not proved again
chart         all pairs: what is below what, what is redundant, which bound to use
store         the file of it: the proofs and the runs, replayed and judged when it is read with `checked`
nearest       the theorem that is least on the run nearest to a conjecture that stays open
"""

from proofs.decide.atlas.bounds import Bound, bounds
from proofs.decide.atlas.chart import Atlas
from proofs.decide.atlas.store import checked, rebuilt, stored

__all__ = ["Atlas", "Bound", "bounds", "checked", "rebuilt", "stored"]
