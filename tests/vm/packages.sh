# How this machine learns of Debian's arm64 packages. Sourced by build_arm64 and guest_image.py.
. "$(dirname "${BASH_SOURCE[0]}")/../../tools/packages.sh"

# The packages' newest lists, fetched as root or through sudo.
update_lists() {
  local as_root=()
  [ "$(id -u)" -eq 0 ] || as_root=(sudo)
  "${as_root[@]}" apt-get -q update
}

# Makes arm64 known to dpkg and apt, as root or through sudo. Debian builds these packages so that
# they lie beside those of the host.
know_arm64() {
  ! dpkg --print-foreign-architectures | grep -qx arm64 || return 0
  local as_root=()
  [ "$(id -u)" -eq 0 ] || as_root=(sudo)
  say "Making arm64 known to dpkg and apt"
  "${as_root[@]}" dpkg --add-architecture arm64 && update_lists
}
