"""Tools for writing a proof: terms of the kernel's language, a derivation that collects its lines, and the search for certificates."""
