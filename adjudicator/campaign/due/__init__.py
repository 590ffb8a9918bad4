"""The kinds of deadlines, a module each; see ``campaign.kernel.due``."""
