"""Mathematics in print: `layout` arranges kernel terms as they are read, `names` says how names are printed, `sentences` sets formulas,
and `writers` write them as unicode, LaTeX and MathML; `tex_prose` sets prose that has mathematics in it.
"""
