"""The answers of provers and solvers to inequalities of this theory: `python -m benchmarks.solvers`."""
