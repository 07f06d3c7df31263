"""One file of HTML that loads nothing, its PDF, and the same in LaTeX."""

from __future__ import annotations

import base64
import html
import re
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import exp, log, sqrt
from pathlib import Path
from random import Random
from typing import Any

from perceptron import Examples, Perceptron, Winnow, measure, run
from perceptron.errors import InputError
from perceptron.extremal.sequences import margin_spiral, plane, spiral
from perceptron.numbers.exact import dot
from proofs.derive.typesetting.tex_prose import escape, tex_text
from proofs.report import fill_template
from proofs.report import style as shared_style
from proofs.report.book import mathematics, pdf
from proofs.report.book.formula_words import label_formulas
from proofs.report.pictures import plots, tightness
from proofs.report.pictures.plots import Picture
from proofs.report.pictures.run_data import PlottedRun
from proofs.system.files import write_text

FONT = Path(__file__).parents[1] / "static" / "stix-two-math.woff2"


@dataclass(frozen=True)
class Paper:
    """A title, a body of HTML, the names of its `styles`, further styles, and the same as a LaTeX document."""

    title: str
    body: str
    styles: tuple[str, ...] = ()
    style: str = ""
    latex: str = ""

    @property
    def html(self) -> str:
        """The whole file."""
        style = "".join(map(shared_style, ("paper", "roots", *self.styles))) + self.style
        style += font_face() if "<math" in self.body else ""
        return fill_template("lectures/sheet.html", title=self.title, style=style, body=self.body) + "\n"

    def save(self, target: Path) -> None:
        """Write it to a file that ends in .html, .pdf or .tex.

        Raises InputError for another name, or where no PDF can be printed; OSError."""
        check_ending(target)
        if target.suffix != ".pdf":
            write_text(target, self.html if target.suffix == ".html" else self.latex)
        elif reason := self.print_pdf(target):
            raise InputError(f"{reason}; as .html it can be written")

    def print_pdf(self, target: Path) -> str:
        """Print it to a PDF, whose tags have formulas in words.  Returns why not, in a line; empty if it is there."""
        with tempfile.TemporaryDirectory() as aside:
            page = Path(aside) / "page.html"
            page.write_text(label_formulas(self.html), encoding="utf-8")
            return pdf.print_page(page, target)


def check_ending(target: Path) -> None:
    """Raise InputError for a file that no paper can be written to."""
    if target.suffix not in (".html", ".pdf", ".tex"):
        raise InputError(f"{target}: a handout is a file that ends in .html, .pdf or .tex")


@cache
def font_face() -> str:
    """The book's mathematics font as a style that brings it along."""
    packed = base64.b64encode(FONT.read_bytes()).decode("ascii")
    return f"@font-face{{font-family:'STIX Two Math';src:url(data:font/woff2;base64,{packed}) format('woff2')}}"


def pages(file: Path) -> int:
    """How many pages a PDF of Chromium has."""
    return len(re.findall(rb"/Type\s*/Page\b", file.read_bytes()))


def draw(picture: Picture, caption: str = "") -> str:
    """A picture within the page itself, with its description for readers that cannot see it."""
    said = html.escape(picture.words, quote=True)
    svg = picture.encode("svg").decode("utf-8")
    svg = svg[svg.index("<svg") :].replace("<svg ", f'<svg role="img" aria-label="{said}" ', 1)
    return f'<figure class="drawn">{svg}<figcaption>{caption}</figcaption></figure>'


def parser(formula: Callable[[str, Mapping[str, bool]], str] | None = None) -> Any:
    """Of the Markdown that the book is written in; `formula` makes HTML of LaTeX, by default MathML."""
    from markdown_it import MarkdownIt
    from mdit_py_plugins.attrs import attrs_block_plugin
    from mdit_py_plugins.dollarmath import dollarmath_plugin
    from mdit_py_plugins.myst_role import myst_role_plugin

    made = MarkdownIt("commonmark").enable("table").use(myst_role_plugin).use(attrs_block_plugin)
    return made.use(dollarmath_plugin, renderer=formula or _formula)


Makers = Mapping[str, Callable[[str], str]]  # what stands for a fence ```{name} argument
RAW = "{raw} html"


def convert(text: str, makers: Makers | None = None, unfolded: bool = True) -> str:
    """HTML from Markdown with $…$, {html}`…`, tables and fences of raw HTML.  `makers` give the HTML of further fences.

    unfolded    what unfolds on a click is open, as on paper
    """
    made = parser()
    rules: dict[str, Callable[..., str]] = {
        "myst_role": _role,
        "math_inline": lambda tokens, at, *_: mathematics.mathml(tokens[at].content, "inline"),  # else a full stop may stand alone
        "fence": lambda tokens, at, *_: _fence(tokens[at], makers or {}),
        "link_open": lambda *_: "",
        "link_close": lambda *_: "",
    }
    for name, rule in rules.items():
        made.add_render_rule(name, lambda self, *given, rule=rule: rule(*given))
    page = str(made.render(text))
    return mathematics.notation(mathematics.breaking(_unfold(page) if unfolded else page))


def _formula(latex: str, options: Mapping[str, bool]) -> str:
    return mathematics.mathml(latex, "block" if options["display_mode"] else "inline")


def _role(tokens: Sequence[Any], at: int, *_: Any) -> str:
    """{html}`…` is HTML; no other role is on paper more than its text."""
    token = tokens[at]
    return str(token.content) if token.meta["name"] == "html" else html.escape(token.content)


def _fence(token: Any, makers: Makers) -> str:
    info = token.info.strip()
    if info == RAW:
        return str(token.content)
    name, _, argument = info.partition("} ")
    if name.removeprefix("{") in makers:
        return makers[name.removeprefix("{")](argument)
    return f"<pre>{html.escape(token.content)}</pre>"


def _unfold(page: str) -> str:
    """Open for print the parts that unfold on a click; labels of sections are for links."""
    page = re.sub(r"<p>\([\w-]+\)=</p>\n?", "", page)
    return re.sub(r"<details(?! open)", "<details open", page)


OPENED = {  # what a token of Markdown is in LaTeX, where it begins and where it ends
    "em": (r"\emph{", "}"),
    "strong": (r"\textbf{", "}"),
    "paragraph": ("", "\n\n"),
    "bullet_list": ("\\begin{itemize}\n", "\\end{itemize}\n\n"),
    "ordered_list": ("\\begin{enumerate}\n", "\\end{enumerate}\n\n"),
    "list_item": (r"\item ", ""),
    "table": ("", "\\bottomrule\n\\end{tabular}\n\n"),
    "tbody": ("\\midrule\n", ""),
    "tr": ("", "\\\\\n"),
}


def latex(text: str, makers: Makers | None = None) -> str:
    """LaTeX from the same Markdown; `makers` give that of fences.  HTML in it is left out."""
    return "".join(_latex(token, makers or {}) for token in parser().parse(text))


def _latex(token: Any, makers: Makers) -> str:
    kind, _, end = token.type.rpartition("_")
    if token.type == "inline":
        begun = "".join(_latex(child, makers) for child in token.children)
        return rf"{begun}\nopagebreak" if token.content.startswith("**") else begun  # the head of an exercise
    if token.type in ("text", "code_inline", "math_inline", "math_block"):
        show = {"text": tex_text, "code_inline": _quote, "math_inline": "${}$".format, "math_block": "\\[{}\\]\n\n".format}
        return show[token.type](token.content)
    if token.type in ("softbreak", "hardbreak"):
        return "\n"
    if kind == "heading":
        return (r"\section*{" if token.tag == "h1" else r"\subsection*{") if end == "open" else "}\n\n"
    if kind == "table" and end == "open":
        return "\\noindent\\begin{tabular}{llllll}\n\\toprule\n"
    if kind in ("td", "th"):
        return "" if end == "open" else " & "
    if token.type == "fence":
        name, _, argument = token.info.strip().removeprefix("{").partition("} ")
        return makers[name](argument) if name in makers else ""
    return OPENED[kind][end == "close"] if kind in OPENED else ""


def _quote(code: str) -> str:
    return rf"\texttt{{{escape(code)}}}"


def latex_file(body: str, of: str = "article") -> str:
    """A whole document around what `latex` gives, an article or slides."""
    return fill_template("lectures/paper.tex", body=body, of=of)


GAMMAS = tuple(Fraction(1, n) for n in (2, 3, 4, 5, 7, 10, 14, 20, 30))
HINGE, NOVIKOFF = "M <= 1/gamma**2 + 2*TD/gamma", "M <= R**2/gamma**2"
MARGIN = "M <= 8/gamma**2 - 4"
STEPS = (0.0, 0.35, 0.55, 0.7)  # of grey; what is lighter is no line but a ground

RUNS: dict[str, Callable[[], PlottedRun]] = {  # of the Perceptron on separable data, each as a picture or step by step
    "novikoff-first-updates": lambda: PlottedRun.extremal(plane("1/2"), NOVIKOFF),
    "novikoff-in-the-plane": lambda: PlottedRun.extremal(plane("1/5"), NOVIKOFF),
    "novikoff-in-space": lambda: PlottedRun.extremal(spiral("1/5"), NOVIKOFF),
}
FIGURES: dict[str, Callable[[], Picture]] = {
    **{name: lambda make=make: plots.picture(make()) for name, make in RUNS.items()},  # type: ignore[misc]
    "worst-case-by-dimension": lambda: tightness.by_dimension(GAMMAS),
    "margin-perceptron-spiral": lambda: plots.picture(PlottedRun.extremal(margin_spiral("1/5"), MARGIN)),
    "margin-perceptron-lengths": lambda: _lengths(),
    "margin-perceptron-constants": lambda: tightness.below(GAMMAS),
    "hinge-one-wrong-label": lambda: plots.picture(_one_wrong_label()),
    "hinge-passes": lambda: _losses(),
    "winnow-one-attribute": lambda: _one_attribute(),
    "winnow-total-weight": lambda: _total_weight(),
}


def _one_wrong_label(passes: int = 1) -> PlottedRun:
    """The longest run in the plane at γ = 1/5, with the label of its fifth example turned round, shown this number of times."""
    longest = plane("1/5")
    labels = [-one.y if t == 4 else one.y for t, one in enumerate(longest.examples)]
    examples = Examples([one.x for one in longest.examples] * passes, labels * passes)
    return PlottedRun.from_trace(run(Perceptron(), examples), longest.u, longest.gamma, HINGE)


def _losses() -> Picture:
    """Mistakes over TD after each pass over examples of which one has a wrong label, below the hinge bound and its root."""
    runs = [_one_wrong_label(passes) for passes in range(1, 13)]
    measured, gamma = [measure(one.trace, one.u, one.gamma) for one in runs], float(runs[0].gamma)
    curves: dict[str, Callable[[float], float]] = {
        "1/γ² + 2 TD/γ": lambda loss: 1 / gamma**2 + 2 * loss / gamma,
        "the root of the quadratic": lambda loss: ((1 + sqrt(1 + 4 * gamma * loss)) / (2 * gamma)) ** 2,
    }
    points = [(float(one.TD), float(one.M)) for one in measured]
    return plots.under(curves, {"after 1 to 12 passes": points}, "TD", "mistakes M", 1.1 * max(loss for loss, _ in points))


def _lengths() -> Picture:
    """‖w‖ of the Margin Perceptron, update by update, between γk and the length to which its steps can add up."""
    made = margin_spiral("1/5")
    played = PlottedRun.extremal(made, MARGIN).trace
    lengths, gamma = [sqrt(dot(w, w)) for w in played.states()], float(made.gamma)
    most = [0.0, 1.0]
    while len(most) < len(lengths):
        most.append(most[-1] + gamma / 2 + 1 / (2 * most[-1]))
    points = {"the steps added up": list(enumerate(most)), "‖w(k)‖": list(enumerate(lengths))}
    return plots.under({"γk": lambda k: gamma * k}, points, "updates k", "length", len(lengths))


def _one_attribute() -> Picture:
    """Mistakes of the Perceptron and of Winnow where the first of n drawn attributes is the label, below Winnow's bound and n."""
    counts: dict[str, list[tuple[float, float]]] = {"Perceptron": [], "Winnow, η = 1": []}
    for n in (4, 8, 16, 32, 64, 128):
        draw = Random(n)
        xs = [[draw.choice((-1, 1)) for _ in range(n)] for _ in range(6 * n)]
        examples = Examples(xs, [x[0] for x in xs])
        for name, trace in zip(counts, (run(Perceptron(), examples), run(Winnow(eta=1), examples)), strict=True):
            counts[name].append((n, trace.M))
    curves: dict[str, Callable[[float], float]] = {"n, Novikoff's bound": lambda n: n, "2 ln(2n), Winnow's bound": lambda n: 2 * log(2 * n)}
    return plots.under(curves, counts, "attributes n", "mistakes", 130, start=1, top=110)


def _total_weight() -> Picture:
    """ln of Winnow's total weight, mistake by mistake, between its lower bound k and its upper bound ln(2n) + k/2."""
    n, draw = 64, Random(64)
    xs = [[draw.choice((-1, 1)) for _ in range(n)] for _ in range(6 * n)]
    played = run(Winnow(eta=1), Examples(xs, [x[0] for x in xs]))
    sums = [log(sum(exp(e) + exp(-e) for e in map(float, state))) for state in played.states()]
    curves: dict[str, Callable[[float], float]] = {"ln(2n) + k/2": lambda k: log(2 * n) + k / 2, "γk, γ = 1": lambda k: k}
    return plots.under(curves, {"ln of the total weight": list(enumerate(sums))}, "mistakes k", "ln of the total weight", 2 * log(2 * n))


def grey(picture: Picture) -> Picture:
    """The picture in greys; it is changed in place.  A colour becomes the grey of its lightness, to the next of STEPS."""
    from matplotlib.colors import to_rgba

    def print_colour(colour: Any) -> Any:
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
            put([print_colour(one) for one in have] if many else print_colour(have))
    return picture
