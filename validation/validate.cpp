// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cstdio>
#include <exception>
#include <string>

#include "validation/problems.h"  // generated: a declaration and a name for each file of problems/
#include "validation/validation.h"

namespace {

constexpr const char* kUsage =
    "usage: holon_validate [--out DIR] [--only NAME]... [--list] [--references DIR]\n"
    "Runs problems with known answers and writes DIR/report.md and the data of its plots.\n";

struct Options {
  std::filesystem::path out = "validation_report";
  std::filesystem::path references = HOLON_VALIDATION_REFERENCES;
  std::vector<std::string> only;
  bool list = false;
};

/// Returns false if the arguments make no sense.
bool read_arguments(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; ++i) {
    const std::string flag = argv[i];
    if (flag == "--list") {
      options.list = true;
    } else if (i + 1 < argc && flag == "--out") {
      options.out = argv[++i];
    } else if (i + 1 < argc && flag == "--only") {
      options.only.push_back(argv[++i]);
    } else if (i + 1 < argc && flag == "--references") {
      options.references = argv[++i];
    } else {
      return false;
    }
  }
  return true;
}

double worst_ratio(const holon::validation::Validation& v) {
  double worst = 0.0;
  for (const auto& row : v.rows()) worst = std::max(worst, row.error / row.tolerance);
  return worst;
}

void run_problem(const holon::validation::Problem& problem, holon::validation::Validation& v) {
  const auto start = std::chrono::steady_clock::now();
  try {
    problem.run(v);
  } catch (const std::exception& e) {
    v.fail(e.what());
  }
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  v.seconds = spent.count();
  std::printf("%-6s %-28s %5zu numbers, worst error / tolerance %8.2g, %5.1f s\n",
              v.failed() == 0 ? "ok" : "FAILED",
              problem.name.c_str(),
              v.rows().size(),
              worst_ratio(v),
              v.seconds);
  for (const std::string& f : v.failures()) std::printf("       %s\n", f.c_str());
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace holon::validation;
  Options options;
  if (!read_arguments(argc, argv, options)) {
    std::fputs(kUsage, stderr);
    return 2;
  }
  if (options.list) {
    for (const Problem& p : problems()) std::puts(p.name.c_str());
    return 0;
  }
  for (const std::string& name : options.only) {
    bool found = false;
    for (const Problem& p : problems()) found = found || p.name == name;
    if (!found) {
      std::fprintf(stderr, "no problem '%s'; --list names them\n", name.c_str());
      return 2;
    }
  }
  std::filesystem::create_directories(options.out);
  std::vector<Validation> done;
  int passed = 0, failed = 0;
  for (const Problem& p : problems()) {
    if (!options.only.empty()
        && std::find(options.only.begin(), options.only.end(), p.name) == options.only.end())
      continue;
    Validation v(p.name, options.references, options.out);
    run_problem(p, v);
    (v.failed() == 0 ? passed : failed) += 1;
    done.push_back(std::move(v));
  }
  write_report(done, options.out);
  std::printf("%d passed, %d failed\n", passed, failed);
  return failed > 0 ? 1 : 0;
}
