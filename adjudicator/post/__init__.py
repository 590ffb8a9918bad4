"""Letters: a letter's way in, and how letters go out.

``incoming`` makes a letter of bytes, ``senders`` says who wrote it and who may be answered,
``requests`` what is asked, and does it (``requests/pipeline.py``). ``transport`` has the mailboxes
and the outboxes; ``passes`` collects what lies in the one and sends what waits by the other.
"""
