// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/render/browser.h"

#include <unistd.h>

#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "holon/math/expect.h"

namespace holon::cli {
namespace {

using nlohmann::json;

std::string browser_program() {
  for (const char* name : {"chromium", "chromium-browser", "google-chrome"})
    if (std::string path = find_program(name); !path.empty()) return path;
  throw UsageError("pictures need Chromium: install the Debian package 'chromium'");
}

/// What it wrote last, for the message if it fails.
std::string end_of(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::string last;
  for (std::string line; std::getline(in, line);)
    if (!line.empty()) last = line;
  return last;
}

}  // namespace

Browser::Browser(const std::filesystem::path& page,
                 const std::string& options,
                 const std::filesystem::path& scratch)
    : log_(scratch / "browser.log") {
  std::vector<std::string> arguments = {"--headless=new",
                                        "--remote-debugging-pipe",
                                        "--user-data-dir=" + (scratch / "profile").string(),
                                        "--no-first-run",
                                        "--disable-background-networking",
                                        "--disable-component-update",
                                        "--disable-extensions",
                                        "--disable-sync",
                                        "--hide-scrollbars",
                                        "--force-device-scale-factor=1",
                                        "--ignore-gpu-blocklist",
                                        "--enable-unsafe-swiftshader"};
  // Chromium's own cage does not work for root; the page is ours and loads nothing
  if (geteuid() == 0) arguments.emplace_back("--no-sandbox");
  arguments.emplace_back("about:blank");
  process_ = std::make_unique<ChildProcess>(
      browser_program(),
      arguments,
      std::vector<ChildProcess::Pipe>{{.its_fd = 3, .it_writes = false},
                                      {.its_fd = 4, .it_writes = true}},
      log_);
  const json target = call("Target.createTarget", {{"url", "about:blank"}});
  session_ = call("Target.attachToTarget", {{"targetId", target.at("targetId")}, {"flatten", true}})
                 .at("sessionId");
  const std::string url = "file://" + std::filesystem::absolute(page).string() + "#" + options;
  call("Page.navigate", {{"url", url}});
  wait_for_load();
}

/// Asks until the page's own script has run, which leaves a mark.
void Browser::wait_for_load() {
  const auto start = std::chrono::steady_clock::now();
  while (!evaluate("location.protocol === 'file:' && window.holon !== undefined").get<bool>()) {
    if (std::chrono::steady_clock::now() - start > std::chrono::minutes(5))
      throw UsageError("the browser does not show the page: " + end_of(log_));
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  const std::string trouble = evaluate("window.holon.trouble ?? ''");
  if (!trouble.empty()) throw UsageError("the page cannot be shown: " + trouble);
}

json Browser::evaluate(const std::string& expression) {
  const json answer =
      call("Runtime.evaluate",
           {{"expression", expression}, {"awaitPromise", true}, {"returnByValue", true}});
  if (answer.contains("exceptionDetails")) {
    const json& details = answer.at("exceptionDetails");
    const json what = details.value("exception", json::object());
    throw UsageError("the page failed: "
                     + what.value("description", details.value("text", std::string("?"))));
  }
  return answer.at("result").value("value", json());
}

json Browser::call(const std::string& method, const json& parameters) {
  const int id = ++calls_;
  json message = {{"id", id}, {"method", method}, {"params", parameters}};
  if (!session_.empty()) message["sessionId"] = session_;
  bool alive = process_->write(0, message.dump() + '\0');
  while (alive) {
    std::string text;
    alive = process_->read_until(1, '\0', text);
    if (!alive) break;
    json answer = json::parse(text);
    if (answer.value("id", 0) != id) continue;  // its events are of no interest
    if (answer.contains("error"))
      throw UsageError("the browser refuses " + method + ": "
                       + answer.at("error").value("message", std::string("?")));
    return std::move(answer.at("result"));
  }
  throw UsageError("the browser ended: " + end_of(log_));
}

}  // namespace holon::cli
