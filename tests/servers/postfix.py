"""The configuration of a Postfix that serves one test session. It needs root.

``games.test`` and ``players.test`` arrive in Dovecot, except ``unknown@…``, which is refused at
RCPT; so do the domains of the demos. ``away.test`` goes to whatever listens on the port ``away``. Nothing else is accepted, and
nothing can leave the machine.
"""

import grp
import os
import pwd
import time
from pathlib import Path

DAEMONS = Path("/usr/lib/postfix/sbin")
"""Where Debian keeps them."""

_OWN = [
    "active",
    "bounce",
    "corrupt",
    "defer",
    "deferred",
    "flush",
    "hold",
    "incoming",
    "private",
    "saved",
    "trace",
]

USERS = "!/^unknown@/ yes\n"

MAIN = """\
compatibility_level = 3.6
queue_directory = {d}/spool
data_directory = {d}/data
mail_owner = postfix
setgid_group = postdrop
maillog_file = {d}/postfix.log
maillog_file_prefixes = {d}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.games.test
mynetworks =
mydestination =
alias_maps =
local_transport = error:no local users
local_recipient_maps =
recipient_delimiter = +
virtual_mailbox_domains = games.test, players.test, adjudicator.example, players.example
virtual_mailbox_maps = regexp:{d}/postfix/users
virtual_transport = lmtp:inet:127.0.0.1:{lmtp}
transport_maps = inline:{{ away.test=smtp:[127.0.0.1]:{away} }}
default_transport = error:5.1.2 no such domain in this test
disable_dns_lookups = yes
smtp_host_lookup = native
smtpd_tls_cert_file = {d}/tls/server.pem
smtpd_tls_key_file = {d}/tls/server.pem
smtpd_tls_security_level = may
smtpd_tls_auth_only = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:127.0.0.1:{sasl}
smtpd_relay_restrictions = permit_sasl_authenticated, reject_unauth_destination
smtpd_recipient_restrictions =
smtpd_peername_lookup = no
smtpd_client_connection_count_limit = 0
message_size_limit = 26214400
mailbox_size_limit = 0
virtual_mailbox_limit = 0
minimal_backoff_time = 2s
maximal_backoff_time = 10s
queue_run_delay = 2s
maximal_queue_lifetime = 1m
bounce_queue_lifetime = 1m
"""

MASTER = """\
127.0.0.1:{mx} inet n - n - - smtpd
127.0.0.1:{submission} inet n - n - - smtpd
  -o smtpd_tls_security_level=encrypt
  -o smtpd_sasl_auth_enable=yes
  -o smtpd_client_restrictions=permit_sasl_authenticated,reject
127.0.0.1:{submissions} inet n - n - - smtpd
  -o smtpd_tls_wrappermode=yes
  -o smtpd_sasl_auth_enable=yes
  -o smtpd_client_restrictions=permit_sasl_authenticated,reject
pickup    unix n - n 60 1 pickup
cleanup   unix n - n - 0 cleanup
qmgr      unix n - n 300 1 qmgr
tlsmgr    unix - - n 1000? 1 tlsmgr
rewrite   unix - - n - - trivial-rewrite
bounce    unix - - n - 0 bounce
defer     unix - - n - 0 bounce
trace     unix - - n - 0 bounce
verify    unix - - n - 1 verify
flush     unix n - n 1000? 0 flush
smtp      unix - - n - - smtp
lmtp      unix - - n - - lmtp
error     unix - - n - - error
retry     unix - - n - - error
discard   unix - - n - - discard
anvil     unix - - n - 1 anvil
scache    unix - - n - 1 scache
postlog   unix-dgram n - n - 1 postlogd
"""

CONFIGURATION = {"postfix/main.cf": MAIN, "postfix/master.cf": MASTER, "postfix/users": USERS}


def is_there() -> bool:
    """Say whether Postfix is installed and we are root."""
    return os.geteuid() == 0 and (DAEMONS / "master").exists()


def own(folder: Path) -> None:
    """Make the queue's folders, and give each to whom Postfix wants it to belong."""
    user, group = pwd.getpwnam("postfix").pw_uid, grp.getgrnam("postdrop").gr_gid
    _make(folder / "data", user, -1, 0o700)
    spool = folder / "spool"
    for name in _OWN:
        _make(spool / name, user, 0, 0o700)
    _make(spool / "pid", 0, 0, 0o755)
    _make(spool / "public", user, group, 0o710)
    _make(spool / "maildrop", user, group, 0o730)
    # Each reading of a configuration that was changed within the last second takes a pause.
    long_ago = time.time() - 3600
    for path in (folder / "postfix").iterdir():
        os.utime(path, (long_ago, long_ago))


def _make(folder: Path, user: int, group: int, mode: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    os.chown(folder, user, group)
    folder.chmod(mode)
