# What is recorded in the x86_64 guest; tests/vm/x86_64_test checks it.
set -e
echo 0 >/sys/devices/system/cpu/cpu1/online
record sparse known_work touch=20000 sleep=200
record hotplug hotplug 3
collect probes >probes
