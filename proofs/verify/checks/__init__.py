"""What surrounds a proof, checked live: `bounds` and `properties` (are their hypotheses needed, does an attack break them?), `nonvacuity`,
`closeness`; the `verdict` is what all that comes to, and `build_witnesses` makes the files that the checks read.
"""
