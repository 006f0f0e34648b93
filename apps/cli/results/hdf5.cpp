// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/errors.h"
#include "apps/cli/results/formats.h"

#ifdef HOLON_WITH_HDF5
#include <hdf5.h>

#include <utility>
#endif

/// HDF5: a dataset for each column, under its name, with its unit as the attribute "unit"; and the
/// head as the text "holon".
namespace holon::cli {
#ifdef HOLON_WITH_HDF5
namespace {

constexpr const char* kHeadName = "holon";

/// Something of HDF5 that is to be given back.
class Handle {
 public:
  Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  operator hid_t() const { return id_; }
  bool good() const { return id_ >= 0; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

void be_silent() {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // it would tell its whole stack
}

Handle text_type() {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type, H5T_VARIABLE);
  H5Tset_cset(type, H5T_CSET_UTF8);
  return type;
}

class Hdf5Writer final : public ResultWriter {
 public:
  Hdf5Writer(const std::string& path, const Provenance& p, const ColumnList& columns)
      : path_(path), file_(-1, H5Fclose) {
    be_silent();
    file_ = Handle(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose);
    if (!file_.good()) cannot_write(path);
    nlohmann::ordered_json head = head_of(p, columns);
    for (const SignalInfo& column : columns) head["columns"].push_back(column.name);
    write_text(head.dump());
    for (const SignalInfo& column : columns) add_dataset(column);
    buffers_.resize(columns.size());
    flush();
  }
  void row(std::span<const double> values) override {
    for (std::size_t i = 0; i < values.size(); ++i) buffers_[i].push_back(values[i]);
    if (buffers_.front().size() >= 4096) append();
  }
  void flush() override {
    append();
    if (H5Fflush(file_, H5F_SCOPE_GLOBAL) < 0) fail();
  }
  void close() override {
    flush();
    datasets_.clear();
    file_ = Handle(-1, H5Fclose);
  }

 private:
  [[noreturn]] void fail() const { throw SystemFailure("cannot write '" + path_ + "'"); }
  void write_text(const std::string& text) {
    const Handle type = text_type(), space(H5Screate(H5S_SCALAR), H5Sclose);
    const Handle set(
        H5Dcreate2(file_, kHeadName, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Dclose);
    const char* pointer = text.c_str();
    if (!set.good() || H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, &pointer) < 0) fail();
  }
  void add_dataset(const SignalInfo& column) {
    const hsize_t none = 0, any = H5S_UNLIMITED, chunk = 1024;
    const Handle space(H5Screate_simple(1, &none, &any), H5Sclose);
    const Handle layout(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    H5Pset_chunk(layout, 1, &chunk);
    const Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
    H5Pset_create_intermediate_group(links, 1);  // "cart1/body.x" stands in the group cart1
    Handle set(
        H5Dcreate2(file_, column.name.c_str(), H5T_IEEE_F64LE, space, links, layout, H5P_DEFAULT),
        H5Dclose);
    if (!set.good())
      throw UsageError("cannot write '" + path_ + "': HDF5 takes no name '" + column.name + "'");
    const Handle type = text_type(), one(H5Screate(H5S_SCALAR), H5Sclose);
    const Handle unit(H5Acreate2(set, "unit", type, one, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
    const char* text = column.unit.c_str();
    if (!unit.good() || H5Awrite(unit, type, &text) < 0) fail();
    datasets_.push_back(std::move(set));
  }
  void append() {
    const hsize_t more = buffers_.empty() ? 0 : buffers_.front().size(), total = rows_ + more;
    if (more == 0) return;
    const Handle memory(H5Screate_simple(1, &more, nullptr), H5Sclose);
    for (std::size_t i = 0; i < datasets_.size(); ++i) {
      if (H5Dset_extent(datasets_[i], &total) < 0) fail();
      const Handle space(H5Dget_space(datasets_[i]), H5Sclose);
      H5Sselect_hyperslab(space, H5S_SELECT_SET, &rows_, nullptr, &more, nullptr);
      if (H5Dwrite(datasets_[i], H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, buffers_[i].data())
          < 0)
        fail();
      buffers_[i].clear();
    }
    rows_ = total;
  }

  std::string path_;
  Handle file_;
  std::vector<Handle> datasets_;
  std::vector<std::vector<double>> buffers_;
  hsize_t rows_ = 0;
};

std::string read_head_text(const Handle& file) {
  const Handle set(H5Dopen2(file, kHeadName, H5P_DEFAULT), H5Dclose);
  const Handle type = text_type();
  char* text = nullptr;
  if (!set.good() || H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, &text) < 0
      || text == nullptr)
    throw InputError("it has no header of holon");
  std::string out = text;
  H5free_memory(text);
  return out;
}

std::vector<double> read_dataset(const Handle& file, const std::string& name) {
  const Handle set(H5Dopen2(file, name.c_str(), H5P_DEFAULT), H5Dclose);
  const Handle space(set.good() ? H5Dget_space(set) : -1, H5Sclose);
  if (!space.good() || H5Sget_simple_extent_ndims(space) != 1)
    throw InputError("it has no list of numbers '" + name + "'");
  std::vector<double> values(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
  if (H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0)
    throw InputError("'" + name + "' is damaged");
  return values;
}

}  // namespace

WriterPtr open_hdf5(const std::string& path, const Provenance& p, const ColumnList& columns) {
  return std::make_unique<Hdf5Writer>(path, p, columns);
}

Result read_hdf5(const std::string& path) {
  be_silent();
  const Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  if (!file.good()) throw InputError("it is no HDF5 file, or was not closed");
  const std::string text = read_head_text(file);
  const auto head = nlohmann::ordered_json::parse(text, nullptr, false);
  if (!head.is_object() || !head.contains("columns") || !head["columns"].is_array())
    throw InputError("its header does not list the columns");
  Result result;
  for (const auto& name : head["columns"]) {
    if (!name.is_string()) throw InputError("'columns' in its header are not texts");
    result.columns.push_back({name.get<std::string>(), ""});
    result.columns.back().values = read_dataset(file, result.columns.back().name);
    if (result.columns.back().values.size() != result.rows())
      throw InputError("'" + result.columns.back().name + "' is not as long as the others");
  }
  take_head(text, result);
  return result;
}

#else

WriterPtr open_hdf5(const std::string& path, const Provenance& /*p*/, const ColumnList& /*c*/) {
  throw UsageError("cannot write '" + path
                   + "': this program was built without HDF5; install the Debian package "
                     "libhdf5-dev and build again, or take .csv, .jsonl or .npz");
}

Result read_hdf5(const std::string& /*path*/) {
  throw InputError(
      "this program was built without HDF5; install the Debian package libhdf5-dev and build "
      "again");
}

#endif
}  // namespace holon::cli
