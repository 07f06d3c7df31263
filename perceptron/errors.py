"""The one exception for bad input. Callers, and the command line by exit code 2, learn from it that the input is wrong and not the
program."""


class InputError(ValueError):
    """Input that cannot be accepted. The message is one line with the fault and its place.

    >>> from perceptron import Perceptron
    >>> Perceptron(ties="both")
    Traceback (most recent call last):
    perceptron.errors.InputError: ties must be 'mistake', 1 or -1, not 'both'
    """


class OtherDimension(InputError):
    """A learner's start has a fixed number of coordinates, `own`, and the examples have another number."""

    def __init__(self, own: int, asked: int) -> None:
        super().__init__(f"start has dimension {own}, but the examples have dimension {asked}")
        self.own = own
