"""A proof to be read: step by step (`render`, which shows formulas too) or in lines that unfold (`linear`, `unfolding`), with the `reasons`
of its lines, as `pages` in three notations; `theorem` has what surrounds a proof, and `tags` reads and changes pages of HTML.
"""
