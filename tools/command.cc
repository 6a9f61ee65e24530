// The table of subcommands.
#include "tools/command.h"
