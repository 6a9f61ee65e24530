// The table of workloads.
#include "probes/workload/workload.h"
