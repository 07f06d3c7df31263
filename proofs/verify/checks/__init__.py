"""What surrounds a proof, checked live: what each hypothesis is for, by the `evidence` that is stored, `attack` and `nonvacuity`.
The `verdict` is what all that comes to.

Only `evidence`, `attack`, `nonvacuity` and `learner_facts` do for a bound on runs something else than for a property.
"""
