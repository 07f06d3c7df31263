"""Where SymPy and the author propose.  Nothing in this room is trusted: the kernel judges what comes out of it.

`authoring/` has what a page's proof is written with: terms, derivations, the search for certificates; `sympy/` has what its symbolic
derivation is written with; `on_demand` imports SymPy only when a derivation is asked for.
"""
