"""Second judges of the same proof data; a referee sees only proofs that the kernel has accepted, and can only find fault."""
