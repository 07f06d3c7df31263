"""The proof that checks itself: what a page shows of it, to which `scripts/checker.js` adds what can be pressed."""

from __future__ import annotations

import html
from collections.abc import Mapping

from proofs.report.proofs.outline import Entry, outline
from proofs.report.typesetting.writers import UNICODE
from proofs.statements.page import Built
from proofs.theorems import catalogue


def checker(id: str, built: Mapping[str, Built]) -> str:
    """HTML: the proofs that theorem `id` rests on, with a mark for each step, and its own steps as the kernel gets them."""
    chain = [item.id for item in catalogue.needed([id])]
    own = outline(built[id].proof, short=False)
    steps = "".join(_step(entry) for entry in own.entries)
    count = sum(len(built[name].proof.steps) for name in chain)
    return (
        f'<div class="live live-checker" data-live="checker" data-theorem="{html.escape(id)}" data-chain="{html.escape(" ".join(chain))}">'
        f'<p class="live-without">The kernel has replayed these {count} steps while the book was made. With JavaScript and the book’s '
        f"runtime it does so here again; in a terminal: <code>perceptron-proofs verify {html.escape(id)}</code>.</p>"
        f'<ol class="live-chain">{"".join(_link(name, built[name]) for name in chain)}</ol>'
        f"<details><summary>The kernel’s own steps of this proof ({len(own.entries)})</summary>"
        f'<ol class="live-steps">{steps}</ol></details></div>'
    )


def _link(name: str, built: Built) -> str:
    id, steps = html.escape(name), len(built.proof.steps)
    count = "1 step" if steps == 1 else f"{steps} steps"
    return f'<li data-id="{id}"><span class="live-name">{id}</span> <span class="live-count">{count}</span></li>'


def _step(entry: Entry) -> str:
    name, claim = html.escape(entry.name), html.escape(UNICODE.write(entry.claim))
    return f'<li data-step="{name}">{claim} <small>{html.escape(entry.rule)}: {html.escape(UNICODE.write(entry.reason))}</small></li>'
