# shellcheck shell=bash disable=SC2034
# Debian packages that each job needs, and how they are installed. Sourced by quickstart and check.

# What it takes to build the program.
BUILD_PACKAGES=(g++ cmake ninja-build pkg-config libabsl-dev libprotobuf-dev protobuf-compiler
  libzstd-dev zlib1g-dev nlohmann-json3-dev libre2-dev libpfm4-dev)
# What the demonstration measures: a web server and its load generator. Without the package
# apache2, so that no server of the system is started.
DEMO_PACKAGES=(apache2-bin apache2-utils)
# Benchmarks that tests/tools/real_benchmarks_test.cc runs, 31 MB with all that they need. No servers,
# which would be started at once; nor PostgreSQL (17 MB): where that is missing, the test of pgbench
# is skipped.
REAL_BENCHMARKS=(apache2-utils wrk stress-ng rt-tests fio sysbench iperf3 redis-tools openssl)
# What the tests use.
TEST_PACKAGES=(libgtest-dev libgmock-dev libbenchmark-dev python3 strace locales util-linux systemd
  linux-perf clang clang-tidy clang-format libclang-rt-14-dev shellcheck "${REAL_BENCHMARKS[@]}")

say() { printf '\n== %s\n' "$*"; }

# Installs those of the packages that are missing: as root, or through sudo.
need_packages() {
  local package missing=() as_root=()
  for package in "$@"; do
    # One line for each architecture that has it.
    dpkg-query -W -f='${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed ||
      missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
      echo "These Debian packages are missing, and there is no sudo. As root, run:" >&2
      echo "  apt-get install --no-install-recommends ${missing[*]}" >&2
      return 1
    fi
    as_root=(sudo)
  fi
  say "Installing ${missing[*]}"
  "${as_root[@]}" apt-get -q update
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get -q install -y --no-install-recommends "${missing[@]}"
}
