// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/field_reader.h"

/// What is named in files: objects, controllers, and the signals between them.
namespace holon {

template <class IdType, class Find, class Known>
void FieldReader::read_name(const At& at, IdType& out, Find&& find, Known&& known) {
  const std::string what(IdType::what);
  if (!expect(at.value.is_string(), at, "a string, the name of the " + what)) return;
  const std::string& name = at.value.text();
  const auto full = full_name(name, [&](const std::string& n) { return find(n).has_value(); });
  if (!full)
    return problem(at, "no " + what + " is named '" + name + "'" + did_you_mean(name, known()));
  out = *find(*full);
  hangs_on_refused_ = hangs_on_refused_ || out.is_none();
}

void FieldReader::read(const At& at, ObjectId& out) {
  read_name(
      at,
      out,
      [this](const std::string& n) { return object_named(n); },
      [this] { return object_names(); });
}
void FieldReader::read(const At& at, ControllerId& out) {
  read_name(
      at,
      out,
      [this](const std::string& n) { return controller_named(n); },
      [this] { return controller_names(); });
}

std::string FieldReader::full_signal_name(const std::string& name) const {
  for (std::size_t dot = name.find('.'); dot != std::string::npos; dot = name.find('.', dot + 1)) {
    const auto owner = full_name(std::string_view(name).substr(0, dot),
                                 [this](const std::string& n) { return is_declared(n); });
    if (owner) return *owner + name.substr(dot);
  }
  return name;
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

void FieldReader::read(const At& at, NamedSignal& out) {
  if (std::optional<NamedSignal> self = read_struct<NamedSignal>(at))
    out.name = full_signal_name(self->name);
}

}  // namespace holon
