"""Mathematics in print: kernel terms are arranged as `nodes` of layout (`layout`, `arrange`, `factors`), and written as unicode and HTML
(`writers`) or LaTeX (`latex`); `sentences` sets whole formulas.
"""
