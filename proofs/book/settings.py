"""Sphinx's settings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from proofs.book.lean import SHARED
from proofs.report.live.files import FOLDER

TITLE = "The Perceptron proof companion"
STATIC = Path(__file__).parent / "static"

SETTINGS: dict[str, Any] = {
    "project": TITLE,
    "author": "The Perceptron proof companion authors",
    "language": "en",
    "extensions": ["myst_nb", "proofs.book.extension"],
    "html_theme": "furo",
    "html_title": TITLE,
    "html_static_path": [str(STATIC)],
    "html_css_files": [SHARED, "book.css", f"{FOLDER}/live.css"],
    "html_js_files": [(f"{FOLDER}/live.js", {"defer": "defer"})],
    "html_math_renderer": "mathml",
    "html_copy_source": False,
    "html_show_sourcelink": False,
    "html_show_copyright": False,
    "html_show_sphinx": False,
    "html_show_search_summary": False,  # it would fetch pages, which a browser refuses for files
    "myst_enable_extensions": ["amsmath", "attrs_block", "attrs_inline", "colon_fence", "deflist", "dollarmath"],
    "myst_heading_anchors": 3,
    "nb_execution_mode": "off",  # notebooks are stored with their outputs, and the tests run them
    "nb_code_prompt_show": "Show the code",
    "nb_code_prompt_hide": "Hide the code",
    "nb_ipywidgets_js": {},
    "nb_render_markdown_format": "myst",  # what a cell prints as Markdown, such as exercises, has formulas too
    "numfig": True,
}
