"""`python -m proofs.cli`."""

from proofs.cli import main

main()
