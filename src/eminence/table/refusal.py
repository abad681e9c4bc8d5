"""Why something was not done: a code and its parameters, which the browser puts into words."""

from __future__ import annotations

from typing import Any

from eminence.errors import EminenceError


class Refusal(EminenceError):  # noqa: N818 - it names what it is
    """A command that is not carried out. Nothing has changed."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(f"{code} {params}" if params else code)
        self.code = code
        self.params = params
