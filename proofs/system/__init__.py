"""Services of the operating system: `files` read with a limit and written whole, `processes`, `signals` and limits on time, and a
`progress_bar`; text from files, `escaping` of characters that are not to be printed raw.
"""
