#!/bin/sh
# The image of cron/Containerfile, with buildah, which needs no daemon.
#   release/image.sh try       builds it for this machine, and runs it as closed as compose.yaml does
#   release/image.sh publish   builds it for each architecture and puts it into the registry that
#                              IMAGE names, as REGISTRY_USER with REGISTRY_PASSWORD
# BUILD_OPTIONS and PUSH_OPTIONS are given to buildah, RUN_OPTIONS to podman.
set -eu
cd "$(dirname "$0")/.."
version=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' adjudicator/__init__.py)

# The form of docker knows health checks, that of OCI does not.
build() {
    # shellcheck disable=SC2086
    buildah build --format docker --timestamp "$(git log -1 --format=%ct)" ${BUILD_OPTIONS:-} \
        --label "org.opencontainers.image.version=$version" --file cron/Containerfile "$@" .
}

run() {
    # shellcheck disable=SC2086
    podman run --rm --read-only --cap-drop=ALL --security-opt=no-new-privileges --network=none \
        --no-healthcheck ${RUN_OPTIONS:-} "$@"
}

try() {
    image=localhost/adjudicator:try
    build --tag "$image"
    buildah inspect --type image --format '{{.Docker.Config.Healthcheck.Test}}' "$image" |
        grep -qx '\[CMD adjudicator health\]'
    run "$image" --version | grep -qx "adjudicator, version $version"
    run "$image" demo --out /tmp/demo | tail -n 1
    # Nothing is written but to /games and /tmp; the check of its health says yes after a pass.
    run --entrypoint sh "$image" -euc '
        test "$(id -u)" = 1000
        ! touch /etc/written /venv/written /home/judge/written 2>/dev/null
        mkdir -p in/new in/cur in/tmp
        adjudicator new samurai-swords --name trial --seat Oda=ann@example.org --seat Mori=regent \
            --seat Takeda=regent --deadline "mon 20:00" --zone UTC --gm gm@example.org \
            --address judge@example.org --begin >/dev/null
        adjudicator tick --in in --out out | grep "^sent: <trial.setup.opening.Oda."
        adjudicator health'
    echo "The image of version $version runs closed."
}

publish() {
    image=$(echo "$IMAGE" | tr '[:upper:]' '[:lower:]')
    # shellcheck disable=SC2086
    echo "$REGISTRY_PASSWORD" |
        buildah login ${PUSH_OPTIONS:-} --username "$REGISTRY_USER" --password-stdin "${image%%/*}"
    for architecture in ${ARCHITECTURES:-amd64 arm64}; do
        case "$architecture-$(uname -m)" in
            amd64-x86_64 | arm64-aarch64) ;;
            *) test -e /proc/sys/fs/binfmt_misc/qemu-aarch64 || emulate ;;
        esac
        build --platform "linux/$architecture" --manifest "$image:$version"
    done
    for tag in "$version" latest; do
        # shellcheck disable=SC2086
        buildah manifest push --all ${PUSH_OPTIONS:-} --digestfile build/image-digest \
            "$image:$version" "docker://$image:$tag"
    done
    echo "digest=$(cat build/image-digest)" >>"${GITHUB_OUTPUT:-/dev/stdout}"
}

emulate() {
    sudo apt-get update -qq
    sudo apt-get install -qq --yes qemu-user-static
}

mkdir -p build
"$1"
