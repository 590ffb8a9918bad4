"""Playing from files alone: a position, order files, and where the dice come from. No database.

Nothing is kept but what is written into a folder. What a check of a file finds is what a run would
find, because both read it here. The rooms, from the door inwards; import what you need from them,
for this page imports nothing:

- ``order_files``: ``read_position(data)`` reads the position file of any game, and
  ``read_order_files(game, position, files)`` orders for the phase that waits
- ``phase``: ``begin(game, …)`` sets a game up, ``adjudicate_files(game, position, files, …)``
  carries out a phase, and
  ``verify_files(…)`` carries it out again and compares
- ``folder``: what the files that come out are called
"""
