"""A reader of printed mathematics that knows nothing of the printer: unicode, LaTeX and MathML to one line, and a line to a tree.

sentence  =  "for all" name ["<" | "≤" term] ":" sentence  |  unit {"and" unit}  |  unit "⇒" unit
unit      =  term relation term  |  "(" sentence ")"
term      =  ["−"] product {("+" | "−") product};  product = factor {["·" | "/"] factor};  factor = atom {power}
"""

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from typing import Any

COMMANDS = """alpha beta gamma delta varepsilon zeta eta theta kappa lambda mu xi pi rho sigma tau varphi chi psi omega
Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega"""
GREEK = dict(zip(COMMANDS.split(), "αβγδεζηθκλμξπρστφχψωΓΔΘΛΞΠΣΦΨΩ", strict=True))
SIGNS = {r"\leq": "≤", r"\geq": "≥", r"\Rightarrow": "⇒", r"\|": "‖", r"\langle": "⟨", r"\rangle": "⟩", r"\cdot": "·", r"\,": "·", "-": "−"}
SIGNS |= {r"\pm": "±", r"\lfloor": "⌊", r"\rfloor": "⌋", r"\surd": "√", r"\ln": "ln", r"\exp": "exp", r"\frac{1}{2}": "½"}
SIGNS |= dict.fromkeys((r"\allowbreak", r"\Bigl", r"\Bigr", r"\bigl", r"\bigr"), "")
LOW, HIGH = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"), str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


def from_latex(text: str) -> str:
    """LaTeX as one line: fractions as quotients in brackets, commands as signs."""
    out, at = "", 0
    while at < len(text):
        if (command := re.match(r"\\(frac|sqrt|mathrm|text)\{", text[at:])) is not None:
            inside, at = braced(text, at + command.end() - 1)
            if command[1] == "frac":
                below, at = braced(text, at)
                out += quotient(from_latex(inside), from_latex(below))
            else:
                out += f"√({from_latex(inside)})" if command[1] == "sqrt" else spelt(inside) if command[1] == "text" else inside
        elif text[at] in "_^":
            inside, at = braced(text, at + 1)
            out += inside.translate(LOW) if text[at - len(inside) - 3] == "_" else "^½" if inside == "1/2" else f"^{inside}"
        elif (command := re.match(r"\\(?:[A-Za-z]+ ?|.)", text[at:])) is not None:
            name = command[0].strip()
            out += GREEK.get(name[1:]) or SIGNS[name]
            at += command.end()
        else:
            out += SIGNS.get(text[at], "′" if text[at] == "'" else text[at])
            at += 1
    return out


def spelt(text: str) -> str:
    """What stands in a \\text: a quoted name has signs in mathematics mode and escaped ones."""
    signs = re.sub(r"(?<!\\)\$([^$]*)\$", lambda m: sign(m[1].strip()), text).replace(r"\textbackslash{}", "\\").replace(r'\texttt{"}', '"')
    return re.sub(r"\\([&#_%$^~{}])|(?<!\\){}", r"\1", re.sub(r"\\([\^~]){}", r"\1", signs))


def sign(text: str) -> str:
    """A sign, or a raised or lowered digit."""
    if re.fullmatch("[_^][0-9]", text):
        return text[1].translate(LOW if text[0] == "_" else str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return SIGNS.get(text) or GREEK.get(text.removeprefix("\\"), text)


def quotient(top: str, bottom: str) -> str:
    """A fraction in one line; a single sign in brackets would be a label."""
    above, below = (part if re.fullmatch("[0-9]+|[a-z]", part.strip()) else f"({part})" for part in (top, bottom))
    return f"({above}/{below})"


def braced(text: str, at: int) -> tuple[str, int]:
    """What is between the brace at `at` and its partner, and where that ends."""
    depth = 0
    for i in range(at, len(text)):
        depth += (text[i] == "{") - (text[i] == "}")
        if depth == 0:
            return text[at + 1 : i], i + 1
    raise ValueError(f"no end of {text[at:]!r}")


def from_mathml(text: str) -> str:
    """MathML as one line."""
    return _line(ElementTree.fromstring(text))


def _line(e: ElementTree.Element) -> str:
    parts = [_line(child) for child in e]
    match e.tag:
        case "mfrac":
            return quotient(parts[0], parts[1])
        case "msqrt":
            return f"√({''.join(parts)})"
        case "msub":
            return parts[0] + parts[1].translate(LOW)
        case "msup":
            return parts[0] + ("′" if parts[1] == "′" else f"^{parts[1]}")
        case "mtext":
            return (e.text or "").replace("\xa0", " ")
        case "mo" | "mi" | "mn":
            return (e.text or "").replace("\u2061", "").replace("\u2062", "·")
    return "".join(parts)


# One line to a tree -------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tree:
    """An operator and what it acts on."""

    what: str
    parts: tuple[Any, ...]


TOKEN = re.compile(
    r"\s*(?:(?P<number>[0-9]+(?:\.[0-9]+)?)|(?P<word>for all|and)\b"
    r"|(?P<name>(?:(?:real|natural|vectors?|sequence|function) )?“[^”]*”|Σ?(?:[A-Za-z]+|[αβγδεζηθκλμξπρστφχψωΓΔΘΛΞΠΣΦΨΩ])[₀-₉]*′?)"
    r"|(?P<power>\^[0-9]+|\^½|[⁰¹²³⁴⁵⁶⁷⁸⁹]+)|(?P<sign>[-−+·/()‖⟨⟩⌊⌋,√≤≥<>=⇒:]))"
)
RELATIONS = ("≤", "≥", "<", ">", "=")
ENDS = ("number", "name", "(", "‖", "⟨", "⌊", "√")


class Unreadable(Exception):
    """What is printed is no sentence."""


class Reader:
    """`applied`: names of more than one letter, and names that are applied to names, such as φ(0)."""

    def __init__(self, text: str, applied: frozenset[str], labelled: bool = False) -> None:
        self.applied, self.labelled = applied, labelled
        self.tokens: list[tuple[str, str]] = []
        at = 0
        while at < len(text.rstrip()):
            at += len(text[at:]) - len(text[at:].lstrip())
            name = next((a for a in applied if text.startswith(a, at)), None) if text[at : at + 1].isalpha() or text[at] == "Σ" else None
            found = TOKEN.match(text, at)
            if name is not None:
                self.tokens.append(("name", name))
                at += len(name)
            elif found is None or found.lastgroup is None:
                raise Unreadable(text[at:])
            else:
                self.tokens.append((found.lastgroup, found[found.lastgroup]))
                at = found.end()
        self.at = 0

    def peek(self) -> str:
        if self.at == len(self.tokens):
            return "end"
        kind, text = self.tokens[self.at]
        return text if kind in ("sign", "word") else kind

    def take(self, *wanted: str) -> str:
        if self.peek() not in wanted:
            raise Unreadable(f"{wanted} wanted at {self.tokens[self.at :]}")
        self.at += 1
        return self.tokens[self.at - 1][1]

    def whole(self) -> Tree:
        tree = self.sentence()
        self.take("end") if self.at < len(self.tokens) else None
        return tree

    def sentence(self) -> Tree:
        if self.peek() == "for all":
            self.take("for all")
            name = self.take("name")
            guard = Tree(self.take("<", "≤"), (Tree("name", (name,)), self.term())) if self.peek() in ("<", "≤") else None
            self.take(":")
            return Tree("for all", (name, guard, self.sentence()))
        units = [self.unit()]
        if self.peek() == "⇒":
            self.take("⇒")
            return Tree("⇒", (units[0], self.unit()))
        while self.peek() == "and":
            self.take("and")
            units.append(self.unit())
        return units[0] if len(units) == 1 else Tree("and", tuple(units))

    def unit(self) -> Tree:
        start = self.at
        try:
            left = self.term()
            return Tree(self.take(*RELATIONS), (left, self.term()))
        except Unreadable:
            self.at = start
        self.take("(")
        inside = self.sentence()
        self.take(")")
        return inside

    def term(self) -> Tree:
        sign = self.take("−") if self.peek() == "−" else "+"
        terms = [(sign, self.product())]
        while self.peek() in ("+", "−"):
            terms.append((self.take("+", "−"), self.product()))
        return Tree("sum", tuple(terms))

    def product(self) -> Tree:
        product = self.factor()
        while self.peek() in ("·", "/", *ENDS) and not (self.peek() == "‖" and self.closing):
            sign = self.take("·", "/") if self.peek() in ("·", "/") else "·"
            product = Tree(sign, (product, self.factor()))
        return product

    closing = False  # whether a ‖ would close a norm here

    def factor(self) -> Tree:
        base = self.atom()
        while self.peek() == "power":
            power = self.take("power").strip("^")
            base = Tree("√", (base,)) if power == "½" else Tree("power", (base, int(power.translate(HIGH))))
        return base

    def atom(self) -> Tree:
        kind = self.peek()
        self.take(*ENDS)
        text = self.tokens[self.at - 1][1]
        if kind == "number":
            return Tree("number", (text,))
        if kind == "name":
            if self.peek() == "(" and text == "Σ":
                return self.total()
            if self.peek() == "(":
                return Tree("at", (text, self.bracketed("(", ")")))
            return Tree("name", (text,))
        if kind == "√":
            return Tree("√", (self.bracketed("(", ")") if self.peek() == "(" else self.atom(),))
        self.at -= 1
        if (label := self.label()) is not None:
            return Tree("label", (label,))
        if kind == "‖":
            return Tree("‖", (self.bracketed("‖", "‖"),))
        if kind == "⟨":
            self.take("⟨")
            left = self.term()
            self.take(",")
            right = self.term()
            self.take("⟩")
            return Tree("⟨", (left, right))
        return Tree("⌊", (self.bracketed("⌊", "⌋"),)) if kind == "⌊" else self.bracketed("(", ")")

    def label(self) -> str | None:
        """(5) or (b): what is said of line 5, or of fact b."""
        found = [text for _, text in self.tokens[self.at : self.at + 3]]
        if not self.labelled or len(found) < 3 or (found[0], found[2]) != ("(", ")") or not re.fullmatch("[0-9]+|[a-z][₀-₉]*", found[1]):
            return None
        self.at += 3
        return "".join(found)

    def bracketed(self, opening: str, end: str) -> Tree:
        self.take(opening)
        before, self.closing = self.closing, end == "‖"
        inside: list[Tree] = []
        listed = opening == "(" and self.peek() == ")"
        while not (listed and self.peek() == ")"):
            inside.append(self.term())
            if opening != "(" or self.peek() != ",":
                break
            self.take(",")
            listed = True
        self.closing = before
        self.take(end)
        return Tree("list", tuple(inside)) if listed else inside[0]

    def total(self) -> Tree:
        self.take("(")
        name = self.take("name")
        self.take("<")
        if own := self.tokens[self.at : self.at + 2] == [("name", "its"), ("name", "own")]:
            self.at += 2
        below = self.term()
        self.take(":")
        before, self.closing = self.closing, False
        term = self.term()
        self.closing = before
        self.take(")")
        return Tree("Σ", (name, below, term, own))


def read(text: str, applied: frozenset[str] = frozenset(), labelled: bool = False) -> Tree:
    """The tree of a printed sentence, in which (5) and (b) are labels of lines if it is `labelled`.  Raises Unreadable."""
    return Reader(text, applied, labelled).whole()


def read_term(text: str, applied: frozenset[str] = frozenset()) -> Tree:
    """The tree of a printed term.  Raises Unreadable."""
    reader = Reader(text, applied)
    tree = reader.term()
    if reader.peek() != "end":
        raise Unreadable(text)
    return tree
