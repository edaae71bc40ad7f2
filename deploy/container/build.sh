#!/bin/sh
# Builds the Dockerfile beside this without Docker and without a registry of images, as root on Debian or Ubuntu with
# buildah, mmdebstrap and npm:
#   deploy/container/build.sh model-hub.tar
# `docker load` and `podman load` take what it writes. Where the Dockerfile begins with an image of Node, this makes the
# like out of Debian's packages and those of npm, in a storage of its own that is gone in the end. Debian's packages come from
# the mirrors that apt has here; where that knows none of Debian, as on Ubuntu, from those that the two variables name.
set -eu
out=$(realpath "${1:?"usage: $0 FILE.tar"}")
project=$(realpath "$(dirname "$0")/../..")
file="$project/deploy/container/Dockerfile"
base=$(sed -n 's/^FROM \(.*\) AS make$/\1/p' "$file")
node=$(echo "$base" | sed 's/.*:\([0-9.]*\)-.*/\1/')
suite=$(echo "$base" | sed 's/.*-\([a-z]*\)-slim$/\1/')
case $(dpkg --print-architecture) in amd64) machine=x64 ;; *) machine=arm64 ;; esac

mirror() {
  apt-get indextargets --format '$(ORIGIN)|$(LABEL)|$(REPO_URI)' 'Created-By: Packages' | sed -n "s/^Debian|$1|//p" | head -n 1
}
debian=${DEBIAN_MIRROR:-$(mirror Debian)}
security=${DEBIAN_SECURITY_MIRROR:-$(mirror Debian-Security)}
if [ -z "$debian" ] || [ -z "$security" ]; then
  echo "build.sh: apt knows no mirror of Debian: run apt-get update, or set DEBIAN_MIRROR and DEBIAN_SECURITY_MIRROR" >&2
  exit 1
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
storage="--root $work/storage --runroot $work/run --storage-driver vfs"

mmdebstrap --quiet --variant=minbase "$suite" "$work/base.tar" \
  "deb $debian $suite main" "deb $security $suite-security main"
npm install --silent --global --prefix "$work/local" npm@11.21.2 "node-linux-$machine@$node"
tar --append --file="$work/base.tar" --owner=0 --group=0 --transform='s,^\.,./usr/local,S' --directory="$work/local" .
container=$(buildah $storage from scratch)
buildah $storage add --quiet "$container" "$work/base.tar" /
# A network may have a certificate of its own, which this machine knows and neither Debian nor npm does.
buildah $storage copy --quiet "$container" /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
buildah $storage config --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt \
  --env PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin "$container"
buildah $storage commit --quiet "$container" "$base"
buildah $storage rm "$container" > "$work/removed"
rm -r "$work/base.tar" "$work/local"

(cd "$project" && rm -f model-hub-*.tgz && npm pack --silent)
# The format of Docker, since that of OCI has no health check.
buildah $storage build --quiet --isolation chroot --pull-never --format docker --file "$file" --tag model-hub \
  --build-arg "REVISION=$(git -C "$project" rev-parse HEAD 2> "$work/no-git" || echo unknown)" "$project"
rm -f "$out"
buildah $storage push --quiet model-hub "docker-archive:$out:model-hub:latest"
