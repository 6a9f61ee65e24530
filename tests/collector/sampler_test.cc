// The sampler with a clock that the test moves and probes that it scripts.
#include "collector/sampler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <memory>

#include "tests/collector/memory_writer.h"
#include "tests/support/fake_host.h"

namespace collect {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr int64_t kMs = 1'000'000;
constexpr int64_t kSecond = 1000 * kMs;

// What the scripted probe does; the table's factory takes no argument.
struct Script {
  absl::Status open;
  std::function<absl::Status(Columns& columns)> read;
  const Command* command = nullptr;
  const OwnCost* own_cost = nullptr;
};
Script* script = nullptr;

class ScriptedProbe : public Probe {
 public:
  absl::Status Open(const ProbeContext& context, Columns& columns) override {
    script->command = &context.command;
    script->own_cost = &context.own_cost;
    if (script->open.ok()) columns.Declare(Metric("scripted.events", "count", v1::COUNTER));
    return script->open;
  }
  absl::Status Read(Columns& columns) override { return script->read(columns); }
  void VisitTexts(absl::FunctionRef<void(absl::string_view path, absl::string_view text)> visit)
      const override {
    visit("/proc/scripted", "the text");
    visit("/proc/empty", "");
  }
};

std::unique_ptr<Probe> MakeScripted() { return std::make_unique<ScriptedProbe>(); }

constexpr ProbeInfo InfoOf(Moment moment, absl::string_view name = "scripted") {
  return {name,      moment,      1000,         Privilege::kNone, Cost::kCheap,
          "nowhere", "for tests", Default::kOn, MakeScripted};
}
constexpr ProbeInfo kTicking = InfoOf(Moment::kInterval);
constexpr ProbeInfo kSecondTicking = InfoOf(Moment::kInterval, "second");
constexpr ProbeInfo kAtEnds = InfoOf(Moment::kStartAndEnd, "at-ends");
constexpr ProbeInfo kAfter = InfoOf(Moment::kAfterCommand, "after");

class SamplerTest : public testing::Test {
 protected:
  SamplerTest() {
    script = &script_;
    script_.read = [this](Columns& columns) {
      columns.Set(0, ++reads_);
      host_.monotonic_ns += read_takes_ns_;
      host_.thread_cpu_ns += read_takes_ns_ / 2;
      return absl::OkStatus();
    };
  }
  ~SamplerTest() override { script = nullptr; }

  // Runs the loop for `duration_ns` as the event loop does, waking up `late_ns` too late.
  void RunFor(int64_t duration_ns, int64_t late_ns = 0) {
    const int64_t end_ns = host_.monotonic_ns + duration_ns;
    while (sampler_.NextDeadlineNs() <= end_ns) {
      host_.monotonic_ns = std::max(host_.monotonic_ns, sampler_.NextDeadlineNs()) + late_ns;
      sampler_.Tick(host_.monotonic_ns);
    }
    host_.monotonic_ns = end_ns;
  }
  std::vector<int64_t> StartsMs(const std::string& probe = "scripted") {
    std::vector<int64_t> starts;
    for (const MemoryWriter::Sample& sample : writer_.samples[probe]) {
      starts.push_back(sample.start_ns / kMs);
    }
    return starts;
  }
  v1::ProbeHealth Health() { return sampler_.Health()[0]; }

  FakeHost host_;
  Command command_;
  MemoryWriter writer_;
  Script script_;
  int64_t reads_ = 0;
  int64_t read_takes_ns_ = 0;
  Sampler sampler_{host_, command_, writer_, host_.monotonic_ns};
};

TEST_F(SamplerTest, SamplesAtTheStartOnTheGridAndAtTheEnd) {
  sampler_.Open({{&kTicking, kSecond}});
  host_.monotonic_ns += 30 * kMs;
  sampler_.First();
  RunFor(2500 * kMs);
  sampler_.Last();
  EXPECT_THAT(StartsMs(), ElementsAre(30, 1000, 2000, 2530));
  EXPECT_EQ(Health().samples(), 4);
  EXPECT_EQ(Health().interval_ms(), 1000);
  EXPECT_EQ(Health().missed_ticks(), 0);
  EXPECT_EQ(sampler_.samples(), 4);
}

// S-083: a command shorter than the interval has its counters.
TEST_F(SamplerTest, ShortRunHasTwoSamplesAndARunValue) {
  sampler_.Open({{&kTicking, kSecond}});
  sampler_.First();
  host_.monotonic_ns += kMs;
  sampler_.Last();
  EXPECT_THAT(StartsMs(), ElementsAre(0, 1));
  const v1::MetricRecords records = sampler_.Records();
  ASSERT_EQ(records.records_size(), 1);
  EXPECT_EQ(records.records(0).value(), 1);
  EXPECT_EQ(records.records(0).probe(), "scripted");
}

// Deadlines do not drift when the loop wakes up late.
TEST_F(SamplerTest, LateWakeUpsDoNotAddUp) {
  sampler_.Open({{&kTicking, kSecond}});
  sampler_.First();
  RunFor(4 * kSecond, 300 * kMs);
  EXPECT_THAT(StartsMs(), ElementsAre(0, 1300, 2300, 3300, 4300));
}

// S-046: an hour without a tick (a stopped job, a suspended machine) is one sample, not 3600.
TEST_F(SamplerTest, MissedTicksAreCountedAndSkipped) {
  sampler_.Open({{&kTicking, kSecond}});
  sampler_.First();
  RunFor(kSecond);
  host_.monotonic_ns += 3600 * kSecond + 500 * kMs;
  sampler_.Tick(host_.monotonic_ns);
  EXPECT_THAT(StartsMs(), ElementsAre(0, 1000, 3601500));
  EXPECT_EQ(Health().missed_ticks(), 3599);
  EXPECT_EQ(script_.own_cost->missed_ticks, 3599);
  EXPECT_EQ(sampler_.NextDeadlineNs(), host_.monotonic_ns + 500 * kMs);
}

// S-046: steps of the wall clock move nothing.
TEST_F(SamplerTest, WallClockStepsDoNotMatter) {
  sampler_.Open({{&kTicking, kSecond}});
  sampler_.First();
  RunFor(2 * kSecond);
  host_.wall_ns += 3600 * kSecond;
  RunFor(2 * kSecond);
  host_.wall_ns -= 7200 * kSecond;
  RunFor(2 * kSecond);
  EXPECT_THAT(StartsMs(), ElementsAre(0, 1000, 2000, 3000, 4000, 5000, 6000));
}

TEST_F(SamplerTest, ReadingSlowerThanTheIntervalMissesTicks) {
  read_takes_ns_ = 250 * kMs;
  sampler_.Open({{&kTicking, 100 * kMs}});
  sampler_.First();
  RunFor(500 * kMs);
  EXPECT_THAT(StartsMs(), ElementsAre(0, 300, 600));
  EXPECT_EQ(Health().missed_ticks(), 4);
}

TEST_F(SamplerTest, EachProbeHasItsOwnInterval) {
  sampler_.Open({{&kTicking, kSecond}, {&kSecondTicking, 400 * kMs}});
  sampler_.First();
  RunFor(2 * kSecond);
  EXPECT_THAT(StartsMs(), ElementsAre(0, 1000, 2000));
  EXPECT_THAT(StartsMs("second"), ElementsAre(0, 400, 800, 1200, 1600, 2000));
}

TEST_F(SamplerTest, MomentsDecideWhenAProbeIsRead) {
  sampler_.Open({{&kAtEnds, 0}, {&kAfter, 0}});
  EXPECT_EQ(sampler_.NextDeadlineNs(), std::numeric_limits<int64_t>::max());
  sampler_.First();
  RunFor(3 * kSecond);
  sampler_.Last();
  EXPECT_THAT(StartsMs("at-ends"), ElementsAre(0, 3000));
  EXPECT_THAT(StartsMs("after"), ElementsAre(3000));
  EXPECT_EQ(Health().interval_ms(), 0);
}

// S-058: a probe that may not read its source is told so once, and not tried again.
TEST_F(SamplerTest, ProbeThatCannotWorkIsRecordedAndNeverRead) {
  const std::pair<absl::Status, v1::ProbeHealth::State> cases[] = {
      {absl::NotFoundError("no such file"), v1::ProbeHealth::NOT_PRESENT},
      {absl::PermissionDeniedError("run as root"), v1::ProbeHealth::NO_PERMISSION},
      {absl::InternalError("odd"), v1::ProbeHealth::FAILED},
  };
  for (const auto& [status, state] : cases) {
    script_.open = status;
    Sampler sampler(host_, command_, writer_, host_.monotonic_ns);
    sampler.Open({{&kTicking, kSecond}});
    sampler.First();
    EXPECT_EQ(sampler.NextDeadlineNs(), std::numeric_limits<int64_t>::max());
    sampler.Last();
    EXPECT_EQ(sampler.Health()[0].state(), state);
    EXPECT_EQ(sampler.Health()[0].reason(), status.message());
    EXPECT_EQ(sampler.Records().records_size(), 0);
  }
  EXPECT_EQ(reads_, 0);
  EXPECT_THAT(writer_.samples, IsEmpty());
}

TEST_F(SamplerTest, FailedReadingCostsOneSampleAndIsSaidOnce) {
  script_.read = [this](Columns& columns) {
    columns.Set(0, ++reads_);
    return reads_ % 2 == 0 ? absl::InternalError("every other time") : absl::OkStatus();
  };
  sampler_.Open({{&kTicking, kSecond}});
  sampler_.First();
  RunFor(4 * kSecond);
  EXPECT_THAT(StartsMs(), ElementsAre(0, 2000, 4000));
  EXPECT_EQ(Health().samples(), 3);
  EXPECT_EQ(Health().failed_samples(), 2);
  const std::vector<v1::Trouble> troubles = sampler_.Troubles();
  ASSERT_EQ(troubles.size(), 1);
  EXPECT_EQ(troubles[0].message(), "every other time");
  EXPECT_EQ(troubles[0].probe(), "scripted");
  EXPECT_EQ(troubles[0].time_ns(), kSecond);
  EXPECT_EQ(troubles[0].count(), 2);
}

TEST_F(SamplerTest, NotesBecomeTroubleWithTheTimeTheyWereFirstSeen) {
  script_.read = [this](Columns& columns) {
    columns.Set(0, ++reads_);
    if (reads_ > 2) columns.Note("an odd line");
    return absl::OkStatus();
  };
  sampler_.Open({{&kTicking, kSecond}});
  sampler_.First();
  RunFor(4 * kSecond);
  const std::vector<v1::Trouble> troubles = sampler_.Troubles();
  ASSERT_EQ(troubles.size(), 1);
  EXPECT_EQ(troubles[0].message(), "an odd line");
  EXPECT_EQ(troubles[0].time_ns(), 2 * kSecond);
  EXPECT_EQ(troubles[0].count(), 3);
}

TEST_F(SamplerTest, MetricsThatAppearAreDeclaredBeforeTheirSample) {
  script_.read = [this](Columns& columns) {
    columns.Set(0, ++reads_);
    if (reads_ == 2) columns.Declare(Metric("scripted.late", "count", v1::COUNTER));
    if (reads_ >= 2) columns.Set(1, 10 * reads_);
    return absl::OkStatus();
  };
  sampler_.Open({{&kTicking, kSecond}});
  sampler_.First();
  RunFor(2 * kSecond);
  EXPECT_THAT(writer_.names["scripted"], ElementsAre("scripted.events", "scripted.late"));
  EXPECT_THAT(writer_.samples["scripted"][0].values, ElementsAre(1));
  EXPECT_THAT(writer_.samples["scripted"][2].values, ElementsAre(3, 30));
  EXPECT_EQ(sampler_.Records().records(1).value(), 10);
}

TEST_F(SamplerTest, CostOfEveryReadingIsKept) {
  read_takes_ns_ = 4 * kMs;
  sampler_.Open({{&kTicking, kSecond}});
  sampler_.First();
  RunFor(2 * kSecond);
  EXPECT_EQ(Health().wall_ns(), 12 * kMs);
  EXPECT_EQ(Health().cpu_ns(), 6 * kMs);
  EXPECT_EQ(writer_.samples["scripted"][1].duration_ns, 4 * kMs);
  EXPECT_EQ(script_.own_cost->probes[0].probe, "scripted");
  EXPECT_EQ(script_.own_cost->bytes_written, 4096);
}

TEST_F(SamplerTest, FirstAndLastTextsAreKept) {
  sampler_.Open({{&kTicking, kSecond}, {&kAfter, 0}});
  sampler_.First();
  RunFor(3 * kSecond);
  sampler_.Last();
  ASSERT_EQ(writer_.texts.size(), 2);
  EXPECT_EQ(writer_.texts[0].when, v1::RawText::FIRST);
  EXPECT_EQ(writer_.texts[1].when, v1::RawText::LAST);
  EXPECT_EQ(writer_.texts[1].path, "/proc/scripted");
  EXPECT_EQ(writer_.texts[1].text, "the text");
}

// One read of /proc/interrupts on 128 CPUs takes 27 ms of CPU.
TEST_F(SamplerTest, AProbeThatCostsTooMuchIsReadLessOften) {
  read_takes_ns_ = 54 * kMs;
  sampler_.KeepWithin(0.005);
  sampler_.Open({{.info = &kTicking, .interval_ns = kSecond, .may_stretch = true}});
  sampler_.First();
  RunFor(40 * kSecond);
  EXPECT_THAT(StartsMs(), ElementsAre(0, 1000, 2000, 8000, 16000, 24000, 32000, 40000));
  EXPECT_EQ(Health().interval_ms(), 8000);
  EXPECT_EQ(Health().wanted_interval_ms(), 1000);
  EXPECT_EQ(Health().missed_ticks(), 0) << "a longer interval misses nothing";
  ASSERT_EQ(sampler_.Troubles().size(), 1);
  const v1::Trouble trouble = sampler_.Troubles()[0];
  EXPECT_EQ(trouble.time_ns(), 2054 * kMs);
  EXPECT_EQ(trouble.message(),
            "read every 8000 ms from now on, not every 1000 ms: a sample takes 27.000 ms of CPU, "
            "and all probes together may use 0.50 % of one CPU (--budget)");
}

TEST_F(SamplerTest, OneSlowSampleStretchesNothing) {
  sampler_.KeepWithin(0.005);
  sampler_.Open({{.info = &kTicking, .interval_ns = kSecond, .may_stretch = true}});
  sampler_.First();
  for (const int64_t takes_ms : {1, 1, 400, 1, 400, 1}) {
    read_takes_ns_ = takes_ms * kMs;
    RunFor(kSecond);
  }
  EXPECT_EQ(Health().wanted_interval_ms(), 0);
}

TEST_F(SamplerTest, ACoreProbeKeepsItsIntervalBeforeADearOne) {
  read_takes_ns_ = 6 * kMs;
  sampler_.KeepWithin(0.005);
  sampler_.Open({{.info = &kTicking, .interval_ns = kSecond, .is_core = true, .may_stretch = true},
                 {.info = &kSecondTicking, .interval_ns = kSecond, .may_stretch = true}});
  sampler_.First();
  RunFor(10 * kSecond);
  EXPECT_EQ(sampler_.Health()[0].interval_ms(), 1000);
  EXPECT_EQ(sampler_.Health()[1].interval_ms(), 2000);
}

}  // namespace
}  // namespace collect
