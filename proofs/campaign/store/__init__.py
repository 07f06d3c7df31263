"""Where a campaign keeps its plan and whatever it found: `store` over `database`, with its `schema` and `lock`;
`sqlite_errors` puts SQLite's errors into words.
"""
