// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

namespace holon {

/// A value on the heap, so that what holds it stays small. It is copied with its holder and never
/// shared. One that was moved from is empty: it may be copied, assigned to and destroyed, no more.
template <class T>
class Boxed {
 public:
  Boxed() : value_(std::make_unique<T>()) {}
  Boxed(T value) : value_(std::make_unique<T>(std::move(value))) {}  // NOLINT: it is the value
  Boxed(const Boxed& other) : value_(other.value_ ? std::make_unique<T>(*other.value_) : nullptr) {}
  Boxed(Boxed&& other) noexcept = default;
  Boxed& operator=(const Boxed& other) { return *this = Boxed(other); }
  Boxed& operator=(Boxed&& other) noexcept = default;
  ~Boxed() = default;

  T& operator*() { return *value_; }
  const T& operator*() const { return *value_; }

 private:
  std::unique_ptr<T> value_;
};

}  // namespace holon
