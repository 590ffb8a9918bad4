#!/bin/sh
# Make the release of the tag GITHUB_REF_NAME, with its part of CHANGELOG.md and the files of a folder.
#   release/note.sh FOLDER
set -eu
folder=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
awk -v heading="## [${GITHUB_REF_NAME#v}]" '
    /^## / { inside = index($0, heading) == 1; next }
    inside' CHANGELOG.md |
    sed "s#](docs/#](https://github.com/$GITHUB_REPOSITORY/blob/$GITHUB_REF_NAME/docs/#g" >"$folder/note.md"
test -s "$folder/note.md"
gh release create "$GITHUB_REF_NAME" --verify-tag --title "Adjudicator ${GITHUB_REF_NAME#v}" \
    --notes-file "$folder/note.md" "$folder"/packages/* "$folder"/*.cdx.json "$folder/SHA256SUMS"
