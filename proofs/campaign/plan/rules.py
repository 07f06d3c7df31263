"""The rules of an attack as JSON data, for the store and for workers: a game whose runs are played, or draws of a property's instances."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any, TypeAlias

from proofs.campaign.plan import draws, game_json
from proofs.campaign.plan.draws import Draws
from proofs.conjecture import parse
from proofs.conjecture.game import Game

Rules: TypeAlias = Game | Draws


def to_data(rules: Rules) -> dict[str, Any]:
    """The rules field by field."""
    return rules.to_data() if isinstance(rules, Draws) else game_json.to_data(rules)


def from_data(data: Mapping[str, Any]) -> Rules:
    """The rules with these fields. Raises InputError."""
    return draws.from_data(data) if "property" in data else game_json.from_data(data)


def unicode(text: str, data: Mapping[str, Any]) -> str:
    """A claim by these rules as it is read: a property's is a sentence already."""
    return text if "property" in data else parse(text, conditions=True).unicode()


def marked_up(text: str, data: Mapping[str, Any]) -> str:
    """The same as HTML, for a notebook."""
    return escape(text) if "property" in data else f"${parse(text, conditions=True).latex()}$"


def trials(data: Mapping[str, Any]) -> str:
    """What an attack by these rules tries."""
    return "instances" if "property" in data else "runs"


def counted(number: int, data: Mapping[str, Any]) -> str:
    """So many runs, or instances."""
    return f"{number:,} {trials(data).removesuffix('s') if number == 1 else trials(data)}"
