// SPDX-License-Identifier: Apache-2.0
#include "holon/geometry/smooth_mesh.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <Eigen/LU>

#include "holon/math/dual.h"

namespace holon {
namespace {

std::size_t next(std::size_t i) {
  return (i + 1) % 3;
}
std::size_t last(std::size_t i) {
  return (i + 2) % 3;
}

/// Weights of the three vertices at a foot, and how they change along a step.
using Weights = std::array<double, 3>;
Weights weights_of(const SurfaceFoot& foot) {
  return {1.0 - foot.u - foot.v, foot.u, foot.v};
}
Weights weights_of_step(const Vec2& step) {
  return {-step[0] - step[1], step[0], step[1]};
}

/// The side opposite to vertex k is edge k + 1.
std::size_t opposite(std::size_t k) {
  return next(k);
}

/// Where weight k falls to `limit` along a step, as a fraction of it; 1 if it does not.
double fraction_to(double limit, double weight, double change) {
  if (!(change < 0.0) || weight + change >= limit) return 1.0;
  return std::clamp((weight - limit) / -change, 0.0, 1.0);
}

/// From the end of an edge with chord d and normal n to the next control point: along the tangent
/// plane below the chord. A cubic close to a circular arc of angle θ has handles of (4/3) tan(θ/4)
/// radii, which by the chord and c = cos(θ/2) is 2 |d|/(3 (1 + c)).
Vec3 handle(const Vec3& d, const Vec3& n) {
  const Vec3 tangent = d - d.dot(n) * n;
  const double c = tangent.norm() / d.norm();
  return tangent * (2.0 / (3.0 * c * (1.0 + c)));
}

}  // namespace

std::vector<Vec3> vertex_normals(const std::vector<Vec3>& vertices,
                                 const std::vector<Triangle>& triangles) {
  std::vector<Vec3> normals(vertices.size(), Vec3::Zero());
  for (const Triangle& t : triangles)
    for (std::size_t k = 0; k < 3; ++k) {
      const auto corner = static_cast<std::size_t>(t[k]);
      const Vec3 a = vertices[static_cast<std::size_t>(t[next(k)])] - vertices[corner];
      const Vec3 b = vertices[static_cast<std::size_t>(t[last(k)])] - vertices[corner];
      normals[corner] += a.cross(b) / (a.squaredNorm() * b.squaredNorm());
    }
  for (Vec3& n : normals) n.normalize();
  return normals;
}

SmoothMesh::SmoothMesh(const std::vector<Vec3>& vertices, const std::vector<Triangle>& triangles) {
  const std::vector<Vec3> normals = vertex_normals(vertices, triangles);
  for (const Triangle& t : triangles) {
    std::array<Vec3, 3> v, n;
    for (std::size_t k = 0; k < 3; ++k) {
      v[k] = vertices[static_cast<std::size_t>(t[k])];
      n[k] = normals[static_cast<std::size_t>(t[k])];
    }
    control_.push_back(control_of(v, n));
  }
  find_neighbors(triangles);
  find_border(triangles, normals);
  for (int t = 0; t < static_cast<int>(triangles.size()); ++t)
    add_cell(
        {1.0 / 3.0, 1.0 / 3.0, t},
        {{0.0, 0.0, t}, {1.0, 0.0, t}, {0.0, 1.0, t}, {0.5, 0.5, t}, {0.5, 0.0, t}, {0.0, 0.5, t}});
}

SmoothMesh::Control SmoothMesh::control_of(const std::array<Vec3, 3>& vertices,
                                           const std::array<Vec3, 3>& normals) {
  Control c;
  c.vertex = vertices;
  std::array<std::array<Vec3, 2>, 3> cubic;
  for (std::size_t e = 0; e < 3; ++e) {
    const Vec3 chord = vertices[next(e)] - vertices[e];
    cubic[e] = {vertices[e] + handle(chord, normals[e]),
                vertices[next(e)] - handle(chord, normals[next(e)])};
    // as a quartic
    c.edge[e] = {(vertices[e] + 3.0 * cubic[e][0]) / 4.0,
                 (cubic[e][0] + cubic[e][1]) / 2.0,
                 (3.0 * cubic[e][1] + vertices[next(e)]) / 4.0};
  }
  for (std::size_t e = 0; e < 3; ++e) {
    const Vec3& a = vertices[e];
    const Vec3& b = vertices[next(e)];
    const auto& q = c.edge[e];
    // c'(t), and with it the other direction of the tangent plane, by their control points
    const Vec3 W0 = cubic[e][0] - a, W1 = cubic[e][1] - cubic[e][0], W2 = b - cubic[e][1];
    const Vec3 A0 = normals[e].cross(W0).normalized();
    const Vec3 A2 = normals[next(e)].cross(W2).normalized();
    const Vec3 A1 = 0.5 * (A0 + A2);
    // the derivative across the edge, from its middle, at both ends
    const Vec3 D0 = c.edge[last(e)][2] - 0.5 * (a + q[0]);
    const Vec3 D3 = c.edge[next(e)][0] - 0.5 * (q[2] + b);
    const double alpha0 = D0.dot(W0) / W0.squaredNorm(), alpha1 = D3.dot(W2) / W2.squaredNorm();
    const double beta0 = D0.dot(A0), beta1 = D3.dot(A2);
    // and between them, (1)
    const Vec3 D1 = (2.0 * alpha0 * W1 + alpha1 * W0 + 2.0 * beta0 * A1 + beta1 * A0) / 3.0;
    const Vec3 D2 = (alpha0 * W2 + 2.0 * alpha1 * W1 + beta0 * A2 + 2.0 * beta1 * A1) / 3.0;
    c.from_next[e] = D1 + 0.5 * (q[0] + q[1]);
    c.from_last[next(e)] = D2 + 0.5 * (q[1] + q[2]);
  }
  return c;
}

void SmoothMesh::find_neighbors(const std::vector<Triangle>& triangles) {
  std::map<std::pair<int, int>, Neighbor> sides;
  for (std::size_t t = 0; t < triangles.size(); ++t)
    for (std::size_t e = 0; e < 3; ++e)
      sides[{triangles[t][e], triangles[t][next(e)]}] = {static_cast<int>(t), static_cast<int>(e)};
  neighbors_.resize(triangles.size());
  for (std::size_t t = 0; t < triangles.size(); ++t)
    for (std::size_t e = 0; e < 3; ++e) {
      const auto other = sides.find({triangles[t][next(e)], triangles[t][e]});
      if (other != sides.end()) neighbors_[t][e] = other->second;
    }
}

void SmoothMesh::find_border(const std::vector<Triangle>& triangles,
                             const std::vector<Vec3>& normals) {
  std::vector<std::pair<std::size_t, std::size_t>> ends;  // triangle and vertex where each ends
  for (std::size_t t = 0; t < neighbors_.size(); ++t)
    for (std::size_t e = 0; e < 3; ++e) {
      if (neighbors_[t][e].triangle >= 0) continue;
      const Control& c = control_[t];
      const Vec3 &a = c.vertex[e], &b = c.vertex[next(e)];
      const Vec3& normal_a = normals[static_cast<std::size_t>(triangles[t][e])];
      const Vec3& normal_b = normals[static_cast<std::size_t>(triangles[t][next(e)])];
      const Vec3 after_a = a + handle(b - a, normal_a), before_b = b - handle(b - a, normal_b);
      neighbors_[t][e].edge = border_.add({{a, after_a, before_b, b},
                                           normal_a.cross(after_a - a).normalized(),
                                           normal_b.cross(b - before_b).normalized()});
      ends.emplace_back(t, next(e));
    }
  if (border_.empty()) return;
  for (std::size_t t = 0; t < neighbors_.size(); ++t)
    corners_.push_back({corner_at(t, 0), corner_at(t, 1), corner_at(t, 2)});
  std::vector<int> after;
  for (const auto& [t, vertex] : ends) after.push_back(corners_[t][vertex].out);
  border_.deal_out(after);
}

/// Goes round a vertex, from triangle to triangle, to the border on either side.
MeshBorder::Corner SmoothMesh::corner_at(std::size_t triangle, std::size_t vertex) const {
  MeshBorder::Corner corner;
  std::size_t t = triangle, k = vertex;
  for (Neighbor n = neighbors_[t][k]; n.triangle >= 0; n = neighbors_[t][k]) {
    t = static_cast<std::size_t>(n.triangle);
    k = next(static_cast<std::size_t>(n.edge));
    if (t == triangle) return corner;  // all round: not on the border
  }
  corner.out = neighbors_[t][k].edge;
  t = triangle;
  k = vertex;
  for (Neighbor n = neighbors_[t][last(k)]; n.triangle >= 0; n = neighbors_[t][last(k)]) {
    t = static_cast<std::size_t>(n.triangle);
    k = static_cast<std::size_t>(n.edge);
  }
  corner.in = neighbors_[t][last(k)].edge;
  return corner;
}

EdgeWalls SmoothMesh::walls(const Vec3& x, const SurfaceFoot& foot) const {
  if (border_.empty()) return {no_wall(), no_wall()};
  const auto t = static_cast<std::size_t>(foot.piece);
  const Weights w = weights_of(foot);
  const auto k = static_cast<std::size_t>(std::max_element(w.begin(), w.end()) - w.begin());
  const MeshBorder::Corner& corner = corners_[t][k];
  const bool at_border = corner.out >= 0;
  if (at_border && border_.sticks_out(corner)) return border_.walls_of(corner, x);
  for (const std::size_t e : {k, last(k)})
    if (neighbors_[t][e].triangle < 0) return border_.wall_of(neighbors_[t][e].edge, x);
  if (at_border) return border_.walls_of(corner, x);
  const Neighbor& across = neighbors_[t][opposite(k)];
  if (across.triangle < 0) return border_.wall_of(across.edge, x);
  return {no_wall(), no_wall()};
}

// r = Σ w_abc P_abc with the weights of a quartic triangle, (4 over a, b, c) w₀ᵃ w₁ᵇ w₂ᶜ.
PatchJet SmoothMesh::at(const SurfaceFoot& foot) const {
  using Number = Quadratic<2>;
  const Control& c = control_[static_cast<std::size_t>(foot.piece)];
  const Number u = Number::input(0, foot.u), v = Number::input(1, foot.v);
  const std::array<Number, 3> w = {1.0 - u - v, u, v};
  PatchJet p{Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
  const auto add = [&p](const Number& weight, const Vec3& point) {
    p.r += weight.v * point;
    p.ru += weight.d[0] * point;
    p.rv += weight.d[1] * point;
    p.ruu += weight.dd(0, 0) * point;
    p.ruv += weight.dd(0, 1) * point;
    p.rvv += weight.dd(1, 1) * point;
  };
  for (std::size_t a = 0; a < 3; ++a) {
    const Number &wa = w[a], &wb = w[next(a)], &wc = w[last(a)];
    const Number wa2 = wa * wa, wb2 = wb * wb;
    add(wa2 * wa2, c.vertex[a]);
    add(4.0 * wa2 * wa * wb, c.edge[a][0]);
    add(6.0 * wa2 * wb2, c.edge[a][1]);
    add(4.0 * wa * wb2 * wb, c.edge[a][2]);
    // Near edge a, where w_c vanishes, the point that edge wants, near the last edge that one's.
    // The tiny number keeps the quotient from 0/0 in the vertex.
    const Number share = wc.v <= 0.0   ? Number(wb.v <= 0.0 ? 0.5 : 1.0)
                         : wb.v <= 0.0 ? Number(0.0)
                                       : wb / (wb + wc + 1e-14);
    const Number inner = 12.0 * wa2 * wb * wc;
    add(inner * share, c.from_next[a]);
    add(inner * (1.0 - share), c.from_last[a]);
  }
  return p;
}

bool SmoothMesh::outside_domain(const SurfaceFoot& foot) const {
  const Weights w = weights_of(foot);
  const auto& neighbors = neighbors_[static_cast<std::size_t>(foot.piece)];
  for (std::size_t k = 0; k < 3; ++k)
    if (w[k] < 0.0 && neighbors[opposite(k)].triangle < 0) return true;
  return false;
}

// Straight on in the triangle's parameters; over an edge the way goes on in the direction in space.
SurfaceFoot SmoothMesh::moved(const SurfaceFoot& from, const Vec2& step_from, double reach) const {
  constexpr int max_triangles = 64;
  SurfaceFoot foot = from;
  Vec2 step = step_from;
  int entered = -1;  // the edge through which the way came in
  for (int hop = 0; hop < max_triangles; ++hop) {
    const Weights w = weights_of(foot), change = weights_of_step(step);
    const auto& neighbors = neighbors_[static_cast<std::size_t>(foot.piece)];
    double fraction = 1.0;
    std::size_t out = 3;  // the vertex whose opposite edge is crossed
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t e = opposite(k);
      if (static_cast<int>(e) == entered) continue;
      const double f = fraction_to(neighbors[e].triangle < 0 ? -reach : 0.0, w[k], change[k]);
      if (f < fraction) {
        fraction = f;
        out = k;
      }
    }
    foot.u += fraction * step[0];
    foot.v += fraction * step[1];
    if (out == 3 || neighbors[opposite(out)].triangle < 0) return foot;

    const PatchJet here = at(foot);
    const Vec3 onward = (1.0 - fraction) * (here.ru * step[0] + here.rv * step[1]);
    const Weights there = weights_of(foot);
    const Neighbor other = neighbors[opposite(out)];
    // the other triangle runs along the edge the other way round
    Weights w_other = {0.0, 0.0, 0.0};
    const auto e = static_cast<std::size_t>(other.edge);
    w_other[e] = there[last(out)];
    w_other[next(e)] = 1.0 - there[last(out)];
    foot = {w_other[1], w_other[2], other.triangle};
    entered = other.edge;
    const PatchJet q = at(foot);
    Eigen::Matrix<double, 3, 2> T;
    T << q.ru, q.rv;
    step = Mat2(T.transpose() * T).inverse() * (T.transpose() * onward);
    if (!step.allFinite()) return foot;
  }
  return foot;
}

Vec2 SmoothMesh::along_edge(const SurfaceFoot& foot, const Vec2& step, double reach) const {
  const Weights w = weights_of(foot), change = weights_of_step(step);
  const auto& neighbors = neighbors_[static_cast<std::size_t>(foot.piece)];
  for (std::size_t k = 0; k < 3; ++k) {
    if (neighbors[opposite(k)].triangle >= 0 || w[k] > 1e-12 - reach || change[k] >= 0.0) continue;
    Weights along = {0.0, 0.0, 0.0};
    along[next(k)] = -1.0;
    along[last(k)] = 1.0;
    return {along[1], along[2]};
  }
  return Vec2::Zero();
}

}  // namespace holon
