"""Tightness: extremal runs of the real learner, in exact arithmetic, held against the bounds of the catalogue.

    witnesses(theorem)           for each family of runs that the theorem names, its runs, judged (`judged`)
    best(witnesses)              the one that comes nearest
    Witness.to_json, Judged.sharper     what `tight --json` and `tight --out` write

`played` runs and judges, `witness` sums up a family, `figures` draws.
"""

from proofs.tight.played import Judged, judged
from proofs.tight.witness import Witness, best, reach_of, tightness, witnesses

__all__ = ["Judged", "Witness", "best", "judged", "reach_of", "tightness", "witnesses"]
