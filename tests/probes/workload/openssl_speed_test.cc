// openssl speed, captured with OpenSSL 3.0.
#include "probes/workload/openssl_speed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/fake_host.h"
#include "tests/support/recorded_results.h"

namespace collect {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

// -evp aes-128-gcm
TEST(OpensslSpeedTest, BlockSizes) {
  const RecordedResults results(ParseOpensslSpeed, Fixture("workloads/openssl_3.0_evp.txt"));
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(results.values, ElementsAre(Pair("AES-128-GCM.1024_bytes", 2112488.11),
                                          Pair("AES-128-GCM.16384_bytes", 5413124.65),
                                          Pair("AES-128-GCM.16_bytes", 53019.36),
                                          Pair("AES-128-GCM.256_bytes", 747181.35),
                                          Pair("AES-128-GCM.64_bytes", 203200.6),
                                          Pair("AES-128-GCM.8192_bytes", 4968677.38)));
  EXPECT_TRUE(results.Kpis().count("AES-128-GCM.1024_bytes +"));
}

TEST(OpensslSpeedTest, Rsa) {
  const RecordedResults results(ParseOpensslSpeed, Fixture("workloads/openssl_3.0_rsa.txt"));
  EXPECT_THAT(results.values, ElementsAre(Pair("rsa-2048-bits.sign/s", 5512.5),
                                          Pair("rsa-2048-bits.verify/s", 79892.6)));
}

// ecdsap256 ecdhx25519 ed25519: three tables.
TEST(OpensslSpeedTest, SeveralTables) {
  const RecordedResults results(ParseOpensslSpeed, Fixture("workloads/openssl_3.0_ecc.txt"));
  EXPECT_THAT(results.values, ElementsAre(Pair("253-bits-EdDSA-Ed25519.sign/s", 42692),
                                          Pair("253-bits-EdDSA-Ed25519.verify/s", 16746.2),
                                          Pair("253-bits-ecdh-X25519.op/s", 43244.1),
                                          Pair("256-bits-ecdsa-nistp256.sign/s", 74351.3),
                                          Pair("256-bits-ecdsa-nistp256.verify/s", 24152.2)));
}

TEST(OpensslSpeedTest, MachineReadableFormSaysWhatToDo) {
  const RecordedResults results(ParseOpensslSpeed, "+H:1024\n+F:6:sha256:1836687360.00\n");
  EXPECT_THAT(results.status.message(), HasSubstr("without -mr"));
  EXPECT_THAT(results.values, IsEmpty());
}

TEST(OpensslSpeedTest, CutAnywhere) {
  for (const char* name : {"evp", "rsa", "ecc"}) {
    ExpectCutsAreHonest(ParseOpensslSpeed,
                        Fixture(std::string("workloads/openssl_3.0_") + name + ".txt"));
  }
}

}  // namespace
}  // namespace collect
