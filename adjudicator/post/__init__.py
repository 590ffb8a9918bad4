"""Letters: reading them, judging them, knowing who wrote them, and writing the answers.

Reading (``reading.read``), judging and writing (``compose.compose``) work on bytes and know no
mailbox; ``maildir`` is the one way in and out so far. ``intake`` takes a letter that was read and
does with the campaign what it asks.
"""
