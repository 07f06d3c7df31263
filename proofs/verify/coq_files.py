"""The files of the Coq referee that depend on the catalogue, written anew: `make claims` and `make coq-certificate`."""

from __future__ import annotations

import sys
from importlib.resources import files
from pathlib import Path

from proofs.referees.coq import INSTALL, SHIPPED, certify, find, judge, theories
from proofs.system.files import write_text
from proofs.system.processes import cores
from proofs.verify.coq import catalogue_claims


def write_claims() -> int:
    """Every theorem in plain Coq."""
    write_text(Path(str(files("proofs.referees.coq") / "Claims.v")), theories(catalogue_claims()).texts["claims/Claims"])
    return 0


def write_certificate() -> int:
    """What Coq accepts now.  Exit code 1 if it refuses a theorem, which the certificate then leaves out; 2 without Coq."""
    coq = find()
    if coq is None:
        print(f"error: coqc not found; {INSTALL}", file=sys.stderr)
        return 2
    claims = catalogue_claims()
    judged = judge(claims, coq, cores(), lambda theory: print(f"Coq: {theory}", file=sys.stderr))
    write_text(SHIPPED, certify(judged, claims).text)
    print(f"Coq {judged.version} has checked {len(judged.accepted)} theorems: {SHIPPED}")
    for id, why in judged.refused.items():
        print(f"refused: {id}: {why}")
    return 1 if judged.refused else 0


if __name__ == "__main__":
    sys.exit({"claims": write_claims, "certificate": write_certificate}[sys.argv[1]]())
