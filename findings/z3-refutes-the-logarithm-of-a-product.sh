#!/usr/bin/env bash
# A guess: a solver that reads log never says sat to log(xy) > log x + log y with x, y > 0.
# z3-solver 5.4.1, its reader of SMT-LIB: sat, with numbers for x and y. With x and y set to those numbers it says unsat, so that the model is
# none. unsat answers about logarithms were right in all tries.
#
# Seen:
#   free: sat
#   with the model's x and y: not sat
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check 'z3-solver==5.4.1'
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
import z3

text = """(declare-const x Real) (declare-const y Real) (assert (> x 0.0)) (assert (> y 0.0))
(assert (> (log (* x y)) (+ (log x) (log y))))"""
free = z3.Solver()
free.set("timeout", 20000)
free.from_string(text)
first = str(free.check())
model = free.model()
values = {str(d): model[d] for d in model.decls() if d.arity() == 0 and str(d) in ("x", "y")}
fixed = z3.Solver()
fixed.set("timeout", 20000)
fixed.from_string(text)
fixed.add(*(z3.Real(name) == value for name, value in values.items()))
second = str(fixed.check())
print("Z3", z3.get_version_string())
print("free:", first, values, "with these values:", second)
assert first == "sat" and second != "sat"
PYTHON
