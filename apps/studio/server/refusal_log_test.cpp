// SPDX-License-Identifier: Apache-2.0
#include "apps/studio/server/refusal_log.h"

#include <gmock/gmock.h>

#include <sstream>

namespace holon::server {
namespace refusal_log_test {

using namespace std::chrono_literals;

TEST(RefusalLog, CountsWhatItLeavesOut) {
  std::ostringstream out;
  RefusalLog log(out);
  const RefusalLog::Clock::time_point start(1000h);
  for (int i = 0; i < 1000; ++i) log.refused("no token", start);
  std::string wanted;
  for (int i = 0; i < 10; ++i) wanted += "holon studio: refused: no token\n";
  EXPECT_EQ(out.str(), wanted);
  log.refused("again", start + 1s);
  wanted += "holon studio: refused: 990 more\nholon studio: refused: again\n";
  EXPECT_EQ(out.str(), wanted);
  log.refused("again", start + 1s);
  log.finish();
  log.finish();
  EXPECT_EQ(out.str(), wanted + "holon studio: refused: 1 more\n");
}

}  // namespace refusal_log_test
}  // namespace holon::server
