"""Checks around a proof, made live: the `evidence` that each hypothesis is needed, `attack`, `nonvacuity`, and the `verdict` that combines
them.

Only `evidence`, `attack`, `nonvacuity` and `learner_facts` do for a bound on runs something else than for a property.
"""
