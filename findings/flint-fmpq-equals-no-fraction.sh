#!/usr/bin/env bash
# A guess: two exact rationals of the same value are equal, whichever library made them; at least their comparison raises.
# python-flint 0.9.0: fmpq(1, 2) == Fraction(1, 2) is False without a word, although the hashes agree, so a set of both has two elements.
# And the zero ball is true as a condition: bool(arb(0)) is True, while arb(0) == 0 is True as well.
#
# Seen:
#   equal False, hashes equal True, set of both 2, bool(arb(0)) True, arb(0) == 0 True
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check 'python-flint==0.9.0'
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
from fractions import Fraction
from importlib.metadata import version

from flint import arb, fmpq

ours, theirs = Fraction(1, 2), fmpq(1, 2)
seen = (theirs == ours, hash(theirs) == hash(ours), len({ours, theirs}), bool(arb(0)), arb(0) == 0)
print("python-flint", version("python-flint"))
print("equal %s, hashes equal %s, set of both %d, bool(arb(0)) %s, arb(0) == 0 %s" % seen)
assert seen == (False, True, 2, True, True)
PYTHON
