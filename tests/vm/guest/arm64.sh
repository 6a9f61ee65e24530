# What is recorded in the arm64 guest; tests/vm/arm64_test checks it.
set -e
known() {
  label=$1
  shift
  collect --quiet -o store --label "$label" -- known_work "$@" >"$label.said"
}
known loop loop=200000000
known touch touch=20000
known sleep sleep=500
crowd 6 known_work loop=200000000 >crowd.said
record idle sleep 2
record hotplug hotplug 1
collect probes >probes
