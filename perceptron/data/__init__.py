"""Exact labelled examples: `examples` holds them as `integer_rows`, `checks` tests what comes in, and `read` reads files into `tables`."""
