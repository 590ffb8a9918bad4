"""Rule cases: a position, orders, dice, and what must come out.

A case is the table that its TOML file holds:

``title``, ``game``, ``cites``, ``options``
    What the case shows, the game's name, what rule or ruling it rests on, and the options that
    differ from the game's defaults.
``[position]``
    The position, as far as it matters; the game fills in the rest.
``[orders]``
    The order file of each seat that sends one.
``[chance]``
    ``dice``, in the order rolled, ``tower``, the cubes in the tray throw by throw, and other draws
    by name. What is left over fails the case.
``[expect]``
    Any part of the position that follows, and ``findings`` (all that reading and checking the
    orders finds: ``line``, ``code``, ``seat`` if more than one orders, and perhaps ``severity``
    and ``fix``; without it, none may be an error), ``events`` (``type``
    and any fields, in the order they come, others between them), ``winner``.
``[[then]]``
    A further phase, which begins where the one before it ended: ``orders``, ``chance`` and
    ``expect`` again, any of which may be left out.
"""
