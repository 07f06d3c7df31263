"""Text to syntax tree: a Pratt parser with limits, so that hostile text is refused quickly and nothing is executed.

    claim       =  ["if" both ":"] both ["where" both]
    both        =  chain {"and" chain}
    chain       =  term relation term {relation term}           relation: "<=" | "<" | ">=" | ">" | "="
    term        =  number | name | function "(" term {"," term} ")" | "(" term ")" | "-" term
                |  term ("+" | "-" | "*" | "/" | "**" | nothing) term

"**" binds tightest and to the right (-a**2 is -(a**2)), then unary minus, then "*" and "/", then "+" and "-". A number
is an integer or a decimal, read exactly; 1/3 is a quotient of two. Before a name or a bracket "*" may be
left out, as in 2TD. After a "/" that is refused, since 1/2γ may mean two things. A claim is as
many comparisons as its chains have links, each under all of its conditions.

A constant divisor that is zero, or a constant root
or logarithm that does not exist, is refused here; one that depends on the run is left to the judge, for whom it is 'not
defined'.

The spellings that `pretty` prints are read as well: ≤ ≥ · ⋅ − ² ½ 1½ γ √ ⌊ ⌋, and so are ==, ^, ln, ‖u‖, ‖w‖, ⟨u, w⟩ and Σ‖x‖². Of LaTeX
the parser reads all that `pretty` prints: \\frac{a}{b}, \\sqrt[3]{a}, a^{b}, \\le, \\gamma, \\mathrm{TD}, \\lVert u\\rVert."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches
from fractions import Fraction
from typing import NamedTuple, NoReturn
from unicodedata import numeric

from perceptron.errors import InputError
from proofs.conjecture.evaluate import constant_value, is_undefined_constant
from proofs.conjecture.nodes import (
    CONSTANTS,
    FUNCTIONS,
    NAMES,
    RELATIONS,
    SIGNED,
    Add,
    Binary,
    Call,
    Div,
    Mul,
    Name,
    Neg,
    Node,
    Number,
    Pow,
    Relation,
    Sub,
    VariablePow,
    walk,
)

MAX_TOKENS = 400

_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_PARTS = {c: str(Fraction(numeric(c)).limit_denominator(8)) for c in "½⅓⅔¼¾⅕⅖⅗⅘⅙⅛"}
_VARIANTS = {sign: text for text, signs in {"<=": "≤⩽≦", ">=": "≥⩾≧", "*": "·⋅×∗", "-": "−–‐", "/": "∕⁄÷"}.items() for sign in signs}
_COMMAND_OF_TEXT = r"\\(?:mathrm|mathit|text|textrm|operatorname)"
_WRAPPED = _COMMAND_OF_TEXT + r"\{[A-Za-z0-9_\\ ]+\}"  # a name in LaTeX of more than one letter
_IN_LATEX = (
    rf"(?:{_WRAPPED}|[SHGL]_2(?![A-Za-z0-9_])|H)\^\{{{_COMMAND_OF_TEXT}\{{all\}}\}}|{_WRAPPED}|[SHGL]_2(?![A-Za-z0-9_])|[RU]_(?:\\\w+|\{{[\\\w]+\}})"
    r"|\\lVert [uw] ?\\rVert(?:_(?:1|\\infty))?|\\langle u, ?w ?\\rangle"
)
_TOKEN = re.compile(
    rf"\s*(?:(?P<scientific>[0-9.]+[eE][-+]?[0-9]+)|(?P<number>[0-9]*[{''.join(_PARTS)}]|[0-9]+(?:\.[0-9]*)?|\.[0-9]+)"
    rf"|(?P<space>[$&\u00a0\u2000-\u200a\u202f]|\\(?:(?:left|right|[bB]igg?[lr]?|displaystyle|q?quad)(?![A-Za-z])|[ ,;:!]))"
    rf"|(?P<latex>{_IN_LATEX})|(?P<command>\\sqrt\[\d+\]|\\[A-Za-z]+)"
    rf"|(?P<name>[A-Za-z][A-Za-z0-9_]*₂?|‖[uw]‖|⟨u, ?w⟩|Σ‖x‖²|[γεφπη]|!=|≠)"
    rf"|(?P<raised>⁻?[{_RAISED}]+)|(?P<symbol>\*\*|<=|>=|==|[-+*/(),<>=:{{}}^√⌊⌋⌈⌉{''.join(_VARIANTS)}]))",
    re.ASCII,
)
_SPELT = {"==": "=", "^": "**"} | _VARIANTS
_GREEK = {"γ": "gamma", "ε": "eps", "φ": "phi", "π": "pi", "η": "eta"}
_LENGTHS = {"‖u‖": "U", "‖w‖": "W", "⟨u, w⟩": "P", "⟨u,w⟩": "P", "Σ‖x‖²": "S2"}
_CALLED = _GREEK | _LENGTHS | {"ln": "log", "S₂": "S2", "H₂": "H2", "L₂": "L2"}
_COMMANDS = {  # of LaTeX, and what they are here
    **dict.fromkeys(("le", "leq", "leqslant"), "<="),
    **dict.fromkeys(("ge", "geq", "geqslant"), ">="),
    **dict.fromkeys(("cdot", "times", "ast"), "*"),
    **dict(zip(("lt", "gt", "lfloor", "rfloor", "lceil", "rceil", "div"), "<>⌊⌋⌈⌉/", strict=True)),
}
_NAMED = {"varepsilon": "eps", "epsilon": "eps", "varphi": "phi", "ln": "log"}
_OF_LATEX = (
    (r" |\\(?=_|min|inf)", ""),
    (r"\\lVert([uw])\\rVert", lambda name: name[1].upper()),
    (r"\\langleu,w\\rangle", "P"),
    (r"^([A-Z])_2", r"\g<1>2"),
    (r"\^?\{(\w+)\}", r"_\1"),
    (r"_+", "_"),
    ("infty", "inf"),
)
_WORDS = ("if", "and", "where")
UNREAD = {  # words and signs of other languages, and what says nearly the same in this one
    "or": "M <= max(a, b) says that M <= a or M <= b",
    "for": "a claim is for every run, and `best` finds the constants for which it holds",
    "!=": "M < b and M > b can be claimed",
    "≠": "M < b and M > b can be claimed",
    "not": "turn the comparison round",
}


UNMEASURED = {  # what is asked for and has no name, and what serves instead
    r"[ME]_[2-9]": "it is the updates or mistakes of a second learner: --beside LEARNER",
    r"[ME]_(\d|at|after|in|pass|first|last|half).*": "counts in one pass or up to a round are not measured; a learner of your own may "
    "count what it likes in an attribute (--learner FILE.py:NAME), and M counts all passes",
    r"([wW]_?(avg|average|mean|bar|t|k|\d)|averaged?|(avg|mean)_?[wW]).*": "averaged and intermediate weights are not measured; "
    "a learner of your own may keep them and give what is asked of them in an attribute; W and P are of the final weights",
    r"([ME]_)?(order|permut|reorder|shuffl|swap).*|[ME]_[ab]": "two orders of one data set are not compared; with --passes 2 --shuffled "
    "each pass has an order of the adversary's",
    r"sum|mean|average|avg|norm|dot|inner": "sums and lengths have names of their own: S2, G2, TD, H, R, U, W, P, and over all rounds "
    "S2_all, G2_all, TD_all, H_all",
    r"abs|absolute": "max(x, -x) is |x|",
    r"[RU]_(p|\d+)": "of the p-norms R_1, R_inf, U_1, U_inf and Euclid's R and U are measured",
    r"(rho|gamma|margin)_?(star|best|max|opt).*": "the best margin is not computed; gamma is any margin of the run, which the adversary "
    "chooses, so that a bound is for every gamma and is pressed at the best one",
}


class Token(NamedTuple):
    """One token; `at` is the position of its first character, counted from 1, and `end` that of its last."""

    kind: str
    text: str
    at: int
    end: int

    @property
    def begins_factor(self) -> bool:
        """Whether it can follow a factor as in 2TD or γ²M, with no sign between."""
        return self.kind in ("name", "command") or (self.kind == "symbol" and self.text in ("(", "√", "⌊", "⌈"))

    def describe(self) -> str:
        """As a message has it."""
        if self.kind == "end":
            return self.text
        return ascii(self.text if len(self.text) <= 40 else self.text[:37] + "...")


def tokenise(text: str, refuse: Callable[..., NoReturn]) -> list[Token]:
    """The tokens of a text, and one for its end. `refuse` is called with a position, the fault there, and a correct form."""
    tokens: list[Token] = []
    position, end = 0, len(text.rstrip())
    while position < end:
        match = _TOKEN.match(text, position)
        if match is None:
            at = position + len(text[position:]) - len(text[position:].lstrip())
            refuse(at + 1, f"unexpected character {text[at]!a}")
        if scientific := match["scientific"]:
            powers = "; a power of ten is written 10**-6, and a multiple of e 2*e"
            refuse(match.start("scientific") + 1, f"`{scientific}` is not read", powers)
        if match["name"] in UNREAD:
            refuse(match.start("name") + 1, f"`{match['name']}` is not read", f"; {UNREAD[match['name']]}")
        tokens += _spelt(match)
        if len(tokens) > MAX_TOKENS:
            refuse(tokens[-1].at, f"more than {MAX_TOKENS} numbers, names and signs")
        position = match.end()
    return [*tokens, Token("end", "the end", end + 1, end + 1)]


def _spelt(match: re.Match[str]) -> Iterator[Token]:
    """The tokens that a match stands for."""
    kind = match.lastgroup or ""
    if kind == "space":
        return
    text, at, end = match[kind], match.start(kind) + 1, match.end(kind)
    if kind == "command":
        word = text.removeprefix("\\")
        kind, text = ("symbol", _COMMANDS[word]) if word in _COMMANDS else (kind, text)
        if kind == "command" and not _DRAWN.match(text):
            kind, text = "name", _NAMED.get(word, word)
    elif kind == "latex":
        text = name_of_latex(text)
        kind = "word" if text in _WORDS else "name"
    if kind == "raised":  # ² is **2, and ⁻² is **(−2)
        digits = "".join(str(_RAISED.index(digit)) for digit in text.removeprefix("⁻"))
        yield Token("symbol", "**", at, end)
        if text.startswith("⁻"):
            yield Token("symbol", "-", at, end)
        yield Token("number", digits, at, end)
    elif kind == "number" and text[-1] in _PARTS:  # ½, and 1½
        yield Token(kind, str(Fraction(text[:-1] or 0) + Fraction(_PARTS[text[-1]])), at, end)
    elif kind == "name" and text in _WORDS:
        yield Token("word", text, at, end)
    else:
        spelling = _CALLED if kind == "name" else _SPELT
        yield Token(kind, spelling.get(text, text), at, end)


_DRAWN = re.compile(r"\\(?:[dt]?frac|sqrt(?:\[\d+\])?)$")  # commands whose arguments are in braces


def name_of_latex(text: str) -> str:
    """The name that a LaTeX spelling such as S_2^{\\mathrm{all}} stands for."""
    text = re.sub(rf"{_COMMAND_OF_TEXT}\{{([^{{}}]+)\}}", r"\1", text)
    for pattern, name in _OF_LATEX:
        text = re.sub(pattern, name, text)
    return text


MAX_CHARACTERS = 2000
MAX_NESTING = 60  # parentheses, calls, roots, minus signs and powers inside one another
MAX_DIGITS = 40
MAX_EXPONENT = 200  # numerator and denominator of a fixed exponent
MAX_DEGREE = 1000  # what nested powers may multiply up to

_BRACKETS = {"⌊": ("floor", "⌋"), "⌈": ("ceil", "⌉")}
_PRODUCT = 20
_BINARY: dict[str, tuple[int, Callable[[Node, Node], Node]]] = {"+": (10, Add), "-": (10, Sub), "*": (_PRODUCT, Mul), "/": (_PRODUCT, Div)}
OTHERWISE = {"rho": "gamma", "margin": "gamma", "D": "R", "r": "R", "w": "W", "u": "U", "epsilon": "eps", "hinge": "H"}  # as others write
_MINUS = 30
_POWER = 40


def parse_relation(text: str, extra: Iterable[str] = (), functions: Mapping[str, tuple[int, int | None]] = FUNCTIONS) -> Relation:
    """The comparison written in `text`, over the names of NAMES and `extra`, and `functions` with their least and greatest number of
    arguments. Raises InputError with position and known names, also for a claim of several comparisons or one with conditions."""
    return _Parser(text, frozenset(NAMES) | frozenset(extra), functions).comparison()


def parse_term(text: str, extra: Iterable[str] = ()) -> Node:
    """The term written in `text`. Raises InputError."""
    return _Parser(text, frozenset(NAMES) | frozenset(extra), FUNCTIONS).whole_term()


def parse_claims(text: str, extra: Iterable[str] = ()) -> tuple[tuple[Relation, ...], tuple[Relation, ...]]:
    """The comparisons of a claim, and its conditions. Raises InputError."""
    return _Parser(text, frozenset(NAMES) | frozenset(extra), FUNCTIONS).claim()


def guess(word: str) -> str:
    """The names that the user may have meant, with their meanings, as the end of a sentence; empty if none is near."""
    near = [OTHERWISE[word]] if word in OTHERWISE else get_close_matches(word, NAMES, 1) if len(word) < 12 else []
    near = near or [name for name in NAMES if name.startswith(word) and len(word) > 1][:1]
    return "".join(f"; did you mean {name}, {re.split('[:(;]', NAMES[name])[0].strip()}?" for name in near)


class _Parser:
    def __init__(self, text: str, names: frozenset[str], functions: Mapping[str, tuple[int, int | None]]) -> None:
        self.names, self.functions = names, functions
        if not isinstance(text, str):
            raise InputError(f"a conjecture is text, not {type(text).__name__}")
        if len(text) > MAX_CHARACTERS:
            self.refuse(MAX_CHARACTERS + 1, f"{len(text)} characters are more than {MAX_CHARACTERS}")
        self.source, self.text = text, text.strip()
        self.tokens = tokenise(text, self.refuse)
        self.next = 0
        self.nesting = 0
        self.last = 0

    def refuse(self, at: int, why: str, instead: str = "") -> NoReturn:
        """Raises InputError: the fault, and a correct form, or else all that is read."""
        if not instead:
            order = [*NAMES, *sorted(self.names - set(NAMES))]
            instead = f"known names: {', '.join(order)}; functions: {', '.join(self.functions)}; constants: {', '.join(CONSTANTS)}"
            instead = f" ({instead}; comparisons: {' '.join(RELATIONS)})"
        raise InputError(f"conjecture, position {at}: {why}{instead}")

    @property
    def token(self) -> Token:
        return self.tokens[self.next]

    def advance(self) -> Token:
        token = self.token
        self.next += token.kind != "end"
        return token

    def expect(self, symbol: str) -> None:
        if self.token.text != symbol or self.token.kind != "symbol":
            self.refuse(self.token.at, f"expected '{symbol}', found {self.token.describe()}")
        self.advance()

    def whole_term(self) -> Node:
        """The only term of the text."""
        term = self.term()
        if self.token.kind != "end":
            self.refuse(self.token.at, f"unexpected {self.token.describe()}")
        return term

    def comparison(self) -> Relation:
        """The only comparison of the text, which has no conditions."""
        relation = self.link(self.term(), 0)
        if self.token.kind != "end":
            several = self.token.text in RELATIONS or self.token.kind == "word"
            self.refuse(self.token.at, "one comparison only" if several else f"unexpected {self.token.describe()}")
        return replace(relation, text=self.text)

    def claim(self) -> tuple[tuple[Relation, ...], tuple[Relation, ...]]:
        """The comparisons and the conditions."""
        conditions: list[Relation] = []
        if self.token.text == "if":
            self.advance()
            conditions += self.both()
            self.expect(":")
        claimed = self.both()
        if self.token.text in ("where", "if"):
            self.advance()
            conditions += self.both()
        if self.token.kind != "end":
            self.refuse(self.token.at, f"unexpected {self.token.describe()}")
        return tuple(claimed), tuple(conditions)

    def both(self) -> list[Relation]:
        """Chains of comparisons with "and" between them."""
        links = self.chain()
        while self.token.text == "and":
            self.advance()
            links += self.chain()
        return links

    def chain(self) -> list[Relation]:
        """Comparisons such as a <= b <= c."""
        start = self.next
        links = [self.link(self.term(), start)]
        while self.token.text in RELATIONS:
            links.append(self.link(links[-1].right, self.last))
        return links

    def link(self, left: Node, start: int) -> Relation:
        """The rest of a comparison whose left side began at token `start`. `last` is then where its right side did."""
        op = self.token
        if op.text not in RELATIONS:
            self.refuse(op.at, f"expected a comparison (one of {' '.join(RELATIONS)}), found {op.describe()}")
        self.advance()
        self.last = self.next
        right = self.term()
        text = self.source[self.tokens[start].at - 1 : self.tokens[self.next - 1].end]
        return Relation(text, left, op.text, right)

    def multiplies(self) -> bool:
        """Whether a factor follows with no sign between, on the same line."""
        return self.token.begins_factor and "\n" not in self.source[self.tokens[self.next - 1].end : self.token.at]

    def term(self, binding: int = 0) -> Node:
        """Pratt's loop: a prefix, then every operator that binds tighter than `binding`."""
        self.descend()
        left, divided = self.prefix(), False
        while self.token.kind == "symbol" or self.multiplies():
            op = self.token
            if self.multiplies() and binding < _PRODUCT:
                if divided:
                    self.refuse(op.at, "unclear whether this is divided by too: write a/(b·c) or a/b·c")
                left = self.check_powers(Mul(left, self.term(_PRODUCT)), op.at)
            elif op.text == "**" and binding < _POWER:
                self.advance()
                left = self.power(left, self.term(_POWER - 1), op.at)
            elif op.text in _BINARY and binding < _BINARY[op.text][0]:
                self.advance()
                strength, make = _BINARY[op.text]
                divided = op.text == "/"
                left = self.check_powers(make(left, self.term(strength)), op.at)
            else:
                break
        self.nesting -= 1
        return left

    def descend(self) -> None:
        self.nesting += 1
        if self.nesting > MAX_NESTING:
            self.refuse(self.token.at, f"nested more than {MAX_NESTING} deep")

    def prefix(self) -> Node:
        token = self.advance()
        if token.kind == "number":
            if len(token.text) > MAX_DIGITS:
                self.refuse(token.at, f"a number of more than {MAX_DIGITS} characters")
            return Number(Fraction(token.text))
        if token.kind == "name":
            return self.name_or_call(token)
        if token.text in ("(", "{") and token.kind == "symbol":
            inside = self.term()
            self.expect(")" if token.text == "(" else "}")
            return inside
        if token.kind == "command":
            return self.latex_command(token)
        if token.text == "-":
            return Neg(self.term(_MINUS))
        if token.text == "√":
            self.descend()
            root = Call("sqrt", (self.prefix(),))
            self.nesting -= 1
            return self.check_powers(root, token.at)
        if token.text in _BRACKETS:
            function, close = _BRACKETS[token.text]
            inside = self.term()
            self.expect(close)
            return self.check_powers(Call(function, (inside,)), token.at)
        self.refuse(token.at, f"expected a number, a name or '(', found {token.describe()}")

    def latex_command(self, token: Token) -> Node:
        """A fraction or a root in LaTeX."""
        first = self.in_braces()
        if "frac" in token.text:
            return self.check_powers(Div(first, self.in_braces()), token.at)
        order = int(token.text[6:-1]) if "[" in token.text else 2
        if not 0 < order <= MAX_EXPONENT:
            self.refuse(token.at, f"a root's order is from 1 to {MAX_EXPONENT}, not {order}")
        return (
            self.check_powers(Call("sqrt", (first,)), token.at) if order == 2 else self.power(first, Number(Fraction(1, order)), token.at)
        )

    def in_braces(self) -> Node:
        """The argument of a command: a digit or a name, or a term in braces."""
        if self.token.text == "{" or self.token.kind in ("number", "name"):
            return self.prefix()
        self.refuse(self.token.at, f"expected '{{', found {self.token.describe()}")

    def name_or_call(self, token: Token) -> Node:
        called = self.token.text == "(" and self.token.kind == "symbol"
        if token.text in self.functions:
            if not called:
                self.refuse(token.at, f"the function {token.text} needs its arguments in parentheses")
            return self.call(token)
        if token.text not in self.names and token.text not in CONSTANTS:
            instead = next((f"; {text}" for pattern, text in UNMEASURED.items() if re.fullmatch(pattern, token.text)), "")
            near = "" if called or instead else guess(token.text)
            self.refuse(token.at, f"unknown {'function' if called else 'name'} {token.describe()}{near}", instead)
        if called and self.token.at == token.end + 1:
            self.refuse(token.at, f"{token.text} is not a function; it is what the whole run has")
        return Name(token.text)

    def call(self, token: Token) -> Node:
        self.expect("(")
        args = [self.term()]
        while self.token.text == ",":
            self.advance()
            args.append(self.term())
        self.expect(")")
        least, most = self.functions[token.text]
        if len(args) < least or (most is not None and len(args) > most):
            count = f"{least}" if most == least else f"at least {least}"
            self.refuse(token.at, f"{token.text} takes {count} argument{'s' if count != '1' else ''}, not {len(args)}")
        return self.check_powers(Call(token.text, tuple(args)), token.at)

    def power(self, base: Node, exponent: Node, at: int) -> Node:
        fixed = constant_value(exponent)
        if fixed is None:
            return self.check_powers(VariablePow(base, exponent), at)
        if max(abs(fixed.numerator), fixed.denominator) > MAX_EXPONENT:
            self.refuse(at, f"an exponent beyond {MAX_EXPONENT}, above or below its line; exp(p*log(x)) is x^p for any p")
        power = Pow(base, fixed)
        if _degree(power) > MAX_DEGREE:
            match base:  # of a quantity that is not negative a power of a power is one power
                case Pow(Name(name) as of, inner) if name in NAMES and name not in SIGNED:
                    power = Pow(of, fixed * inner)
        return self.check_powers(power, at)

    def check_powers(self, node: Node, at: int) -> Node:
        """Refuse towers of powers, and constants that do not exist."""
        if isinstance(node, (Pow, VariablePow)) and _degree(node) > MAX_DEGREE:
            self.refuse(at, f"powers of powers beyond {MAX_DEGREE}")
        if not any(isinstance(n, Name) and n.name not in CONSTANTS for n in walk(node)):
            why = is_undefined_constant(node)
            if why:
                self.refuse(at, why)
        return node


def _degree(node: Node) -> int:
    """How far the powers inside one another multiply up, so that (((9**99)**99)**99) is refused before anybody computes
    it."""
    match node:
        case Number() | Name():
            return 1
        case Pow(base, exponent):
            return _degree(base) * max(1, abs(exponent.numerator))
        case VariablePow(base, exponent):
            return _degree(base) * 10 * _degree(exponent)
        case Neg(arg):
            return _degree(arg)
        case Binary(left, right):
            return _degree(left) + _degree(right)
        case Call(_, args):
            return sum(map(_degree, args))
