#!/bin/sh
# What the tests use beside Python: PostgreSQL, Redis and Chromium. Installed from Debian's packages where that is
# possible; where it is not, the tests that need them say so and are left out.
need=""
ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || command -v postgres >/dev/null || need="$need postgresql"
command -v redis-server >/dev/null || need="$need redis-server"
command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || need="$need chromium"
[ -z "$need" ] && exit 0
if ! command -v apt-get >/dev/null; then
    echo "Not found:$need. The tests that need them are left out; install them to run these too."
    exit 0
fi
root=""
if [ "$(id -u)" != 0 ]; then
    sudo -n true 2>/dev/null || { echo "Not found:$need. For all tests: sudo apt-get install$need"; exit 0; }
    root="sudo -n"
fi
echo "Installing$need for the tests ..."
export DEBIAN_FRONTEND=noninteractive
for attempt in 1 2; do
    $root apt-get install -y -qq --no-install-recommends $need >/dev/null 2>&1 && exit 0
    $root apt-get update -qq >/dev/null 2>&1
done
echo "apt-get could not install$need; the tests that need them are left out."
