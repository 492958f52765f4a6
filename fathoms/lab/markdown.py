"""Pages that commands write: tables, and sections that are put in or replaced while the rest stays."""

import re
from collections.abc import Sequence

_SECTION = re.compile(r"^## (.*?)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A Markdown table, the first column left and the others right."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(str(cell) for cell in line)} |" for line in lines)


def write_section(page: str, title: str, text: str, head: str | None = None) -> str:
    """A page with the section of this title put in or replaced, perhaps under another head; the rest stays as it is."""
    sections = dict(_SECTION.findall(page))
    sections[title] = f"\n{text.strip()}\n\n"
    told = "\n".join(f"## {name}\n{body.rstrip()}\n" for name, body in sections.items())
    return f"{(head or re.split('^## ', page, maxsplit=1, flags=re.MULTILINE)[0]).strip()}\n\n{told}"
