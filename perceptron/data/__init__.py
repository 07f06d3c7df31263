"""Labelled examples, exact: `examples` holds them, `read` takes them from files, by way of `tables`."""
