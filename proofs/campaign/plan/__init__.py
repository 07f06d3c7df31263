"""The plan of a campaign: `entries` (conjectures with their rules), `slices` (budgets cut into units), `unit` (a unit and its work),
`result` (its answer, examined) and `game_json` (a game as data).
"""
