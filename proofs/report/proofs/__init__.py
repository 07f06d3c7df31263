"""A proof to be read: its `outline`, the `reasons` of its lines, `certificate_text`, and `pages` in three notations;
`theorem` adds what surrounds it.
"""
