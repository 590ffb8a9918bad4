"""The configuration of a Dovecot that serves one test session, for versions 2.3 and 2.4.

Any address logs in with the one password, or with a token that ``office.bearer`` made; its mailbox
appears when it is first used. Plus addresses reach the plain one, and ``Delivered-To`` keeps them.
"""

import shutil
import subprocess

KEYS = "keys/default/HS256"
"""Where, under the office's folder, the key of the bearer tokens lies (in base64)."""

PATH = "/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin"


def program() -> str | None:
    """Return where Dovecot is; None if it is not installed."""
    return shutil.which("dovecot", path=PATH)


def version() -> tuple[int, int]:
    """Return Dovecot's version: (2, 3) or (2, 4)."""
    said = subprocess.run([program(), "--version"], capture_output=True, text=True, check=True)
    major, minor, *_ = said.stdout.split(".")
    return int(major), int(minor)


def configuration(of: tuple[int, int]) -> dict[str, str]:
    """Return the files of a configuration by name, in which ``{…}`` is still to be filled in."""
    if of >= (2, 4):
        return {"dovecot.conf": _FIRST_2_4 + _COMMON + _USERS_2_4 + _SERVICES}
    return {"dovecot.conf": _COMMON + _USERS_2_3 + _SERVICES, "oauth2.conf": _OAUTH2_2_3}


_FIRST_2_4 = """\
dovecot_config_version = 2.4.0
dovecot_storage_version = 2.4.0
"""

_COMMON = """\
protocols = imap lmtp
listen = 127.0.0.1
base_dir = {d}/run
state_dir = {d}/state
log_path = {d}/dovecot.log
ssl = yes
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
first_valid_uid = 0
first_valid_gid = 0
mail_uid = {user}
mail_gid = {group}
mail_max_userip_connections = 200
recipient_delimiter = +
submission_host = 127.0.0.1:{mx}
postmaster_address = postmaster@games.test
imap_idle_notify_interval = 2 mins
auth_failure_delay = 0
auth_username_chars =
auth_mechanisms = plain login xoauth2 oauthbearer
"""

_USERS_2_3 = """\
ssl_cert = <{d}/tls/server.pem
ssl_key = <{d}/tls/server.pem
disable_plaintext_auth = no
mail_location = maildir:{d}/mail/%u
passdb {{
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = {d}/oauth2.conf
}}
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = allow_all_users=yes home={d}/mail/%u
}}
"""

_OAUTH2_2_3 = """\
introspection_mode = local
local_validation_key_dict = fs:posix:prefix={d}/keys/
username_attribute = email
"""

_USERS_2_4 = """\
ssl_server_cert_file = {d}/tls/server.pem
ssl_server_key_file = {d}/tls/server.pem
auth_allow_cleartext = yes
mail_driver = maildir
mail_path = {d}/mail/%{{user}}
mail_home = {d}/mail/%{{user}}
namespace inbox {{
  inbox = yes
}}
oauth2 {{
  introspection_mode = local
  username_attribute = email
}}
oauth2_local_validation {{
  dict fs {{
    fs posix {{
      prefix = {d}/keys/
    }}
  }}
}}
passdb oauth2 {{
  mechanisms_filter = xoauth2 oauthbearer
}}
passdb static {{
  password = {password}
}}
userdb static {{
  static_allow_all_users = yes
}}
"""

_SERVICES = """\
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = {imaps}
    ssl = yes
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    port = {lmtp}
  }}
}}
# Postfix asks here who may send.
service auth {{
  inet_listener sasl {{
    port = {sasl}
  }}
}}
# No growing wait after wrong passwords.
service anvil {{
  chroot =
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service stats {{
  chroot =
}}
"""
