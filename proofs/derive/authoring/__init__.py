"""What a proof is written with: terms of the kernel's language, a derivation that collects its lines, and the search for certificates."""
