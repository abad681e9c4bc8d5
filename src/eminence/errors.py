"""What can go wrong, each kind with a class of its own. All of them are `EminenceError`s."""

from __future__ import annotations

from collections.abc import Sequence


class EminenceError(Exception):
    """The base of all errors that eminence raises on purpose."""


class OptionError(EminenceError, ValueError):
    """An unknown game, a wrong number of players, or an option that the game does not have."""


class IllegalDecision(EminenceError, ValueError):  # noqa: N818 - it names what it is
    """A decision that the rules do not allow now. `reason` is the code that `State.why_not` gives."""

    def __init__(self, message: str, reason: str = "") -> None:
        super().__init__(message)
        self.reason = reason
        self.decision: int | None = None
        """Which decision of a whole turn it was, counted from 1 as written."""


class NotationError(EminenceError, ValueError):
    """A text that is not notation of the game."""

    def __init__(self, message: str, decision: int | None = None) -> None:
        super().__init__(message)
        self.decision = decision
        """Which decision of a whole turn it was, counted from 1 as written."""


class RecordError(EminenceError, ValueError):
    """A record that cannot be read or replayed. `turn` and `decision` count from 1 and say where it fails."""

    def __init__(self, message: str, *, turn: int | None = None, decision: int | None = None) -> None:
        where = "" if turn is None else f"turn {turn}: "
        if turn is not None and decision is not None:
            where = f"turn {turn}, decision {decision}: "
        super().__init__(where + message)
        self.turn = turn
        self.decision = decision


class ComponentError(EminenceError, ValueError):
    """A component file with faults. `faults` lists every one of them."""

    def __init__(self, source: str, faults: Sequence[str]) -> None:
        self.source = source
        self.faults = tuple(faults)
        count = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
        super().__init__(f"{source}: {count}\n" + "\n".join(f"  - {fault}" for fault in faults))
