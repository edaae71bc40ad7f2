#!/bin/sh
# The first stage of the Dockerfile, in Debian with the package in the working folder and its own packages in
# node_modules: leaves out what nothing runs, and writes to the folder $1 all but those packages: the package, and what
# Node needs of Debian.
set -eu
root=$1

# Headers and manual of Node.
rm -rf node_modules/node-*/include node_modules/node-*/share
mkdir -p "$root/opt/model-hub"
find . -mindepth 1 -maxdepth 1 ! -name node_modules -exec mv -t "$root/opt/model-hub" {} +

mkdir -p "$root/var/lib/dpkg/status.d" /tmp/packages
apt-get update
cd /tmp/packages
apt-get -o APT::Sandbox::User=root download base-files libc6 libgcc-s1 libstdc++6
for package in *.deb; do
  dpkg-deb --extract "$package" "$root"
  # Scanners read here which versions an image has that is without a package manager.
  dpkg-deb --field "$package" > "$root/var/lib/dpkg/status.d/${package%%_*}"
done
# Node has character sets, time zones and certificates of its own.
rm -rf "$root"/usr/lib/*/gconv "$root"/usr/share/doc/*/changelog* "$root"/usr/share/lintian "$root"/usr/share/man

echo 'root:x:0:0:root:/root:/sbin/nologin
model-hub:x:10001:10001:Model Hub:/var/lib/model-hub:/sbin/nologin' > "$root/etc/passwd"
echo 'root:x:0:
model-hub:x:10001:' > "$root/etc/group"
# Names of other containers first stand in a file.
echo 'hosts: files dns' > "$root/etc/nsswitch.conf"
install -d -m 1777 "$root/tmp"
# A new volume of Docker is as the folder that it is mounted over.
install -d -o 10001 -g 10001 -m 0711 "$root/var/lib/model-hub"
install -d -o 10001 -g 10001 "$root/srv/model-hub"
