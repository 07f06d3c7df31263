"""Runs with as many mistakes as a bound allows, or nearly: `sequences`, `spirals` with their `margin_law`, `winnow`,
`start_and_encoding`, the `forcing_games` that every learner loses, and `families` of such runs along a parameter.
"""
