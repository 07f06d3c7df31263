"""Conjectures whose truth is known, and how `decide`, the search, Z3 and the linear search fare on them."""
