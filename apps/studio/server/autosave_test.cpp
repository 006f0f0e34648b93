// SPDX-License-Identifier: Apache-2.0
#include "apps/studio/server/autosave.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <fstream>

#include "holon/math/diagnostics.h"

namespace holon::server {
namespace autosave_test {

namespace fs = std::filesystem;
using ::testing::Eq;
using ::testing::Optional;

class InFolder : public ::testing::Test {
 protected:
  InFolder() {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~InFolder() override { fs::remove_all(folder_); }

  fs::path folder_ =
      fs::temp_directory_path() / ("holon_autosave_test_" + std::to_string(getpid()));
};

TEST_F(InFolder, KeepsTheLastTextAndSaysWhichItIs) {
  {
    Autosave autosave(folder_);
    EXPECT_EQ(autosave.last(), std::nullopt);
    EXPECT_FALSE(autosave.take_outcome());
    for (std::uint64_t i = 1; i <= 3; ++i) {
      autosave.keep(i, "text " + std::to_string(i));
      autosave.wait();
      EXPECT_TRUE(autosave.is_free());
      const std::optional<Autosave::Outcome> outcome = autosave.take_outcome();
      ASSERT_TRUE(outcome);
      EXPECT_EQ(outcome->number, i);
      EXPECT_TRUE(outcome->on_disk);
      EXPECT_FALSE(autosave.take_outcome());
    }
    autosave.keep(4, "the end");
  }
  EXPECT_THAT(Autosave(folder_).last(), Optional(Eq("the end")));
}

TEST_F(InFolder, SetsAsideWhatIsNotReopened) {
  Autosave autosave(folder_);
  EXPECT_FALSE(autosave.set_aside());
  autosave.keep(1, "text");
  autosave.wait();
  EXPECT_TRUE(autosave.set_aside());
  EXPECT_EQ(autosave.last(), std::nullopt);
  EXPECT_TRUE(fs::exists(folder_ / ".holon-studio" / "previous.json"));
}

TEST_F(InFolder, HasTheFolderToItself) {
  const Autosave autosave(folder_);
  EXPECT_THROW(Autosave other(folder_), UsageError);
}

TEST_F(InFolder, GoesOnWhereNothingCanBeKept) {
  std::ofstream(folder_ / ".holon-studio") << "no folder";
  Autosave autosave(folder_);
  autosave.keep(1, "text");
  autosave.wait();
  EXPECT_TRUE(autosave.is_free());
  EXPECT_FALSE(autosave.take_outcome().value().on_disk);
  EXPECT_EQ(autosave.last(), std::nullopt);
}

}  // namespace autosave_test
}  // namespace holon::server
