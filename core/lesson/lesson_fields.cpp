// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/lesson_fields.h"

#include "core/base/comma_list.h"
#include "core/base/number_format.h"
#include "core/base/text_limits.h"
#include "core/io/json_fields.h"

#include <cmath>

namespace lab {

namespace {

constexpr Phrase<3> other_type{"“{0}” is {1}; write {2}"};
constexpr Phrase<3> text_too_long{
    "“{0}” has {1} bytes; {2} are the most: shorten it, or divide it among several steps"};
constexpr Phrase<4> index_beyond{
    "“{0}” is {1}, but the stage has {2} {3}, which count from 0; write one of them"};
constexpr Phrase<3> no_such_stage{"“{0}” has {1}, which is no stage; write one of {2}"};

} // namespace

const LessonFields::Json* LessonFields::find(const char* key) const {
    const auto found = m_object.find(key);
    return found == m_object.end() ? nullptr : &*found;
}

void LessonFields::report_type(const char* key, const Json& found, const char* expected) const {
    m_report(say(other_type, key, kind_of(found), expected));
}

std::string LessonFields::text(const char* key, std::size_t most) const {
    const Json* json = find(key);
    if (!json)
        return {};
    if (!json->is_string()) {
        report_type(key, *json, "a text");
        return {};
    }
    const auto& text = json->get_ref<const std::string&>();
    if (text.size() <= most)
        return text;
    m_report(say(text_too_long, key, grouped(text.size()), grouped(most)));
    return {};
}

std::optional<double> LessonFields::number(const char* key, std::optional<double> least) const {
    const Json* json = find(key);
    if (!json)
        return std::nullopt;
    const bool is_number = json->is_number() && std::isfinite(json->get<double>());
    if (is_number && (!least || json->get<double>() >= *least))
        return json->get<double>();
    report_type(key, *json, least ? ("a number from " + shortest(*least)).c_str() : "a number");
    return std::nullopt;
}

std::optional<Index> LessonFields::index(const char* key, Index count, const char* what) const {
    const Json* json = find(key);
    if (!json)
        return std::nullopt;
    const bool is_whole =
        json->is_number_unsigned() || (json->is_number_integer() && json->get<Index>() >= 0);
    if (!is_whole)
        report_type(key, *json, "a whole number from 0");
    else if (json->get<std::uint64_t>() < static_cast<std::uint64_t>(count))
        return json->get<Index>();
    else
        m_report(say(index_beyond, key, json->dump(), count, what));
    return std::nullopt;
}

bool LessonFields::flag(const char* key) const {
    const Json* json = find(key);
    if (!json || json->is_boolean())
        return json && json->get<bool>();
    report_type(key, *json, "true or false");
    return false;
}

const LessonFields::Json* LessonFields::list(const char* key, const char* expected) const {
    const Json* json = find(key);
    if (!json || json->is_array())
        return json;
    report_type(key, *json, expected);
    return nullptr;
}

std::optional<StageId> LessonFields::stage(const char* key) const {
    const Json* json = find(key);
    return json ? lesson_stage(*json, key, *this) : std::nullopt;
}

std::optional<StageId> lesson_stage(const nlohmann::ordered_json& name, const char* key,
                                    const LessonFields& fields) {
    if (name.is_string()) {
        if (const auto stage = stage_named(name.get_ref<const std::string&>()))
            return stage;
    }
    fields.report(say(no_such_stage, key, kind_of(name), comma_list(all_stages(), &StageInfo::name)));
    return std::nullopt;
}

} // namespace lab
