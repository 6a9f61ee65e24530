// Facts about the machine that can make two runs incomparable.
#pragma once

#include "collect/v1/run.pb.h"
#include "probes/host/host.h"

namespace collect {

/// Reads all facts. One that this machine does not have, or this user may not read, is absent:
/// unknown, not equal (S-113).
v1::HostFacts ReadHostFacts(Host& host);

}  // namespace collect
