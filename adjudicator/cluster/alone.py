"""A worker at a file of SQLite, where there is no queue: it looks out for what is due itself.

Any number of them can work at one file on one machine, beside ``serve`` or ``tick``, which do all
that has to do with mail.
"""

import os
import signal
import threading
from datetime import UTC, datetime
from typing import Any

from adjudicator.cluster.lookout import LOOK, Lookout
from adjudicator.cluster.tasks import Tasks
from adjudicator.service.supervisor import Supervisor
from adjudicator.store.errors import DatabaseError, StoreError


def work_alone(tasks: Tasks, supervisor: Supervisor) -> None:
    """Do what is due in campaigns until SIGTERM or SIGINT, and then end what is at hand.

    Raises StoreError if another file has the database's name by now: nobody would ever see what is
    written to the one that is open.
    """
    ending = _listen_for_the_end(tasks)
    tasks.log.say("ready", process=os.getpid())
    supervisor.tell("READY=1", "STATUS=working")
    lookout = Lookout()
    while not ending.is_set():
        if not tasks.store.is_in_place():
            raise StoreError(
                f"{tasks.store.place} was moved, replaced or upgraded while this worker had "
                "it open, and it has ended: what it writes would be lost. Start it again."
            )
        try:
            for job in lookout.jobs(tasks.store, datetime.now(UTC), letters=False):
                if not ending.is_set():
                    tasks.do(job)
        except DatabaseError as error:
            tasks.log.fail("failed", str(error))
            lookout.forget()  # of what it has said some was not tried
        ending.wait(LOOK)
    supervisor.tell("STOPPING=1")
    tasks.log.say("ended")


def _listen_for_the_end(tasks: Tasks) -> threading.Event:
    """Return what is set when the process is asked to end."""
    ending = threading.Event()

    def end(number: int, _: Any) -> None:
        if ending.is_set():  # asked twice: whoever asks will not wait, and need not
            os._exit(128 + number)
        tasks.log.say("ending", f"asked to by {signal.Signals(number).name}")
        ending.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, end)
    return ending
