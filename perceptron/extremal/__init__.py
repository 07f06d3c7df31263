"""Runs with as many mistakes as a bound allows, or nearly: the one home of extremal families.

`sequences` makes a run that is listed, for a margin. `sources` are made while they are looked at, for up to millions of rounds; the law
in `margin_law` says how many updates the spiral makes. Both have the spiral from `spirals`. `winnow` and `start_and_encoding` have runs
that are long for other reasons. `forcing_games` are lost by every learner. `families` are such runs along a parameter, which theorems
name.
"""
