"""Exact labelled examples: `examples` holds them as `integer_rows`, small or as a `matrix`; `read` reads files and frames by `columns`."""
