"""A reader of the theorems in `Claims.v` that knows nothing of their writer: plain Coq to the same trees as printed formulas.

theorem   =  "forall" {"(" name {name} ":" type ")"} "," formula
formula   =  "forall" name ":" "ℕ" "," formula  |  both ["->" formula];  both = unit {"/\\" unit}
unit      =  term relation term  |  "(" formula ")"
term      =  ["-"] product {("+" | "-" | "⊕") product};  product = power {("*" | "/" | "⊙") power};  power = applied ["^" number]
"""

import re
from collections.abc import Iterable

from proofs.kernel import Formula
from proofs.kernel.formula import names as names_in
from tests.report.reading import Tree, Unreadable

TOKEN = re.compile(r"\s*(->|/\\|<=|=>|[0-9]+(?:%nat)?|%nat|[^\W\d][\w']*|[<=≡+\-⊕*/⊙^(),:;⟨⟩\[\]])")
TYPES = {"ℝ": "real", "ℕ -> ℝ": "seq", "E": "vec", "ℕ -> E": "vseq", "ℕ": "nat"}
RELATIONS = {"<=": "≤", "<": "<", "=": "=", "≡": "="}
BINDERS = re.compile(r"forall (\([^,]*\)),\s")


def theorem(text: str, formulas: Iterable[Formula]) -> tuple[dict[str, list[tuple[str, str]]], list[Tree]]:
    """What each name stands for, and the tree of each formula: of the hypotheses, and of the conclusion.  Raises Unreadable.

    The names of one type are bound in the order in which the formulas have them, those of one formula by kind and letter."""
    text, formulas = re.sub(r"\(\*.*?\*\)", "", text, flags=re.DOTALL), list(formulas)
    head = BINDERS.match(text)
    if head is None:
        raise Unreadable(text)
    keys = dict.fromkeys(key for f in formulas for key in sorted((k, str(n)) for k, n in names_in(f) if k != "loose"))
    known: dict[str, list[tuple[str, str]]] = {}
    for names, type_ in re.findall(r"\(([^:()]*) : ([^()]*)\)", head[1]):
        if type_ in TYPES:
            meant = [key for key in keys if key[0] == TYPES[type_]]
            known |= {name: [key] for name, key in zip(names.split(), meant, strict=True)}
    if len(known) != len(keys):
        raise Unreadable("two names are written alike")
    rest, trees = Coq(text[head.end() :]).whole(), list[Tree]()
    for _ in formulas[1:]:
        if rest.what != "⇒":
            raise Unreadable("a hypothesis is missing")
        trees.append(rest.parts[0])
        rest = rest.parts[1]
    return known, [*trees, rest]


class Coq:
    def __init__(self, text: str) -> None:
        self.tokens: list[str] = []
        at = 0
        while at < len(text.rstrip()):
            if (found := TOKEN.match(text, at)) is None:
                raise Unreadable(text[at:])
            self.tokens.append(found[1])
            at = found.end()
        self.at = 0

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, *wanted: str) -> str:
        token = self.peek()
        if not token or (wanted and token not in wanted):
            raise Unreadable(f"{wanted} wanted at {' '.join(self.tokens[self.at :])}")
        self.at += 1
        return token

    def whole(self) -> Tree:
        tree = self.formula()
        if self.peek():
            raise Unreadable(" ".join(self.tokens[self.at :]))
        return tree

    def formula(self) -> Tree:
        if self.peek() == "forall":
            self.take()
            name = self.take()
            for sign in (":", "ℕ", ","):
                self.take(sign)
            return Tree("for all", (name, None, self.formula()))
        units = [self.unit()]
        while self.peek() == "/\\":
            self.take()
            units.append(self.unit())
        parts = tuple(part for unit in units for part in (unit.parts if unit.what == "and" else (unit,)))
        tree = units[0] if len(units) == 1 else Tree("and", parts)
        if self.peek() == "->":
            self.take()
            return Tree("⇒", (tree, self.formula()))
        return tree

    def unit(self) -> Tree:
        start = self.at
        try:
            left = self.term()
            return Tree(RELATIONS[self.take(*RELATIONS)], (left, self.term()))
        except Unreadable:
            self.at = start
        self.take("(")
        inside = self.formula()
        self.take(")")
        return inside

    def term(self) -> Tree:
        terms = []
        sign = self.take() if self.peek() == "-" else "+"
        while True:
            terms.append(("−" if sign == "-" else "+", self.product()))
            if self.peek() not in ("+", "-", "⊕"):
                return Tree("sum", tuple(terms))
            sign = self.take()

    def product(self) -> Tree:
        product = self.power()
        while self.peek() in ("*", "/", "⊙"):
            sign = self.take()
            product = Tree("/" if sign == "/" else "·", (product, self.power()))
        return product

    def power(self) -> Tree:
        base = self.applied()
        if self.peek() == "^":
            self.take()
            return Tree("power", (base, int(self.take())))
        return base

    def applied(self) -> Tree:
        token = self.peek()
        if token == "INR":
            self.take()
            return self.index()
        if token == "sum":
            return self.total()
        if token in ("ln", "exp"):
            return Tree("at", (self.take(), self.atom()))
        base = self.atom()
        if base.what == "name" and (self.peek() in ("(", "O") or re.match(r"[^\W\d]|[0-9]+%nat", self.peek())) and self.peek() != "fun":
            return Tree("at", (base.parts[0], self.index()))
        return base

    def atom(self) -> Tree:
        token = self.take()
        if token == "(":
            inside = self.term()
            self.take(")")
            return inside
        if token == "⟨":
            left = self.term()
            self.take(",")
            right = self.term()
            self.take("⟩")
            return Tree("⟨", (left, right))
        if token == "vzero":
            return Tree("number", ("0",))
        if re.fullmatch("[0-9]+", token):
            return Tree("number", (token,))
        if re.match(r"[^\W\d]", token):
            return Tree("name", (token,))
        raise Unreadable(token)

    def total(self) -> Tree:
        for sign in ("sum", "(", "fun"):
            self.take(sign)
        name = self.take()
        self.take("=>")
        term = self.term()
        self.take(")")
        return Tree("Σ", (name, self.index(), term, False))

    def index(self) -> Tree:
        """A natural number: O, 3%nat, k, (S k), (4 + k)%nat or (code [k; j])."""
        token = self.take()
        if token == "O":
            return Tree("number", ("0",))
        if token.endswith("%nat"):
            return Tree("number", (token.removesuffix("%nat"),))
        if token != "(":
            return Tree("name", (token,))
        kind = self.take()
        if kind == "code":
            parts: list[Tree] = []
            self.take("[")
            while self.peek() != "]":
                parts.append(self.index())
                if self.peek() == ";":
                    self.take()
            self.take("]")
            self.take(")")
            return Tree("list", tuple(parts))
        if kind == "S":
            inside, more = self.index(), "1"
            self.take(")")
        else:
            self.take("+")
            inside, more = self.index(), kind
            self.take(")")
            self.take("%nat")
        return Tree("sum", (("+", inside), ("+", Tree("number", (more,)))))
