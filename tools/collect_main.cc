// The program `collect`.
#include <string>
#include <vector>

#include "tools/command.h"

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  return collect::RunMain(words);
}
