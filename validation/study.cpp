// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numbers>
#include <stdexcept>

#include "validation/validation.h"

namespace holon::validation {
namespace {

bool is_force(const Known& k) {
  return k.unit == "N" || k.unit == "N m" || k.quantity.starts_with("lambda");
}

bool same_time(const std::optional<double>& a, double b) {
  return !a || std::abs(*a - b) <= 1e-9 * std::max(1.0, std::abs(b));
}

/// An angle means the same after whole turns: the one nearest to `near` is taken.
double unwrapped(const Known& k, double value, double near) {
  if (k.unit != "rad") return value;
  const double turn = 2.0 * std::numbers::pi;
  return value + turn * std::round((near - value) / turn);
}

std::string step_text(double h) {
  char text[48];
  std::snprintf(text, sizeof text, "%.4g", h);
  return text;
}

}  // namespace

// ---- references ----

const Known& Reference::at(const std::string& quantity, std::optional<double> t) const {
  std::string name = quantity;
  int skip = 0;
  if (const auto mark = quantity.find('#'); mark != std::string::npos) {
    name = quantity.substr(0, mark);
    skip = std::stoi(quantity.substr(mark + 1));
  }
  for (const Known& k : known)
    if (k.quantity == name && (!t || !k.t || same_time(k.t, *t)) && skip-- == 0) return k;
  throw std::runtime_error(file + " has no '" + quantity + "'");
}

void Reference::resize(const std::string& prefix, double size) {
  for (Known& k : known)
    if (k.quantity.starts_with(prefix)) k.scale = std::max(k.scale, size);
}

void Reference::skip(const std::string& prefix, const std::string& why) {
  bool any = false;
  for (const Known& k : known)
    if (k.quantity.starts_with(prefix)) {
      skipped[k.quantity] = why;
      any = true;
    }
  if (!any) throw std::runtime_error(file + " has nothing like '" + prefix + "' to skip");
}

std::vector<double> Reference::times(const std::string& part) const {
  std::vector<double> out;
  for (const Known& k : known)
    if (k.t && *k.t > 0.0 && (k.quantity.starts_with(part) || k.quantity.ends_with(part)))
      out.push_back(*k.t);
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

Validation::Validation(std::string problem,
                       std::filesystem::path references,
                       std::filesystem::path out)
    : problem_(std::move(problem)),
      reference_folder_(std::move(references)),
      out_(std::move(out)) {}

Reference& Validation::load(const std::string& file) {
  const std::filesystem::path path = reference_folder_ / (file + ".json");
  std::ifstream in(path);
  if (!in) throw std::runtime_error("cannot read " + path.string());
  const nlohmann::json data = nlohmann::json::parse(in);
  auto r = std::make_unique<Reference>();
  r->file = file;
  r->title = data.at("title");
  for (const auto& entry : data.at("reference")) {
    Known k;
    k.quantity = entry.at("q");
    k.value = entry.at("value");
    k.digits = entry.at("digits");
    k.unit = entry.value("unit", "");
    if (entry.contains("t")) k.t = entry.at("t").get<double>();
    k.scale = std::max(std::abs(k.value), entry.value("digits_relative_to", 0.0));
    r->known.push_back(std::move(k));
  }
  // A quantity is as large as its largest value.
  std::map<std::string, double> size;
  for (const Known& k : r->known) size[k.quantity] = std::max(size[k.quantity], k.scale);
  for (Known& k : r->known) k.scale = size[k.quantity] > 0.0 ? size[k.quantity] : 1.0;
  references_.push_back(std::move(r));
  return *references_.back();
}

std::vector<const Reference*> Validation::references() const {
  std::vector<const Reference*> out;
  for (const auto& r : references_) out.push_back(r.get());
  return out;
}

int Validation::failed() const {
  int n = static_cast<int>(failures_.size());
  for (const Row& r : rows_) n += !r.ok();
  for (const Convergence& c : convergences_) n += !c.ok;
  for (const auto& r : references_)
    for (const Known& k : r->known) n += !k.compared && !r->skipped.contains(k.quantity);
  return n;
}

// ---- single comparisons ----

void Validation::add_row(Known& known, Row row) {
  known.compared = true;
  row.quantity = known.quantity;
  row.unit = known.unit;
  row.t = known.t;
  row.reference = known.value;
  row.error = std::abs(row.value - known.value) / known.scale;
  if (!std::isfinite(row.value)) row.error = std::numeric_limits<double>::infinity();
  rows_.push_back(std::move(row));
}

void Validation::compare(Reference& reference,
                         const std::string& method,
                         const std::string& quantity,
                         double value,
                         double tolerance,
                         const std::string& why,
                         std::optional<double> t) {
  auto& known = const_cast<Known&>(reference.at(quantity, t));
  Row row;
  row.method = method;
  row.value = unwrapped(known, value, known.value);
  row.tolerance = tolerance;
  row.why = why;
  add_row(known, row);
}

void Validation::bound(const std::string& method,
                       const std::string& quantity,
                       const std::string& unit,
                       double value,
                       double limit,
                       const std::string& why) {
  Row row;
  row.method = method;
  row.quantity = quantity;
  row.unit = unit;
  row.value = value;
  row.error = std::isfinite(value) ? std::abs(value) : std::numeric_limits<double>::infinity();
  row.tolerance = limit;
  row.why = why;
  rows_.push_back(row);
}

void Validation::csv(const std::string& name,
                     const std::vector<std::string>& columns,
                     const std::vector<std::vector<double>>& rows) const {
  std::ofstream out(out_ / name);
  out.precision(17);
  for (std::size_t i = 0; i < columns.size(); ++i) out << (i > 0 ? "," : "") << columns[i];
  out << "\n";
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) out << (i > 0 ? "," : "") << row[i];
    out << "\n";
  }
}

// ---- studies ----

Method projected(double step, int levels) {
  return {.stepper = "projected", .order = 2, .even = true, .step = step, .levels = levels};
}
Method rk4(double step, int levels) {
  return {.stepper = "rk4", .order = 4, .even = false, .step = step, .levels = levels};
}

Method dormand_prince(double step, int levels) {
  return {.stepper = "dormand_prince", .order = 8, .even = false, .step = step, .levels = levels};
}

/// What one run of a study gave: values of known quantities.
struct Validation::Samples {
  struct Value {
    std::size_t known;  // index in the reference
    double value;
  };
  std::vector<Value> values;
};

std::optional<Validation::Samples> Validation::sample(const Reference& reference,
                                                      const Study& study,
                                                      const Method& method,
                                                      int level) {
  WorldOptions options;
  options.stepper = method.stepper;
  options.settings.tolerance = study.tolerance;
  // a method that would divide the steps by itself takes those of the study
  options.settings.relative_tolerance = options.settings.absolute_tolerance = 1e9;
  Scene scene = study.build(options);
  Samples samples;
  double t = 0.0;
  for (std::size_t i = 0; i < study.times.size(); ++i) {
    const double length = study.times[i] - t;
    const int steps = length > 0.0 ? static_cast<int>(std::ceil(length / method.step - 1e-9)) : 0;
    const int n = steps << level;
    for (int k = 0; k < n; ++k)
      if (!scene.world.step(length / n).ok) {
        fail(study.variant + ", " + method.stepper + ", h = " + step_text(length / n) + ": "
             + scene.world.report().brief());
        return {};
      }
    t = study.times[i];
    for (const Reading& r : scene.read(scene.world, static_cast<int>(i))) {
      const Known& k = reference.at(r.quantity, t);
      samples.values.push_back({static_cast<std::size_t>(&k - reference.known.data()), r.value});
    }
  }
  return samples;
}

void Validation::converge(Reference& reference, const Study& study) {
  for (const Method& method : study.methods) {
    std::vector<Samples> levels;
    for (int level = 0; level < method.levels; ++level) {
      std::optional<Samples> s = sample(reference, study, method, level);
      if (!s) break;
      if (!levels.empty() && s->values.size() != levels[0].values.size())
        throw std::runtime_error(study.variant + ": readings differ from run to run");
      levels.push_back(std::move(*s));
    }
    if (levels.size() == static_cast<std::size_t>(method.levels) && !levels[0].values.empty())
      judge(reference, study, method, levels);
  }
}

void Validation::judge(Reference& reference,
                       const Study& study,
                       const Method& method,
                       const std::vector<Samples>& levels) {
  const std::size_t L = levels.size(), N = levels[0].values.size();
  const double p = method.order;
  // value i at level l, angles near their reference
  const auto value = [&](std::size_t l, std::size_t i) {
    const Samples::Value& v = levels[l].values[i];
    const Known& k = reference.known[v.known];
    return unwrapped(k, v.value, k.value);
  };

  // 1. the order
  double promise[2] = {};
  for (int group = 0; group < 2; ++group) {
    Convergence c{.variant = study.variant,
                  .stepper = method.stepper,
                  .group = group == 1 ? "forces" : "motion",
                  .expected = p};
    bool any = false;
    for (std::size_t l = 0; l < L; ++l) {
      double worst = 0.0;
      for (std::size_t i = 0; i < N; ++i) {
        const Known& k = reference.known[levels[l].values[i].known];
        if (is_force(k) != (group == 1)) continue;
        any = true;
        worst = std::max(worst, std::abs(value(l, i) - k.value) / k.scale);
        if (l + 1 == L)
          promise[group] = std::max(
              promise[group],
              std::abs(value(l, i) - value(l - 1, i)) / k.scale / (std::pow(2.0, p) - 1.0));
      }
      c.h.push_back(method.step / static_cast<double>(1 << l));
      c.error.push_back(worst);
    }
    if (!any) continue;
    // from the coarsest step to the finest that is clear of rounding, or over the last halving
    std::size_t last = L - 1;
    while (last > 0 && c.error[last] < study.floor) --last;
    c.at_rounding = last == 0;
    if (!c.at_rounding) {
      c.order = std::max(std::log2(c.error[0] / c.error[last]) / static_cast<double>(last),
                         std::log2(c.error[last - 1] / c.error[last]));
      c.ok = c.order > p - 0.5;
    }
    convergences_.push_back(c);
  }

  for (std::size_t i = 0; i < N; ++i) {
    Known& k = reference.known[levels[0].values[i].known];
    // 2. the finest step
    Row row;
    row.method = study.variant + ", " + method.stepper
                 + ", h = " + step_text(method.step / static_cast<double>(1 << (L - 1)));
    row.value = value(L - 1, i);
    row.tolerance = 2.0 * promise[is_force(k)] + study.floor;
    row.why = "twice the error that the last two steps promise for a method of order "
              + std::to_string(method.order);
    add_row(k, row);
    // 3. h → 0
    std::vector<double> column;
    for (std::size_t l = 0; l < L; ++l) column.push_back(value(l, i));
    double power = p;
    for (std::size_t stage = 1; stage < L; ++stage, power += method.even ? 2.0 : 1.0)
      for (std::size_t l = L - 1; l >= stage; --l)
        column[l] += (column[l] - column[l - 1]) / (std::pow(2.0, power) - 1.0);
    row.method = study.variant + ", " + method.stepper + ", h → 0";
    row.value = column[L - 1];
    row.tolerance = std::max(study.limit, 2.0 * std::pow(10.0, -k.digits));
    row.why = !study.limit_why.empty() ? study.limit_why
                                       : std::to_string(L) + " steps take " + std::to_string(L - 1)
                                             + " terms out of the error; what is left is rounding";
    add_row(k, row);
  }
}

}  // namespace holon::validation
