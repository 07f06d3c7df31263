"""Coq as referee: the kernel's rules are proved sound in Coq, and the same proof data is replayed there by computation."""
