"""Inequalities between real quantities from others, proposed by semidefinite programmes and rounded to exact certificates.

    lines, kernel polynomials ──> laurent ──> search (by the polytope) ──> rounding (floats, then exact) ──> a step for the kernel to judge

`proofs.derive.authoring.arithmetic` is the door: it takes the lines of a derivation here and brings a `certificate` step back.
"""
