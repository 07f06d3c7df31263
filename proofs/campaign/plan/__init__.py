"""The plan of a campaign: `entries` (conjectures with their rules), `rules` (a game, or `draws` of a property's instances), `slices`
(budgets cut into units), `unit` (a unit of work), `work` (does it), `result` (its answer, examined), `findings` (the runs and instances
that it has) and `game_json` (a game as data).
"""
