"""Letters: a letter's way in, and how letters go out.

``pipeline`` is the way of a letter that came in: ``reading`` makes a ``Letter`` of its bytes,
``sender`` says who wrote it, ``requests`` what is asked, ``answers`` does it. ``exchange`` makes a
pass over a ``mailbox`` and ``sending`` over the letters that wait; ``maildir`` is the first kind of
both. ``limits`` says how many letters may go out. ``outgoing`` writes what goes out.
"""
