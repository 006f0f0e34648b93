// SPDX-License-Identifier: Apache-2.0
#include "apps/studio/server/access.h"

#include <gmock/gmock.h>

#include <set>

namespace holon::server {
namespace access_test {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;

class Door : public ::testing::Test {
 protected:
  std::string token() const { return token_in(access_.address()); }
  static std::string token_in(const std::string& address) {
    return address.substr(address.find("?token=") + 7);
  }
  std::string why(const Visit& visit) { return access_.refusal(visit).value_or("welcome"); }

  Access access_{4000};
};

TEST(RandomHex, IsAsLongAsAskedForAndNeverTheSame) {
  std::set<std::string> seen;
  for (int i = 0; i < 100; ++i) {
    const std::string text = random_hex(16);
    EXPECT_THAT(text, MatchesRegex("[0-9a-f]+"));
    EXPECT_EQ(text.size(), 32U);
    EXPECT_TRUE(seen.insert(text).second);
  }
}

TEST_F(Door, OpensToTheTokenInTheQueryOrInTheCookie) {
  const std::string query = "/socket?a=b&token=" + token(), cookie = access_.cookie();
  const std::string cookies = "theme=dark; " + cookie.substr(0, cookie.find(';'));
  EXPECT_EQ(why({.host = "127.0.0.1:4000", .origin = "", .cookies = "", .target = query}),
            "welcome");
  EXPECT_EQ(why({.host = "LocalHost:4000", .origin = "", .cookies = cookies, .target = "/"}),
            "welcome");
}

TEST_F(Door, StaysShutWithoutTheToken) {
  const std::string whole = token(), other = std::string(32, '0');
  for (const std::string& target : {std::string("/"),
                                    std::string("/?token="),
                                    "/?token=" + other,
                                    "/?token=" + whole.substr(1),
                                    "/?token=" + whole + "0",
                                    "/?Token=" + whole,
                                    "/token=" + whole,
                                    "/" + whole})
    EXPECT_EQ(why({.host = "127.0.0.1:4000", .origin = "", .cookies = "", .target = target}),
              "the token is missing or wrong")
        << target;
  // a studio on another port of the same host sets cookies that come here too
  const std::string cookies = "holon_studio_4001=" + whole;
  EXPECT_EQ(why({.host = "127.0.0.1:4000", .origin = "", .cookies = cookies, .target = "/"}),
            "the token is missing or wrong");
}

TEST_F(Door, IsOnlyOneUnderItsOwnNames) {
  const std::string target = "/?token=" + token();
  for (const char* host : {"",
                           "127.0.0.1",
                           "127.0.0.1:80",
                           "evil.example:4000",
                           "localhost",
                           "[::1]:4000",
                           "127.0.0.1:4000.evil.example",
                           "localhost:40000",
                           "0.0.0.0:4000"})
    EXPECT_THAT(why({.host = host, .origin = "", .cookies = "", .target = target}),
                HasSubstr("Host"))
        << host;
}

TEST_F(Door, IsNoOriginOfOthers) {
  const std::string target = "/?token=" + token();
  for (const char* origin : {"http://evil.example",
                             "http://evil.example:4000",
                             "null",
                             "file://",
                             "https://127.0.0.1:4000",
                             "http://127.0.0.1:4001",
                             "127.0.0.1:4000"})
    EXPECT_THAT(why({.host = "127.0.0.1:4000", .origin = origin, .cookies = "", .target = target}),
                HasSubstr("Origin"))
        << origin;
  for (const char* origin : {"http://127.0.0.1:4000", "http://localhost:4000"})
    EXPECT_EQ(why({.host = "127.0.0.1:4000", .origin = origin, .cookies = "", .target = target}),
              "welcome");
}

TEST_F(Door, LetsATicketInOnce) {
  const std::string ticket = token_in(access_.address_for_one_visit());
  EXPECT_NE(ticket, token());
  const std::string target = "/?token=" + ticket;
  const Visit visit{.host = "127.0.0.1:4000", .origin = "", .cookies = "", .target = target};
  EXPECT_EQ(why(visit), "welcome");
  EXPECT_EQ(why(visit), "the token is missing or wrong");
}

TEST_F(Door, SaysWhatStrangersSayInOneShortLine) {
  const std::string host = "a\nb\x1b[31m" + std::string(1000, 'x');
  const std::string said = why({.host = host, .origin = "", .cookies = "", .target = "/"});
  EXPECT_THAT(said, HasSubstr("'a?b?[31mxxx"));
  EXPECT_THAT(said, Not(HasSubstr("\n")));
  EXPECT_LT(said.size(), 120U);
}

TEST(PathOf, LeavesTheQueryOut) {
  EXPECT_EQ(path_of("/a/b?c=d?e"), "/a/b");
  EXPECT_EQ(path_of("/"), "/");
  EXPECT_EQ(path_of(""), "");
}

}  // namespace access_test
}  // namespace holon::server
