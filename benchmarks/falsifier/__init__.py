"""The falsifier's own benchmark: conjectures whose truth is known, the search beside a naive one, and a table.

    make bench-falsifier            or    python -m benchmarks.falsifier [--help]

`suite.toml` has the conjectures and `suite` reads them; `naive` is the test that one would write first; `measure` lets both try, `table`
prints.  Nothing here is trusted: a counterexample counts only if `proofs.counterexample` judges it valid.
"""
