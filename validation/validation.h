// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "holon/holon.h"

/// Problems whose answers are known, run by Holon and held against the known numbers.
///
/// A problem is one file in validation/problems with one function of the same name. It builds its
/// worlds, says what to read in them, and hands both over to a Validation, which runs, compares and
/// keeps the account.
namespace holon::validation {

/// One known number.
struct Known {
  std::string quantity;
  std::optional<double> t;
  double value = 0.0;
  int digits = 0;  ///< that can be trusted
  std::string unit;
  double scale = 1.0;  ///< size of the quantity; errors are relative to it
  bool compared = false;
};

/// A file of known numbers.
struct Reference {
  std::string file, title;
  std::vector<Known> known;
  std::map<std::string, std::string> skipped;  ///< quantities left out, and why

  /// Leaves out all quantities that begin with `prefix`.
  void skip(const std::string& prefix, const std::string& why);
  /// Makes errors of quantities that begin with `prefix` relative to at least `size`.
  void resize(const std::string& prefix, double size);
  /// The value of a quantity ("#2" behind its name means its third occurrence).
  const Known& at(const std::string& quantity, std::optional<double> t = {}) const;
  /// The times at which quantities that begin or end with `part` are known.
  std::vector<double> times(const std::string& part) const;
};

/// One number against its reference.
struct Row {
  std::string method, quantity, unit;
  std::optional<double> t;
  double value = 0.0, reference = 0.0;
  double error = 0.0, tolerance = 0.0;  ///< relative to the size of the quantity
  std::string why;                      ///< where the tolerance comes from
  bool ok() const { return error <= tolerance; }
};

/// How the error of a group of quantities falls with the step.
struct Convergence {
  std::string variant, stepper, group;
  std::vector<double> h = {}, error = {};
  double order = 0.0, expected = 0.0;
  bool at_rounding = false;  ///< errors are at rounding from the first step on: nothing to measure
  bool ok = true;
};

struct Reading {
  std::string quantity;
  double value;
};
using Readings = std::vector<Reading>;

/// A world and what is to be read in it at the i-th of the times of a study.
struct Scene {
  World world;
  std::function<Readings(const World& world, int i)> read;
};

/// How a study uses one stepper.
struct Method {
  std::string stepper;
  int order = 2;
  bool even = false;  ///< its error has even powers of the step only (a method symmetric in time)
  double step = 0.0;  ///< coarsest step [s]; it is halved levels − 1 times
  int levels = 4;
};
Method projected(double step, int levels = 4);
Method rk4(double step, int levels = 4);
Method dormand_prince(double step, int levels = 3);

/// A world run by several methods at several steps, compared at several times.
///
/// Between two times steps are equal, so any time is met exactly, and the error of a method of
/// order p is a series C₀ hᵖ + C₁ hᵖ⁺¹ + …, with even powers only if the method is symmetric. Three
/// checks:
///   1. the order: the largest error falls by 2ᵖ per halving, or faster (more than p − ½ is p, over
///      all halvings or the last);
///   2. the value at the finest step: its error is at most twice what the difference of the last
///      two steps promises, |v − v'| / (2ᵖ − 1), taken over all quantities of its kind, plus
///      `floor`;
///   3. the value extrapolated to h → 0 (Richardson): its error is at most `limit`.
struct Study {
  std::string variant;
  std::function<Scene(const WorldOptions&)> build;
  std::vector<double> times;
  std::vector<Method> methods;
  double limit = 1e-9;
  std::string limit_why = {};  ///< if it is not the usual one
  double floor = 1e-10;        ///< what rounding may do in a run
  /// Position constraints are met to 1e-14 of the size, two digits more than by default, so that
  /// extrapolation sees the step and not the tolerance.
  double tolerance = 1e-14;
};

class Validation {
 public:
  Validation(std::string problem, std::filesystem::path references, std::filesystem::path out);

  /// Reads a file of known numbers.
  Reference& load(const std::string& file);
  void converge(Reference& reference, const Study& study);
  /// Compares one value by itself. The tolerance is relative to the size of the quantity.
  void compare(Reference& reference,
               const std::string& method,
               const std::string& quantity,
               double value,
               double tolerance,
               const std::string& why,
               std::optional<double> t = {});
  /// A number that must not exceed a bound.
  void bound(const std::string& method,
             const std::string& quantity,
             const std::string& unit,
             double value,
             double limit,
             const std::string& why);
  void note(const std::string& text) { notes_.push_back(text); }
  /// A file of numbers for a plot, in the output folder.
  void csv(const std::string& name,
           const std::vector<std::string>& columns,
           const std::vector<std::vector<double>>& rows) const;
  /// A plot that plots.py makes, to be shown in the report.
  void plot(const std::string& file, const std::string& caption) {
    plots_.push_back({file, caption});
  }

  const std::string& problem() const { return problem_; }
  const std::vector<Row>& rows() const { return rows_; }
  const std::vector<Convergence>& convergences() const { return convergences_; }
  const std::vector<std::string>& notes() const { return notes_; }
  const std::vector<std::pair<std::string, std::string>>& plots() const { return plots_; }
  std::vector<const Reference*> references() const;
  void fail(const std::string& what) { failures_.push_back(what); }
  const std::vector<std::string>& failures() const { return failures_; }
  int failed() const;
  double seconds = 0.0;
  std::string title;  ///< of a problem without references

 private:
  struct Samples;
  std::optional<Samples> sample(const Reference& reference,
                                const Study& study,
                                const Method& method,
                                int level);
  void add_row(Known& known, Row row);
  void judge(Reference& reference,
             const Study& study,
             const Method& method,
             const std::vector<Samples>& levels);

  std::string problem_;
  std::filesystem::path reference_folder_, out_;
  std::vector<std::unique_ptr<Reference>> references_;
  std::vector<Row> rows_;
  std::vector<Convergence> convergences_;
  std::vector<std::string> notes_, failures_;
  std::vector<std::pair<std::string, std::string>> plots_;
};

struct Problem {
  std::string name;
  void (*run)(Validation&);
};

/// Writes report.md, rows.csv and convergence.csv.
void write_report(const std::vector<Validation>& all, const std::filesystem::path& out);

}  // namespace holon::validation
