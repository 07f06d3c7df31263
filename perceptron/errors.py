"""The one exception for bad input. It tells callers, and the command line (exit code 2), that the input is wrong and not the program."""


class InputError(ValueError):
    """Input that cannot be accepted. The message is one line that says what is wrong and where.

    >>> from perceptron import Perceptron
    >>> Perceptron(ties="both")
    Traceback (most recent call last):
    perceptron.errors.InputError: ties must be 'mistake', 1 or -1, not 'both'
    """
