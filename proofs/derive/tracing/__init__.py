"""A learner's own code as a table of what it does, and a potential for it. Nothing here is trusted: the kernel judges what comes of it.

From the code to the bound:

    universe       the letters of a trace, and one way through the code
    symbols        numbers and coordinates that remember how they were made
    sequences      what len, range, zip and any are to the code: a table is for every dimension
    code           the functions that a round may reach, and the values that they see
    reading        what the text of each says; `nested_lists` how deep its lists are nested
    language       the part of Python that is followed: all else is refused
    trace          every way through a round: the table
    held           the table and the code play the same rounds
    potential      what every counted round lowers: the shape of a potential, and a row's case as a polynomial inequality
    programme      the best one, by a linear programme and then in exact numbers; a change of units, so that no programme has the letter R
"""
