import ssl

import pytest

from adjudicator.post.transport.mailbox import Account, AccountError, is_loopback, tls_context


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.9.1", "::1", "localhost", "LOCALHOST"])
def test_clear_is_for_this_machine(host):
    assert is_loopback(host)
    assert tls_context(Account(host, 143, "clear")) is None


@pytest.mark.parametrize(
    "host", ["mail.example.org", "10.0.0.1", "localhost.example.org", "127.0.0.1.example.org", ""]
)
def test_clear_never_leaves_this_machine(host):
    with pytest.raises(AccountError, match="in clear"):
        tls_context(Account(host, 143, "clear"))


def test_certificates_are_checked():
    context = tls_context(Account("mail.example.org", 993, "implicit"))
    assert context.verify_mode is ssl.CERT_REQUIRED
    assert context.check_hostname


def test_a_file_of_certificates_that_has_none_is_named(tmp_path):
    empty = tmp_path / "ca.pem"
    empty.write_text("nothing\n")
    with pytest.raises(OSError, match=r"ca\.pem"):
        tls_context(Account("mail.example.org", 993, "starttls", ca=str(empty)))
    with pytest.raises(FileNotFoundError):
        tls_context(Account("mail.example.org", 993, "starttls", ca=str(tmp_path / "none.pem")))
