"""What can go wrong in the arena."""

from __future__ import annotations

from eminence.errors import EminenceError


class ArenaError(EminenceError, ValueError):
    """A match that cannot be arranged, played or continued."""


class MissingExtra(ArenaError):  # noqa: N818 - it names what it is
    """A library that only an extra of eminence installs."""

    def __init__(self, purpose: str, library: str, extra: str) -> None:
        super().__init__(f"{purpose} needs {library}: pip install 'eminence[{extra}]'")
        self.extra = extra

    def __reduce__(self) -> tuple[type[ArenaError], tuple[str]]:
        return ArenaError, (str(self),)
