// Text that is not UTF-8.
#include "archive/valid_text.h"

#include <gtest/gtest.h>

#include "archive/reader.h"
#include "tests/archive/support.h"

namespace collect {
namespace {

TEST(ValidTextTest, ValidTextStaysAsItIs) {
  for (const char* text : {"", "kmalloc-64", "größer", "€", "😀", "\xed\x9f\xbf"}) {
    EXPECT_EQ(ValidText(text), text);
  }
}

TEST(ValidTextTest, OtherBytesAreShownByTheirNumbers) {
  EXPECT_EQ(ValidText("gr\xf6\xdf"), "gr\\xf6\\xdf");
  EXPECT_EQ(ValidText("cut \xe2\x82"), "cut \\xe2\\x82");
  EXPECT_EQ(ValidText("\xc0\x80 overlong"), "\\xc0\\x80 overlong");
  EXPECT_EQ(ValidText("\xe0\x80\x80"), "\\xe0\\x80\\x80");
  EXPECT_EQ(ValidText("\xed\xa0\x80 surrogate"), "\\xed\\xa0\\x80 surrogate");
  EXPECT_EQ(ValidText("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");
}

// An argument in Latin-1 must not cost the run.
TEST(ValidTextTest, ARunWithOddArgumentsCanBeRead) {
  TemporaryFolder folder;
  v1::Run run = TestRun();
  run.add_command("gr\xf6\xdf");
  (*run.mutable_params())["k\xff"] = "v\xff";
  (*run.mutable_axes())["a\xff"] = "";
  run.mutable_host()->set_hostname("h\xff");
  (*run.mutable_host()->mutable_mitigations())["spectre"] = "m\xff";
  auto writer = RunWriter::Create(folder / "run.collect", run);
  ASSERT_TRUE(writer.ok());
  (*writer)->AddMetrics("p\xff", {TestMetric("m\xff", v1::GAUGE)});
  (*writer)->AddSample("p\xff", 0, 0, {1}, {1});
  (*writer)->AddText(v1::RawText::LAST, "/p\xff", "raw \xff");
  ASSERT_TRUE((*writer)->Close().ok());
  const absl::StatusOr<RunFile> read = ReadRunFile(folder / "run.collect");
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->damage.bytes_lost, 0);
  EXPECT_EQ(read->run.command(1), "gr\\xf6\\xdf");
  EXPECT_EQ(read->run.params().at("k\\xff"), "v\\xff");
  EXPECT_EQ(read->run.axes().count("a\\xff"), 1);
  EXPECT_EQ(read->run.host().hostname(), "h\\xff");
  EXPECT_EQ(read->run.host().mitigations().at("spectre"), "m\\xff");
  ASSERT_EQ(read->probes.size(), 1);
  EXPECT_EQ(read->probes[0].metrics[0].name(), "m\\xff");
  EXPECT_EQ(read->texts[0].text(), "raw \xff");
}

}  // namespace
}  // namespace collect
