// Raw samples to records.
#include "archive/records.h"
