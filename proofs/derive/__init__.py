"""Where SymPy and the author propose: terms, derivations, certificate search, quadratics.  Nothing in this folder is trusted."""
