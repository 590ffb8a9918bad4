"""The tempos: how many mails a war turn or the first deployment takes."""
