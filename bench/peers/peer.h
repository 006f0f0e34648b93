// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "scene.h"

/// What every peer_<engine> program shares: the command line, the measuring loop and the JSON line.
/// An engine only translates the scene, steps, and tells where its bodies are.
namespace peers {

struct Options {
  std::string scene = "chain", solver;
  int n = 0;          // 0: the usual size of the scene
  double h = 0;       // s, step; 0: the usual one of the scene
  double t = 1;       // s, simulated time
  double max_s = 60;  // s, give up after so much time in the stepping loop
  int iters = 0;      // of an iterative solver; 0: the engine's default
  double erp = 0;     // part of an error removed per step; 0: the engine's default
  double tol = 0;     // of an error-controlled integrator; 0: fixed steps
};

/// Of one body, in world axes.
struct State {
  V3 p;  // centre of mass
  Q4 q;
  V3 v, w;  // velocity of the centre of mass, angular velocity
};

class Engine {
 public:
  virtual ~Engine() = default;
  /// Calls cannot() on a scene or a solver that the engine does not have.
  virtual void build(const Scene& scene, const Options& options) = 0;
  /// Advances by options.h.
  virtual void step() = 0;
  /// Called once before every round of get().
  virtual void sync() {}
  virtual void get(int body, State& state) = 0;
  /// Steps taken by an error-controlled integrator so far; -1: one for each step().
  virtual long inner_steps() { return -1; }
};

struct EngineInfo {
  std::string name, version, precision, default_solver;
  std::string takes = {};  // which of "--iters --erp --tol contact" mean something to it
};

/// Prints {"cannot": why} and ends the program with code 3.
[[noreturn]] void cannot(const std::string& why);
/// The same for a solver that the engine does not have.
[[noreturn]] void no_solver(const std::string& name, const std::string& known);

/// Reads the options, runs the scene and prints the JSON line; the return value of main().
int peer_main(int argc, char** argv, const EngineInfo& info, Engine& engine);

}  // namespace peers
