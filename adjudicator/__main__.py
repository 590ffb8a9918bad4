"""``python -m adjudicator``, which is the command ``adjudicator``."""

import gc
import sys

SELDOM = 200_000
"""After how many new objects those are looked for that only refer to one another.

A pass with a phase, its letters and their maps makes some 120,000, imports included.
"""
BROKEN_OFF = 130
"""The exit code that shells give to what Ctrl-C breaks off; ``cli.main`` may not be there yet."""


def main() -> None:
    """Run the command line, and collect garbage seldom.

    Most commands are over before a collection would find anything; what is frozen at the end is not
    looked through once more by the interpreter that shuts down.
    """
    gc.set_threshold(SELDOM)
    try:
        from adjudicator.cli.main import main as run

        run()
    except KeyboardInterrupt:  # while all is still imported; a command says that it was broken off
        sys.exit(BROKEN_OFF)
    finally:
        gc.freeze()


if __name__ == "__main__":
    main()
