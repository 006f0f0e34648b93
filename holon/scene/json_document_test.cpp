// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/json_document.h"

#include <gtest/gtest.h>

#include <clocale>
#include <cmath>
#include <locale>
#include <memory>
#include <ostream>

#include "holon/math/diagnostics.h"

namespace holon {

inline void PrintTo(const JsonPlace& place, std::ostream* out) {
  *out << describe(place);
}

namespace {

using namespace std::string_literals;

// The only problem of a text that is not JSON.
SceneProblem problem_of(std::string_view text) {
  try {
    parse_json(text);
  } catch (const SceneError& error) {
    EXPECT_EQ(error.problems().size(), 1U);
    return error.problems().at(0);
  }
  ADD_FAILURE() << "no problem was found";
  return {};
}

std::string error_of(std::string_view text) {
  return describe(problem_of(text));
}

std::string repeated(std::string_view part, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += part;
  return text;
}

double number_of(std::string_view text) {
  return parse_json(text).number();
}

TEST(JsonDocument, ReadsEveryKindOfValue) {
  const JsonValue root = parse_json(R"({"n": null, "b": true, "x": -1.5e2, "s": "hi", "l": [1]})");
  ASSERT_TRUE(root.is_object());
  EXPECT_EQ(root.members().size(), 5U);
  EXPECT_TRUE(root.find("n")->is_null());
  EXPECT_TRUE(root.find("b")->boolean());
  EXPECT_EQ(root.find("x")->number(), -150.0);
  EXPECT_EQ(root.find("s")->text(), "hi");
  ASSERT_EQ(root.find("l")->elements().size(), 1U);
  EXPECT_EQ(root.find("l")->elements()[0].number(), 1.0);
  EXPECT_EQ(root.find("missing"), nullptr);
  EXPECT_FALSE(parse_json("false").boolean());
}

TEST(JsonDocument, NamesItsKindsForMessages) {
  const JsonValue root = parse_json(R"([null, true, 1, "", [], {}])");
  std::vector<std::string> names;
  for (const JsonValue& value : root.elements()) names.emplace_back(value.kind_name());
  EXPECT_EQ(names,
            (std::vector<std::string>{
                "null", "a boolean", "a number", "a string", "a list", "an object"}));
}

TEST(JsonDocument, KeepsTheOrderOfMembers) {
  const JsonValue root = parse_json(R"({"z": 1, "a": 2, "m": 3, "": 4})");
  std::string keys;
  for (const JsonMember& member : root.members()) keys += member.key + ",";
  EXPECT_EQ(keys, "z,a,m,,");
}

TEST(JsonDocument, RefusesToBeTakenForAnotherKind) {
  const JsonValue number = parse_json("1");
  EXPECT_THROW(number.text(), UsageError);
  EXPECT_THROW(number.boolean(), UsageError);
  EXPECT_THROW(number.elements(), UsageError);
  EXPECT_THROW(number.members(), UsageError);
  EXPECT_THROW(parse_json("\"1\"").number(), UsageError);
  EXPECT_EQ(number.find("a"), nullptr);
}

TEST(JsonDocument, CanBeCopied) {
  const JsonValue root = parse_json(R"({"a": [1, {"b": "c"}]})");
  const JsonValue copy = root;
  EXPECT_EQ(copy.find("a")->elements()[1].find("b")->text(), "c");
  EXPECT_EQ(copy.find("a")->place(), root.find("a")->place());
}

TEST(JsonNumbers, AreTheNearestDoubles) {
  EXPECT_EQ(number_of("0.1"), 0.1);
  EXPECT_EQ(number_of("1.7976931348623157e308"), 1.7976931348623157e308);
  EXPECT_EQ(number_of("5e-324"), 5e-324);
  EXPECT_EQ(number_of("1e-400"), 0.0);
  EXPECT_EQ(number_of("9007199254740993"), 9007199254740992.0);
  EXPECT_EQ(number_of("18446744073709551616"), 18446744073709551616.0);
  EXPECT_EQ(number_of("1E+2"), 100.0);
  EXPECT_TRUE(std::signbit(number_of("-0")));
  EXPECT_TRUE(std::signbit(number_of("-0.0")));
  EXPECT_FALSE(std::signbit(number_of("0")));
}

TEST(JsonNumbers, KnowWhetherTheyWereWrittenAsIntegers) {
  EXPECT_TRUE(parse_json("12").is_integer());
  EXPECT_TRUE(parse_json("-3").is_integer());
  EXPECT_FALSE(parse_json("12.0").is_integer());
  EXPECT_FALSE(parse_json("1e3").is_integer());
  EXPECT_FALSE(parse_json("\"1\"").is_integer());
}

struct DecimalComma : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
};

// Neither on that of C++ nor on that of C, where a machine has one with a decimal comma.
TEST(JsonNumbers, DoNotDependOnTheLocale) {
  const std::locale before = std::locale::global(std::locale(std::locale(), new DecimalComma));
  std::setlocale(LC_NUMERIC, "de_DE.UTF-8");
  const double value = number_of("1.5");
  const std::string error = error_of("1,5");
  std::locale::global(before);
  std::setlocale(LC_NUMERIC, "C");
  EXPECT_EQ(value, 1.5);
  EXPECT_EQ(error, "line 1, column 2: unexpected ',' after the end of the document");
}

TEST(JsonStrings, DecodeTheirEscapes) {
  EXPECT_EQ(parse_json(R"("\"\\\/\b\f\n\r\t")").text(), "\"\\/\b\f\n\r\t");
  EXPECT_EQ(parse_json(R"("\u00e4\u20AC\ud83d\ude00")").text(), "ä€😀");
  EXPECT_EQ(parse_json(R"("a\u0000b")").text(), "a\0b"s);
  EXPECT_EQ(parse_json(R"({"\u0061b": 1})").members()[0].key, "ab");
  EXPECT_EQ(parse_json("\"// no /* comment\"").text(), "// no /* comment");
  EXPECT_EQ(parse_json("\"ä€😀\x7F\"").text(), "ä€😀\x7F");
}

TEST(JsonPlaces, PointAtTheFirstCharacterOfEachValue) {
  const JsonValue root = parse_json(
      "{\n"
      "  \"gravity\": [0, -9.81 ,1e3],\n"
      "  \"bodies\" : [\n"
      "    {\"name\":\"bob\", \"free\": true}, null\n"
      "  ]}");
  EXPECT_EQ(root.place(), (JsonPlace{1, 1}));
  const JsonMember& gravity = root.members()[0];
  EXPECT_EQ(gravity.key_place, (JsonPlace{2, 3}));
  EXPECT_EQ(gravity.value.place(), (JsonPlace{2, 14}));
  EXPECT_EQ(gravity.value.elements()[0].place(), (JsonPlace{2, 15}));
  EXPECT_EQ(gravity.value.elements()[1].place(), (JsonPlace{2, 18}));
  EXPECT_EQ(gravity.value.elements()[2].place(), (JsonPlace{2, 25}));
  const JsonValue& bodies = *root.find("bodies");
  EXPECT_EQ(bodies.place(), (JsonPlace{3, 14}));
  EXPECT_EQ(bodies.elements()[1].place(), (JsonPlace{4, 35}));
  const JsonValue& bob = bodies.elements()[0];
  EXPECT_EQ(bob.place(), (JsonPlace{4, 5}));
  EXPECT_EQ(bob.find("name")->place(), (JsonPlace{4, 13}));
  EXPECT_EQ(bob.members()[1].key_place, (JsonPlace{4, 20}));
  EXPECT_EQ(bob.find("free")->place(), (JsonPlace{4, 28}));
}

TEST(JsonPlaces, CountWhatStandsInComments) {
  const JsonValue root = parse_json(
      "// a \"scene\" { [\n"
      "/* two\n"
      "   lines ** / */ {\"a\"/**/:/* x */1, // one\n"
      "//\n"
      "\"b\": // before the value\n"
      " 2 /* last */ } // end");
  EXPECT_EQ(root.place(), (JsonPlace{3, 18}));
  EXPECT_EQ(root.members()[0].key_place, (JsonPlace{3, 19}));
  EXPECT_EQ(root.find("a")->place(), (JsonPlace{3, 34}));
  EXPECT_EQ(root.members()[1].key_place, (JsonPlace{5, 1}));
  EXPECT_EQ(root.find("b")->place(), (JsonPlace{6, 2}));
}

TEST(JsonPlaces, TakeEveryKindOfLineEnd) {
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    const JsonValue root = parse_json("[1," + end + end + " 2, // two" + end + "3]");
    EXPECT_EQ(root.elements()[1].place(), (JsonPlace{3, 2}));
    EXPECT_EQ(root.elements()[2].place(), (JsonPlace{4, 1}));
  }
}

TEST(JsonPlaces, CountTabsAndCodePointsAsOneColumn) {
  const JsonValue root = parse_json("[\t\t1, \"ä€😀\", 2, \"\\u00e4\", 3]");
  EXPECT_EQ(root.elements()[0].place(), (JsonPlace{1, 4}));
  EXPECT_EQ(root.elements()[1].place(), (JsonPlace{1, 7}));
  EXPECT_EQ(root.elements()[2].place(), (JsonPlace{1, 14}));
  EXPECT_EQ(root.elements()[3].place(), (JsonPlace{1, 17}));
  EXPECT_EQ(root.elements()[4].place(), (JsonPlace{1, 27}));
}

TEST(JsonPlaces, IgnoreAByteOrderMark) {
  EXPECT_EQ(parse_json("\xEF\xBB\xBF[1]").elements()[0].place(), (JsonPlace{1, 2}));
}

TEST(JsonErrors, TellThePathToTheFault) {
  EXPECT_EQ(
      error_of("{\"constraints\": [1, 2,\n  {\"a\": {\"object\": nul}}]}"),
      "line 2, column 20: constraints[2].a.object: unknown word 'nul' (did you mean 'null'?)");
  EXPECT_EQ(error_of(R"({"my key": [[0, *]]})"),
            "line 1, column 17: [\"my key\"][0][1]: unexpected '*' (a value should stand here)");
  EXPECT_EQ(problem_of(R"({"a": {"b": 1 "c": 2}})").path, "a");
  EXPECT_EQ(problem_of(R"({"a": {"b": 1, "b": 2}})").path, "a");
  EXPECT_EQ(problem_of("{\"" + std::string(1000, 'k') + "\": *}").path,
            std::string(60, 'k') + "...");
}

TEST(JsonErrors, MissingValues) {
  EXPECT_EQ(error_of("[1,,2]"),
            "line 1, column 4: [1]: unexpected ',' (a value should stand here)");
  EXPECT_EQ(error_of("[,1]"), "line 1, column 2: [0]: unexpected ',' (a value should stand here)");
  EXPECT_EQ(error_of("{\"a\": }"),
            "line 1, column 7: a: unexpected '}' (a value should stand here)");
  EXPECT_EQ(error_of("]"), "line 1, column 1: unexpected ']' (a value should stand here)");
}

TEST(JsonErrors, TrailingCommas) {
  EXPECT_EQ(error_of("[1,\n 2, // two\n]"),
            "line 2, column 3: nothing follows this ',' before the ']' (remove it)");
  EXPECT_EQ(error_of("{\"a\": 1 ,}"),
            "line 1, column 9: nothing follows this ',' before the '}' (remove it)");
}

TEST(JsonErrors, MissingCommasAndColons) {
  EXPECT_EQ(error_of("[1 2]"), "line 1, column 4: unexpected '2' (a ',' or ']' should stand here)");
  EXPECT_EQ(error_of("{\"a\": 1\n \"b\": 2}"),
            "line 2, column 2: unexpected '\"' (a ',' or '}' should stand here)");
  EXPECT_EQ(error_of("{\"a\" 1}"),
            "line 1, column 6: unexpected '1' (a ':' after the key 'a' should stand here)");
  EXPECT_EQ(error_of("{\"a\"}"),
            "line 1, column 5: unexpected '}' (a ':' after the key 'a' should stand here)");
}

TEST(JsonErrors, KeysWithoutQuotes) {
  EXPECT_EQ(error_of("{ mass: 1}"),
            "line 1, column 3: the key 'mass' should stand in double quotes");
  EXPECT_EQ(error_of("{\"a\": 1, 'b': 2}"),
            "line 1, column 10: unexpected ''' (a key in double quotes should stand here)");
  EXPECT_EQ(error_of("{1: 2}"), "line 1, column 2: the key '1' should stand in double quotes");
  EXPECT_EQ(error_of("{,}"),
            "line 1, column 2: unexpected ',' (a key in double quotes should stand here)");
}

TEST(JsonErrors, WrongBrackets) {
  EXPECT_EQ(error_of("{\"a\":\n [1}"),
            "line 2, column 4: a: unexpected '}' (a ',' or ']' should stand here; the list opened "
            "at line 2, column 2 ends with ']')");
  EXPECT_EQ(error_of("{]"),
            "line 1, column 2: unexpected ']' (a key in double quotes should stand here; the "
            "object opened at line 1, column 1 ends with '}')");
}

TEST(JsonErrors, TextThatEndsTooEarly) {
  EXPECT_EQ(error_of("{\"a\":\n [1, 2\n"),
            "line 3, column 1: a: the text ends inside the list opened at line 2, column 2 (']' is "
            "missing)");
  for (const char* text : {"{", "{\"a\"", "{\"a\":", "{\"a\": 1", "{\"a\": 1,", "{\"a\": [] //"}) {
    EXPECT_EQ(problem_of(text).message,
              "the text ends inside the object opened at line 1, column 1 ('}' is missing)");
    EXPECT_EQ(problem_of(text).place,
              (JsonPlace{1, static_cast<int>(std::string(text).size()) + 1}));
  }
}

TEST(JsonErrors, EmptyText) {
  EXPECT_EQ(error_of(""), "line 1, column 1: the text is empty (a value should stand here)");
  EXPECT_EQ(error_of("\xEF\xBB\xBF"), error_of(""));
  EXPECT_EQ(error_of(" \n/* only\na comment */"),
            "line 3, column 13: the text is empty (a value should stand here)");
}

TEST(JsonErrors, TextBehindTheDocument) {
  EXPECT_EQ(error_of("{}\n}"), "line 2, column 1: unexpected '}' after the end of the document");
  EXPECT_EQ(error_of("1 2"), "line 1, column 3: unexpected '2' after the end of the document");
  EXPECT_EQ(error_of("[]\0"s), "line 1, column 3: unexpected U+0000 after the end of the document");
}

TEST(JsonErrors, StringsThatAreNotClosed) {
  const std::string message = "this string is not closed on its line ('\"' is missing)";
  EXPECT_EQ(error_of("{\"a\": \"bob,\n \"b\": 1}"), "line 1, column 7: a: " + message);
  EXPECT_EQ(error_of("{\"a: 1}"), "line 1, column 2: " + message);
  EXPECT_EQ(error_of("[1, \""), "line 1, column 5: [1]: " + message);
  EXPECT_EQ(error_of("\"a\\"), "line 1, column 1: " + message);
  EXPECT_EQ(error_of("\"a\\\nb\""), "line 1, column 1: " + message);
}

TEST(JsonErrors, OtherQuotes) {
  const std::string message = " (a string in plain double quotes should stand here)";
  EXPECT_EQ(error_of("'a'"), "line 1, column 1: unexpected '''" + message);
  EXPECT_EQ(error_of("[“a”]"), "line 1, column 2: [0]: unexpected U+201C '“'" + message);
}

TEST(JsonErrors, ControlCharactersInStrings) {
  EXPECT_EQ(error_of("\"a\tb\""),
            "line 1, column 3: the control character U+0009 in a string (write \\t instead)");
  EXPECT_EQ(error_of("\"\x1B\""),
            "line 1, column 2: the control character U+001B in a string (write \\u001B instead)");
  EXPECT_EQ(error_of("\"\0\""s),
            "line 1, column 2: the control character U+0000 in a string (write \\u0000 instead)");
}

TEST(JsonErrors, Escapes) {
  EXPECT_EQ(error_of(R"("C:\Users")"),
            "line 1, column 4: unknown escape: \\ before 'U' (a backslash itself is written \\\\)");
  for (const char* text : {R"("\u12")", R"("\u12G4")", R"("\u)", R"("\u-123")"})
    EXPECT_EQ(error_of(text), "line 1, column 2: four hexadecimal digits should follow \\u");
  for (const char* text :
       {R"("\uD83D")", R"("\uD83Dabcdef")", R"("\uD83D\n")", R"("\ud83d\u0041")"})
    EXPECT_EQ(error_of(text),
              "line 1, column 2: \\uD83D is half a character, its other half is missing");
  EXPECT_EQ(error_of(R"("\uDE00\uD83D")"),
            "line 1, column 2: \\uDE00 is half a character, its other half is missing");
}

TEST(JsonErrors, Comments) {
  EXPECT_EQ(error_of("[1, /* two\n]"),
            "line 1, column 5: this comment is not closed ('*/' is missing)");
  EXPECT_EQ(error_of("/*/"), "line 1, column 1: this comment is not closed ('*/' is missing)");
  EXPECT_EQ(error_of("[] /"), "line 1, column 4: unexpected '/' (a comment begins with // or /*)");
  EXPECT_EQ(error_of("# scene\n{}"),
            "line 1, column 1: unexpected '#' (a comment begins with // or /*)");
}

TEST(JsonErrors, NumbersThatAreNotFinite) {
  for (const std::string word : {"NaN", "nan", "Infinity", "-Infinity", "+inf", "-NaN"})
    EXPECT_EQ(error_of("[1, " + word + "]"),
              "line 1, column 5: [1]: '" + word + "' is not a JSON number (numbers are finite)");
}

TEST(JsonErrors, NumbersThatAreTooLarge) {
  EXPECT_EQ(error_of("[1e400]"), "line 1, column 2: [0]: the number 1e400 is too large");
  EXPECT_EQ(error_of("-1e99999999999999999999"),
            "line 1, column 1: the number -1e99999999999999999999 is too large");
  EXPECT_EQ(problem_of(std::string(310, '9')).message,
            "the number " + std::string(60, '9') + "... is too large");
}

TEST(JsonErrors, NumbersThatAreBadlyWritten) {
  const auto message = [](std::string_view text) { return problem_of(text).message; };
  EXPECT_EQ(message("+1"), "'+1' is not a JSON number (a number does not begin with '+')");
  EXPECT_EQ(message("-"), "'-' is not a JSON number (a digit should follow the '-')");
  EXPECT_EQ(message(".5"), "'.5' is not a JSON number (write 0 before the '.')");
  EXPECT_EQ(message("-.5"), "'-.5' is not a JSON number (a digit should follow the '-')");
  EXPECT_EQ(message("1."), "'1.' is not a JSON number (a digit should follow the '.')");
  EXPECT_EQ(message("1.e5"), "'1.e5' is not a JSON number (a digit should follow the '.')");
  EXPECT_EQ(message("007"), "'007' is not a JSON number (remove the leading 0)");
  EXPECT_EQ(message("1e"), "'1e' is not a JSON number (the exponent has no digits)");
  EXPECT_EQ(message("2E+"), "'2E+' is not a JSON number (the exponent has no digits)");
  EXPECT_EQ(message("0x10"), "'0x10' is not a JSON number ('x' does not belong there)");
  EXPECT_EQ(message("1.2.3"), "'1.2.3' is not a JSON number ('.' does not belong there)");
  EXPECT_EQ(message("10mm"), "'10mm' is not a JSON number ('m' does not belong there)");
  EXPECT_EQ(problem_of("[0, 1.]").place, (JsonPlace{1, 5}));
}

TEST(JsonErrors, UnknownWords) {
  EXPECT_EQ(error_of("True"), "line 1, column 1: unknown word 'True' (did you mean 'true'?)");
  EXPECT_EQ(error_of("[bob]"),
            "line 1, column 2: [0]: unknown word 'bob' (a string stands in double quotes)");
  EXPECT_EQ(error_of("trueish"),
            "line 1, column 1: unknown word 'trueish' (a string stands in double quotes)");
}

TEST(JsonErrors, CharactersOutsideOfAscii) {
  EXPECT_EQ(error_of("[1, ä]"),
            "line 1, column 5: [1]: unexpected U+00E4 'ä' (a value should stand here)");
  EXPECT_EQ(error_of("[\x07]"),
            "line 1, column 2: [0]: unexpected U+0007 (a value should stand here)");
}

TEST(JsonErrors, InvalidUtf8) {
  const auto message = [](const std::string& byte) {
    return "the byte " + byte + " is not valid UTF-8 (save the file as UTF-8)";
  };
  EXPECT_EQ(error_of("{\"ä\":\n \"ä\xFF\"}"), "line 2, column 4: " + message("0xFF"));
  EXPECT_EQ(error_of("// caf\xE9\n1"), "line 1, column 7: " + message("0xE9"));
  EXPECT_EQ(error_of("\"\xC0\x80\""), "line 1, column 2: " + message("0xC0"));      // overlong
  EXPECT_EQ(error_of("\"\xE0\x80\x80\""), "line 1, column 2: " + message("0xE0"));  // overlong
  EXPECT_EQ(error_of("\"\xED\xA0\x80\""), "line 1, column 2: " + message("0xED"));  // surrogate
  EXPECT_EQ(error_of("\"\xF4\x90\x80\x80\""), "line 1, column 2: " + message("0xF4"));
  EXPECT_EQ(error_of("\"\x80\""), "line 1, column 2: " + message("0x80"));
  EXPECT_EQ(error_of("\"\xE2\x82"), "line 1, column 2: " + message("0xE2"));  // cut off
  EXPECT_EQ(error_of("\xFF\xFE{\0"s), "line 1, column 1: " + message("0xFF"));
}

TEST(JsonErrors, DuplicateKeysNameBothPlaces) {
  EXPECT_EQ(error_of("{\"a\": {\n  \"mass\": 1,\n  \"b\": 2,\n\t\"m\\u0061ss\": 3}}"),
            "line 4, column 2: a: the key 'mass' stands here again (it stands at line 2, column 3 "
            "already)");
  EXPECT_NO_THROW(parse_json(R"({"a": {"a": 1}, "b": [{"a": 1}, {"a": 1}]})"));
}

TEST(JsonLimits, SixtyFourLevelsAreEnough) {
  EXPECT_NO_THROW(parse_json(repeated("[", 64) + repeated("]", 64)));
  const SceneProblem lists = problem_of(repeated("[\n", 64) + "  [" + repeated("]", 65));
  EXPECT_EQ(lists.place, (JsonPlace{65, 3}));
  EXPECT_EQ(lists.path, repeated("[0]", 64));
  EXPECT_EQ(lists.message, "more than 64 lists and objects inside each other");
  EXPECT_EQ(problem_of(repeated("{\"a\":", 65) + "1" + repeated("}", 65)).message, lists.message);
  EXPECT_NO_THROW(parse_json("[" + repeated("[[]],", 100) + "0]"));
}

TEST(JsonLimits, AMillionLevelsDoNoHarm) {
  constexpr int levels = 1'000'000;
  const std::string message = "more than 64 lists and objects inside each other";
  const SceneProblem closed = problem_of(repeated("[", levels) + repeated("]", levels));
  EXPECT_EQ(closed.message, message);
  EXPECT_EQ(closed.place, (JsonPlace{1, 65}));
  EXPECT_EQ(problem_of(repeated("[", levels)).message, message);
  EXPECT_EQ(problem_of(repeated("{\"a\":[", levels)).message, message);
}

TEST(JsonLimits, LongNumbersAreRefused) {
  const std::string longest = "0." + std::string(398, '3');
  EXPECT_EQ(number_of(longest), 1.0 / 3);
  EXPECT_EQ(error_of("[" + longest + "3]"),
            "line 1, column 2: [0]: a number of 401 digits (at most 400 are read)");
}

TEST(JsonLimits, LongStringsAreRefused) {
  const std::string longest(JsonLimits::string_bytes, 'x');
  EXPECT_EQ(parse_json("\"" + longest + "\"").text(), longest);
  EXPECT_EQ(error_of("[\"" + longest + "x\"]"),
            "line 1, column 2: [0]: a string longer than 1048576 bytes");
  EXPECT_EQ(error_of("{\"" + longest + "x\": 1}"),
            "line 1, column 2: a string longer than 1048576 bytes");
}

TEST(JsonLimits, LargeTextsAreRefusedUnread) {
  const std::size_t size = JsonLimits::text_bytes + 1;
  const auto untouched = std::make_unique_for_overwrite<char[]>(size);
  EXPECT_EQ(error_of({untouched.get(), size}),
            "a text of 268435457 bytes is too large (at most 256 MiB are read)");
}

TEST(JsonDocument, ReadsBigDocuments) {
  constexpr int count = 100'000;
  std::string text = "{\"list\": [";  // on one line: columns may not be counted anew each time
  for (int i = 0; i < count; ++i)
    text += (i > 0 ? ",{\"x\":" : "{\"x\":") + std::to_string(i) + "}";
  text += "],\n";
  for (int i = 0; i < count; ++i) text += "\"k" + std::to_string(i) + "\": [],\n";
  text += "\"last\": \"end\"}";
  const JsonValue root = parse_json(text);
  const std::vector<JsonValue>& list = root.find("list")->elements();
  ASSERT_EQ(list.size(), 100'000U);
  double sum = 0;
  for (const JsonValue& element : list) sum += element.find("x")->number();
  EXPECT_EQ(sum, 0.5 * count * (count - 1));
  EXPECT_EQ(list[1].place(), (JsonPlace{1, 19}));
  ASSERT_EQ(root.members().size(), 100'002U);
  EXPECT_EQ(root.members().back().value.text(), "end");
  EXPECT_EQ(root.members().back().value.place(), (JsonPlace{count + 2, 9}));
}

TEST(SceneError, JoinsItsProblemsLineByLine) {
  const SceneError error({{{3, 7}, "constraints[2].a", "no such object"},
                          {{4, 1}, "", "nothing here"},
                          {{}, "objects", "empty"},
                          {{}, "", "unreadable"}});
  EXPECT_STREQ(error.what(),
               "line 3, column 7: constraints[2].a: no such object\n"
               "line 4, column 1: nothing here\n"
               "objects: empty\n"
               "unreadable");
  EXPECT_EQ(error.problems().size(), 4U);
}

TEST(ScenePaths, AreWrittenLikeCode) {
  EXPECT_EQ(member_path("", "a"), "a");
  EXPECT_EQ(member_path("a[2]", "mass_1"), "a[2].mass_1");
  EXPECT_EQ(member_path("a", "odd key"), "a[\"odd key\"]");
  EXPECT_EQ(member_path("a", ""), "a[\"\"]");
  EXPECT_EQ(member_path("", "two\nlines"), "[\"two lines\"]");
  EXPECT_EQ(element_path("", 0), "[0]");
  EXPECT_EQ(element_path("a.b", 12), "a.b[12]");
}

}  // namespace
}  // namespace holon
