// How two sets of run values are judged.
#include "compare/method.h"
