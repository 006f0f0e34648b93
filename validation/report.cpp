// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>

#include "validation/validation.h"

namespace holon::validation {
namespace {

std::string text(const char* format, double x) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, format, x);
  return buffer;
}

/// Kept out of the way of Markdown tables.
std::string cell(std::string s) {
  for (std::size_t i = 0; (i = s.find('|', i)) != std::string::npos; i += 2) s.replace(i, 1, "\\|");
  return s;
}

double worst_extrapolated(const Validation& v) {
  double worst = 0.0;
  for (const Row& r : v.rows())
    if (r.method.find(", h = ") == std::string::npos) worst = std::max(worst, r.error);
  return worst;
}

void write_summary(std::ofstream& out, const std::vector<Validation>& all) {
  out << "| problem | title | numbers | worst error, h → 0 | order: projected | order: rk4 | time "
         "[s] | |\n|---|---|---|---|---|---|---|---|\n";
  for (const Validation& v : all) {
    std::string orders[2];
    const char* names[2] = {"projected", "rk4"};
    for (int i = 0; i < 2; ++i) {
      double low = 1e9, high = -1e9;
      for (const Convergence& c : v.convergences())
        if (c.stepper == names[i] && !c.at_rounding) {
          low = std::min(low, c.order);
          high = std::max(high, c.order);
        }
      if (low <= high)
        orders[i] =
            low == high ? text("%.2f", low) : text("%.2f", low) + " … " + text("%.2f", high);
    }
    const auto references = v.references();
    out << "| [" << v.problem() << "](#" << v.problem() << ") | "
        << cell(references.empty() ? v.title : references[0]->title) << " | " << v.rows().size()
        << " | " << text("%.1e", worst_extrapolated(v)) << " | " << orders[0] << " | " << orders[1]
        << " | " << text("%.1f", v.seconds) << " | " << (v.failed() == 0 ? "ok" : "**FAILED**")
        << " |\n";
  }
}

void write_convergences(std::ofstream& out, const Validation& v) {
  if (v.convergences().empty()) return;
  out << "\nLargest error of all quantities, step halved from left to right:\n\n"
      << "| model | method | | coarsest h [s] | errors | order | expected | |\n"
      << "|---|---|---|---|---|---|---|---|\n";
  for (const Convergence& c : v.convergences()) {
    out << "| " << cell(c.variant) << " | " << c.stepper << " | " << c.group << " | "
        << text("%.4g", c.h[0]) << " | ";
    for (std::size_t i = 0; i < c.error.size(); ++i)
      out << (i > 0 ? ", " : "") << text("%.1e", c.error[i]);
    out << " | " << (c.at_rounding ? "at rounding" : text("%.2f", c.order)) << " | "
        << text("%.0f", c.expected) << " | " << (c.ok ? "ok" : "**FAILED**") << " |\n";
  }
}

/// One line for each method and quantity: the time at which it is worst.
void write_rows(std::ofstream& out, const Validation& v) {
  struct Line {
    const Row* worst;
    int count;
    bool ok;
  };
  std::vector<Line> lines;
  std::map<std::pair<std::string, std::string>, std::size_t> index;
  std::vector<std::string> reasons;
  for (const Row& r : v.rows()) {
    if (std::ranges::find(reasons, r.why) == reasons.end()) reasons.push_back(r.why);
    const auto [it, fresh] = index.try_emplace({r.method, r.quantity}, lines.size());
    if (fresh) {
      lines.push_back({&r, 1, r.ok()});
      continue;
    }
    Line& line = lines[it->second];
    ++line.count;
    line.ok = line.ok && r.ok();
    if (!(r.error / r.tolerance <= line.worst->error / line.worst->tolerance)) line.worst = &r;
  }
  out << "\nWorst of the times at which each quantity is known (all of them: rows.csv); errors "
         "relative to the size of the quantity:\n\n"
      << "| model and method | quantity | times | t [s] | reference | ours | error | tolerance | "
         "| |\n|---|---|---|---|---|---|---|---|---|---|\n";
  for (const Line& line : lines) {
    const Row& r = *line.worst;
    const auto why = std::ranges::find(reasons, r.why) - reasons.begin();
    out << "| " << cell(r.method) << " | " << cell(r.quantity)
        << (r.unit.empty() ? "" : " [" + r.unit + "]") << " | " << line.count << " | "
        << (r.t ? text("%g", *r.t) : "") << " | " << text("%.12g", r.reference) << " | "
        << text("%.12g", r.value) << " | " << text("%.1e", r.error) << " | "
        << text("%.1e", r.tolerance) << " | " << char('a' + why) << " | "
        << (line.ok ? "ok" : "**FAILED**") << " |\n";
  }
  out << "\nTolerances:";
  for (std::size_t i = 0; i < reasons.size(); ++i)
    out << (i > 0 ? ";" : "") << " (" << char('a' + static_cast<int>(i)) << ") " << reasons[i];
  out << ".\n";
}

void write_problem(std::ofstream& out, const Validation& v) {
  out << "\n## " << v.problem() << "\n";
  for (const Reference* r : v.references()) {
    const auto compared =
        std::ranges::count_if(r->known, [](const Known& k) { return k.compared; });
    out << "\n"
        << r->title << " (references/" << r->file << ".json): " << compared << " of "
        << r->known.size() << " known numbers compared.";
    std::map<std::string, std::vector<std::string>> left;
    for (const auto& [quantity, why] : r->skipped) left[why].push_back(quantity);
    for (const auto& [why, quantities] : left) {
      out << " Left out, as " << why << ":";
      for (std::size_t i = 0; i < quantities.size(); ++i)
        out << (i > 0 ? ", " : " ") << quantities[i];
      out << ".";
    }
    for (const Known& k : r->known)
      if (!k.compared && !r->skipped.contains(k.quantity))
        out << " **Forgotten: " << k.quantity << (k.t ? " at " + text("%g", *k.t) : "") << ".**";
    out << "\n";
  }
  for (const std::string& n : v.notes()) out << "\n" << n << "\n";
  for (const std::string& f : v.failures()) out << "\n**FAILED:** " << f << "\n";
  for (const auto& [file, caption] : v.plots()) out << "\n![" << caption << "](" << file << ")\n";
  write_convergences(out, v);
  if (!v.rows().empty()) write_rows(out, v);
}

void write_csv(const std::vector<Validation>& all, const std::filesystem::path& folder) {
  std::ofstream rows(folder / "rows.csv"), orders(folder / "convergence.csv");
  rows.precision(17);
  orders.precision(17);
  rows << "problem;method;quantity;unit;t;reference;value;error;tolerance;ok\n";
  orders << "problem;variant;stepper;group;order;h;error\n";
  for (const Validation& v : all) {
    for (const Row& r : v.rows()) {
      rows << v.problem() << ";" << r.method << ";" << r.quantity << ";" << r.unit << ";";
      if (r.t) rows << *r.t;
      rows << ";" << r.reference << ";" << r.value << ";" << r.error << ";" << r.tolerance << ";"
           << r.ok() << "\n";
    }
    for (const Convergence& c : v.convergences())
      for (std::size_t i = 0; i < c.h.size(); ++i)
        orders << v.problem() << ";" << c.variant << ";" << c.stepper << ";" << c.group << ";"
               << c.expected << ";" << c.h[i] << ";" << c.error[i] << "\n";
  }
}

}  // namespace

void write_report(const std::vector<Validation>& all, const std::filesystem::path& folder) {
  write_csv(all, folder);
  std::ofstream out(folder / "report.md");
  std::size_t numbers = 0, known = 0, compared = 0;
  for (const Validation& v : all) {
    numbers += v.rows().size();
    for (const Reference* r : v.references())
      for (const Known& k : r->known) {
        ++known;
        compared += k.compared;
      }
  }
  out << "# Validation report\n\n"
      << "Problems with known answers, run by Holon. " << all.size() << " problems, " << compared
      << " of their " << known << " known numbers compared, most of them for several models and "
      << "methods: " << numbers << " comparisons.\n\n";
  write_summary(out, all);
  out << "\n![Error against step for all problems](convergence.png)\n";
  for (const Validation& v : all) write_problem(out, v);
}

}  // namespace holon::validation
