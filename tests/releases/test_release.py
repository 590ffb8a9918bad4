"""What a release does, done here: packages, environments, image, note (``make release-check``)."""

import email
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
TOOLS = TOP / ".venv/release/bin"
sys.path.insert(0, str(TOP / "release"))
import build  # noqa: E402

REAL = "docker.io/library/python"


def run(*command, folder=TOP, code=0, **more):
    words = [str(each) for each in command]
    done = subprocess.run(
        words, cwd=folder, env={**os.environ, **more}, capture_output=True, text=True
    )
    assert done.returncode == code, f"{words}\n{done.stdout}\n{done.stderr}"
    return done.stdout + done.stderr


@pytest.fixture
def tree(tmp_path):
    """Return a folder with what a tag is compared with."""
    for name in ("pyproject.toml", "adjudicator/__init__.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(TOP / name, tmp_path / name)
    (tmp_path / "CHANGELOG.md").write_text("## [9.9.9] - 2026-12-01\n", "utf-8")
    (tmp_path / "adjudicator/__init__.py").write_text('__version__ = "9.9.9"\n', "utf-8")
    return tmp_path


def test_a_tag_promises_its_version_its_day_and_its_place(tree):
    here = "sengoku-adjudicator/adjudicator"
    assert build.amiss(tree, "v9.9.9", here) == build.amiss(tree, "v9.9.9", "") == ""
    assert "the tag is v9.9.8" in build.amiss(tree, "v9.9.8", here)
    assert "this is else/where" in build.amiss(tree, "v9.9.9", "else/where")
    (tree / "CHANGELOG.md").write_text("## [9.9.9] - unreleased\n", "utf-8")
    assert "no day for 9.9.9" in build.amiss(tree, "v9.9.9", here)


def test_what_is_tried_elsewhere_is_the_same_place():
    """The addresses of the package, of its README on an index, and of its documents."""
    text = (TOP / "pyproject.toml").read_text("utf-8")
    assert len(set(re.findall(r"(?:github\.com|usercontent\.com)/([\w-]+/[\w-]+)", text))) == 1


@pytest.fixture(scope="module")
def packages(tmp_path_factory):
    """Return the folder of the packages of what is committed."""
    out = tmp_path_factory.mktemp("release")
    run(TOOLS / "python", "release/build.py", "--out", out)
    return out


@pytest.mark.system
@pytest.mark.release
def test_the_packages_are_the_same_to_the_byte_wherever_they_are_built(packages, tmp_path):
    clone = tmp_path / "a folder of another name"
    run("git", "clone", "--quiet", TOP, clone)
    command = f"umask 077; exec {TOOLS}/python release/build.py --out {tmp_path}/out"
    run("sh", "-c", command, folder=clone, TZ="Asia/Tokyo", LC_ALL="C")
    sums = (packages / "SHA256SUMS").read_text()
    assert (tmp_path / "out/SHA256SUMS").read_text() == sums
    assert len(sums.splitlines()) == 3


@pytest.mark.system
@pytest.mark.release
def test_the_page_on_an_index_shows_and_leads_to_what_is_there(packages):
    [wheel] = packages.glob("packages/*.whl")
    with zipfile.ZipFile(wheel) as whole:
        [about] = [name for name in whole.namelist() if name.endswith(".dist-info/METADATA")]
        page = email.message_from_bytes(whole.read(about))
    assert page["Description-Content-Type"] == "text/markdown"
    targets = re.findall(r"\]\(([^)\s]+)\)", page.get_payload(decode=True).decode())
    version = page["Version"]
    base = next(each for each in page.get_all("Project-URL") if each.startswith("Source")).split()[
        1
    ]
    ours = [each for each in targets if each.startswith(base) or "raw.githubusercontent" in each]
    assert len(ours) > 20
    for target in targets:
        assert target.startswith("https://"), target
    for target in ours:
        place = re.sub(rf"https://[^/]+/[\w-]+/[\w-]+/(blob/)?v{version}/", "", target)
        assert (TOP / place.partition("#")[0]).exists(), target
        assert ("raw." in target) == place.endswith(".png")


@pytest.mark.system
@pytest.mark.release
def test_the_list_of_contents_names_all_that_is_installed(packages):
    bill = json.loads((packages / build.BOM).read_text("utf-8"))
    pinned = (TOP / "requirements/run.txt").read_text("utf-8")
    names = {f"{each['name']}=={each['version']}".casefold() for each in bill["components"]}
    assert names == {each.casefold() for each in re.findall(r"^[\w.-]+==[^\s;]+", pinned, re.M)}
    assert bill["metadata"]["component"]["version"] in next(packages.glob("packages/*.whl")).name
    assert all(each["externalReferences"] for each in bill["components"])


@pytest.mark.system
@pytest.mark.release
def test_every_python_plays_the_demo_of_wheel_and_sdist(packages):
    said = run(TOOLS / "python", "release/install.py", packages / "packages")
    assert "Python 3.11: sengoku_adjudicator" in said
    assert "uvx plays the demo." in said
    print(said)


@pytest.mark.system
@pytest.mark.release
def test_the_oldest_packages_that_are_allowed_will_do(packages, tmp_path):
    [wheel] = packages.glob("packages/*.whl")
    uv, env = TOOLS / "uv", {"VIRTUAL_ENV": str(tmp_path / "venv")}
    run(uv, "venv", "--quiet", "--python", sys.executable, tmp_path / "venv")
    lowest = ("--quiet", "--resolution", "lowest-direct", f"{wheel}[cluster,receipts]")
    run(uv, "pip", "install", *lowest, **env)
    testing = ("aiosmtpd", "hypothesis", "packaging", "pytest", "PyYAML", "trustme")
    run(uv, "pip", "install", "--quiet", *testing, **env)
    run(tmp_path / "venv/bin/adjudicator", "demo", "shogun", folder=tmp_path)
    rooms = ("releases/test_releases.py", "campaign/test_migrations.py", "post/test_smtp.py")
    rooms += ("cli/test_completion.py", "campaign/test_calendars.py", "post/test_bounces.py")
    tests = [f"tests/{room}" for room in rooms]
    python = tmp_path / "venv/bin/python"
    # From a folder without our source, so that it is the installed package that is tested.
    shutil.copytree(TOP / "tests", tmp_path / "tests", ignore=shutil.ignore_patterns("recorded"))
    shutil.copytree(TOP / "examples", tmp_path / "examples")
    shutil.copy(TOP / "pyproject.toml", tmp_path)
    run(python, "-m", "pytest", "-q", "-m", "not system", *tests, folder=tmp_path)


@pytest.mark.system
@pytest.mark.release
def test_nothing_that_is_audited_lacks_a_hash():
    """What is known against it, the index alone says: here nobody is asked."""
    assert "would have audited" in run("make", "audit", "AUDIT=--dry-run")


@pytest.mark.system
@pytest.mark.release
def test_a_player_at_home_needs_no_make(tmp_path):
    clone = tmp_path / "clone"
    run("git", "clone", "--quiet", TOP, clone)
    run(sys.executable, "-m", "venv", tmp_path / "venv")
    said = run(tmp_path / "venv/bin/python", "release/at_home.py", "tests/chance", folder=clone)
    assert "cases, all passed." in said.replace("\n", " ") or "0 failed" in said, said[-500:]


@pytest.mark.system
@pytest.mark.release
def test_the_release_of_a_tag_has_its_note_and_its_files(packages, tmp_path):
    files = tmp_path / "files"
    shutil.copytree(packages, files)
    gh = tmp_path / "gh"
    gh.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n', "utf-8")
    gh.chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    tag = {"PATH": path, "GITHUB_REPOSITORY": "some/where", "GITHUB_REF_NAME": "v0.2.0"}
    words = run("release/note.sh", files, **tag).splitlines()
    assert words[:3] == ["release", "create", "v0.2.0"]
    assert sum(word.startswith(str(files)) for word in words) == 5  # the note, four files
    note = (files / "note.md").read_text("utf-8")
    assert len(note) > 500
    assert "## [" not in note
    assert "](https://github.com/some/where/blob/v0.2.0/docs/" in note
    assert "](docs/" not in note
    run("release/note.sh", files, **{**tag, "GITHUB_REF_NAME": "v7.7.7"}, code=1)


CONTAINERS = """
[containers]
default_ulimits = ["nofile=1024:1024", "nproc=1000:1000"]
cgroups = "no-conmon"
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
"""
"""What podman needs where it runs inside of a container itself."""
REGISTRY = """
version: 0.1
storage: {{filesystem: {{rootdirectory: {folder}}}}}
http: {{addr: "127.0.0.1:{port}"}}
log: {{level: error}}
"""
NEEDED = ("buildah", "podman", "runc", "skopeo", "debootstrap", "docker-registry")


@pytest.fixture(scope="module")
def workshop(tmp_path_factory):
    """Return what images are built with: a store of their own, and a base.

    The base is the one that the Containerfile names, if the network leads to it. Else it is a new
    Debian with the same version of Python, of both architectures by name and of ours in truth.
    """
    missing = [name for name in NEEDED if not shutil.which(name)]
    if missing or os.getuid():
        pytest.skip(f"needs root and {', '.join(missing) or 'nothing else'}")
    folder = tmp_path_factory.mktemp("images")
    driver = "overlay" if "overlay" in Path("/proc/filesystems").read_text() else "vfs"
    (folder / "storage.conf").write_text(
        f'[storage]\ndriver = "{driver}"\ngraphroot = "{folder}/store"\nrunroot = "{folder}/run"\n'
    )
    (folder / "containers.conf").write_text(CONTAINERS)
    settings = {
        "CONTAINERS_STORAGE_CONF": f"{folder}/storage.conf",
        "CONTAINERS_CONF": f"{folder}/containers.conf",
        "BUILDAH_ISOLATION": "chroot",
        "TMPDIR": str(folder),
        "IMAGE": "",
    }
    text = (TOP / "cron/Containerfile").read_text("utf-8")
    [base] = set(re.findall(r"^FROM (\S+@\S+)", text, re.MULTILINE))
    assert base.startswith(f"{REAL}:3.13-slim-trixie@")
    pulled = subprocess.run(
        ["buildah", "pull", "--quiet", base], env={**os.environ, **settings}, capture_output=True
    )
    if pulled.returncode:
        more = "python3,python3-venv,ca-certificates"
        run("debootstrap", "--variant=minbase", f"--include={more}", "trixie", folder / "base")
        script = """
        for architecture in amd64 arm64; do
            made=$(buildah from --arch $architecture scratch)
            buildah add --quiet "$made" "$1" / >&2
            buildah config --arch $architecture "$made"
            buildah commit --quiet --rm "$made" localhost/base-$architecture
        done
        buildah manifest create localhost/base
        buildah manifest add localhost/base containers-storage:localhost/base-amd64
        buildah manifest add --arch arm64 --os linux localhost/base containers-storage:localhost/base-arm64
        """
        run("sh", "-euc", script, "sh", folder / "base", **settings)
        shutil.rmtree(folder / "base")
        options = ["--pull-never", f"--build-context {base}=container-image://localhost/base"]
        # The packages come by the way that the machine itself has to them.
        for place in ("/etc/ssl/certs", "/etc/pip.conf"):
            options += [f"-v {place}:{place}:ro"] if Path(place).exists() else []
        settings["BUILD_OPTIONS"] = " ".join(options)
    yield settings
    shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.system
@pytest.mark.release
def test_the_image_runs_as_closed_as_it_is_said_to(workshop):
    said = run("release/image.sh", "try", **workshop)
    assert "runs closed." in said


@pytest.mark.system
@pytest.mark.release
def test_the_image_is_published_for_two_architectures(workshop, tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (tmp_path / "registry.yml").write_text(REGISTRY.format(folder=tmp_path / "kept", port=port))
    sudo = tmp_path / "sudo"  # nothing is emulated here
    sudo.write_text("#!/bin/sh\n")
    sudo.chmod(0o755)
    registry = subprocess.Popen(["docker-registry", "serve", tmp_path / "registry.yml"])
    try:
        for _ in range(50):
            with socket.socket() as there:
                if there.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        image = f"127.0.0.1:{port}/Some-Body/adjudicator"
        more = {"REGISTRY_USER": "somebody", "REGISTRY_PASSWORD": "word"}
        more |= {"PUSH_OPTIONS": "--tls-verify=false", "PATH": f"{tmp_path}:{os.environ['PATH']}"}
        more |= {"GITHUB_OUTPUT": f"{tmp_path}/output"}
        run("release/image.sh", "publish", **{**workshop, **more, "IMAGE": image})
        digest = (tmp_path / "output").read_text().strip().removeprefix("digest=")
        kept = image.casefold()
        looked = run(
            *("skopeo", "inspect", "--raw", "--tls-verify=false", f"docker://{kept}@{digest}")
        )
        parts = json.loads(looked)["manifests"]
        assert {each["platform"]["architecture"] for each in parts} == {"amd64", "arm64"}
        assert len(parts) == 2
        version = (TOP / "adjudicator/__init__.py").read_text("utf-8").split('"')[-2]
        tags = json.loads(run("skopeo", "list-tags", "--tls-verify=false", f"docker://{kept}"))
        assert set(tags["Tags"]) == {version, "latest"}
    finally:
        registry.kill()
        registry.wait()
