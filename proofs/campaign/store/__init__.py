"""The record of a campaign's plan and results: `store` on top of `database`, with its `schema` and `lock`; `sqlite_errors` turns
SQLite's errors into readable ones.
"""
