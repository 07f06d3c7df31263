"""The one exception for bad input, so that callers (and the command line, exit code 2) can tell it from a bug."""


class InputError(ValueError):
    """Input that cannot be accepted. The message is one line that says what is wrong and where."""
