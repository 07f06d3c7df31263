"""Figures for print: black and greys that differ by a step, and marks that tell the lines apart without a colour."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from perceptron.extremal.sequences import margin_spiral, plane, spiral
from proofs.report.pictures import plots, tightness
from proofs.report.pictures.plots import Picture
from proofs.report.pictures.run_data import Run

GAMMAS = tuple(Fraction(1, n) for n in (2, 3, 4, 5, 7, 10, 14, 20, 30))
NOVIKOFF = "M <= R**2/gamma**2"
MARGIN = "M <= 8/gamma**2 - 4"
STEPS = (0.0, 0.35, 0.55, 0.7)  # of grey; what is lighter is no line but a ground

FIGURES: dict[str, Callable[[], Picture]] = {
    "novikoff-in-the-plane": lambda: plots.picture(Run.extremal(plane("1/5"), NOVIKOFF)),
    "novikoff-in-space": lambda: plots.picture(Run.extremal(spiral("1/5"), NOVIKOFF)),
    "worst-case-by-dimension": lambda: tightness.by_dimension(GAMMAS),
    "margin-perceptron-spiral": lambda: plots.picture(Run.extremal(margin_spiral("1/5"), MARGIN)),
    "margin-perceptron-constants": lambda: tightness.below(GAMMAS),
}


def grey(picture: Picture) -> Picture:
    """The picture in greys; it is changed in place.  A colour becomes the grey of its lightness, to the next of STEPS."""
    from matplotlib.colors import to_rgba

    def printed(colour: Any) -> Any:
        red, green, blue, alpha = to_rgba(colour)
        light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
        level = min(STEPS, key=lambda step: abs(step - light)) if light < 0.8 else light
        return (level, level, level, alpha)

    artists = picture.figure.findobj()
    for artist in [*artists, *(part for a in artists if (part := getattr(a, "arrow_patch", None)) is not None)]:
        for what in ("color", "facecolor", "edgecolor", "markerfacecolor", "markeredgecolor"):
            get, put = getattr(artist, f"get_{what}", None), getattr(artist, f"set_{what}", None)
            if get is None or put is None:
                continue
            have = get()
            if have is None or (isinstance(have, str) and have in ("none", "auto", "inherit", "face")):
                continue
            many = hasattr(have, "ndim") and have.ndim == 2
            put([printed(one) for one in have] if many else printed(have))
    return picture
