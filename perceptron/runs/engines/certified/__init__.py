"""The exact engine for floats and integers as arrays hold them: `fold.CertifiedFold` over `rows.Rows`.

A float score decides where a certified bound on its error lets it (`loops`, and `float_errors` for the bound), digits to the base 2³²
decide elsewhere (`digits`), and on a dyadic grid floats make no error (`grid`). That the bound suffices is the theorem `certified-sign`.
What rests on IEEE-754 is the error of one operation: 2⁻⁵³ of its result, beside 2⁻¹⁰⁷⁵. Nothing is compiled before `fold` is imported.
"""
