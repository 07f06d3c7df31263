"""Instances for the string kernel: three short strings over at most two letters, and all counts made from them afresh."""

from itertools import product

from proofs.statements.authoring import Callable, Draw, Fraction, Instance, Sequence


def sample(draw: Draw) -> Instance:
    letters, places = draw.upto(2), draw.upto(2)
    strings = [[draw.upto(2) for _ in range(3)] for _ in range(3)]
    return counted(strings, letters, places, draw.upto(2))


def counted(strings: Sequence[Sequence[int]], letters: int, places: int, length: int) -> Instance:
    """All counts of these strings, as many as each has entries; numbers from `letters` on are no letters."""
    base = len(strings)
    digits, lists = range(base), range(base**2)

    def has_read(code: int, i: int, place: int) -> bool:
        """Whether these letters end string i before that place."""
        read = _list(code, base)
        return len(read) <= place and list(strings[i][place - len(read) : place]) == read

    def extended(code: int, steps: int) -> list[int]:
        return [_number(base, code, *more) for more in product(range(letters), repeat=steps)]

    def of_strings(code: int, i: int, j: int, steps: int) -> int:
        return sum(feature(more, i) * feature(more, j) for more in extended(code, steps))

    def of_places(code: int, i: int, a: int, j: int, b: int, steps: int) -> int:
        return sum(has_read(more, i, a) and has_read(more, j, b) for more in extended(code, steps))

    def feature(code: int, i: int) -> int:
        return sum(has_read(code, i, place) for place in range(places + 1))

    def agree(i: int, a: int, j: int, b: int, length: int) -> bool:
        if length > min(a, b):
            return False
        one, other = strings[i][a - length : a], strings[j][b - length : b]
        return one == other and all(letter < letters for letter in one)

    values: dict[str, tuple[Callable[..., int], tuple[Sequence[int], ...]]] = {
        "x": (lambda i, a: strings[i][a], (digits,) * 2),
        "c": (lambda i, a, letter: strings[i][a] == letter, (digits,) * 3),
        "o": (has_read, (lists, digits, digits)),
        "φ": (feature, (lists, digits)),
        "S": (of_strings, (lists, *(digits,) * 3)),
        "W": (of_places, (lists, *(digits,) * 5)),
        "E": (agree, (digits,) * 5),
    }
    tables = {name: _table(base, *value) for name, value in values.items()}
    return Instance(base - 2, {"A": letters, "N": places, "p": length}, {}, tables, base=base)


def _table(base: int, value: Callable[..., int], ranges: Sequence[Sequence[int]]) -> list[Fraction]:
    entries = {_number(base, *indices): Fraction(value(*indices)) for indices in product(*ranges)}
    return [entries.get(code, Fraction(0)) for code in range(max(entries) + 1)]


def _number(base: int, *indices: int) -> int:
    code = indices[0]
    for index in indices[1:]:
        code = base * code + index + 1
    return code


def _list(code: int, base: int) -> list[int]:
    """The entries of the list that has this number."""
    return [*_list((code - 1) // base, base), (code - 1) % base] if code else []
