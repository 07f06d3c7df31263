"""What surrounds a proof, checked live: what each hypothesis is for, by the `evidence` that is stored, `attack` and `nonvacuity`.
The `verdict` is what all that comes to.

Only `evidence`, `attack` and `nonvacuity` do for a bound on runs something else than for a property: each has a function of that name,
with a version for each kind of theorem (`functools.singledispatch`).
"""
