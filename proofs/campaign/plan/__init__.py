"""What a campaign is to do: `entries` (conjectures with their rules), `slices` (budgets cut into units), `unit` (one unit, done), `result`
(its answer, examined) and `game_json` (a game as data).
"""
