"""Read an answer as students type it: LaTeX and printed signs become the language of conjectures."""

from __future__ import annotations

import re
from fractions import Fraction

from perceptron.errors import InputError
from perceptron.numbers.exact import parse as number
from proofs.conjecture import Comparison, parse, term_of
from proofs.conjecture.evaluate import constant_value
from proofs.conjecture.nodes import RELATIONS

SIGNS = {"−": "-", "–": "-", "\u00a0": " ", "≤": "<=", "≥": ">="}
COMMANDS = {
    **dict.fromkeys(("le", "leq", "leqslant"), "<="),
    **dict.fromkeys(("ge", "geq", "geqslant"), ">="),
    **dict.fromkeys(("cdot", "times"), "*"),
    **dict.fromkeys(("left", "right", "quad", "displaystyle", "bigl", "bigr"), " "),
    **dict.fromkeys(("epsilon", "varepsilon"), "eps "),
    **{"varphi": "phi ", "lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉", "lt": "<", "gt": ">"},
    **{"lVert": "‖", "rVert": "‖", "langle": "⟨", "rangle": "⟩"},
    **{name: f"{name} " for name in ("gamma", "phi", "pi", "eta", "ln", "log", "exp", "max", "min")},
}
INNERMOST = (  # what has braces, the innermost first, and what it becomes
    (re.compile(r"\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}"), r"((\1)/(\2))"),
    (re.compile(r"\\[dt]?frac\s*([0-9])\s*([0-9])"), r"((\1)/(\2))"),
    (re.compile(r"\\sqrt\s*\{([^{}]*)\}"), r"sqrt(\1)"),
    (re.compile(r"\\(?:mathrm|text|mathit|operatorname)\s*\{([^{}]*)\}"), r" \1 "),
    (re.compile(r"_\{(\w*)\}"), r"_\1"),
    (re.compile(r"(?<![\w\\}])\{([^{}]*)\}"), r"(\1)"),
)
COMMAND = re.compile(r"\\([A-Za-z]+)")
RATIO = re.compile(r"((?:^|[,(=;])\s*[-+]?)\(\(([0-9.]+)\)/\(([0-9.]+)\)\)(?=\s*(?:$|[,);]))")  # a number that stands by itself


def plain(answer: str) -> str:
    r"""The answer in the language of conjectures; text that has no LaTeX in it changes only by its minus signs.

    >>> plain(r"$TD \le \frac{1}{2}$")
    'TD <= 1/2'
    """
    text = answer.strip()
    for sign, typed in SIGNS.items():
        text = text.replace(sign, typed)
    text = re.sub(r"\$|\\[()\[\]]", "", text)
    text = re.sub(r"\\[,;!: ]", " ", text)
    before = ""
    while text != before:
        before = text
        for pattern, typed in INNERMOST:
            text = pattern.sub(typed, text)
    if "\\" in text:
        text = re.sub(" +", " ", COMMAND.sub(lambda command: COMMANDS.get(command[1], command[0]), text))
    text = re.sub(r"‖\s*([uw])\s*‖", r"‖\1‖", text)
    return RATIO.sub(r"\1\2/\3", re.sub(r"⟨\s*u\s*,\s*w\s*⟩", "⟨u, w⟩", text)).strip()


def value(text: str) -> Fraction:
    """A rational number, also as a term such as 1 + 1/2.  Raises InputError."""
    try:
        return number(text)
    except InputError:
        try:
            found = constant_value(term_of(text))
        except InputError:
            found = None
        if found is None:
            raise
        return found


BLANK = "blank"


def fill(conjecture: str, answer: str) -> Comparison:
    """A conjecture with an answer in the place of {}.  Raises InputError.

    The answer is a term. Where {} is the whole right side, the answer may also be the comparison itself, such as TD = 2, or begin
    with its sign.
    """
    _, op, right = next(conjecture.partition(f" {op} ") for op in RELATIONS if f" {op} " in conjecture)
    if right == "{}" and (typed := re.match(r"\s*(?:<=|>=|==?|<|>)", answer)) and typed[0].strip().replace("==", "=") == op.strip():
        answer = answer[typed.end() :]
    elif any(sign in answer for sign in "<>="):
        whole, form = parse(answer), parse(conjecture.replace("{}", "0"))
        if right != "{}" or (whole.left, whole.op) != (form.left, form.op):
            raise InputError("write the term in place of … without the rest of the comparison")
        return whole
    return parse(conjecture.replace("{}", BLANK), extra=(BLANK,)).substitute({BLANK: term_of(answer)})


def unread(error: InputError, asks: str) -> str:
    """Why an answer cannot be read, and what to write, in a line: the last sentence of the exercise's instructions."""
    why = str(error).partition(" (known names:")[0].removeprefix("conjecture, ").rstrip(".")
    form = re.search(r"Answer with[^$]*?`[^`]*`(?=[.,])", asks)
    return f"it cannot be read: {why}{'' if why.endswith('?') else '.'}" + (f" {form[0]}." if form else "")
