// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "holon/checks/kind_tests.h"
#include "holon/model/model.h"

/// What every kind of controller has to pass. The kinds come from the folder.
namespace holon::conformance_test {

TEST(ControllerConformance, EveryKindHasItsFileTestPageAndFields) {
  for_each_kind(ControllerKinds{},
                []<class K>() { checks::expect_complete(checks::facts_of<K>(), "controller"); });
}

TEST(ControllerConformance, DefaultsAreSound) {
  for_each_kind(ControllerKinds{}, []<class K>() {
    Diagnostics d;
    K().check(d);
    EXPECT_THAT(d.errors(), ::testing::IsEmpty()) << K::name;
  });
}

}  // namespace holon::conformance_test
