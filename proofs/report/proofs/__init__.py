"""A proof to be read: step by step (`outline`) or in lines that unfold (`linear`, `unfolding`), with the `reasons` of its lines, as `pages`
in three notations; `render` shows formulas too, and `theorem` what surrounds a proof.
"""
