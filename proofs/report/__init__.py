"""Presentation of verdicts: `proofs` as pages, `tables`, `pictures`, a theorem in a `notebook`, the `book`, and code that runs in a page.

Markup lies in files of its own: style sheets in `styles`, and in `templates` HTML, LaTeX, Markdown and text for Jinja, in a folder for each
of these rooms and one for `lectures`.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


@cache
def style(name: str) -> str:
    """A style sheet of the folder `styles`, for output in a notebook, in the book or on paper."""
    return (FOLDER / "styles" / f"{name}.css").read_text(encoding="utf-8").rstrip("\n")


def fill_template(template: str, **given: Any) -> str:
    """A file of the folder `templates` with the given texts in its places; in HTML whatever is not markup yet is escaped."""
    return str(_environment(braces=template.endswith((".html", ".md"))).get_template(template).render(given))


def columns(rows: Sequence[Sequence[str]], signs: str = "<") -> list[str]:
    """Rows of cells as lines, each column as wide as its widest cell; a sign (< or >) aligns each, the last one all that are left."""
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    signs += signs[-1] * len(wide)
    return ["  ".join(f"{cell:{sign}{w}}" for cell, sign, w in zip(row, signs, wide, strict=False)).rstrip() for row in rows]


@cache
def _environment(braces: bool) -> Any:
    """Jinja's environment. Beside its own filters it has three that write a formula, `code` for what stands in backticks, and `px`.

    In a template of HTML the ends of lines and the spaces that indent them are for the reader of the template alone. Places are {{ here }},
    or <<here>> in LaTeX, where braces mean something else, and in text.
    """
    from html import escape

    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    from proofs.derive.typesetting.writers import HTML, LETTERS

    class Loader(FileSystemLoader):
        def get_source(self, environment: Environment, template: str) -> Any:
            text, *rest = super().get_source(environment, template)
            return "".join(map(str.strip, text.splitlines())) if template.endswith(".html") else text, *rest

    def code(text: str) -> Markup:
        parts = escape(text).split("`")
        return Markup(
            "".join(f"<code>{part}</code>" if i % 2 else part for i, part in enumerate(parts)) if len(parts) % 2 else escape(text)
        )

    jinja = Environment(
        loader=Loader(FOLDER / "templates"),
        autoescape=lambda name: name is not None and name.endswith(".html"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        variable_start_string="{{" if braces else "<<",
        variable_end_string="}}" if braces else ">>",
    )
    jinja.filters |= {"math": lambda f: Markup(HTML.write(f)), "prose": lambda f: Markup(HTML.prose(f)), "code": code}
    jinja.filters |= {"letters": lambda f: Markup(LETTERS.write(f)), "px": "{:.1f}".format}
    jinja.globals |= {"style": lambda name: Markup(style(name))}
    return jinja
