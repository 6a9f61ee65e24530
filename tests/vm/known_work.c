// A workload whose cost is known beforehand, for checking what `collect` counts around it.
//
//   known_work loop=N sleep=N touch=N ...
//
// does the words from left to right and prints what each was worth:
//   loop=N   N turns of a loop of kInstructionsPerTurn instructions, one of them a branch
//   sleep=N  N sleeps of 1 ms, each of them one voluntary context switch
//   touch=N  writes to N pages never touched before, each of them one minor page fault
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { kInstructionsPerTurn = 8 };

// Written in assembly so that no compiler changes the number of instructions.
static void Loop(uint64_t turns) {
#if defined(__aarch64__)
  __asm__ volatile(
      "1: nop\n nop\n nop\n nop\n nop\n nop\n"
      "subs %0, %0, #1\n"
      "b.ne 1b\n"
      : "+r"(turns)
      :
      : "cc");
#elif defined(__x86_64__)
  __asm__ volatile(
      "1: nop\n nop\n nop\n nop\n nop\n nop\n"
      "subq $1, %0\n"
      "jnz 1b\n"
      : "+r"(turns)
      :
      : "cc");
#else
#error "known_work knows arm64 and x86_64 only"
#endif
}

static void Sleep(uint64_t times) {
  const struct timespec one_ms = {0, 1000000};
  for (uint64_t i = 0; i < times; ++i) nanosleep(&one_ms, NULL);
}

// Without huge pages, where one fault would bring in 512 pages.
static int Touch(uint64_t pages) {
  const size_t page_bytes = (size_t)sysconf(_SC_PAGESIZE);
  char* memory =
      mmap(NULL, pages * page_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return 0;
  madvise(memory, pages * page_bytes, MADV_NOHUGEPAGE);
  for (uint64_t i = 0; i < pages; ++i) memory[i * page_bytes] = 1;
  munmap(memory, pages * page_bytes);
  return 1;
}

static int Do(const char* word) {
  const char* number = strchr(word, '=');
  const uint64_t n = number == NULL ? 0 : strtoull(number + 1, NULL, 10);
  if (n == 0) return 0;
  if (strncmp(word, "loop=", 5) == 0) {
    Loop(n);
    printf("instructions %llu\n", (unsigned long long)n * kInstructionsPerTurn);
    return 1;
  }
  if (strncmp(word, "sleep=", 6) == 0) {
    Sleep(n);
    printf("sleeps %llu\n", (unsigned long long)n);
    return 1;
  }
  if (strncmp(word, "touch=", 6) != 0 || !Touch(n)) return 0;
  printf("page_faults %llu\n", (unsigned long long)n);
  return 1;
}

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    if (Do(argv[i])) continue;
    fprintf(stderr, "known_work: %s: expected loop=N, sleep=N or touch=N with N above 0\n",
            argv[i]);
    return 2;
  }
  return 0;
}
