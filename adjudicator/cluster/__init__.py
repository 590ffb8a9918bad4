"""Workers: processes that share the campaigns of one database, on one machine or on many.

What there is to do stands in the database, in the table ``due`` and among the letters that wait; a
job of the queue only wakes a worker to look.
"""
