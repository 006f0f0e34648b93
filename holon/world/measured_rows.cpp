// SPDX-License-Identifier: Apache-2.0
#include "holon/world/measured_rows.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

namespace holon {
namespace {

// A row this much shorter than the longest is zero but for rounding.
constexpr double kZeroRow = 1e-10;
// What moves less than this part of what moves most stands still.
constexpr double kStill = 1e-6;

/// The axis that is not among the turns with inertia; zero if all are.
Vec3 axis_beyond(const Mat3& mobile) {
  const Mat3 rest = Mat3::Identity() - mobile;
  int column = 0;
  rest.colwise().squaredNorm().maxCoeff(&column);
  return rest.isZero() ? Vec3(Vec3::Zero()) : Vec3(rest.col(column).normalized());
}

}  // namespace

MeasuredRows::MeasuredRows(System& system) {
  for (std::size_t i = 0; i < system.bodies().size(); ++i) {
    const System::BodyView& view = system.bodies()[i];
    Body body;
    body.id = view.id;
    body.v = view.v;
    body.nv = view.nv;
    MatX M(view.nv, view.nv);
    system.kkt().get_mass(static_cast<int>(i), M.data());
    double mass = 1.0;
    system.visit_body(static_cast<int>(i), [&]<class R>(const R& r) {
      mass = r.mass();
      body.com = r.com();
      if constexpr (std::is_same_v<R, RigidBody::Runtime>) {
        body.kind = Kind::rigid;
        body.R = r.rotation();
        body.massless_axis_B = axis_beyond(r.mobile_turns());
      } else if constexpr (std::is_same_v<R, Particle::Runtime>) {
        body.kind = Kind::particle;
      }
    });
    body.measure = MatX(M / mass).llt().matrixU();
    body.inverse =
        body.measure.triangularView<Eigen::Upper>().solve(MatX::Identity(view.nv, view.nv));
    index_[view.id.index] = static_cast<int>(i);
    bodies_.push_back(std::move(body));
  }
  size_ = system.nv();
}

int MeasuredRows::body_of(ObjectId id) const {
  const auto found = index_.find(id.index);
  return found == index_.end() ? -1 : found->second;
}

void MeasuredRows::add(int body, const VecX& row, double sign, std::vector<Entry>& out) const {
  const Body& b = bodies_[body];
  for (int j = 0; j < b.nv; ++j)
    if (const double value = sign * row.dot(b.inverse.col(j)); value != 0.0)
      out.push_back({b.v + j, value});
}

MeasuredRows::Jacobian MeasuredRows::jacobian(const System& system,
                                              const Model& model,
                                              const std::vector<char>& counts) const {
  Jacobian J;
  J.rows.columns = size_;
  VecX push = VecX::Zero(size_), lambda;
  for (std::size_t c = 0; c < system.constraints().size(); ++c) {
    const System::ConstraintView& view = system.constraints()[c];
    std::vector<int> on;
    for (ObjectId id : Model::objects_of(model.constraints()[view.id].kind))
      if (const int body = body_of(id); body >= 0) on.push_back(body);
    for (int i = 0; i < view.rows; ++i) {
      if (!counts[view.row + i]) continue;
      lambda = VecX::Unit(view.rows, i);
      for (const int b : on) push.segment(bodies_[b].v, bodies_[b].nv).setZero();
      system.kkt().add_block_transposed(static_cast<int>(c),
                                        {lambda.data(), static_cast<std::size_t>(view.rows)},
                                        {push.data(), static_cast<std::size_t>(size_)});
      for (const int b : on) add(b, part(b, push), 1.0, J.rows.entries);
      if (on.size() < 2) J.ground.push_back(J.rows.rows());
      J.rows.end_row();
      J.row.push_back(view.row + i);
    }
  }
  for (std::size_t b = 0; b < bodies_.size(); ++b)
    if (const Vec3& axis = bodies_[b].massless_axis_B; !axis.isZero()) {
      VecX row = VecX::Zero(6);
      row.tail<3>() = axis;
      add(static_cast<int>(b), row, 1.0, J.rows.entries);
      J.rows.end_row();
      J.row.push_back(-1);
    }
  normalise(J);
  return J;
}

void MeasuredRows::normalise(Jacobian& J) {
  std::vector<double> length;
  double longest = 0.0;
  for (int i = 0; i < J.rows.rows(); ++i) {
    double sum = 0.0;
    for (const Entry& e : J.rows.row(i)) sum += e.value * e.value;
    length.push_back(std::sqrt(sum));
    longest = std::max(longest, length.back());
  }
  for (int i = 0; i < J.rows.rows(); ++i) {
    const bool zero = !(length[i] > kZeroRow * longest);
    J.scale.push_back(zero ? 1.0 : 1.0 / length[i]);
    for (std::size_t e = J.rows.start[i]; e < J.rows.start[i + 1]; ++e)
      J.rows.entries[e].value *= zero ? 0.0 : J.scale.back();
  }
}

VecX MeasuredRows::velocity_row(int body, const Vec3& x, const Vec3& axis) const {
  const Body& b = bodies_[body];
  VecX row = VecX::Zero(b.nv);
  row.head<3>() = axis;
  if (b.kind == Kind::rigid) row.tail<3>() = b.R.transpose() * (x - b.com).cross(axis);
  return row;
}

VecX MeasuredRows::turning_row(int body, const Vec3& axis) const {
  const Body& b = bodies_[body];
  VecX row = VecX::Zero(b.nv);
  if (b.kind == Kind::rigid) row.tail<3>() = b.R.transpose() * axis;
  return row;
}

double MeasuredRows::top_speed(const VecX& x) const {
  double top = 0.0;
  for (std::size_t b = 0; b < bodies_.size(); ++b)
    top = std::max(top, speed(static_cast<int>(b), x));
  return top;
}
std::vector<int> MeasuredRows::moving(const VecX& x) const {
  const double top = top_speed(x);
  std::vector<int> out;
  for (int b = 0; b < static_cast<int>(bodies_.size()); ++b)
    if (speed(b, x) > kStill * top) out.push_back(b);
  return out;
}

VecX MeasuredRows::to_velocity(const VecX& x) const {
  VecX v(size_);
  for (const Body& b : bodies_) v.segment(b.v, b.nv) = b.inverse * x.segment(b.v, b.nv);
  return v;
}

VecX MeasuredRows::rigid_motion(const Vec3& p, const Vec3& u, const Vec3& w) const {
  VecX x(size_);
  for (const Body& b : bodies_) {
    if (b.kind == Kind::other) return {};
    VecX v(b.nv);
    v.head<3>() = u + w.cross(b.com - p);
    if (b.kind == Kind::rigid) {
      const Vec3 w_B = b.R.transpose() * w, &axis = b.massless_axis_B;
      v.tail<3>() = w_B - axis * axis.dot(w_B);
    }
    x.segment(b.v, b.nv) = b.measure * v;
  }
  return x;
}

Vec3 MeasuredRows::centre() const {
  Vec3 sum = Vec3::Zero();
  for (const Body& b : bodies_) sum += b.com;
  return bodies_.empty() ? sum : Vec3(sum / static_cast<double>(bodies_.size()));
}

double MeasuredRows::extent() const {
  const Vec3 middle = centre();
  double size = 0.0;
  for (const Body& b : bodies_) {
    size = std::max(size, (b.com - middle).norm());
    // the radius of gyration is what turns are measured by
    if (b.kind == Kind::rigid) size = std::max(size, b.measure.bottomRightCorner<3, 3>().norm());
  }
  return size > 0.0 ? size : 1.0;
}

}  // namespace holon
