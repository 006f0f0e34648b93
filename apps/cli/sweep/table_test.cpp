// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/sweep/table.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "apps/cli/errors.h"
#include "holon/math/diagnostics.h"

namespace holon::cli {
namespace table_test {

using ::testing::HasSubstr;

const std::vector<std::string> kColumns = {"point", "a", "outcome", "reason", "max(x)"};

class SweepTableFile : public ::testing::Test {
 protected:
  SweepTableFile()
      : path_((std::filesystem::temp_directory_path()
               / ("holon_table_test_" + std::to_string(getpid()) + ".csv"))
                  .string()) {
    std::filesystem::remove(path_);
  }
  ~SweepTableFile() override { std::filesystem::remove(path_); }

  static nlohmann::ordered_json head(int points = 4) {
    return {{"sweep", 1}, {"points", points}, {"over", "a"}};
  }
  SweepTable open() const { return SweepTable(path_, head(), kColumns, 4); }
  static void add(SweepTable& table, std::uint64_t point) {
    const bool fails = point == 2;
    table.append(point,
                 {std::to_string(point), "0.5", fails ? "failed" : "ok", fails ? "a, b" : "", "7"});
  }
  std::string text() const {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void write(const std::string& text) const { std::ofstream(path_, std::ios::binary) << text; }
  template <class Error>
  std::string refusal(const nlohmann::ordered_json& wanted = head()) const {
    try {
      const SweepTable table(path_, wanted, kColumns, 4);
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  }
  std::string path_;
};

TEST_F(SweepTableFile, EndsInTheOrderOfThePoints) {
  SweepTable table = open();
  for (std::uint64_t point : {2, 0, 3, 1}) add(table, point);
  EXPECT_EQ(table.failed(), 1U);
  table.finish();
  EXPECT_EQ(text(),
            "# " + head().dump() + "\npoint,a,outcome,reason,max(x)\n"
                + "0,0.5,ok,,7\n1,0.5,ok,,7\n2,0.5,failed,\"a, b\",7\n3,0.5,ok,,7\n");
}

TEST_F(SweepTableFile, KnowsItsRowsWhenOpenedAgain) {
  {
    SweepTable table = open();
    add(table, 2);
    add(table, 0);
  }
  SweepTable table = open();
  EXPECT_EQ(table.count(), 2U);
  EXPECT_EQ(table.failed(), 1U);
  EXPECT_TRUE(table.has(0));
  EXPECT_FALSE(table.has(1));
  add(table, 1);
  add(table, 3);
  table.finish();
  EXPECT_THAT(text(), HasSubstr("\n0,0.5,ok,,7\n1,0.5,ok,,7\n2,"));
}

/// Cut after any number of bytes, it goes on and ends as if it had not been.
TEST_F(SweepTableFile, SurvivesACutAnywhere) {
  {
    SweepTable table = open();
    for (std::uint64_t point : {1, 0, 2, 3}) add(table, point);
  }
  const std::string whole = text();
  for (std::size_t n = 0; n <= whole.size(); ++n) {
    write(whole.substr(0, n));
    SweepTable table = open();
    for (std::uint64_t point = 0; point < 4; ++point)
      if (!table.has(point)) add(table, point);
    table.finish();
    EXPECT_EQ(table.count(), 4U);
    EXPECT_THAT(text(),
                HasSubstr("max(x)\n0,0.5,ok,,7\n1,0.5,ok,,7\n2,0.5,failed,\"a, b\",7\n3,0."))
        << n;
    EXPECT_EQ(text().size(), whole.size());
  }
}

TEST_F(SweepTableFile, RefusesAnotherSweep) {
  { SweepTable table = open(); }
  EXPECT_THAT(refusal<UsageError>(head(5)), HasSubstr("its 'points' is 4, not 5"));
  EXPECT_EQ(refusal<UsageError>(), "");
}

TEST_F(SweepTableFile, RefusesWhatIsNoTable) {
  write("precious,data\n1,2\n");
  EXPECT_THAT(refusal<UsageError>(), HasSubstr("is no table of a sweep"));
  EXPECT_EQ(text(), "precious,data\n1,2\n");
  write("precious, without an end of line");
  EXPECT_THAT(refusal<UsageError>(), HasSubstr("is no table of a sweep"));
  EXPECT_EQ(text(), "precious, without an end of line");
}

TEST_F(SweepTableFile, RefusesOneThatIsWritten) {
  const SweepTable table = open();
  EXPECT_THAT(refusal<UsageError>(), HasSubstr("another program is writing"));
}

TEST_F(SweepTableFile, RefusesRowsThatCannotBe) {
  std::string before;
  {
    SweepTable table = open();
    add(table, 1);
    before = text();
  }
  write(before + "1,0.5,ok,,7\n");
  EXPECT_THAT(refusal<InputError>(), HasSubstr("line 4: point 1 is there twice"));
  write(before + "9,0.5,ok,,7\n");
  EXPECT_THAT(refusal<InputError>(), HasSubstr("line 4: is no row of this sweep"));
  write(before + "2,0.5,ok\n");
  EXPECT_THAT(refusal<InputError>(), HasSubstr("line 4: is no row of this sweep"));
}

}  // namespace table_test
}  // namespace holon::cli
