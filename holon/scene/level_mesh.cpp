// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/level_mesh.h"

#include <cmath>

namespace holon {
namespace {

using Value = std::function<std::pair<double, Vec3>(const Vec3&)>;
using Index3 = Eigen::Vector3i;

class Net {
 public:
  Net(const Value& f, const Eigen::AlignedBox3d& box, int n)
      : f_(f), n_(n), corner_(box.min()), cell_(box.sizes() / n) {
    values_.reserve(count());
    for_each(n_, [&](const Index3& i) { values_.push_back(f_(at(i.cast<double>())).first); });
    point_.assign(count(), -1);
  }
  TriangleMesh make() {
    for_each(n_ - 1, [&](const Index3& i) { add_point(i); });
    for_each(n_ - 1, [&](const Index3& i) {
      for (int axis = 0; axis < 3; ++axis) add_quad(i, axis);
    });
    return std::move(mesh_);
  }

 private:
  static Index3 unit(int axis) { return Index3::Unit(axis); }
  std::size_t count() const { return static_cast<std::size_t>((n_ + 1) * (n_ + 1) * (n_ + 1)); }
  std::size_t slot(const Index3& i) const {
    return static_cast<std::size_t>((i.x() * (n_ + 1) + i.y()) * (n_ + 1) + i.z());
  }
  Vec3 at(const Vec3& i) const { return corner_ + i.cwiseProduct(cell_); }
  double value(const Index3& i) const { return values_[slot(i)]; }
  template <class F>
  static void for_each(int last, F&& f) {
    for (int x = 0; x <= last; ++x)
      for (int y = 0; y <= last; ++y)
        for (int z = 0; z <= last; ++z) f(Index3(x, y, z));
  }
  static bool is_cut(double a, double b) {
    return std::isfinite(a) && std::isfinite(b) && (a < 0.0) != (b < 0.0);
  }

  void add_point(const Index3& i) {
    Vec3 sum = Vec3::Zero();
    int cuts = 0;
    for (int axis = 0; axis < 3; ++axis)
      for (int side = 0; side < 4; ++side) {
        const Index3 a = i + (side & 1) * unit((axis + 1) % 3) + (side >> 1) * unit((axis + 2) % 3);
        const double from = value(a), to = value(a + unit(axis));
        if (!is_cut(from, to)) continue;
        sum += a.cast<double>() + from / (from - to) * unit(axis).cast<double>();
        ++cuts;
      }
    if (cuts == 0) return;
    const Vec3 guess = at(sum / cuts);
    Vec3 x = guess, normal = Vec3::UnitZ();
    for (int round = 0; round < 4; ++round) {
      const auto [f, gradient] = f_(x);
      const double slope = gradient.squaredNorm();
      if (!std::isfinite(f) || !(slope > 0.0)) break;
      normal = gradient.normalized();
      x -= f / slope * gradient;
    }
    // where f is not smooth Newton's method may run away
    if (!((x - guess).norm() < cell_.norm())) x = guess;
    point_[slot(i)] = static_cast<int>(mesh_.points.size());
    mesh_.points.push_back(x);
    mesh_.normals.push_back(normal);
  }
  /// Across the edge from corner i along an axis, of the four cells around it.
  void add_quad(const Index3& i, int axis) {
    const Index3 u = unit((axis + 1) % 3), v = unit((axis + 2) % 3);
    if ((i - u - v).minCoeff() < 0) return;
    const double from = value(i), to = value(i + unit(axis));
    if (!is_cut(from, to)) return;
    const int a = point_[slot(i - u - v)], b = point_[slot(i - v)], c = point_[slot(i)],
              d = point_[slot(i - u)];
    if (a < 0 || b < 0 || c < 0 || d < 0) return;
    const auto add = [&](int p, int q, int r) {
      if (from < 0.0)
        mesh_.triangles.push_back({p, q, r});
      else
        mesh_.triangles.push_back({p, r, q});
    };
    add(a, b, c);
    add(a, c, d);
  }

  const Value& f_;
  int n_;
  Vec3 corner_, cell_;
  std::vector<double> values_;
  std::vector<int> point_;  // of the cell with this first corner
  TriangleMesh mesh_;
};

}  // namespace

TriangleMesh level_mesh(const Value& f, const Eigen::AlignedBox3d& box, int n) {
  return Net(f, box, n).make();
}

}  // namespace holon
