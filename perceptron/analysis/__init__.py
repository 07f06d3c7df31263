"""Somebody's own data: `separability` decided, `comparators` found and measured, and `online_to_batch`."""
