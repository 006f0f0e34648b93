// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "holon/math/diagnostics.h"
#include "holon/math/dual.h"

namespace holon {

/// Thrown when a text is no formula: what was expected, and where.
class ExpressionError : public std::runtime_error {
 public:
  ExpressionError(std::string_view text, std::size_t place, const std::string& what);
  /// Offset in the text, from 0.
  std::size_t place() const { return place_; }

 private:
  std::size_t place_;
};

/// A function of x, y, z at a point, with its first and second derivatives.
struct ExpressionJet {
  double value;
  Vec3 gradient;
  Mat3 hessian;
};

/// A formula given as text, such as "x^2/4 + y^2 - 1" or "3*sin(2*t) + max(x, 0)".
///
///     sum     = product { (+|-) product }
///     product = signed { (*|/) signed }
///     signed  = (-|+) signed | power
///     power   = atom [ ^ signed ]                         so -x^2 = -(x^2) and 2^3^2 = 2^(3^2)
///     atom    = number | name | function ( sum {, sum} ) | ( sum )
///
/// The text is parsed once, into a postfix program of which constant parts are worked out already;
/// evaluating it needs no memory but a stack of fixed size. Outside the domain of a function (the
/// logarithm of a negative number, a division by zero) the value is not finite, as in C++.
class Expression {
 public:
  /// Nesting that a text may have; a sign or a power counts once, a parenthesis twice.
  static constexpr int max_nesting = 100;
  /// Operands that may wait for their operator at once.
  static constexpr int max_operands = 32;

  /// The number 0.
  Expression() : Expression("0", {}) {}
  /// Parses `text`, a formula of the given variables. Throws ExpressionError.
  Expression(std::string_view text, std::span<const std::string_view> variables);
  Expression(std::string_view text, std::initializer_list<std::string_view> variables)
      : Expression(text, std::span(variables.begin(), variables.size())) {}

  const std::string& text() const { return text_; }
  int variables() const { return variables_; }

  /// The value for values of the variables, in the order of their names, in any number type.
  template <class S>
  S operator()(std::span<const S> variables) const;
  /// Value and derivatives of a formula of three variables.
  ExpressionJet jet(const Vec3& x) const;

 private:
  friend class ExpressionParser;

  enum class Op : std::uint8_t {
    number,
    variable,
    negate,
    add,
    subtract,
    multiply,
    divide,
    power,
    constant_power,  ///< of one operand: the exponent is part of the instruction
    sqrt,
    sin,
    cos,
    tan,
    asin,
    acos,
    atan,
    atan2,
    sinh,
    cosh,
    tanh,
    exp,
    log,
    abs,
    sign,
    step,
    min,
    max,
    clamp,
    hypot
  };
  struct Instruction {
    Op op;
    int variable = 0;
    double number = 0.0;
  };

  static int operands(Op op);
  /// Replaces the operands of an instruction, the first of which is `a`, by its result in `a`.
  template <class S>
  static void apply(const Instruction& instruction, S* a);

  std::string text_;
  int variables_ = 0;
  std::vector<Instruction> program_;
};

/// Expects a formula of the given variables; says what is wrong with it, and where. True if it is
/// one.
bool expect_formula(Diagnostics& d,
                    std::string_view field,
                    std::string_view text,
                    std::span<const std::string_view> variables);

inline int Expression::operands(Op op) {
  switch (op) {
    case Op::number:
    case Op::variable:
      return 0;
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::divide:
    case Op::power:
    case Op::atan2:
    case Op::min:
    case Op::max:
    case Op::hypot:
      return 2;
    case Op::clamp:
      return 3;
    default:
      return 1;
  }
}

template <class S>
void Expression::apply(const Instruction& instruction, S* a) {
  using std::abs, std::acos, std::asin, std::atan, std::atan2, std::cos, std::cosh, std::exp,
      std::hypot, std::log, std::pow, std::sin, std::sinh, std::sqrt, std::tan, std::tanh;
  switch (instruction.op) {
    case Op::number:
    case Op::variable:
      break;  // no operands: pushed by the caller
    case Op::negate:
      a[0] = -a[0];
      break;
    case Op::add:
      a[0] += a[1];
      break;
    case Op::subtract:
      a[0] -= a[1];
      break;
    case Op::multiply:
      a[0] *= a[1];
      break;
    case Op::divide:
      a[0] /= a[1];
      break;
    case Op::power:
      a[0] = pow(a[0], a[1]);
      break;
    case Op::constant_power:
      a[0] = pow(a[0], instruction.number);
      break;
    case Op::sqrt:
      a[0] = sqrt(a[0]);
      break;
    case Op::sin:
      a[0] = sin(a[0]);
      break;
    case Op::cos:
      a[0] = cos(a[0]);
      break;
    case Op::tan:
      a[0] = tan(a[0]);
      break;
    case Op::asin:
      a[0] = asin(a[0]);
      break;
    case Op::acos:
      a[0] = acos(a[0]);
      break;
    case Op::atan:
      a[0] = atan(a[0]);
      break;
    case Op::atan2:
      a[0] = atan2(a[0], a[1]);
      break;
    case Op::sinh:
      a[0] = sinh(a[0]);
      break;
    case Op::cosh:
      a[0] = cosh(a[0]);
      break;
    case Op::tanh:
      a[0] = tanh(a[0]);
      break;
    case Op::exp:
      a[0] = exp(a[0]);
      break;
    case Op::log:
      a[0] = log(a[0]);
      break;
    case Op::abs:
      a[0] = abs(a[0]);
      break;
    case Op::sign:
      a[0] = S(a[0] > S(0.0) ? 1.0 : a[0] < S(0.0) ? -1.0 : 0.0);
      break;
    case Op::step:
      a[0] = S(a[0] < S(0.0) ? 0.0 : 1.0);
      break;
    case Op::min:
      if (a[1] < a[0]) a[0] = a[1];
      break;
    case Op::max:
      if (a[1] > a[0]) a[0] = a[1];
      break;
    case Op::clamp:
      if (a[0] < a[1]) a[0] = a[1];
      if (a[0] > a[2]) a[0] = a[2];
      break;
    case Op::hypot:
      a[0] = hypot(a[0], a[1]);
      break;
  }
}

template <class S>
S Expression::operator()(std::span<const S> variables) const {
  HOLON_EXPECT(std::ssize(variables) == variables_);
  std::array<S, max_operands> stack;
  S* top = stack.data();  // one beyond the last operand
  for (const Instruction& i : program_) {
    if (i.op == Op::number) {
      *top++ = S(i.number);
    } else if (i.op == Op::variable) {
      *top++ = variables[static_cast<std::size_t>(i.variable)];
    } else {
      S* first = top - operands(i.op);
      apply(i, first);
      top = first + 1;
    }
  }
  return stack[0];
}

}  // namespace holon
