"""Everything random in a game: committed before the game, derived per phase, open to be checked.

A game draws a *secret* when it is created and publishes its SHA-256 (the *commitment*). Each phase
has a *key*, made of the secret, the phase's name, the fingerprint of the orders that stood at the
deadline, the words that players added, and perhaps a public number (a *beacon*); the key feeds a
*stream* that dice and shuffles are drawn from without bias. The key is published after the phase,
the secret after the game. A *script* can stand in for a stream; for odds, a *course*.
"""

from adjudicator.chance.course import Course
from adjudicator.chance.keys import (
    SECRET_BYTES,
    beacon_key,
    commitment,
    fingerprint,
    new_secret,
    phase_key,
    regent_key,
    setup_key,
    tidy_beacon,
)
from adjudicator.chance.script import Script, ScriptError, read_script
from adjudicator.chance.stream import Chance, Draw, Stream

__all__ = [
    "SECRET_BYTES",
    "Chance",
    "Course",
    "Draw",
    "Script",
    "ScriptError",
    "Stream",
    "beacon_key",
    "commitment",
    "fingerprint",
    "new_secret",
    "phase_key",
    "read_script",
    "regent_key",
    "setup_key",
    "tidy_beacon",
]
