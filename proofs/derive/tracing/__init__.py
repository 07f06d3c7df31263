"""A learner's own code as a table of its reactions, and a potential for it. Nothing here is trusted: the kernel judges what comes of it.

From the code to the bound:

    universe       the letters of a trace, and one path through the code
    symbols        numbers and vectors of a trace
    surroundings   the data that the code can see outside the object, and a check that they stay
    state          the attributes that start sets, as letters
    table          the rows, one for each path
    trace          every path through a round, played
    held           the table and the code play the same rounds
    potential      what every counted round lowers: the shape of a potential, and a row's case as a polynomial inequality
    programme      the best one, by a linear programme and then in exact numbers; a change of units, so that no programme has the letter R
"""
