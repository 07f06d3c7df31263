"""What a genome, or the bytes of a draw, say whatever the geometry: the parts that playing against kernels and against Winnow share."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from proofs.conjecture.game import Game
from proofs.falsify.genomes.genome import FACTORS, MAX_DEVIATIONS, NAMES


class Choices:
    """The genes by name, and what follows from them and the rules alone."""

    def __init__(self, genes: tuple[int, ...], game: Game) -> None:
        self.gene = dict(zip(NAMES, genes, strict=True))
        self.game = game
        self.U = FACTORS[self.gene["comparator"]]  # the length of u, or what its length is multiplied by
        if game.demands("unit comparator") and self.U > 1:
            self.U = 1 / self.U
        self.claimed = FACTORS[self.gene["claim"]]  # gamma, in margins
        if game.demands("separable") and self.gene["sign"] == 0 and self.claimed > 1:
            self.claimed = 1 / self.claimed
        self.claimed *= (1, -1, 0)[self.gene["sign"]]
        self.deviations: dict[int, list[tuple[int, int]]] = {}
        for k in range(MAX_DEVIATIONS):
            if self.gene[f"deviate{k}"]:
                self.deviations.setdefault(self.gene[f"when{k}"], []).append((self.gene[f"deviate{k}"], self.gene[f"much{k}"] + 1))

    def label(self, t: int) -> int:
        """The y of round t, where any will do."""
        if self.game.ties in (1, -1) and self.gene["label"] == 0:
            return -int(self.game.ties)  # the label for which a tie is a mistake
        return (1, -1, 1 - 2 * (t & 1))[self.gene["label"]]

    def passes(self, rounds: int, most: int) -> int:
        """How often the moves are gone through."""
        return min(self.gene["passes"] + 1, max(1, most // rounds))

    def radius(self, longest: Fraction) -> Fraction | None:
        """The radius named, if one is, for examples that are no longer than that."""
        return longest / FACTORS[self.gene["radius"]] if self.game.radius == "declared" else None


class Drawn:
    """The same for the bytes of an arbitrary short run: bytes 0 and 7 to 9. The geometry gives the others a meaning."""

    def __init__(self, data: bytes, game: Game) -> None:
        self.data, self.game = data, game
        self.claim = FACTORS[data[8] % len(FACTORS)]
        self.times = 1 + (data[9] >> 4) % 4

    def rounds(self, most: int) -> range:
        """The rounds of one pass."""
        return range(1 + self.data[0] * most // 256)

    def labels(self, rounds: int) -> list[int]:
        """A label for each round."""
        return [1 - 2 * ((self.data[7] >> (t & 7)) & 1) for t in range(rounds)]

    def gamma(self, margins: Iterable[Fraction]) -> Fraction:
        """A gamma that the margins allow."""
        least = min(margins)
        near = least > 0 and (self.game.demands("separable") or self.data[9] & 1)
        made = least / max(self.claim, 1 / self.claim) if near else self.claim
        return -made if "positive margin" in self.game.dropped and self.data[9] & 2 else made


def small(byte: int, sizes: tuple[int, ...]) -> int:
    """A small number, of either sign."""
    size = sizes[byte % len(sizes)]
    return -size if byte & 128 else size
