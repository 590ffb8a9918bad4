"""What is said of settings, mailboxes and passes, in the words of ``templates/reasons``."""

from adjudicator.wording import reasons_of

reason = reasons_of("service")
