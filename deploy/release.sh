#!/bin/sh
# Brings a commit or tag into service: deploy/release.sh v1.2. Builds it in a folder of its own, makes a backup, switches
# the link `current` and restarts. If the new version is not healthy in time, it switches back. Needs git, npm and curl.
#
#   /opt/portal/repository     a clone
#   /opt/portal/releases/...   a folder for each commit; the last PORTAL_KEEP stay
#   /opt/portal/current        the link that the service runs from
#
# PORTAL_RESTART must end only after the former process has.
set -eu

root=${PORTAL_ROOT:-/opt/portal}
health=${PORTAL_HEALTH:-http://127.0.0.1:3000/api/v1/health}
restart=${PORTAL_RESTART:-systemctl restart portal}
build=${PORTAL_BUILD:-npm ci && npm run build}
settings=${PORTAL_SETTINGS:-/etc/portal.env}
seconds=${PORTAL_SECONDS:-120}
keep=${PORTAL_KEEP:-3}

fail() {
  echo "$1" >&2
  exit "${2:-1}"
}

[ $# -eq 1 ] || fail "Use: $0 <commit or tag>"
[ -e "$root/repository/.git" ] || fail "There is no clone in $root/repository."
exec 9>"$root/release.lock"
flock --nonblock 9 || fail "Another release is under way."

export DATA_DIR="${DATA_DIR:-/var/lib/portal}"
if [ -r "$settings" ]; then
  set -a
  # shellcheck disable=SC1090
  . "$settings"
  set +a
fi

git -C "$root/repository" fetch --quiet --tags origin
commit=$(git -C "$root/repository" rev-parse --verify --quiet "origin/$1^{commit}" ||
  git -C "$root/repository" rev-parse --verify --quiet "$1^{commit}") || fail "There is no commit or tag $1."
release="$root/releases/$commit"
former=$(readlink "$root/current" || true)
[ "$release" != "$former" ] || fail "$commit is in service already." 0

# `.built` is written last: a folder without it was interrupted.
if [ ! -e "$release/.built" ]; then
  rm -rf "$release"
  mkdir -p "$release"
  git -C "$root/repository" archive "$commit" | tar -x -C "$release"
  (cd "$release" && eval "$build") || fail "$commit could not be built. Nothing was changed."
  touch "$release/.built"
fi

# 3: a start would refuse.
planned=0
(cd "$release" && npm run --silent plan) || planned=$?
[ "$planned" -ne 3 ] || fail "A start of $commit would be refused, as said above. Nothing was changed."

backup=
if [ -n "$former" ]; then
  backup="$root/backups/$(date -u +%Y%m%dT%H%M%SZ)"
  mkdir -p "$root/backups"
  (cd "$former" && npm run --silent backup -- "$backup") || fail "The backup failed. Nothing was changed."
fi

switch_to() {
  ln -s "$1" "$root/current.new"
  mv -T "$root/current.new" "$root/current"
  eval "$restart" || return 1
  end=$(($(date +%s) + seconds))
  while [ "$(date +%s)" -lt "$end" ]; do
    curl --silent --fail --max-time 5 --output /dev/null "$health" && return 0
    sleep 1
  done
  return 1
}

rm -f "$root/current.new"
if switch_to "$release"; then
  echo "$commit is in service."
  # The newest first; those in service and before it stay in any case.
  ls -1dt "$root"/releases/* | tail -n "+$((keep + 1))" | while read -r old; do
    [ "$old" = "$release" ] || [ "$old" = "$former" ] || rm -rf "$old"
  done
  exit 0
fi
[ -n "$former" ] || fail "$commit is not healthy after $seconds seconds, and there is no former release."
if switch_to "$former"; then
  fail "$commit was not healthy after $seconds seconds. The former release is in service again."
fi
fail "Neither $commit nor the former release is healthy. If the schema changed, restore $backup (docs/operating.md)." 2
