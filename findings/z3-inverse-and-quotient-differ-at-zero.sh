#!/usr/bin/env bash
# A guess: g^-1 and 1/g are one thing to a solver.
# z3-solver 5.4.1, its reader of SMT-LIB: "g^-1 differs from 1/g" is sat, and unsat if g is not 0: at 0 each has a value of its own. A statement proved with one of them says nothing of the other unless g is not 0.
#
# Seen in 5.4.1:
#   g^-1 not equal 1/g: sat; with g not 0: not sat
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check 'z3-solver==5.4.1'
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
import z3


def check(*assertions):
    solver = z3.Solver()
    solver.set("timeout", 20000)
    solver.from_string("(declare-const g Real)" + "".join(f"(assert {a})" for a in assertions))
    return str(solver.check())


different = "(not (= (^ g (- 1.0)) (/ 1.0 g)))"
seen = (check(different), check(different, "(not (= g 0.0))"))
print("Z3", z3.get_version_string())
print("g^-1 differs from 1/g: %s; with g not 0: %s" % seen)
assert seen[0] == "sat" and seen[1] != "sat"
PYTHON
