"""What is shipped for containers, systemd and logrotate names what is there."""

import re
import shlex
import shutil
import subprocess
from copy import copy
from pathlib import Path

import pytest
import yaml

from adjudicator.cli.main import COMMANDS
from adjudicator.cli.service.passes import worker
from adjudicator.store.place import Server, read_place

TOP = Path(__file__).parents[2]
CRON = TOP / "cron"
INSTRUCTIONS = {
    *("FROM", "COPY", "RUN", "USER", "WORKDIR", "VOLUME", "STOPSIGNAL"),
    *("ENV", "HEALTHCHECK", "ENTRYPOINT", "CMD"),
}


def instructions():
    """Return the instructions of the Containerfile, each with its words."""
    text = re.sub(r"\\\n", " ", (CRON / "Containerfile").read_text("utf-8"))
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [tuple(line.split(maxsplit=1)) for line in lines]


def test_the_containerfile_copies_what_is_there_and_calls_what_there_is():
    found = instructions()
    assert {name for name, _ in found} == INSTRUCTIONS
    bases = {rest.removesuffix(" AS build") for name, rest in found if name == "FROM"}
    assert len(bases) == 1
    assert re.search(r"@sha256:[0-9a-f]{64}$", bases.pop())
    copies = [rest for name, rest in found if name == "COPY" and "--from" not in rest]
    copied = {source for rest in copies for source in shlex.split(rest)[:-1]}
    assert all((TOP / source).exists() for source in copied)
    words = dict(found)
    assert words["USER"] not in ("root", "games")  # which Debian has for itself
    assert words["ENTRYPOINT"] == '["adjudicator"]'
    assert yaml.safe_load(words["CMD"])[0] in COMMANDS
    checks = yaml.safe_load(words["HEALTHCHECK"].partition(" CMD ")[2])
    assert checks == ["adjudicator", "health"]
    # Whatever is copied must pass the ignore file, which lets nothing through by itself.
    ignored = (TOP / ".dockerignore").read_text("utf-8").splitlines()
    assert ignored[0] == "*"
    assert {f"!{source.split('/')[0]}" for source in copied} == {
        line for line in ignored if line.startswith("!")
    }


def test_the_compose_file_names_what_is_there():
    compose = yaml.safe_load((CRON / "compose.yaml").read_text("utf-8"))
    assert set(compose) == {"services", "volumes", "secrets"}
    (service,) = compose["services"].values()
    build = service["build"]
    assert (CRON / build["context"]).resolve() == TOP
    assert (CRON / build["context"] / build["dockerfile"]).is_file()
    for volume in service["volumes"]:
        name, _, target = volume.partition(":")
        assert name in compose["volumes"]
        assert target == dict(instructions())["VOLUME"]
    assert set(service["secrets"]) == set(compose["secrets"])
    assert service["restart"] == "unless-stopped"


def test_the_compose_file_of_a_large_host_fits_together():
    compose = yaml.safe_load((CRON / "compose-cluster.yaml").read_text("utf-8"))
    services, secrets = compose["services"], compose["secrets"]
    assert set(services) == {"db", "worker", "collector"}
    assert {each for one in services.values() for each in one["secrets"]} == set(secrets)
    db = services["db"]["environment"]
    assert db["POSTGRES_PASSWORD_FILE"] == "/run/secrets/database"
    assert services["db"]["healthcheck"]["test"] == [
        *("CMD", "pg_isready", "-U", db["POSTGRES_USER"], "-d", db["POSTGRES_DB"])
    ]
    for name in ("worker", "collector"):
        service = services[name]
        place = read_place(service["environment"]["ADJUDICATOR_DB"])
        assert place == Server(f"postgresql://{db['POSTGRES_USER']}@db/{db['POSTGRES_DB']}")
        assert service["environment"]["PGPASSFILE"] == "/run/secrets/pgpass"
        assert service["depends_on"] == {"db": {"condition": "service_healthy"}}
        assert (CRON / service["build"]["context"] / service["build"]["dockerfile"]).is_file()
        command, *words = service["command"]
        assert command == "worker"
        parsing = copy(worker).make_context(command, words)  # which keeps what it was called as
        assert parsing.params["only"]
    (mount,) = services["collector"]["volumes"]
    assert mount.split(":")[1] == services["collector"]["environment"]["ADJUDICATOR_CONFIG"]


def test_the_page_on_large_hosts_makes_the_secrets_that_the_file_wants():
    compose = yaml.safe_load((CRON / "compose-cluster.yaml").read_text("utf-8"))
    page = (TOP / "docs" / "large-hosts.md").read_text("utf-8")
    made = set(re.findall(r"> (secrets/\w+)", page))
    assert {f"./{each}" for each in made} == {each["file"] for each in compose["secrets"].values()}
    db = compose["services"]["db"]["environment"]
    assert f"db:5432:{db['POSTGRES_DB']}:{db['POSTGRES_USER']}:$(cat secrets/database)" in page
    assert set(re.findall(r"run --rm (\w+)", page)) <= set(compose["services"])


@pytest.mark.system
@pytest.mark.parametrize("name", ["compose.yaml", "compose-cluster.yaml"])
@pytest.mark.skipif(not shutil.which("docker"), reason="needs docker compose")
def test_docker_understands_the_compose_file(name):
    known = subprocess.run(["docker", "compose", "version"], capture_output=True)
    if known.returncode:
        pytest.skip("this docker has no compose")
    command = ["docker", "compose", "-f", CRON / name, "config", "--quiet"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.system
def test_logrotate_turns_the_log_that_the_crontab_writes(tmp_path):
    text = (CRON / "logrotate").read_text("utf-8")
    (log,) = re.findall(r">> (\S+)", (CRON / "crontab").read_text("utf-8"))
    body = re.fullmatch(r"(?:#.*\n|\n)+(\S+) \{\n((?:    \S.*\n)+)\}\n", text)
    assert body
    assert body[1] == log
    words = [line.split()[0] for line in body[2].splitlines()]
    assert {"su", "create", "rotate", "missingok"} <= set(words)
    if logrotate := shutil.which("logrotate", path="/usr/sbin:/usr/bin"):
        (tmp_path / "conf").write_text(text.replace("games", "root"))
        done = subprocess.run(
            [logrotate, "-d", "-s", tmp_path / "state", tmp_path / "conf"],
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr


def test_the_unit_of_serve_waits_for_what_serve_says():
    unit = (CRON / "adjudicator-serve.service").read_text("utf-8")
    assert "Type=notify\n" in unit
    assert re.search(r"^WatchdogSec=\d+min$", unit, re.MULTILINE)
    (command,) = re.findall(r"^ExecStart=(.*)$", unit, re.MULTILINE)
    program, name = command.split()
    assert program.endswith("/bin/adjudicator")
    assert name in COMMANDS


def test_the_page_names_every_file():
    page = (CRON / "README.md").read_text("utf-8")
    for path in CRON.iterdir():
        assert path.name == "README.md" or f"]({path.name})" in page, path.name
