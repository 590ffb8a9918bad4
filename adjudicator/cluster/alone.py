"""A worker at a file of SQLite, where there is no queue: it looks out for what is due itself.

Any number of them can work at one file on one machine, beside ``serve`` or ``tick``, which do all
that has to do with mail.
"""

import os
from datetime import UTC, datetime

from adjudicator.cluster.tasks import LOOK, Lookout, Tasks
from adjudicator.service.supervisor import Ending, Supervisor
from adjudicator.store.errors import DatabaseError, StoreError


def work_alone(tasks: Tasks, supervisor: Supervisor) -> None:
    """Do what is due in campaigns until SIGTERM or SIGINT, and then end what is at hand.

    Raises StoreError if another file has the database's name by now: nobody would ever see what is
    written to the one that is open.
    """
    ending = Ending(tasks.log)
    ending.listen()
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
            lookout.forget()  # some of the jobs it returned were not tried
        ending.wait(LOOK)
    supervisor.tell("STOPPING=1")
    tasks.log.say("ended")
