"""A verdict for every conjecture: a kernel proof, an exact run, or “undecided”."""
