// The scripts that keep the house's rules find the faults that they are for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "absl/strings/str_cat.h"
#include "tests/tools/shell.h"

namespace collect {
namespace {

using ::testing::HasSubstr;

class RulesTest : public testing::Test {
 protected:
  void Write(const std::string& name, absl::string_view text) {
    const std::filesystem::path path = tree_.path() + "/" + name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  ShellResult Check(absl::string_view script) {
    return Shell(absl::StrCat("$SOURCE/tools/", script, " $SCRATCH"), tree_.path());
  }

  ScratchFolder tree_;
};

TEST_F(RulesTest, IncludeUpwardsFails) {
  Write("archive/a.h", "#include \"collector/run.h\"\n");
  const ShellResult result = Check("check_layers");
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.out, "archive/a.h:1: archive may not include collector: collector/run.h\n");
}

TEST_F(RulesTest, CollectorAndCompareDoNotKnowEachOther) {
  Write("collector/a.cc", "#include \"compare/method.h\"\n");
  Write("compare/b.cc", "\n#include \"collector/run.h\"\n");
  const ShellResult result = Check("check_layers");
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.out, HasSubstr("collector/a.cc:1: collector may not include compare"));
  EXPECT_THAT(result.out, HasSubstr("compare/b.cc:2: compare may not include collector"));
}

TEST_F(RulesTest, ProbesKnowNothingOfArchives) {
  Write("probes/kernel/a.cc", "#include \"archive/writer.h\"\n");
  EXPECT_EQ(Check("check_layers").status, 1);
}

TEST_F(RulesTest, IncludesAreWrittenFromTheRoot) {
  Write("archive/a.cc", "#include \"a.h\"\n");
  EXPECT_EQ(Check("check_layers").status, 1);
}

// S-056: whoever samples starts no program.
TEST_F(RulesTest, ProgramsAreStartedInOnePlaceOnly) {
  Write("collector/held_child.cc", "  execvp(file, words);\n");
  Write("probes/ok.cc", "// system(3) is not called\nauto s = set_operating_system(\"fork()\");\n");
  EXPECT_EQ(Check("check_layers").status, 0);
  for (const char* call : {"system(\"x\")", "popen (x)", "::execve(a, b, c)", "fork()",
                           "std::system(x)", "posix_spawnp(a)", "vfork()"}) {
    Write("probes/bad.cc", absl::StrCat("int a = ", call, ";\n"));
    const ShellResult result = Check("check_layers");
    EXPECT_EQ(result.status, 1) << call;
    EXPECT_THAT(result.out, HasSubstr("probes/bad.cc:1: ")) << call;
  }
}

TEST_F(RulesTest, EmptyTreeIsNoPass) {
  EXPECT_NE(Check("check_layers").status, 0);
  EXPECT_NE(Check("check_proto_comments").status, 0);
}

TEST_F(RulesTest, UncommentedFieldFails) {
  Write("proto/a.proto",
        "// Head.\nsyntax = \"proto3\";\n\n// A message.\nmessage M {\n"
        "  // A field.\n  string told = 1;\n  string untold = 2;  // behind is not above\n"
        "  // Long.\n  map<string,\n      string> long = 3;\n}\n");
  const ShellResult result = Check("check_proto_comments");
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.out, "proto/a.proto:8: no comment above: string untold = 2;\n");
}

TEST_F(RulesTest, UncommentedMessageAndEnumValueFail) {
  Write("proto/a.proto",
        "// Head.\nsyntax = \"proto3\";\nmessage M {\n}\n// E.\nenum E {\n  A = 0;\n}\n");
  const ShellResult result = Check("check_proto_comments");
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.out,
            "proto/a.proto:3: no comment above: message M {\n"
            "proto/a.proto:7: no comment above: A = 0;\n");
}

}  // namespace
}  // namespace collect
