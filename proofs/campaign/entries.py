"""The conjectures of a campaign with the rules of their attack, from a file, from Python or from the catalogue. All are checked before
anything starts.

A conjecture file is text with one entry on each line; blank lines and lines that begin with # are ignored. A line is a conjecture (of a
claim with several comparisons each is one), the id of a theorem, or a JSON object:

    # the hinge bounds, and two that should fall
    hinge-simple
    M <= 1/gamma**2 + TD/gamma
    {"conjecture": "M <= 2.4/gamma**2", "learner": {"name": "margin", "eps": "1/2"}, "name": "margin 2.4", "expected": "falls"}
    {"conjecture": "M <= 2*log(d)/gamma**2", "learner": {"name": "winnow", "eta": "gamma"}}
    {"theorem": "novikoff", "drop": ["separable"], "budget": 30}
    {"theorem": "huber-lipschitz", "several": 3}

Keys: `conjecture` or `theorem` (one of them); `name` (by default the id, or the line); `expected` ("survives" or "falls"); `budget`
(seconds); `learner` (as counterexample files write it, or its name; or a learner object, FILE.py:NAME); `setting`, `norm`,
`comparator`, `radius`, `dim`, `drop`, `flips`, `coordinates` (a list), `passes`, `shuffled` (true or false) as for `falsify`; `shapes`
(false: search without the known extremal families); `several` (N: up to N − 1 entries more by narrower rules, for counterexamples of
other kinds; `export` writes those that show different things).

A theorem that is not a bound on runs is attacked on instances that its page draws. Of the keys for games only `drop` is for it, with one
hypothesis, or "as printed" for a printed form that is false."""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import islice
from pathlib import Path
from typing import Any

from perceptron.errors import InputError
from perceptron.numbers.exact import exact
from proofs.campaign.rules import Draws, LearnerGame, Rules, digest_of, learner_in, learner_rules
from proofs.conjecture import claims
from proofs.conjecture.game import Game, default_game
from proofs.counterexample.learner_object import CustomLearner, rules_for
from proofs.statements.instance import Draw
from proofs.statements.property import Property
from proofs.system.escaping import quote
from proofs.system.files import parse_json, read_text, refuse_device

EXPECTED = ("survives", "falls")
MAX_ENTRIES = 100_000
MAX_BUDGET = 1e9  # seconds
_OPTIONS = ("setting", "norm", "comparator", "radius")
_MORE = ("flips", "coordinates", "passes", "shuffled")
_KEYS = ("conjecture", "theorem", "name", "expected", "budget", "learner", *_OPTIONS, "dim", "drop", "shapes", "several", *_MORE)
MAX_SEVERAL = 20
LOOKS = 100  # draws by which the shapes of a property are known
_NAME = re.compile(r"\w(?:[\w .+()=-]{0,98}[\w+()=-])?")


@dataclass(frozen=True)
class Entry:
    """A conjecture with the rules of its attack.

    name        unique in a campaign
    text        the conjecture
    game        the rules: of a game whose runs are played, or of a property's instances
    theorem     the id, if it comes from a theorem
    expected    "survives", "falls" or None
    budget      its own budget in seconds, or None
    shapes      whether the search may use the known extremal families
    where       the place of the entry, for messages
    """

    name: str
    text: str
    game: Rules
    theorem: str | None = None
    expected: str | None = None
    budget: float | None = None
    shapes: bool = True
    where: str = ""


def from_file(path: str | Path) -> list[Entry]:
    """The entries of a conjecture file. Raises InputError, which names the file and the line, and OSError."""
    refuse_device(path)
    entries: list[Entry] = []
    for number, line in enumerate(map(str.strip, read_text(path).split("\n")), 1):
        if line and not line.startswith("#"):
            entries += _place(line, f"line {number}", f"{path}, line {number}")
        if len(entries) > MAX_ENTRIES:
            raise InputError(f"{path}, line {number}: more than {MAX_ENTRIES} entries")
    if not entries:
        raise InputError(f"{path}: the file has no conjecture")
    return entries


def from_python(items: Iterable[object]) -> list[Entry]:
    """The entries for conjectures, ids, dictionaries with the keys above, or entries. Raises InputError, which names the item."""
    return [entry for number, item in enumerate(items, 1) for entry in _place(item, f"conjecture {number}", f"conjecture {number}")]


def _place(item: object, name: str, where: str) -> list[Entry]:
    """The entries of an item. Raises InputError, which names the place."""
    try:
        if isinstance(item, str) and item.startswith("{"):
            item = parse_json(item, "JSON", floats=True)
        return [replace(item, where=where)] if isinstance(item, Entry) else entries_of(item, name, where)
    except InputError as error:
        raise InputError(f"{where}: {error}") from None


def from_catalogue(others: Iterable[Entry] = ()) -> list[Entry]:
    """An entry for every theorem of the catalogue in each of its games, and for every property; all are expected to survive.

    Two theorems may make the same claim about runs. An attack that occurs twice, or is one of `others`, is left out.
    """
    from proofs.theorems import catalogue

    present = {_key(entry) for entry in others}
    by_attack: dict[object, Entry] = {}
    for theorem in catalogue.THEOREMS:
        for entry in entries_of(theorem.id, theorem.id, f"theorem {theorem.id}"):
            if _key(entry) not in present:
                by_attack.setdefault(_key(entry), replace(entry, expected="survives"))
    return list(by_attack.values())


def distinct(entries: Iterable[Entry]) -> list[Entry]:
    """The entries. Raises InputError, which names both places, if two have the same name or are the same attack."""
    names: dict[str, Entry] = {}
    attacks: dict[object, Entry] = {}
    for entry in entries:
        first = names.setdefault(entry.name.casefold(), entry)
        if first is not entry:
            raise InputError(f"{entry.where}: the name {entry.name!r} is taken already ({first.where})")
        first = attacks.setdefault(_key(entry), entry)
        if first is not entry:
            raise InputError(f"{entry.where}: the same conjecture by the same rules as {first.name!r} ({first.where})")
    return list(names.values())


def entries_of(item: object, name: str, where: str) -> list[Entry]:
    """The entries of one item; several if a theorem makes its claim in several games, or a property bounds runs as well. `name` is for an
    item without a name."""
    if isinstance(item, str):
        item = {"theorem" if _looks_like_an_id(item) else "conjecture": item}
    if not isinstance(item, Mapping):
        raise InputError(f"an entry is a conjecture, the id of a theorem or an object, not {type(item).__name__}")
    for key in item:
        if key not in _KEYS:
            raise InputError(f"unknown key {key!a:.60}; known: {', '.join(_KEYS)}")
    if ("conjecture" in item) == ("theorem" in item):
        raise InputError("an entry needs either 'conjecture' or 'theorem'")
    subject = item.get("conjecture", item.get("theorem"))
    if not isinstance(subject, str):
        raise InputError(f"'conjecture' and 'theorem' are text, not {subject!a:.60}")
    theorem = subject.strip() if "theorem" in item else None
    called = item.get("name", name if theorem is None or set(item) - {"theorem"} else theorem)
    if not isinstance(called, str) or not _NAME.fullmatch(called):
        raise InputError(f"a name is 1 to 100 letters, digits, blanks and . _ + - = ( ), not {called!a:.120}")
    expected, shapes = item.get("expected"), item.get("shapes", True)
    if "expected" in item and expected not in EXPECTED:
        raise InputError(f"'expected' is {' or '.join(map(repr, EXPECTED))}, not {expected!a:.60}")
    if not isinstance(shapes, bool):
        raise InputError(f"'shapes' is true or false, not {shapes!a:.60}")
    rest = (theorem, expected, seconds(item["budget"]) if "budget" in item else None, shapes, where)
    plain = [Entry(called, text, how, *rest) for text, how in _attacks(subject, theorem, item)]
    named = [replace(entry, name=entry.name if i == 1 else f"{entry.name} ({i})") for i, entry in enumerate(plain, 1)]
    return [narrower for entry in named for narrower in _kinds(entry, item)]


def _kinds(entry: Entry, item: Mapping[str, Any]) -> Iterator[Entry]:
    """The entry, and after it the same by narrower rules if the user wants several counterexamples: in a given dimension, or without the
    known families; of a property, with a given horizon and dimension. Nothing is expected of these."""
    count = item.get("several", 1)
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MAX_SEVERAL:
        raise InputError(f"'several' is a whole number from 1 to {MAX_SEVERAL}, not {count!a:.60}")
    yield entry
    if count > 1:
        from proofs.falsify.pipeline import ways

        if isinstance(entry.game, Draws):
            yield from _shapes_of(entry, entry.game, count - 1)
            return
        tried = dict.fromkeys(way for way in ways(entry.game, count) if way != (entry.game, True))
        for game, shapes in islice(tried, count - 1):
            kind = "no families" if game == entry.game else f"d = {game.dimension}"
            yield replace(entry, name=f"{entry.name} ({kind})", game=game, shapes=shapes and entry.shapes, expected=None)


def _shapes_of(entry: Entry, draws: Draws, count: int) -> Iterator[Entry]:
    """The entry for each of the horizons and dimensions that the property's instances have, the commonest first."""
    from proofs.verify.checks.nearness import BYTES

    chance = random.Random(0)
    shapes = Counter(draws.item.draw(Draw(chance.randbytes(BYTES))).shape for _ in range(LOOKS)).most_common(count)
    for shape, _ in shapes if len(shapes) > 1 else ():
        kind = f"horizon {shape[0]}, d = {shape[1]}"
        yield replace(entry, name=f"{entry.name} ({kind})", game=replace(draws, shape=shape), expected=None)


def _attacks(text: str, theorem: str | None, item: Mapping[str, Any]) -> list[tuple[str, Rules]]:
    """The attacks of an entry: runs of a game, or instances of a property. A property that bounds runs is attacked in both ways."""
    if theorem is None:
        own = frozenset(rule.names) if (rule := _own(item)) else frozenset[str]()
        return [(comparison.text, _game(None, item)) for comparison in claims(text, own)]
    from proofs.theorems import catalogue, lookup

    lookup.refuse_unattacked(theorem)
    if (attacked := catalogue.property_(theorem)) is None:
        return [(comparison.text, _game(game, item)) for comparison, game in catalogue.page(theorem).statement.attacks]
    of_games = [key for key in ("learner", "dim", "shapes", *_OPTIONS, *_MORE) if key in item]
    on_runs: list[tuple[str, Rules]] = (
        [(attacked.reach.bound, _game(attacked.reach.game, item))] if attacked.reach and attacked.played and not item.get("drop") else []
    )
    if of_games and not on_runs:
        raise InputError(f"{theorem} is attacked on instances and not on runs, so {of_games[0]!r} does not apply to it")
    return on_runs if of_games else [_draw(attacked, item), *on_runs]


def _draw(found: Property, item: Mapping[str, Any]) -> tuple[str, Draws]:
    dropped = [found.spelt(name) for name in _drop(item)]
    if len(dropped) > 1:
        raise InputError(f"{found.id} is attacked on instances: drop one hypothesis at a time, since a file names only one")
    without = dropped[0] if dropped else ""
    return found.claim_without(without), Draws(found.id, without)


def _game(game: Game | None, item: Mapping[str, Any]) -> Game:
    """The theorem's game, or the default game, with the item's changes."""
    changes = {key: item[key] for key in (*_OPTIONS, *_MORE) if key in item}
    if not isinstance(listed := changes.get("coordinates", []), (list, tuple)):
        raise InputError(f"'coordinates' is a list of numbers, not {listed!a:.60}")
    if listed:
        changes |= {"coordinates": tuple(exact(value, "coordinates") for value in listed), "norm": changes.get("norm", "any")}
    changes |= {"dimension": item["dim"]} if "dim" in item else {}
    rule = _own(item)
    changes |= learner_rules(item["learner"]) if "learner" in item and rule is None else {}
    own = frozenset[str]() if rule is None else rule.names
    names = frozenset[str]().union(*(one.names for one in claims(item["conjecture"], own))) - own if game is None else frozenset[str]()
    rules = default_game(names, **changes) if game is None else replace(game, **changes)
    for name in _drop(item):
        rules = rules.drop(rules.spelt(name))
    if rule is not None:
        plain = {field.name: getattr(rules, field.name) for field in fields(Game)}
        rules = rules_for(LearnerGame(**plain, source=rule.record["file"], digest=digest_of(rule.record["file"]), names=tuple(sorted(own))))
    rules.refuse_indefinite()
    return rules


def _own(item: Mapping[str, Any]) -> CustomLearner | None:
    """The learner object of an item, if it names one. Raises InputError."""
    file, colon, name = str(item.get("learner", "")).rpartition(":")
    if not isinstance(item.get("learner"), str) or not colon or not file.endswith(".py"):
        return None
    return learner_in(f"{Path(file).absolute()}:{name}")


def _drop(item: Mapping[str, Any]) -> Sequence[str]:
    drop = item.get("drop", [])
    if not isinstance(drop, (list, tuple)) or not all(isinstance(name, str) for name in drop):
        raise InputError("'drop' is a list of names of hypotheses")
    return drop


def seconds(value: object) -> float:
    """A budget in seconds. Raises InputError unless it is a number above 0."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value <= MAX_BUDGET or math.isnan(value):
        raise InputError(f"the budget must be a number of seconds above 0 and at most {MAX_BUDGET:g}, not {value!a:.60}")
    return float(value)


def _looks_like_an_id(text: str) -> bool:
    return not set(text) & set("<>=") and text.strip().replace("-", "").isalnum()


def _key(entry: Entry) -> object:
    return entry.text, entry.game, entry.shapes


# --- rules as JSON data, for the store and for workers


def call(name: str) -> str:
    """The name of a conjecture as it is printed: as a campaign gives it, or in quotation marks if a store has another."""
    return name if _NAME.fullmatch(name) else quote(name)
