// SPDX-License-Identifier: Apache-2.0
#include "holon/math/expression.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>

namespace holon {
namespace {

/// Long texts are quoted around the place only.
std::string quoted(std::string_view text, std::size_t place) {
  constexpr std::size_t reach = 30;
  const std::size_t begin = place > reach ? place - reach : 0;
  const std::size_t end = std::min(text.size(), place + reach);
  return (begin > 0 ? "...\"" : "\"") + std::string(text.substr(begin, end - begin))
         + (end < text.size() ? "\"..." : "\"");
}

bool starts_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

}  // namespace

ExpressionError::ExpressionError(std::string_view text, std::size_t place, const std::string& what)
    : std::runtime_error("column " + std::to_string(place + 1) + " of " + quoted(text, place) + ": "
                         + what),
      place_(place) {}

/// Recursive descent along the grammar of Expression, writing the program as it goes.
class ExpressionParser {
 public:
  ExpressionParser(Expression& out, std::span<const std::string_view> variables)
      : out_(out), text_(out.text_), variables_(variables) {}

  void parse() {
    sum();
    if (place_ < text_.size()) fail("expected an operator or the end, found " + found());
  }

 private:
  using Op = Expression::Op;
  struct Function {
    std::string_view name;
    Op op;
  };
  struct Constant {
    std::string_view name;
    double value;
  };
  static constexpr Function functions[] = {
      {"sqrt", Op::sqrt}, {"sin", Op::sin},   {"cos", Op::cos},     {"tan", Op::tan},
      {"asin", Op::asin}, {"acos", Op::acos}, {"atan", Op::atan},   {"atan2", Op::atan2},
      {"sinh", Op::sinh}, {"cosh", Op::cosh}, {"tanh", Op::tanh},   {"exp", Op::exp},
      {"log", Op::log},   {"abs", Op::abs},   {"min", Op::min},     {"max", Op::max},
      {"sign", Op::sign}, {"step", Op::step}, {"clamp", Op::clamp}, {"hypot", Op::hypot},
      {"pow", Op::power},
  };
  static constexpr Constant constants[] = {{"pi", std::numbers::pi}, {"e", std::numbers::e}};

  /// Counts the nesting while it lives.
  struct Nested {
    explicit Nested(ExpressionParser& p) : parser(p) {
      if (++parser.nesting_ > Expression::max_nesting)
        parser.fail("is nested more than " + std::to_string(Expression::max_nesting) + " deep");
    }
    ~Nested() { --parser.nesting_; }
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;
    ExpressionParser& parser;
  };

  void sum() {
    const Nested nested(*this);
    product();
    for (;;) {
      const std::size_t place = place_;
      if (accept('+')) {
        product();
        emit(Op::add, place);
      } else if (accept('-')) {
        product();
        emit(Op::subtract, place);
      } else
        return;
    }
  }

  void product() {
    signed_power();
    for (;;) {
      const std::size_t place = place_;
      if (accept('*')) {
        signed_power();
        emit(Op::multiply, place);
      } else if (accept('/')) {
        signed_power();
        emit(Op::divide, place);
      } else
        return;
    }
  }

  void signed_power() {
    const Nested nested(*this);
    skip_space();
    const std::size_t place = place_;
    if (accept('-')) {
      signed_power();
      emit(Op::negate, place);
    } else if (accept('+'))
      signed_power();
    else
      power();
  }

  void power() {
    atom();
    const std::size_t place = place_;
    if (accept('^')) {
      signed_power();
      emit(Op::power, place);
    }
  }

  void atom() {
    skip_space();
    if (place_ == text_.size()) fail("expected a number, a name or '(', found the end");
    const char c = text_[place_];
    if (is_digit(c) || c == '.')
      number();
    else if (starts_name(c))
      named();
    else if (accept('(')) {
      sum();
      close();
    } else
      fail("expected a number, a name or '(', found " + found());
  }

  void number() {
    double value = 0.0;
    const char* begin = text_.data() + place_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (error == std::errc::invalid_argument) fail("expected a number, found " + found());
    if (error == std::errc::result_out_of_range) fail("number is out of the range of a double");
    push({Op::number, 0, value});
    place_ += static_cast<std::size_t>(end - begin);
  }

  void named() {
    const std::size_t begin = place_;
    while (place_ < text_.size() && (starts_name(text_[place_]) || is_digit(text_[place_])))
      ++place_;
    const std::string_view name = text_.substr(begin, place_ - begin);
    // a variable hides a constant of the same name
    for (std::size_t i = 0; i < variables_.size(); ++i)
      if (variables_[i] == name) return push({Op::variable, static_cast<int>(i)});
    for (const Constant& c : constants)
      if (c.name == name) return push({Op::number, 0, c.value});
    for (const Function& f : functions)
      if (f.name == name) return call(f, begin);
    place_ = begin;
    fail("unknown name '" + std::string(name) + "'; known are " + known_names());
  }

  void call(const Function& f, std::size_t place) {
    const int wanted = Expression::operands(f.op);
    const auto fail_to_fit = [&] {
      fail("'" + std::string(f.name) + "' takes " + std::to_string(wanted)
           + (wanted == 1 ? " argument" : " arguments") + " in parentheses, separated by commas");
    };
    if (!accept('(')) fail_to_fit();
    sum();
    for (int i = 1; i < wanted; ++i) {
      if (!accept(',')) fail_to_fit();
      sum();
    }
    skip_space();
    if (place_ < text_.size() && text_[place_] == ',') fail_to_fit();
    close();
    emit(f.op, place);
  }

  void close() {
    if (!accept(')')) fail("expected an operator or ')', found " + found());
  }

  void push(const Expression::Instruction& i) {
    if (++waiting_ > Expression::max_operands)
      fail("needs more than " + std::to_string(Expression::max_operands)
           + " operands at once: fewer parentheses on the right would help");
    out_.program_.push_back(i);
  }

  /// Appends an operator, or its result where all operands are numbers.
  void emit(Op op, std::size_t place) {
    auto& program = out_.program_;
    const int n = Expression::operands(op);
    waiting_ -= n - 1;
    const auto operands =
        std::span(program).last(std::min(static_cast<std::size_t>(n), program.size()));
    const auto is_number = [](const Expression::Instruction& i) { return i.op == Op::number; };
    if (std::all_of(operands.begin(), operands.end(), is_number)) {
      std::array<double, 3> values{};
      std::transform(
          operands.begin(), operands.end(), values.begin(), [](const auto& i) { return i.number; });
      Expression::apply({op}, values.data());
      if (!std::isfinite(values[0])) fail("is not a finite number", place);
      program.resize(program.size() - operands.size());
      program.push_back({Op::number, 0, values[0]});
    } else if (op == Op::power && is_number(program.back())) {
      const double exponent = program.back().number;
      program.back() = {Op::constant_power, 0, exponent};
    } else {
      program.push_back({op});
    }
  }

  void skip_space() {
    while (place_ < text_.size() && is_space(text_[place_])) ++place_;
  }
  bool accept(char c) {
    skip_space();
    if (place_ == text_.size() || text_[place_] != c) return false;
    ++place_;
    skip_space();
    return true;
  }
  std::string found() const {
    return place_ < text_.size() ? "'" + std::string(1, text_[place_]) + "'" : "the end";
  }
  std::string known_names() const {
    std::string names;
    for (const std::string_view v : variables_) names += std::string(v) + ", ";
    for (const Constant& c : constants) names += std::string(c.name) + ", ";
    for (const Function& f : functions) names += std::string(f.name) + ", ";
    return names.substr(0, names.size() - 2);
  }
  [[noreturn]] void fail(const std::string& what) const { fail(what, place_); }
  [[noreturn]] void fail(const std::string& what, std::size_t place) const {
    throw ExpressionError(text_, place, what);
  }

  Expression& out_;
  std::string_view text_;
  std::span<const std::string_view> variables_;
  std::size_t place_ = 0;
  int nesting_ = 0;
  int waiting_ = 0;  // operands on the stack so far
};

Expression::Expression(std::string_view text, std::span<const std::string_view> variables)
    : text_(text), variables_(static_cast<int>(variables.size())) {
  ExpressionParser(*this, variables).parse();
}

ExpressionJet Expression::jet(const Vec3& x) const {
  using Number = Quadratic<3>;
  const std::array<Number, 3> inputs = {
      Number::input(0, x[0]), Number::input(1, x[1]), Number::input(2, x[2])};
  const Number f = (*this)(std::span<const Number>(inputs));
  return {f.v, f.d, f.dd};
}

bool expect_formula(Diagnostics& d,
                    std::string_view field,
                    std::string_view text,
                    std::span<const std::string_view> variables) {
  try {
    const Expression formula(text, variables);
    return true;
  } catch (const ExpressionError& e) {
    d.error(field, e.what());
    return false;
  }
}

}  // namespace holon
