// SPDX-License-Identifier: Apache-2.0
#include "apps/studio/server/folder.h"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "apps/studio/server/durable_file.h"
#include "holon/math/diagnostics.h"

namespace holon::server {
namespace folder_test {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class OfStudio : public ::testing::Test {
 protected:
  OfStudio() {
    fs::remove_all(root_);
    fs::create_directories(root_ / "inside");
    put(root_ / "secret.json", "secret");
    folder_.emplace(root_ / "inside");
  }
  ~OfStudio() override { fs::remove_all(root_); }

  static void put(const fs::path& path, const std::string& text) { std::ofstream(path) << text; }
  static std::string text_in(const fs::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  template <class F>
  static std::string complaint(F&& f) {
    try {
      f();
    } catch (const UsageError& e) {
      return e.what();
    }
    return "";
  }
  std::string at_reading(const std::string& name) {
    return complaint([&] { folder_->read(name); });
  }
  std::string at_writing(const std::string& name) {
    return complaint([&] { folder_->write(name, "text"); });
  }

  fs::path root_ = fs::temp_directory_path() / ("holon_folder_test_" + std::to_string(getpid()));
  std::optional<Folder> folder_;
};

TEST_F(OfStudio, GivesBackWhatWasWritten) {
  folder_->write("a b ä.json", "one");
  folder_->write("a b ä.json", "two");
  EXPECT_EQ(folder_->read("a b ä.json"), "two");
  EXPECT_THAT(folder_->files(), ElementsAre("a b ä.json"));
}

TEST_F(OfStudio, ListsScenesAndRobotsInOrder) {
  for (const char* name :
       {"b.json", "a.holon", "r.urdf", "m.xml", "notes.txt", ".hidden.json", "bad\xFF.json"})
    put(folder_->path() / name, "");
  fs::create_directory(folder_->path() / "folder.json");
  EXPECT_THAT(folder_->files(), ElementsAre("a.holon", "b.json", "m.xml", "r.urdf"));
}

TEST_F(OfStudio, HasNoNamesThatLeadOut) {
  put(root_ / "inside" / "notes.txt", "private");
  for (const char* name : {"",
                           ".",
                           "..",
                           "../secret.json",
                           "..\\secret.json",
                           "/etc/passwd",
                           "a/../../secret.json",
                           "./x.json",
                           ".hidden.json",
                           "notes.txt",
                           "x.json/",
                           "x\n.json",
                           "bad\xFF.json",
                           "x.json.exe"}) {
    EXPECT_NE(at_reading(name), "") << name;
    EXPECT_NE(at_writing(name), "") << name;
  }
  EXPECT_NE(at_reading(std::string("x\0.json", 7)), "");
  EXPECT_NE(at_writing(std::string(300, 'x') + ".json"), "");
  EXPECT_THAT(at_reading("../secret.json"), HasSubstr("'../secret.json' leads out of the folder"));
  EXPECT_EQ(text_in(root_ / "secret.json"), "secret");
}

TEST_F(OfStudio, FollowsNoLinkOutOfIt) {
  fs::create_symlink(root_ / "secret.json", folder_->path() / "link.json");
  fs::create_symlink(root_ / "nothing.json", folder_->path() / "dangling.json");
  EXPECT_THAT(at_reading("link.json"), HasSubstr("link that leads out"));
  EXPECT_THAT(at_writing("link.json"), HasSubstr("link that leads out"));
  EXPECT_THAT(at_writing("dangling.json"), HasSubstr("link that leads out"));
  EXPECT_EQ(text_in(root_ / "secret.json"), "secret");
  EXPECT_FALSE(fs::exists(root_ / "nothing.json"));
}

TEST_F(OfStudio, FollowsALinkInside) {
  put(folder_->path() / "real.json", "old");
  fs::create_symlink("real.json", folder_->path() / "link.json");
  folder_->write("link.json", "new");
  EXPECT_EQ(folder_->read("real.json"), "new");
  EXPECT_TRUE(fs::is_symlink(folder_->path() / "link.json"));
}

TEST_F(OfStudio, ReadsAndWritesFilesOnly) {
  mkfifo((folder_->path() / "pipe.json").c_str(), 0600);  // to read it would be to wait for ever
  fs::create_directory(folder_->path() / "folder.json");
  for (const char* name : {"pipe.json", "folder.json"}) {
    EXPECT_THAT(at_reading(name), HasSubstr("there is no file")) << name;
    EXPECT_THAT(at_writing(name), HasSubstr("no file that can be written")) << name;
  }
  EXPECT_THAT(at_reading("nothing.json"), HasSubstr("there is no file 'nothing.json'"));
}

TEST_F(OfStudio, OverwritesNoRobots) {
  put(folder_->path() / "arm.urdf", "<robot/>");
  EXPECT_THAT(at_writing("arm.urdf"), HasSubstr("end with .json"));
  EXPECT_EQ(folder_->read("arm.urdf"), "<robot/>");
}

TEST_F(OfStudio, HasToBeThere) {
  EXPECT_THAT(complaint([&] { Folder(root_ / "nowhere"); }), HasSubstr("there is no folder"));
  EXPECT_THAT(complaint([&] { Folder(root_ / "secret.json"); }), HasSubstr("there is no folder"));
}

TEST_F(OfStudio, DurableFilesKeepWhoMayReadThem) {
  const fs::path path = root_ / "private.json";
  put(path, "old");
  fs::permissions(path, fs::perms(0600));
  write_durably(path, "new");
  EXPECT_EQ(fs::status(path).permissions(), fs::perms(0600));
  EXPECT_EQ(text_in(path), "new");
  rename_durably(path, root_ / "other.json");
  EXPECT_EQ(text_in(root_ / "other.json"), "new");
}

TEST_F(OfStudio, DurableFilesThatCannotBeWrittenLeaveNothing) {
  fs::create_directory(root_ / "taken.json");
  EXPECT_THROW(write_durably(root_ / "taken.json", "text"), std::system_error);
  EXPECT_THROW(write_durably(root_ / "nowhere" / "x.json", "text"), std::system_error);
  EXPECT_FALSE(fs::exists(root_ / ".taken.json.part"));
}

}  // namespace folder_test
}  // namespace holon::server
