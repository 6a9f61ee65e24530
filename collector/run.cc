// Options of a run.
#include "collector/run.h"
