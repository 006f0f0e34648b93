// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/field_reader.h"

/// What is named in files: objects, controllers, and the signals between them.
namespace holon {

template <class IdType>
void FieldReader::read_name(const At& at, const Names<IdType>& names, IdType& out) {
  const std::string what(IdType::what);
  if (!expect(at.value.is_string(), at, "a string, the name of the " + what)) return;
  const std::string& name = at.value.text();
  const auto it = names.find(name);
  if (it == names.end()) {
    Keys known;
    for (const auto& [other, id] : names) known.push_back(other);
    return problem(at, "no " + what + " is named '" + name + "'" + did_you_mean(name, known));
  }
  out = it->second;
  hangs_on_refused_ = hangs_on_refused_ || out.is_none();
}

void FieldReader::read(const At& at, ObjectId& out) {
  read_name(at, objects_, out);
}
void FieldReader::read(const At& at, ControllerId& out) {
  read_name(at, controllers_, out);
}

void FieldReader::read(const At& at, Command& out) {
  if (!at.has("controller")) return read_as<Motion>(at, out);
  refuse_unknown(at, {"controller"});
  read_as<ControllerId>(at.member("controller"), out);
}

void FieldReader::read(const At& at, SignalRef& out) {
  if (at.has("signal"))
    read_as<NamedSignal>(at, out);
  else if (at.has("quantity"))
    read_as<QuantitySignal>(at, out);
  else
    read_as<Motion>(at, out);
}

}  // namespace holon
