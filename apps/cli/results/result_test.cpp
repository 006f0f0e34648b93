// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/results/result.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>

#include "apps/cli/errors.h"
#include "apps/cli/results/csv.h"
#include "holon/math/diagnostics.h"

namespace holon::cli {
namespace result_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// A folder of its own, gone at the end.
class ResultFiles : public ::testing::Test {
 protected:
  ResultFiles()
      : folder_(std::filesystem::temp_directory_path()
                / ("holon_result_test_" + std::to_string(getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~ResultFiles() override { std::filesystem::remove_all(folder_); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }
  static std::string text_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  static std::string error_of(const std::string& path) {
    try {
      read_result(path);
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  }

 private:
  std::filesystem::path folder_;
};

Provenance made_up() {
  Provenance p;
  p.version = "1.2.3";
  p.platform = "Linux x86_64, clang 14.0";
  p.scene = "folder/\"odd\" name.json";
  p.scene_hash = "0123456789abcdef";
  p.set = {{"length", 0.1}};
  p.parameters = {{"length", 0.1}, {"mass", 3.0}};
  p.seed = 9007199254740992ULL;
  p.stepper = "rk4";
  p.dt = 0.1;
  p.duration = 1e-3;
  p.every = 7;
  p.signals = "rod.*,cart/body.x";
  return p;
}

const std::vector<SignalInfo> kColumns = {{"time", "s"},
                                          {"rod.x", "m"},
                                          {"cart1/body.x", "m"},
                                          {"odd, \"name\".force", "N"},
                                          {"ü.qw", ""}};

const std::vector<std::vector<double>> kRows = {
    {0.0, 0.1, -0.0, 1e-308, 1.0},
    {0.1, 1.0 / 3.0, 5e-324, kNan, -1.7976931348623157e308},
    {0.2, 3.0, 2.0, 1.0, 0.0}};

bool same_bits(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}

class EveryFormat : public ResultFiles, public ::testing::WithParamInterface<const char*> {
 protected:
  std::string file() const { return path(std::string("out") + GetParam()); }
  std::unique_ptr<ResultWriter> open() const { return open_result(file(), made_up(), kColumns); }
};

TEST_P(EveryFormat, GivesBackEveryBit) {
  const auto writer = open();
  for (const auto& row : kRows) writer->row(row);
  writer->close();
  const Result result = read_result(file());
  ASSERT_EQ(result.columns.size(), kColumns.size());
  EXPECT_FALSE(result.cut);
  for (std::size_t i = 0; i < kColumns.size(); ++i) {
    EXPECT_EQ(result.columns[i].name, kColumns[i].name);
    EXPECT_EQ(result.columns[i].unit, kColumns[i].unit);
    ASSERT_EQ(result.columns[i].values.size(), kRows.size());
    for (std::size_t k = 0; k < kRows.size(); ++k)
      EXPECT_TRUE(same_bits(result.columns[i].values[k], kRows[k][i])) << kColumns[i].name << k;
  }
}

TEST_P(EveryFormat, CarriesWhereItComesFrom) {
  open()->close();
  const Result result = read_result(file());
  ASSERT_TRUE(result.provenance.has_value());
  EXPECT_EQ(to_json(*result.provenance).dump(), to_json(made_up()).dump());
  EXPECT_EQ(result.rows(), 0U);
}

TEST_P(EveryFormat, TakesManyRows) {
  const auto writer = open();
  for (int i = 0; i < 10000; ++i) {
    const double x = i;
    writer->row(std::vector<double>{x, 2 * x, x, x, x});
    if (i % 999 == 0) writer->flush();
  }
  writer->close();
  const Result result = read_result(file());
  ASSERT_EQ(result.rows(), 10000U);
  for (std::size_t i = 0; i < 10000; ++i)
    ASSERT_EQ(result.columns[1].values[i], 2.0 * static_cast<double>(i));
}

TEST_P(EveryFormat, WithoutASeedSaysSo) {
  Provenance p = made_up();
  p.seed = std::nullopt;
  open_result(file(), p, kColumns)->close();
  EXPECT_FALSE(read_result(file()).provenance->seed.has_value());
}

TEST_P(EveryFormat, RefusesAFolderThatIsNotThere) {
  const std::string nowhere = path(std::string("no/such/folder") + GetParam());
  EXPECT_THROW(open_result(nowhere, made_up(), kColumns), UsageError);
}

TEST_P(EveryFormat, RefusesRubbish) {
  write(std::string("bad") + GetParam(), "\x01\x02 this is, no\n{result\n");
  EXPECT_THROW(read_result(path(std::string("bad") + GetParam())), InputError);
  write(std::string("none") + GetParam(), "");
  EXPECT_THROW(read_result(path(std::string("none") + GetParam())), InputError);
}

/// Whatever is cut off, it is an error or fewer rows, but never a wrong number.
TEST_P(EveryFormat, IsNeverReadWrongWhenItWasCut) {
  const auto writer = open();
  for (const auto& row : kRows) writer->row(row);
  writer->close();
  const std::string whole = text_of(file());
  int readable = 0;
  for (std::size_t n = 0; n < whole.size(); n += 1 + whole.size() / 400) {
    const std::string cut = write(std::string("cut") + GetParam(), whole.substr(0, n));
    try {
      const Result result = read_result(cut);
      ASSERT_LE(result.rows(), kRows.size());
      for (std::size_t i = 0; i < result.columns.size(); ++i)
        for (std::size_t k = 0; k < result.rows(); ++k)
          ASSERT_TRUE(same_bits(result.columns[i].values[k], kRows[k][i])) << n;
      ++readable;
    } catch (const InputError&) {
    }
  }
  const std::string ending = GetParam();
  if (ending == ".csv" || ending == ".jsonl") EXPECT_GT(readable, 10);
}

INSTANTIATE_TEST_SUITE_P(Results,
                         EveryFormat,
                         ::testing::Values(".csv", ".jsonl", ".npz", ".h5"),
                         [](const auto& info) { return std::string(info.param).substr(1); });

class GrowingFormat : public EveryFormat {};

TEST_P(GrowingFormat, HasAllRowsAfterAFlush) {
  const auto writer = open();  // and is never closed
  for (const auto& row : kRows) writer->row(row);
  writer->flush();
  EXPECT_EQ(read_result(file()).rows(), kRows.size());
}

INSTANTIATE_TEST_SUITE_P(Results,
                         GrowingFormat,
                         ::testing::Values(".csv", ".jsonl"),
                         [](const auto& info) { return std::string(info.param).substr(1); });

class CsvFile : public ResultFiles {};

TEST_F(CsvFile, OfOthersIsReadTooWithoutAHeader) {
  const Result result = read_result(write("other.csv", "t,x\r\n0,1.5\r\n1,\r\n"));
  EXPECT_FALSE(result.provenance.has_value());
  EXPECT_EQ(result.columns[1].name, "x");
  EXPECT_EQ(result.columns[1].values[0], 1.5);
  EXPECT_TRUE(std::isnan(result.columns[1].values[1]));
}

TEST_F(CsvFile, DropsALastLineWithoutAnEnd) {
  const Result result = read_result(write("cut.csv", "t,x\n0,1\n1,2"));
  EXPECT_TRUE(result.cut);
  EXPECT_THAT(result.columns[1].values, ElementsAre(1.0));
}

TEST_F(CsvFile, SaysWhereItIsWrong) {
  EXPECT_THAT(error_of(write("a.csv", "t,x\n0,1\n1\n")),
              HasSubstr("line 3: 1 cells under 2 names"));
  EXPECT_THAT(error_of(write("b.csv", "t,x\n0,one\n")),
              HasSubstr("line 2: 'one' under 'x' is no number"));
  EXPECT_THAT(error_of(write("c.csv", "t,\"x\n0,1\n")), HasSubstr("line 1: a quote has no end"));
  EXPECT_THAT(error_of(write("d.csv", "t,x\n0,inf\n")), HasSubstr("'inf' under 'x' is no number"));
  EXPECT_THAT(error_of(write("e.csv", "# {\"holon\": 1}\nt,x\n0,1\n")), HasSubstr("'holon'"));
}

TEST_F(CsvFile, OfASweepIsReadWithoutItsWords) {
  const Result result = read_result(
      write("sweep.csv",
            "# {\"sweep\":1}\npoint,length,outcome,reason,max(rod.x)\n0,1,ok,,2\n1,2,failed,\"a, "
            "b\",\n"));
  ASSERT_EQ(result.columns.size(), 3U);
  EXPECT_EQ(result.columns[2].name, "max(rod.x)");
  EXPECT_EQ(result.columns[2].values[0], 2.0);
}

class JsonLines : public ResultFiles {};

TEST_F(JsonLines, SaysWhereItIsWrong) {
  open_result(path("a.jsonl"), made_up(), {{"time", "s"}, {"x", "m"}})->close();
  const std::string head = text_of(path("a.jsonl"));
  EXPECT_THAT(error_of(write("b.jsonl", head + "{\"time\":0}\n")),
              HasSubstr("line 2: no number under 'x'"));
  EXPECT_THAT(error_of(write("c.jsonl", head + "{\"time\":0,\n")), HasSubstr("line 2 is no JSON"));
  const Result other_order = read_result(write("d.jsonl", head + "{\"x\":3,\"time\":0}\n"));
  EXPECT_EQ(other_order.columns[1].values[0], 3.0);
}

TEST(ResultNames, SayTheFormat) {
  EXPECT_TRUE(names_a_result("a.b/out.npz"));
  EXPECT_FALSE(names_a_result("scene.json"));
  EXPECT_THROW(open_result("out.parquet", made_up(), kColumns), UsageError);
  EXPECT_THROW(read_result("/no/such/file.csv"), InputError);
}

TEST(CsvCells, ComeBackAsTheyWere) {
  const std::vector<std::string> texts = {"", "plain", "a,b", "say \"so\"", "\"", ",", " spaced "};
  std::string line = csv_cell(texts[0]);
  for (std::size_t i = 1; i < texts.size(); ++i) line += "," + csv_cell(texts[i]);
  std::vector<std::string> cells;
  ASSERT_TRUE(split_csv(line, cells));
  EXPECT_EQ(cells, texts);
}

}  // namespace result_test
}  // namespace holon::cli
