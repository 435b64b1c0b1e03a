// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads the entries of a JSON object of a lesson one by one. What is wrong is said in a sentence and left
// out.
#pragma once

#include "core/experiment/said.h"
#include "core/experiment/stage.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <optional>
#include <string>

namespace lab {

class LessonFields {
public:
    using Json = nlohmann::ordered_json;
    using Report = std::function<void(Said)>;

    /// The object must outlive this.
    LessonFields(const Json& object, Report report) : m_object(object), m_report(std::move(report)) {}

    /// Null if it is absent, as in all of these.
    const Json* find(const char* key) const;
    /// Empty if it is absent, or of another type, or longer than `most` bytes.
    std::string text(const char* key, std::size_t most) const;
    /// A finite number of at least `least`, if that is given.
    std::optional<double> number(const char* key, std::optional<double> least = {}) const;
    /// A whole number from 0 on, below `count`; `what` says what there are so many of: "rows".
    std::optional<Index> index(const char* key, Index count, const char* what) const;
    bool flag(const char* key) const;
    const Json* list(const char* key, const char* expected) const;
    std::optional<StageId> stage(const char* key) const;

    void report(Said what) const { m_report(std::move(what)); }

private:
    void report_type(const char* key, const Json& found, const char* expected) const;

    const Json& m_object;
    Report m_report;
};

/// The stage of that name; says that there is none where it is no name of one.
std::optional<StageId> lesson_stage(const nlohmann::ordered_json& name, const char* key,
                                    const LessonFields& fields);

} // namespace lab
