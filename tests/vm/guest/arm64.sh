# What is recorded in the arm64 guest; tests/vm/arm64_test checks it.
set -e
known() {
  label=$1
  shift
  collect --quiet -o store --label "$label" -- known_work "$@" >"$label.said"
}
record idle sleep 2
record hotplug hotplug 1
# From here on with one CPU. QEMU counts the instructions of all CPUs together, and a CPU in WFI goes
# on counting: with two CPUs the whole machine's instructions would be more than were executed.
echo 0 >/sys/devices/system/cpu/cpu1/online
known loop loop=200000000
known touch touch=20000
known sleep sleep=500
crowd 6 known_work loop=400000000 >crowd.said
collect probes >probes
