"""An outbox that is none: letters in a list."""

from contextlib import nullcontext

from adjudicator.post.mailbox import Delivery, Terms, one_by_one


class MemoryOutbox:
    """Letters in a list; ``fates`` says of recipients what becomes of letters to them."""

    def __init__(self, terms=Terms(), **fates):  # noqa: B008
        self.terms = terms
        self.mails = []
        self.fates = fates
        self.why = "550 no such user"
        self.ours = False
        """Whether what becomes of letters is our own fault."""
        self.breaks = None
        """What is raised when a letter has been begun."""

    def hold(self):
        return nullcontext(True)

    def session(self):
        return nullcontext(one_by_one(self.send))

    def send(self, mail, begin):
        begin(mail.recipients)
        if self.breaks:
            raise self.breaks("no way out")
        self.mails.append(mail)
        fates = [self.fates.get(each.partition("@")[0], "sent") for each in mail.recipients]
        return [
            Delivery(each, fate, "" if fate == "sent" else self.why, self.ours)
            for each, fate in zip(mail.recipients, fates, strict=True)
        ]
