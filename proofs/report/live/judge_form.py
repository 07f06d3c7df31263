"""A run that a reader edits, and the judge in the page: what is shown of it, to which `scripts/judge_form.js` adds the form."""

from __future__ import annotations

import html
import json

from proofs.counterexample import Counterexample, judge


def judge_form(found: Counterexample) -> str:
    """HTML: the run as it stands and the judge's verdict on it; with a script a form in which every part can be altered."""
    data = {name: value for name, value in found.to_json().items() if name != "values"}
    game = found.game
    verdict = judge(found)
    lines = "".join(f"<li>{html.escape(line)}</li>" for line in (*verdict.checked, *verdict.reasons))
    return (
        f'<div class="live live-judge" data-live="judge" data-run="{html.escape(json.dumps(data, ensure_ascii=False))}" '
        f'data-hypotheses="{html.escape(json.dumps(game.possible))}">'
        f'<div class="live-static">{found._repr_html_()}<p>The judge: {"valid" if verdict.valid else "invalid"}, '
        f"{html.escape(' against '.join(verdict.sides))}.</p><ul>{lines}</ul></div></div>"
    )
