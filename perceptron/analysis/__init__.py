"""Analysis of a user's data: `separability` with an exact witness, `comparators` for the bounds, and `online_to_batch`."""
