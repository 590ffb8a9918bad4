"""The program as a service: its file of settings, its secrets, and the process that never ends.

``configuration`` reads ``adjudicator.toml``; ``passes`` makes one pass over everything that is due;
``serve`` makes one whenever something came or is due; ``doctor`` tries out whether all of that can
work on this machine, with these mail servers.
"""
