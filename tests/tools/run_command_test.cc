// collect run, as people run it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tests/tools/shell.h"

namespace collect {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class RunCommandTest : public testing::Test {
 protected:
  // `run` runs collect with a store of its own; `shown` prints the runs in it.
  ShellResult Run(absl::string_view script) {
    return Shell(absl::StrCat("cd $SCRATCH\n"
                              "run() { $COLLECT -o store --quiet \"$@\"; }\n"
                              "shown() { $COLLECT show -o store 'store/*' \"$@\"; }\n",
                              script),
                 scratch_.path());
  }

  ScratchFolder scratch_;
};

// S-076
TEST_F(RunCommandTest, ExitStatusIsTheCommands) {
  for (const int status : {0, 1, 3, 255}) {
    EXPECT_EQ(Run(absl::StrCat("run -- sh -c 'exit ", status, "'")).status, status);
  }
}

// S-077
TEST_F(RunCommandTest, SignalIsReportedAsAShellDoes) {
  EXPECT_EQ(Run("run -- sh -c 'kill -TERM $$'").status, 143);
  EXPECT_EQ(Run("run -- sh -c 'kill -KILL $$'").status, 137);
}

TEST_F(RunCommandTest, AnyScriptMayReportResults) {
  const ShellResult result =
      Run("echo 'speed 1/s higher regex speed=([0-9.]+)' >rules\n"
          "run --label r --metrics-from rules -- sh -c 'echo speed=42.5; echo collect-metric "
          "depth=7 m'\n"
          "shown --metric 'sh.*' --format csv");
  EXPECT_THAT(result.out, HasSubstr("speed=42.5\ncollect-metric depth=7 m\n"));
  EXPECT_THAT(result.out, HasSubstr(",sh.speed,1/s,last,42.5,"));
  EXPECT_THAT(result.out, HasSubstr(",sh.depth,m,last,7,"));
}

// Whatever becomes of its stdout; dash names no descriptor above 9.
TEST_F(RunCommandTest, ScriptReportsResultsOnADescriptor) {
  const ShellResult result =
      Run("run -- dash -c 'echo hello; { echo collect-metric depth=7.5 m; echo login.fail; } "
          ">&$COLLECT_METRICS_FD' >out\n"
          "cat out; shown --format csv");
  EXPECT_THAT(result.out, testing::StartsWith("hello\n"));
  EXPECT_THAT(result.out, HasSubstr(",dash.depth,m,last,7.5,"));
  EXPECT_THAT(result.out, HasSubstr(",dash.login.fail,count,last,1,"));
}

// A process left running keeps the descriptor open; a flood neither blocks nor fills the memory.
TEST_F(RunCommandTest, NobodyHangsOnTheDescriptor) {
  const ShellResult result =
      Run("run --label left -- sh -c 'sleep 3 & echo collect-metric x=1 >&$COLLECT_METRICS_FD'\n"
          "run --label flood -- sh -c 'yes collect-metric x=2 | head -c 9M >&$COLLECT_METRICS_FD'\n"
          "$COLLECT list -o store | grep -c 'exit status 0'; shown --metric sh.x");
  EXPECT_THAT(result.out, testing::StartsWith("2\n"));
  EXPECT_THAT(result.out, HasSubstr("bytes written to $COLLECT_METRICS_FD were not kept"));
  EXPECT_THAT(result.out, testing::ContainsRegex("sh.x +1 count"));
  EXPECT_THAT(result.out, testing::ContainsRegex("sh.x +2 count"));
}

// How runs ended makes up the fail:runs table.
TEST_F(RunCommandTest, FailuresAreCountedInAComparison) {
  const ShellResult result = Run(
      "run --label good --runs 2 -- sh -c 'exit 0'; run --label bad --runs 2 -- sh -c 'exit 3'\n"
      "$COLLECT compare -o store --failed --all --format lkp good bad");
  EXPECT_THAT(result.out, HasSubstr("last_state.test.sh.exit_code.3")) << result.out << result.err;
}

TEST_F(RunCommandTest, BadRuleIsNamed) {
  const ShellResult result =
      Run("echo 'speed 1/s higher regex (' >rules; run --metrics-from rules -- true");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("rules:1"));
}

// S-086: a failing command is recorded like any other.
TEST_F(RunCommandTest, FailedRunIsInTheStore) {
  const ShellResult result = Run("run --label bad -- false; $COLLECT show -o store bad");
  EXPECT_THAT(result.out, HasSubstr("exit status 1"));
  EXPECT_THAT(result.out, HasSubstr("proc-vmstat.pgfault"));
}

// S-090: on a store that is full to the very end, the samples until then and the command's fate.
TEST_F(RunCommandTest, FullDiskKeepsTheOutcome) {
  const ShellResult result =
      Run("mkdir store; unshare -m mount -t tmpfs none store 2>/dev/null || exit 99\n"
          "unshare -m bash -c 'mount -t tmpfs -o size=1m none store\n"
          "  $0 -o store --quiet -- sh -c \"cat /dev/zero >store/filler; exit 3\"; echo $?\n"
          "  $0 show -o store \"store/*\" --metric \"*pgfault\"; $0 verify -o store \"store/*\"' "
          "$COLLECT 2>/dev/null");
  if (result.status == 99) GTEST_SKIP() << "no file system may be mounted here";
  EXPECT_THAT(result.out, testing::StartsWith("3\n"));
  EXPECT_THAT(result.out, HasSubstr("exit status 3"));
  EXPECT_THAT(result.out, HasSubstr("the disk was full"));
}

// A run under way is not damaged, and one of a later version is not either.
TEST_F(RunCommandTest, VerifyTellsARunThatGoesOnFromOneThatWasCutOff) {
  const ShellResult result =
      Run("$COLLECT -o store --quiet -- sleep 3 & until ls store/*/*.collect; do sleep 0.05; done "
          ">/dev/null 2>&1\n"
          "$COLLECT verify -o store 'store/*'; echo $?\n"
          "kill -KILL $!; wait $! 2>/dev/null\n"
          "$COLLECT verify -o store 'store/*'; echo $?\n"
          "python3 - store/*/* <<'END'\n"
          "import struct, sys, zlib\n"
          "file = open(sys.argv[1], 'r+b')\n"
          "head = file.read(8) + struct.pack('<HH', 2, 0)\n"
          "file.seek(0); file.write(head + struct.pack('<I', zlib.crc32(head)))\n"
          "END\n"
          "$COLLECT verify -o store 'store/*'; echo $?");
  EXPECT_THAT(result.out, testing::ContainsRegex(": whole so far, still being written\n0\n"));
  EXPECT_THAT(result.out, testing::ContainsRegex(": cut off: the file has no closing frame\n1\n"));
  EXPECT_THAT(result.out, testing::ContainsRegex(": it is written in run file format 2.0"));
}

// A hole of 8 GB is no run file.
TEST_F(RunCommandTest, HugeFileIsRefusedAtOnce) {
  const ShellResult result = Run("truncate -s 8G big.collect; timeout 5 $COLLECT show big.collect");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("is larger than any run file"));
}

TEST_F(RunCommandTest, WordRunAndDashesMayBeLeftOut) {
  EXPECT_EQ(Run("run echo -n one; run -- echo two; $COLLECT run -o store --quiet echo three").out,
            "onetwo\nthree\n");
}

// S-082: the command gets its words as they were written, and so does the record.
TEST_F(RunCommandTest, WordsOfTheCommandAreKept) {
  const ShellResult result =
      Run("run -- printf '<%s>' '' 'a  b' \"it's\" '\"' $'new\\nline' --runs\n"
          "shown --format json | python3 -c 'import json, sys\n"
          "print(json.load(sys.stdin)[0][\"run\"][\"command\"])'");
  EXPECT_EQ(result.out,
            "<><a  b><it's><\"><new\nline><--runs>"
            "['printf', '<%s>', '', 'a  b', \"it's\", '\"', 'new\\nline', '--runs']\n");
}

// A list has one line for each run whatever the command's words hold.
TEST_F(RunCommandTest, ListShowsAnyWordOnOneLine) {
  const ShellResult result = Run("$COLLECT -- true $'a\\nb' $'\\e[31m' && $COLLECT list");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("true $'a\\nb' $'\\033[31m'\n"));
}

TEST_F(RunCommandTest, StoreThatCannotBeReadIsNotAnEmptyOne) {
  const ShellResult none = Run("$COLLECT list -o nosuch");
  EXPECT_EQ(none.status, 0);
  EXPECT_THAT(none.err, HasSubstr("there are no runs in nosuch"));
  const ShellResult file = Run("touch store; $COLLECT list -o store");
  EXPECT_EQ(file.status, 2);
  EXPECT_THAT(file.err, HasSubstr("cannot read store: Not a directory"));
}

TEST_F(RunCommandTest, OutputThatIsNotWrittenIsNoSuccess) {
  const ShellResult result = Run("$COLLECT -- true 2>/dev/null; $COLLECT list > /dev/full");
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, HasSubstr("output could be written to stdout"));
}

// JSON may name a metric so.
TEST_F(RunCommandTest, NulInANameCutsNothingOff) {
  const ShellResult result =
      Run("mkdir in && echo '{\"a.\\u0000b\": 7}' > in/stats.json &&"
          "$COLLECT import lkp in -o out >&2 && $COLLECT show out --format csv | tr '\\0' '@'");
  EXPECT_THAT(result.out, HasSubstr("a.@b,,last,7")) << result.err;
}

TEST_F(RunCommandTest, SeriesCountsItsRunsAndKeepsTheFirstFailure) {
  const ShellResult result =
      Run("run --runs 3 -- sh -c 'echo x >>seen; [ $(wc -l <seen) != 2 ] || exit 7'\n"
          "echo status $?; ls store/unlabelled | wc -l");
  EXPECT_EQ(result.out, "status 7\n3\n");
}

TEST_F(RunCommandTest, SeriesEndsWhenThereIsNoCommand) {
  const ShellResult result = Run("run --runs 3 -- comparee a b; echo $?; ls -A store");
  EXPECT_EQ(result.out, "127\n") << "a mistyped command is no run";
  EXPECT_THAT(result.err, HasSubstr("did you mean collect compare?"));
}

// A command that says 126 or 127 itself has run.
TEST_F(RunCommandTest, SeriesGoesOnAfterACommandThatEndsAsAShellDoes) {
  const ShellResult result =
      Run("run --runs 2 -- sh -c 'exit 127'; run --runs 2 -- sh -c 'exit 126'\n"
          "ls store/unlabelled | wc -l");
  EXPECT_EQ(result.out, "4\n");
}

// Like any wrapper: what means something to the command reaches it, and does not end us.
TEST_F(RunCommandTest, SignalsWithAMeaningReachTheCommand) {
  for (const char* signal : {"USR1", "USR2", "ALRM", "VTALRM", "PROF", "IO", "PWR", "RTMIN+3"}) {
    const ShellResult result = Run(
        absl::StrCat("$COLLECT -o store --quiet -- bash -c 'trap \"echo got it; exit 3\" ", signal,
                     "; echo >ready; while :; do sleep 0.05; done' &\n"
                     "until [ -e ready ]; do sleep 0.05; done; rm ready; kill -",
                     signal,
                     " $!; wait $!; echo $?\n"
                     "$COLLECT verify -o store 'store/*' >&2"));
    EXPECT_EQ(result.out, "got it\n3\n") << signal << result.err;
    EXPECT_THAT(result.err, HasSubstr("whole")) << signal;
  }
}

// perl -e 'alarm 5; exec ...' is a timeout of old; an alarm outlives exec but not fork (alarm(2)).
TEST_F(RunCommandTest, AlarmSetBeforeEndsTheCommandAndNotTheRecord) {
  const ShellResult result =
      Run("perl -e 'alarm 1; exec @ARGV' $COLLECT -o store --quiet -- sleep 20; echo $?\n"
          "$COLLECT verify -o store 'store/*'");
  EXPECT_THAT(result.out, testing::StartsWith("142\n"));
  EXPECT_THAT(result.out, HasSubstr("whole"));
}

// S-078
TEST_F(RunCommandTest, SeriesEndsWhenInterrupted) {
  const ShellResult result =
      Run("env --default-signal=INT $COLLECT -o store --quiet --runs 5 -- sleep 10 &\n"
          "sleep 1; kill -INT $!; wait $!; echo $?\n"
          "ls store/* | wc -l; shown | grep ^ended");
  EXPECT_THAT(result.out, HasSubstr("1\nended"));
  EXPECT_THAT(result.out, HasSubstr("interrupted"));
}

// Bad words: status 2, one line on stderr, nothing on stdout, nothing run.
TEST_F(RunCommandTest, BadInputGetsOneLine) {
  for (const char* words : {"",
                            "--",
                            "--lable x -- touch ran",
                            "--runs 0 -- touch ran",
                            "--runs -- touch ran",
                            "--interval 0 -- touch ran",
                            "--interval 1ms -- touch ran",
                            "--interval soon -- touch ran",
                            "--interval nosuch=1s -- touch ran",
                            "--probes nosuch -- touch ran",
                            "--label a/b -- touch ran",
                            "--param x -- touch ran",
                            "--timeout 0 -- touch ran",
                            "show",
                            "show nosuch",
                            "show --formt x",
                            "verify",
                            "verify nosuch",
                            "compare",
                            "compare nosuch nosuch",
                            "import tool x -o y",
                            "import lkp nosuch -o y",
                            "replay",
                            "replay nosuch -o y",
                            "capture",
                            "probes x"}) {
    const ShellResult result =
        Run(absl::StrCat("$COLLECT ", words, "; s=$?; ls ran 2>&1 >&2; exit $s"));
    EXPECT_EQ(result.status, 2) << words;
    EXPECT_THAT(result.out, HasSubstr("No such file")) << words;
    EXPECT_EQ(std::vector<std::string>(absl::StrSplit(result.err, '\n')).size(), 2) << words << "\n"
                                                                                    << result.err;
  }
}

// S-034: a German decimal comma gets into no output.
TEST_F(RunCommandTest, LocaleChangesNoNumber) {
  const ShellResult result =
      Run("mkdir -p locales && localedef -i de_DE -f UTF-8 locales/de_DE.UTF-8 || exit 99\n"
          "export LOCPATH=$PWD/locales\n"
          "[ \"$(LC_ALL=de_DE.UTF-8 bash -c 'printf %.1f 1,5')\" = 1,5 ] || exit 99\n"
          "LC_ALL=de_DE.UTF-8 run --interval 50ms -- sleep 0.2\n"
          "for format in text json csv; do\n"
          "  shown --format $format >plain; LC_ALL=de_DE.UTF-8 shown --format $format >german\n"
          "  cmp plain german || exit 1\n"
          "done\n"
          "grep -E 'fault.*[0-9]\\.[0-9]' plain | head -n 1");
  if (result.status == 99) GTEST_SKIP() << "no German locale can be made here: " << result.err;
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_NE(result.out, "");
}

// S-039: the moment of a run is the same wherever its clock is read.
TEST_F(RunCommandTest, TimeZoneChangesNoTime) {
  const ShellResult result = Run(
      "before=$(date -u +%s); TZ=Asia/Shanghai run -- true; after=$(date -u +%s)\n"
      "TZ=America/New_York shown | grep ^started >one; shown | grep ^started >two; cmp one two\n"
      "at=$(date -d \"$(awk '{print $2}' one)\" +%s)\n"
      "[ $before -le $at ] && [ $at -le $after ] && echo right");
  EXPECT_EQ(result.out, "right\n");
}

// S-047, S-118: the three forms have the same numbers, and standard parsers read them.
TEST_F(RunCommandTest, TextJsonAndCsvAgree) {
  const ShellResult result =
      Run("run --interval 50ms -- sleep 0.3\n"
          "for format in text json csv; do shown --format $format >$format; done\n"
          "python3 - <<'END'\n"
          "import csv, json\n"
          "metrics = json.load(open('json'))[0]['metrics']\n"
          "by_json = {m['name']: m.get('value') for m in metrics}\n"
          "by_csv = {r['metric']: float(r['value']) if r['value'] else None\n"
          "          for r in csv.DictReader(open('csv'))}\n"
          "lines = open('text').read().split('\\nmetric ')[1].splitlines()[1:]\n"
          "by_text = {l.split()[0]: None if l.split()[1] == '-' else float(l.split()[1])\n"
          "           for l in lines}\n"
          "assert len(by_json) > 100\n"
          "assert by_json == by_csv == by_text\n"
          "END");
  EXPECT_EQ(result.status, 0) << result.err;
}

// S-056: one program is started, whatever the number of samples; nothing is opened meanwhile.
// S-055: and never a file for which the kernel walks page tables.
TEST_F(RunCommandTest, SamplingStartsAndOpensNothing) {
  const ShellResult result =
      Run("export ASAN_OPTIONS=detect_leaks=0\n"
          "strace -o /dev/null true || exit 99\n"
          "count() { grep -cE \"$1\" \"$2\"; }\n"
          "for seconds in 0.2 0.8; do\n"
          "  strace -f -o $seconds -e trace=%process,openat \\\n"
          "    $COLLECT -o store --quiet --interval 20ms -- sleep $seconds\n"
          "  echo $(count 'execve.* = 0' $seconds) $(count 'clone.*SIGCHLD|fork\\(' $seconds)\n"
          "done\n"
          "[ $(count openat 0.2) = $(count openat 0.8) ] && echo as many files\n"
          "cat 0.2 0.8 | count 'smaps|numa_maps|pagemap|clear_refs' -");
  if (result.status == 99) GTEST_SKIP() << "no process may be traced here: " << result.err;
  EXPECT_EQ(result.out, "2 1\n2 1\nas many files\n0\n") << result.err;
}

// S-073: collect may open what the hard limit allows; the command keeps the limit it was given.
TEST_F(RunCommandTest, LimitOfOpenFilesIsRaisedForCollectOnly) {
  const ShellResult result =
      Run("ulimit -Sn 256; ulimit -Hn 1024\n"
          "run --runs 2 -- sh -c 'ulimit -Sn; grep \"open files\" /proc/$PPID/limits'");
  EXPECT_THAT(result.out, testing::MatchesRegex("(256\nMax open files +1024 +1024 +files +\n){2}"));
}

// Whoever may not read everything gets what he may read, is told once what is missing, and gets
// the command's status.
TEST_F(RunCommandTest, OrdinaryUserGetsWhatHeMayRead) {
  const ShellResult result =
      Run("[ $(id -u) = 0 ] || exit 99\n"
          "chmod 755 $SCRATCH && cp $COLLECT collect && mkdir -m 777 home && cd home\n"
          "user() { setpriv --reuid=65534 --regid=65534 --clear-groups env HOME=$PWD \"$@\"; }\n"
          "unset XDG_STATE_HOME\n"
          "user ../collect --label u --runs 2 -- sh -c 'exit 3'; echo status $?\n"
          "user ../collect show u | grep -E '^slabinfo|pgfault '\n"
          "ls .local/state/collect");
  if (result.status == 99) GTEST_SKIP() << "only root can become somebody else";
  EXPECT_THAT(result.out, HasSubstr("status 3\n"));
  EXPECT_THAT(result.out, HasSubstr("slabinfo         no permission"));
  EXPECT_THAT(result.out, HasSubstr("proc-vmstat.pgfault"));
  EXPECT_THAT(result.out, HasSubstr("\nu\n"));
  const size_t told = result.err.find("without slabinfo");
  EXPECT_NE(told, std::string::npos) << result.err;
  EXPECT_EQ(result.err.find("without slabinfo", told + 1), std::string::npos) << result.err;
}

}  // namespace
}  // namespace collect
