"""Analysis of a user's data: `separability` with an exact witness, `comparators` for the bounds, `online_to_batch`, and its `coverage`."""
