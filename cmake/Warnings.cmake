# Our own code compiles without a warning; a warning is an error.
add_library(collect_warnings INTERFACE)
target_compile_options(collect_warnings INTERFACE
  -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor -Wold-style-cast
  -Woverloaded-virtual -Wnull-dereference -Wimplicit-fallthrough -Werror)
