"""Tools for a symbolic derivation: its lines, chains of inequalities, and the comparison of its result with the kernel's claim."""
