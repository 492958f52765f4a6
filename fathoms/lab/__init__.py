"""The laboratory: many games at once, and what they say of rules, bots and speed. A folder a subject.

Shared by all: `parallel` (work on several cores), `statistics`, `checkpoint` and `parquet` (files), `gpu`.
"""
