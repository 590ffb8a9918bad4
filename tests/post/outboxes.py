"""An outbox that is none: letters in a list; letters for it, and what became of them."""

from msgspec.structs import replace

from adjudicator.campaign.letters import outbox
from adjudicator.post.transport.mailbox import Delivery, Terms
from adjudicator.store.letter_records import Letter


class MemoryOutbox:
    """Letters in a list; ``dispositions`` says of recipients what becomes of letters to them."""

    def __init__(self, terms=Terms(), **dispositions):  # noqa: B008
        self.terms = terms
        self.mails = []
        self.dispositions = dispositions
        self.why = "550 no such user"
        self.ours = False
        """Whether what becomes of letters is our own fault."""
        self.breaks = None
        """What is raised when a letter has been begun."""

    def hang_up(self):
        pass

    def send(self, mail):
        if self.breaks:
            raise self.breaks("no way out")
        self.mails.append(mail)
        dispositions = [
            self.dispositions.get(each.partition("@")[0], "sent") for each in mail.recipients
        ]
        return [
            Delivery(each, disposition, "" if disposition == "sent" else self.why, self.ours)
            for each, disposition in zip(mail.recipients, dispositions, strict=True)
        ]


def letter_to(post, *recipients, id="<two@x>", **more):
    there = post.store.rows(Letter, kind="opening")[0]
    fresh = {"sent": None, "tries": 0, "retry": None}
    letter = replace(there, id=0, message_id=id, recipients=recipients, **fresh | more)
    post.store.add(letter)
    return post.store.find(Letter, message_id=id)


def states(post, letter):
    tried = outbox.attempts(post.store, letter)
    return {name.partition("@")[0]: each.state for name, each in tried.items()}


def is_done(post, letter):
    return post.store.find(Letter, id=letter.id).sent is not None
