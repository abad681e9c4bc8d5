"""`python -m eminence` is the command `eminence`."""

from __future__ import annotations

from eminence.cli import main

if __name__ == "__main__":
    main()
