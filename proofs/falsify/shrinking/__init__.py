"""Making a counterexample small: `shrink` tries the `simplifications` (and `kernel_simplifications`), `acceptance` keeps what still
breaks the conjecture."""
