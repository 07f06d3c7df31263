"""The main job: a verdict on every theorem.

`pipeline.verify` gives a verdict for each of some pages, and `pipeline.verify_proofs` for each proof of a file. First the proof is written
and replayed. Then `workers` share the rest among processes. `assess` combines the `checks` beside the proof, its `tightness`
and the referees into the verdict.
"""
