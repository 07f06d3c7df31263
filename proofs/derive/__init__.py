"""Tools with which SymPy, semidefinite programmes and the author propose. Nothing here is trusted: the kernel judges the result.

`authoring/` has the tools for a page's proof: terms, derivations, the search for certificates. `semialgebraic/` finds certificates that no
list of products holds; `worst_case/` finds a longest run and proves that none is longer. Both pose their programmes in `semidefinite`.
`sympy/` has the tools for a page's symbolic derivation, and `typesetting/` formulas in print. `on_demand` imports SymPy only when a
derivation is needed.
"""
