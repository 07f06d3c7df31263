"""Runs with as many mistakes as a bound allows, or nearly: the one home of extremal families.

`sequences` makes a run that is listed, for a margin, or that is long for other reasons. `longest` says for a number of updates how small
the margin has to be, and makes the run as one of the `sources`, for up to millions of rounds. Both have the spiral from `spirals`.
`forcing_games` are lost by every learner. `families` are such runs along a parameter, which theorems name.
"""
