"""``python -m adjudicator``, which is the command ``adjudicator``."""

import gc

SELDOM = 100_000
"""After how many new objects those are looked for that only refer to one another."""


def main() -> None:
    """Run the command line.

    Most commands are over before anything is worth being looked for that nobody refers to any more,
    least of all while they are imported; and what is frozen is not looked through once again as the
    process ends.
    """
    gc.set_threshold(SELDOM)
    from adjudicator.cli.main import main as run

    try:
        run()
    finally:
        gc.freeze()


if __name__ == "__main__":
    main()
