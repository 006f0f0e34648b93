// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/errors.h"
#include "apps/cli/results/formats.h"

#ifdef HOLON_WITH_ZIP
#include <zip.h>

#include <cstdio>
#include <cstring>
#include <filesystem>
#endif

/// NumPy's archive of arrays: a zip file with "rod.x.npy" for the column rod.x, and "holon.json"
/// for the head. numpy.load(file)["rod.x"] is the column; ["holon.json"] the bytes of the head.
namespace holon::cli {
#ifdef HOLON_WITH_ZIP
namespace {

constexpr const char* kHeadEntry = "holon.json";
constexpr std::string_view kMagic = "\x93NUMPY";
// an array of any length has a header of 128 bytes: its length can be filled in last
constexpr std::size_t kPrefix = 10, kHeader = 128;

/// The header of an array of n doubles, format version 1.0.
std::string npy_header(std::size_t n) {
  std::string text =
      "{'descr': '<f8', 'fortran_order': False, 'shape': (" + std::to_string(n) + ",), }";
  text.resize(kHeader - kPrefix - 1, ' ');
  text += '\n';
  std::string out(kMagic);
  out += {'\x01', '\x00', static_cast<char>(text.size()), '\x00'};
  return out + text;
}

/// A zip archive, closed without a change if it was not closed before.
struct Archive {
  Archive(const std::string& path, int flags) : path(path) {
    int code = 0;
    zip = zip_open(path.c_str(), flags, &code);
    if (zip != nullptr) return;
    zip_error_t error;
    zip_error_init_with_code(&error, code);
    problem = zip_error_strerror(&error);
    zip_error_fini(&error);
  }
  ~Archive() {
    if (zip != nullptr) zip_discard(zip);
  }
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;

  void add(const std::string& name, const std::string& bytes) {
    zip_source_t* source = zip_source_buffer(zip, bytes.data(), bytes.size(), 0);
    const zip_int64_t index =
        source == nullptr ? -1 : zip_file_add(zip, name.c_str(), source, ZIP_FL_ENC_UTF_8);
    if (index < 0) {
      zip_source_free(source);
      throw SystemFailure("cannot write '" + path + "': " + zip_strerror(zip));
    }
    zip_set_file_compression(zip, static_cast<zip_uint64_t>(index), ZIP_CM_STORE, 0);
  }
  std::string read(zip_uint64_t index, const std::string& name) {
    zip_stat_t stat;
    zip_file_t* file = zip_fopen_index(zip, index, 0);
    if (file == nullptr || zip_stat_index(zip, index, 0, &stat) != 0)
      throw InputError("'" + name + "': " + zip_strerror(zip));
    std::string bytes(stat.size, '\0');
    const zip_int64_t got = zip_fread(file, bytes.data(), bytes.size());
    const bool whole = got == static_cast<zip_int64_t>(bytes.size());
    if (zip_fclose(file) != 0 || !whole) throw InputError("'" + name + "' is damaged");
    return bytes;
  }

  std::string path, problem;
  zip_t* zip = nullptr;
};

/// Keeps the columns in memory, as the archive needs their lengths first.
class NpzWriter final : public ResultWriter {
 public:
  NpzWriter(const std::string& path, const Provenance& p, const ColumnList& columns)
      : path_(path), head_(head_of(p, columns).dump()) {
    for (const SignalInfo& column : columns) {
      names_.push_back(column.name);
      arrays_.push_back(npy_header(0));
    }
    close();  // tells at once if it cannot be written
  }
  void row(std::span<const double> values) override {
    for (std::size_t i = 0; i < values.size(); ++i)
      arrays_[i].append(reinterpret_cast<const char*>(&values[i]), sizeof(double));
    ++rows_;
  }
  void flush() override {}
  void close() override {
    Archive archive(path_, ZIP_CREATE | ZIP_TRUNCATE);
    if (archive.zip == nullptr)
      throw UsageError("cannot write '" + path_ + "': " + archive.problem);
    archive.add(kHeadEntry, head_);
    for (std::size_t i = 0; i < arrays_.size(); ++i) {
      arrays_[i].replace(0, kHeader, npy_header(rows_));
      archive.add(names_[i] + ".npy", arrays_[i]);
    }
    if (zip_close(archive.zip) != 0)
      throw UsageError("cannot write '" + path_ + "': " + zip_strerror(archive.zip));
    archive.zip = nullptr;
  }

 private:
  std::string path_, head_;
  std::vector<std::string> names_, arrays_;
  std::size_t rows_ = 0;
};

/// The numbers of an array as NumPy writes it, in one dimension.
std::vector<double> npy_values(const std::string& bytes, const std::string& name) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  if (bytes.size() < kPrefix || !bytes.starts_with(kMagic) || byte(6) < 1 || byte(6) > 3)
    throw InputError("'" + name + "' is no array of NumPy");
  std::size_t begin = byte(6) == 1 ? kPrefix : kPrefix + 2, length = 0;
  if (bytes.size() < begin) throw InputError("'" + name + "' is damaged");
  for (std::size_t i = begin; i-- > 8;) length = length * 256 + byte(i);
  if (length > bytes.size() - begin) throw InputError("'" + name + "' is damaged");
  const std::string header = bytes.substr(begin, length);
  begin += length;
  unsigned long long n = 0;
  const std::size_t shape = header.find("'shape': (");
  if (header.find("'descr': '<f8'") == std::string::npos || shape == std::string::npos
      || std::sscanf(header.c_str() + shape, "'shape': (%llu,)", &n) != 1
      || header.find(",)", shape) == std::string::npos)
    throw InputError("'" + name + "' is not a list of doubles: " + header);
  if ((bytes.size() - begin) / sizeof(double) != n) throw InputError("'" + name + "' is damaged");
  std::vector<double> values(n);
  std::memcpy(values.data(), bytes.data() + begin, n * sizeof(double));
  return values;
}

}  // namespace

WriterPtr open_npz(const std::string& path, const Provenance& p, const ColumnList& columns) {
  return std::make_unique<NpzWriter>(path, p, columns);
}

Result read_npz(const std::string& path) {
  Archive archive(path, ZIP_RDONLY | ZIP_CHECKCONS);
  if (archive.zip == nullptr) throw InputError(archive.problem);
  Result result;
  std::string head;
  const zip_int64_t entries = zip_get_num_entries(archive.zip, 0);
  for (zip_uint64_t i = 0; i < static_cast<zip_uint64_t>(entries); ++i) {
    const char* known = zip_get_name(archive.zip, i, 0);
    const std::string name = known != nullptr ? known : "";
    if (name == kHeadEntry) head = archive.read(i, name);
    if (!name.ends_with(".npy")) continue;
    result.columns.push_back({name.substr(0, name.size() - 4), ""});
    result.columns.back().values = npy_values(archive.read(i, name), name);
    if (result.columns.back().values.size() != result.rows())
      throw InputError("'" + name + "' is not as long as the others");
  }
  if (!head.empty()) take_head(head, result);
  return result;
}

#else

WriterPtr open_npz(const std::string& path, const Provenance& /*p*/, const ColumnList& /*c*/) {
  throw UsageError("cannot write '" + path
                   + "': this program was built without libzip; install the Debian package "
                     "libzip-dev and build again, or take .csv or .jsonl");
}

Result read_npz(const std::string& /*path*/) {
  throw InputError(
      "this program was built without libzip; install the Debian package libzip-dev and build "
      "again");
}

#endif
}  // namespace holon::cli
