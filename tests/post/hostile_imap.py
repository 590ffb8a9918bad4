"""An IMAP server that says what a test wants it to say."""

import re
import socket
import threading
from contextlib import suppress

LETTER = b"From: ann@players.test\r\nMessage-ID: <1@players.test>\r\n\r\nhide 3\r\n"


class HostileServer:
    """Serves one folder with two letters. ``answers`` gives other answers to commands.

    An answer is bytes in which TAG stands for the command's tag, or a function that gets the
    connection and does what it likes.
    """

    def __init__(self, **answers):
        self.answers = {"GREETING": b"* OK ready\r\n"} | answers
        self.said = []
        self.letters = {1: LETTER, 2: LETTER.replace(b"<1@", b"<2@")}
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self):
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def _serve(self):
        with suppress(OSError):
            while True:
                connection, _ = self._listening.accept()
                threading.Thread(target=self._talk, args=(connection,), daemon=True).start()

    def _talk(self, connection):
        with suppress(OSError), connection:
            self._answer(connection, "GREETING", b"")
            tag = b""
            for line in connection.makefile("rb"):
                self.said.append(line)
                said = tag + b" DONE" if line.strip() == b"DONE" else line.strip()  # ends IDLE
                tag, _, rest = said.partition(b" ")
                words = rest.upper().removeprefix(b"UID ").split()
                name = words[0].decode() if words else ""
                if name == "FETCH" and b"BODY" in rest:
                    name = "BODY"
                self._answer(connection, name, tag, rest)

    def _answer(self, connection, name, tag, rest=b""):
        answer = self.answers.get(name)
        if answer is None:
            answer = getattr(self, f"_{name.lower()}", lambda _: b"")(rest) + b"TAG OK done\r\n"
        if callable(answer):
            answer(connection)
        else:
            connection.sendall(answer.replace(b"TAG", tag))

    def _capability(self, _):
        return b"* CAPABILITY IMAP4rev1 IDLE MOVE UIDPLUS\r\n"

    def _select(self, _):
        return b"* 2 EXISTS\r\n* OK [UIDVALIDITY 7] valid\r\n"

    def _search(self, _):
        return b"* SEARCH " + b" ".join(b"%d" % uid for uid in self.letters) + b"\r\n"

    def _list(self, _):
        return b'* LIST () "." Done\r\n'

    def _fetch(self, rest):
        return b"".join(
            b'* %d FETCH (UID %d RFC822.SIZE %d INTERNALDATE "20-Nov-2026 12:00:00 +0100")\r\n'
            % (uid, uid, len(self.letters[uid]))
            for uid in self._uids(rest)
        )

    def _body(self, rest):
        return b"".join(
            b"* %d FETCH (UID %d BODY[]<0> {%d}\r\n%b)\r\n"
            % (uid, uid, len(self.letters[uid]), self.letters[uid])
            for uid in self._uids(rest)
        )

    def _uids(self, rest):
        asked = re.search(rb"FETCH ([\d,]+)", rest.upper())[1].split(b",")
        return [uid for uid in map(int, asked) if uid in self.letters]
