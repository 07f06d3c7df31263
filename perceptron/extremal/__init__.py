"""Runs that are as bad as a bound allows, or nearly: `sequences`, `spirals`, `winnow`, `start_and_encoding`, the `forcing_games` that no
learner wins, and `families` of them along a parameter.
"""
