"""The main job: a verdict on every theorem.

`pipeline.verify` takes pages and gives a verdict for each, `pipeline.verify_proofs` does so for a proof file.  The way of a theorem runs
downwards: its proof is written and replayed (`replayed`), `workers` share the rest among processes, `assess` puts the verdict together
from the `checks` that surround a proof, from its `tightness` and from the referees (`z3_thread`).
"""
