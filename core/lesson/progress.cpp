// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/progress.h"

#include "core/io/experiment_json.h"
#include "core/io/json_fields.h"

namespace lab {

namespace {

using ProgressJson = nlohmann::ordered_json;

constexpr const char* progress_key = "progress";

JsonPtr unknown_of(const JsonFields& fields) {
    ProgressJson unknown = fields.unknown();
    return unknown.empty() ? nullptr : std::make_shared<const ProgressJson>(std::move(unknown));
}

/// Calls `read(fields, id)` for the objects in an object.
template<class Read>
void each_object(JsonFields& fields, const char* key, std::vector<Error>& problems, const Read& read) {
    const ProgressJson* objects = fields.raw(key);
    if (!objects)
        return;
    if (!objects->is_object())
        return fields.report(key, kind_of(*objects), "an object");
    for (const auto& [id, object] : objects->items()) {
        // Not by fields.object(), which looks each of them up among all.
        const std::string place = fields.place_of(key) + "[" + lab::quoted(id) + "]";
        if (!object.is_object()) {
            problems.push_back({place, kind_of(object), "an object"});
            continue;
        }
        JsonFields its(object, place, problems);
        read(its, id);
    }
}

AnswerRecord record_from(JsonFields& fields) {
    AnswerRecord record;
    if (const ProgressJson* given = fields.raw("given")) {
        if (given->is_array())
            record.given = std::make_shared<const ProgressJson>(*given);
        else
            fields.report("given", kind_of(*given), "a list");
    }
    record.right = fields.has("right") ? fields.flag("right") : std::nullopt;
    record.shown = fields.flag("shown").value_or(false);
    record.seconds = fields.number("seconds").value_or(0);
    record.unknown_keys = unknown_of(fields);
    return record;
}

/// Null if it is no valid document.
std::shared_ptr<const Experiment> copy_from(JsonFields& fields) {
    const ProgressJson* json = fields.raw("document");
    if (!json)
        return nullptr;
    Result<Experiment> read = experiment_from(*json);
    if (!read) {
        fields.report("document." + read.error().place, read.error().found, read.error().expected);
        return nullptr;
    }
    Experiment copy = std::move(read).value();
    copy.snapshots.clear();
    return std::make_shared<const Experiment>(std::move(copy));
}

ProgressJson with_unknown(ProgressJson json, const JsonPtr& unknown) {
    if (unknown)
        json.update(*unknown);
    return json;
}

ProgressJson record_json(const AnswerRecord& record) {
    ProgressJson json = ProgressJson::object();
    if (record.given)
        json["given"] = *record.given;
    if (record.right)
        json["right"] = *record.right;
    if (record.shown)
        json["shown"] = true;
    if (record.seconds != 0)
        json["seconds"] = record.seconds;
    return with_unknown(std::move(json), record.unknown_keys);
}

ProgressJson step_json(const StepProgress& step) {
    ProgressJson json = ProgressJson::object();
    if (step.document) {
        Experiment copy = *step.document;
        copy.snapshots.clear();
        json["document"] = experiment_json(copy);
    }
    for (const auto& [id, record] : step.answers)
        json["answers"][id] = record_json(record);
    return with_unknown(std::move(json), step.unknown_keys);
}

} // namespace

ReadProgress read_progress(const Experiment& document) {
    ReadProgress read;
    const JsonPtr& keys = document.unknown_keys;
    if (!keys || !keys->is_object() || !keys->contains(progress_key))
        return read;
    const ProgressJson& json = keys->at(progress_key);
    JsonFields fields(json, progress_key, read.ignored);
    if (!json.is_object()) {
        read.ignored.push_back({progress_key, kind_of(json), "an object"});
        return read;
    }
    read.progress.student = fields.text("student").value_or("");
    if (fields.has("seed"))
        read.progress.seed = fields.seed("seed");
    each_object(fields, "steps", read.ignored, [&](JsonFields& of_step, const std::string& id) {
        StepProgress& step = read.progress.steps[id];
        step.document = copy_from(of_step);
        each_object(of_step, "answers", read.ignored,
                    [&](JsonFields& of_answer, const std::string& question) {
                        step.answers.emplace(question, record_from(of_answer));
                    });
        step.unknown_keys = unknown_of(of_step);
    });
    read.progress.unknown_keys = unknown_of(fields);
    return read;
}

Experiment with_progress(const Experiment& document, const LessonProgress& progress) {
    ProgressJson json = ProgressJson::object();
    if (!progress.student.empty())
        json["student"] = progress.student;
    if (progress.seed)
        json["seed"] = *progress.seed;
    for (const auto& [id, step] : progress.steps)
        json["steps"][id] = step_json(step);
    json = with_unknown(std::move(json), progress.unknown_keys);
    Experiment next = document;
    const JsonPtr& before = document.unknown_keys;
    ProgressJson keys = before && before->is_object() ? *before : ProgressJson::object();
    if (json.empty())
        keys.erase(progress_key);
    else
        keys[progress_key] = std::move(json);
    next.unknown_keys = keys.empty() ? nullptr : std::make_shared<const ProgressJson>(std::move(keys));
    return next;
}

Experiment with_progress_of(const Experiment& document, const Experiment& other) {
    const auto keys_of = [](const Experiment& each) {
        return each.unknown_keys && each.unknown_keys->is_object() ? *each.unknown_keys
                                                                   : ProgressJson::object();
    };
    ProgressJson keys = keys_of(document);
    const ProgressJson of = keys_of(other);
    if (of.contains(progress_key))
        keys[progress_key] = of.at(progress_key);
    else
        keys.erase(progress_key);
    Experiment next = document;
    next.unknown_keys = keys.empty() ? nullptr : std::make_shared<const ProgressJson>(std::move(keys));
    return next;
}

} // namespace lab
