"""What a symbolic derivation is written with: its lines, chains of inequalities, and the comparison of its end with the kernel's claim."""
