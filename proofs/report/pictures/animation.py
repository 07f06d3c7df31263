"""Novikoff's theorem as a moving picture: w grows along u mistake by mistake, until ⟨u, w⟩ ≤ ‖w‖ has no room between γM and R√M.

python -m proofs.report.pictures.animation > docs/novikoff.svg       the picture on the first page of README.md
"""

from __future__ import annotations

from collections.abc import Sequence

from perceptron.extremal.sequences import plane
from proofs.report import fill_template
from proofs.report.pictures.run_data import PlottedRun
from proofs.report.pictures.stepping import ALONG, LENGTH, MARGIN, SIZE, Stepping, decimal, place_across, stepping

SECONDS, HELD = 0.8, 4  # for an update; the last picture stays for so many of them
WIDE = 2 * SIZE + 100  # pixels


def animation(run: Stepping) -> str:
    """The run as an SVG that moves by itself, over and over; where nothing moves it shows the end."""
    count = len(run.states) + HELD
    end = float(run.room) * 1.08
    place = place_across((0.0, end), (0.0, run.radius * end**0.5))

    def over_time(values: Sequence[float]) -> str:
        """The value after each update, the last one as long as the picture stays."""
        return ";".join(f"{value:.1f}" for value in (*values, *[values[-1]] * HELD))

    def high(m: float) -> tuple[float, float]:
        return place(m, run.radius * m**0.5)

    plan = run.plan()
    ends = [plan.put(*state.place) for state in run.states]
    return fill_template(
        "pictures/animation.html",
        run=run,
        plan=plan,
        ends=ends,
        xs=over_time([x for x, _ in ends]),
        ys=over_time([y for _, y in ends]),
        begins=[f"{k / count:.4f}" for k in range(len(run.states))],
        lasts=f"{SECONDS * count:.1f}s",
        place=place,
        low=lambda m: place(m, float(run.gamma) * m),
        high=high,
        upper=" ".join("{:.1f},{:.1f}".format(*high(end * (k / 60) ** 2)) for k in range(61)),
        end=end,
        decimal=decimal,
        wide=WIDE,
        size=SIZE,
        margin=MARGIN,
        along=ALONG,
        length=LENGTH,
    )


def novikoff() -> str:
    """The picture of README.md: 13 mistakes in the plane at γ = 1/5, where the theorem allows 25."""
    return animation(stepping(PlottedRun.extremal(plane("1/5"), "M <= R**2/gamma**2")))


if __name__ == "__main__":
    print(novikoff())
