"""A page per theorem; `catalogue` lists them in the order of their citations."""
