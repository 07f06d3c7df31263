"""Services of the operating system: `files` read with a limit and written whole, `processes`, a `progress_bar`, and Hypothesis
without a folder left behind (`hypothesis_storage`); and text from files, `escaping` what is not to be printed raw.
"""
