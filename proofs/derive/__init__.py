"""Tools with which SymPy and the author propose. Nothing here is trusted: the kernel judges the result.

`authoring/` has the tools for a page's proof: terms, derivations, the search for certificates. `sympy/` has the tools for its symbolic
derivation. `on_demand` imports SymPy only when a derivation is asked for.
"""
