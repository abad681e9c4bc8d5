"""The rules pages: found, cut down to one game, and ready to print."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

from eminence.components.reading import LANGUAGES
from eminence.errors import EminenceError, OptionError
from eminence.game import EDITIONS

GAMES_LINE = re.compile(r"<!--\s*games:\s*([a-z -]+?)\s*-->")
HEADING = re.compile(r"(#{1,6}) \S")


def folders() -> list[Path]:
    """Where the pages may be: inside the installed package, or in the source tree."""
    package = Path(__file__).resolve().parent
    return [package / "pages", package.parents[1] / "docs" / "rules"]


def language_of(environ: Mapping[str, str] | None = None) -> str:
    """The language that the environment asks for (LC_ALL, LC_MESSAGES, LANG), if the pages are in it; else English.

    >>> language_of({"LANG": "de_AT.UTF-8"}), language_of({"LANG": "C"})
    ('de', 'en')
    """
    settings = os.environ if environ is None else environ
    asked = next((settings[key] for key in ("LC_ALL", "LC_MESSAGES", "LANG") if settings.get(key)), "")
    language = re.split(r"[_.@-]", asked.lower())[0]
    return language if language in LANGUAGES else "en"


def page(game: str, language: str = "en") -> str:
    """The rules of one game as Markdown."""
    if game not in EDITIONS:
        raise OptionError(f"there is no game {game!r}; there are {', '.join(EDITIONS)}")
    if language not in LANGUAGES:
        raise OptionError(f"there are no rules in {language!r}; there are {', '.join(LANGUAGES)}")
    place = Path(language) / f"{EDITIONS[game].page}.md"
    for folder in folders():
        if (folder / place).is_file():
            return for_game((folder / place).read_text(encoding="utf-8"), game)
    looked = " or ".join(str(folder) for folder in folders())
    raise EminenceError(f"the rules page {place} is missing; expected it in {looked}. Install eminence again")


def for_game(text: str, game: str) -> str:
    """A page without the sections of other games, comments, and links to other pages."""
    lines = keep_sections(text.splitlines(), game)
    paragraphs = "\n".join(lines).split("\n\n")
    paragraphs = [part for part in paragraphs if "](../README.md)" not in part]
    kept = "\n\n".join(paragraphs)
    kept = re.sub(r"<!--.*?-->\n?", "", kept, flags=re.DOTALL)
    kept = re.sub(r"\[([^\]]+)\]\([^)]*\.md[^)]*\)", r"\1", kept)
    return re.sub(r"\n{3,}", "\n\n", kept).strip() + "\n"


def keep_sections(lines: list[str], game: str) -> list[str]:
    """Drop the sections that a comment below their heading keeps for other games, and headings left without text."""
    kept: list[str] = []
    dropping = 0  # the level of the heading whose section is being dropped
    fenced = False
    for number, line in enumerate(lines):
        fenced ^= line.startswith("```")
        heading = None if fenced else HEADING.match(line)
        if heading:
            level = len(heading[1])
            if dropping and level > dropping:
                continue
            following = lines[number + 1] if number + 1 < len(lines) else ""
            games = GAMES_LINE.fullmatch(following.strip())
            dropping = level if games and game not in games[1].split() else 0
        if not dropping:
            kept.append(line)
    return without_empty(kept)


def without_empty(lines: list[str]) -> list[str]:
    """Drop a heading directly followed by one of its own level or higher."""
    kept: list[str] = []
    level = 0  # of the heading above, nothing but blank lines since then
    for line in lines:
        heading = HEADING.match(line)
        if heading and level and len(heading[1]) <= level:
            while not HEADING.match(kept[-1]):
                kept.pop()
            kept.pop()
        if heading:
            level = len(heading[1])
        elif line.strip():
            level = 0
        kept.append(line)
    return kept
