"""What CI and a release would do, as far as reading can tell: pins, permissions, steps."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml
from commands import PROJECT, check_command
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

TOP = Path(__file__).parents[2]
TEXTS = {path.stem: path.read_text("utf-8") for path in (TOP / ".github/workflows").glob("*.yml")}
WORKFLOWS = {name: yaml.safe_load(text) for name, text in TEXTS.items()}
JOBS = {
    (name, job): about for name, flow in WORKFLOWS.items() for job, about in flow["jobs"].items()
}
STEPS = [(place, step) for place, job in JOBS.items() for step in job.get("steps", ())]
MAY_WRITE = {
    ("release", "index"): {"id-token"},
    ("release", "image"): {"packages", "id-token", "attestations"},
    ("release", "documentation"): {"pages", "id-token"},
    ("release", "note"): {"contents", "id-token", "attestations"},
    ("worlds", "issues"): {"issues"},
}


def test_tests_run_on_every_python_and_every_system():
    runs = set()
    for job in WORKFLOWS["test"]["jobs"].values():
        matrix = job.get("strategy", {}).get("matrix", {})
        systems = matrix.get("os", [job["runs-on"]])
        runs |= {(each, python) for each in systems for python in matrix.get("python", ())}
        runs |= {(more["os"], more["python"]) for more in matrix.get("include", ()) if "os" in more}
    versions = [each.rpartition(" ")[2] for each in PROJECT["classifiers"] if ":: 3." in each]
    assert {("ubuntu-24.04", version) for version in versions} <= runs
    assert {system for system, _ in runs} == {"ubuntu-24.04", "macos-15", "windows-2025"}
    assert PROJECT["requires-python"] == f">={versions[0]}"


def test_every_step_is_a_command_of_this_repository():
    for place, step in STEPS:
        assert ("run" in step) != ("uses" in step), place
        if "run" in step:
            assert "\n" not in step["run"], f"{place}: a script belongs into release/"
            assert "${{" not in step["run"], f"{place}: what others wrote would be run"
            check_command(step["run"])


def test_what_others_made_is_pinned_by_digest():
    used = {line for text in TEXTS.values() for line in re.findall(r"uses: (.+)", text)}
    ours = {line for line in used if line.startswith("./")}
    for line in used - ours:
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line), line
    names = [line.partition("@")[0] for line in used - ours]
    assert len(names) == len(set(names)), "one version of each"
    for line in ours:
        assert (TOP / line.partition(" ")[0]).is_file()
    for (_, name), job in JOBS.items():
        matrix = job.get("strategy", {}).get("matrix", {})
        images = [each["image"] for each in matrix.get("include", ()) if "image" in each]
        if "container" in job:
            images = images or [job["container"]]
            assert all(re.search(r"@sha256:[0-9a-f]{64}$", each) for each in images), name


def test_no_job_may_more_than_it_must():
    for flow in WORKFLOWS.values():
        assert flow["permissions"] == {}
    for place, job in JOBS.items():
        rights = job["permissions"]
        writes = {name for name, right in rights.items() if right == "write"}
        assert writes == MAY_WRITE.get(place, set()), place
        assert set(rights) - writes <= {"contents"}
        # Whoever may write can be held back by the host: an environment asks for a yes.
        assert bool(writes) == ("environment" in job), place
        assert "uses" in job or job["timeout-minutes"] <= 45
    kept = [s["with"]["persist-credentials"] for _, s in STEPS if "checkout@" in s.get("uses", "")]
    assert not any(kept)


def test_nothing_is_published_that_was_not_tested():
    jobs = WORKFLOWS["release"]["jobs"]

    def before(name):
        needs = jobs[name].get("needs", [])
        needs = [needs] if isinstance(needs, str) else needs
        return {each for need in needs for each in (need, *before(need))}

    assert jobs["test"]["uses"] == "./.github/workflows/test.yml"
    assert all("test" in before(name) for name in jobs if name != "test")
    assert before("note") == set(jobs) - {"note"}
    assert WORKFLOWS["release"][True] == {"push": {"tags": ["v[0-9]+.[0-9]+.[0-9]+"]}}


def pinned(purpose):
    """Return the versions that a file of requirements pins, by name; each has hashes."""
    text = (TOP / "requirements" / f"{purpose}.txt").read_text("utf-8").replace("\\\n", " ")
    versions = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            name, version = re.match(r"([\w.-]+)==(\S+)", line).groups()
            assert "--hash=sha256:" in line, line
            versions.setdefault(canonicalize_name(name), set()).add(version)
    return versions


@pytest.mark.parametrize("purpose", ["build", "run", "dev", "release"])
def test_what_is_installed_is_pinned_with_hashes(purpose):
    about = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))
    extras = dict(about["project"]["optional-dependencies"])
    wanted = {
        "build": [*about["build-system"]["requires"], *about["dependency-groups"]["build"]],
        "run": [*PROJECT["dependencies"], *extras["cluster"], *extras["receipts"]],
        "dev": [*PROJECT["dependencies"], *(each for some in extras.values() for each in some)],
        "release": about["dependency-groups"]["release"],
    }[purpose]
    versions = pinned(purpose)
    for need in map(Requirement, wanted):
        for version in versions.get(canonicalize_name(need.name), {""}):
            assert version, f"{need} is not pinned for {purpose}: make lock"
            assert Version(version) in need.specifier, f"{need}: make lock"
    shared = pinned("dev")
    for name, some in versions.items():
        assert some <= shared.get(name, some), f"{name} has another version in dev.txt"


def test_requirements_name_no_place_to_get_them_from():
    for path in (TOP / "requirements").glob("*.txt"):
        lines = path.read_text("utf-8").splitlines()
        options = {line for line in lines if line.startswith("-") or "://" in line}
        assert not options, path.name


TOOLS = TOP / ".venv/release/bin"


@pytest.mark.system
@pytest.mark.release
@pytest.mark.parametrize(
    "command",
    [
        (TOOLS / "zizmor", "--offline", "--no-progress", ".github"),
        *(
            (TOOLS / "check-jsonschema", "--builtin-schema", f"vendor.{schema}", file)
            for schema, file in (
                ("github-workflows", ".github/workflows/release.yml"),
                ("github-workflows", ".github/workflows/test.yml"),
                ("dependabot", ".github/dependabot.yml"),
                ("compose-spec", "cron/compose.yaml"),
                ("compose-spec", "cron/compose-cluster.yaml"),
            )
        ),
        ("shellcheck", "--severity=warning", *sorted(TOP.glob("release/*.sh"))),
    ],
    ids=lambda command: f"{Path(command[0]).name}-{Path(command[-1]).name}",
)
def test_others_who_know_these_files_find_nothing(command):
    if not shutil.which(command[0]):
        pytest.skip(f"needs {command[0]}")
    done = subprocess.run(command, cwd=TOP, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
