// SPDX-License-Identifier: Apache-2.0
#include "apps/studio/server/outbox.h"

#include <gmock/gmock.h>

namespace holon::server {
namespace outbox_test {

Message message(std::string text) {
  return std::make_shared<const std::string>(std::move(text));
}
Frame frame(std::size_t size) {
  return std::make_shared<const std::vector<std::byte>>(size);
}

TEST(Outbox, SendsAllMessagesInOrderAndThenTheNewestFrame) {
  Outbox outbox;
  EXPECT_FALSE(outbox.next());
  outbox.show(frame(1));
  EXPECT_TRUE(outbox.put(message("one")));
  outbox.show(frame(2));
  EXPECT_TRUE(outbox.put(message("two")));
  outbox.show(frame(3));
  for (const char* text : {"one", "two"}) {
    const std::optional<Outbox::Parcel> parcel = outbox.next();
    ASSERT_TRUE(parcel);
    EXPECT_TRUE(parcel->is_text());
    EXPECT_EQ(parcel->bytes(), text);
  }
  const std::optional<Outbox::Parcel> last = outbox.next();
  ASSERT_TRUE(last);
  EXPECT_FALSE(last->is_text());
  EXPECT_EQ(last->bytes().size(), 3U);
  EXPECT_FALSE(outbox.next());
}

TEST(Outbox, TakesAMessageOfAnySizeUnlessTooMuchWaits) {
  Outbox outbox;
  EXPECT_TRUE(outbox.put(message(std::string(2 * Outbox::most_bytes, 'x'))));
  EXPECT_FALSE(outbox.put(message("y")));
  EXPECT_TRUE(outbox.next());
  EXPECT_TRUE(outbox.put(message("y")));
}

TEST(Outbox, TakesManySmallMessages) {
  Outbox outbox;
  for (int i = 0; i < 100'000; ++i) ASSERT_TRUE(outbox.put(message("hinge broke")));
}

}  // namespace outbox_test
}  // namespace holon::server
