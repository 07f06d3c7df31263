"""Proofs and attacks: the statements, the kernel that judges their proofs, and the searches that try to break them."""
