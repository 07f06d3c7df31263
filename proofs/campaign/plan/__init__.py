"""The plan of a campaign.

entries      conjectures with their rules
rules        a game (`game_json` has it as data), or `draws` of a property's instances
slices       budgets cut into units of work
unit         one of them; `work` does it
result       its answer, examined
findings     the runs and instances that the answer has
"""
