"""A symbolic derivation: its lines, in print, and chains of inequalities that end in the kernel's claim."""
