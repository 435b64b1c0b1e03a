// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/lesson_edits.h"

#include <memory>
#include <set>
#include <utility>

namespace lab {

namespace {

using EditedJson = nlohmann::ordered_json;

constexpr const char* lesson_entry_key = "lesson";
constexpr const char* id_entry_key = "id";
constexpr const char* ask_entry_key = "ask";

/// The `lesson` of a document or a snapshot; null if there is none.
const EditedJson* edited_lesson(const JsonPtr& keys) {
    if (!keys || !keys->is_object())
        return nullptr;
    const auto found = keys->find(lesson_entry_key);
    return found == keys->end() ? nullptr : &*found;
}

EditedJson keys_of(const JsonPtr& keys) {
    return keys && keys->is_object() ? *keys : EditedJson::object();
}

JsonPtr shared(EditedJson keys) {
    return keys.empty() ? nullptr : std::make_shared<const EditedJson>(std::move(keys));
}

/// Every id of the lesson.
class KnownIds {
public:
    explicit KnownIds(const Experiment& document) {
        note(edited_lesson(document.unknown_keys));
        for (const Snapshot& each : document.snapshots) {
            const EditedJson* lesson = edited_lesson(each.unknown_keys);
            note(lesson);
            if (!lesson || !lesson->is_object() || !lesson->contains(ask_entry_key))
                continue;
            for (const EditedJson& question : lesson->at(ask_entry_key))
                note(&question);
        }
    }

    /// Gives an object an id, in front of what it has, if it has none.
    void give(EditedJson& object, const MakeId& make_id) {
        if (object.contains(id_entry_key))
            return;
        std::string id = make_id();
        while (!m_ids.insert(id).second)
            id = make_id();
        EditedJson with_id{{id_entry_key, std::move(id)}};
        with_id.update(object);
        object = std::move(with_id);
    }

private:
    void note(const EditedJson* object) {
        if (!object || !object->is_object())
            return;
        const auto id = object->find(id_entry_key);
        if (id != object->end() && id->is_string())
            m_ids.insert(id->get<std::string>());
    }

    std::set<std::string> m_ids;
};

void identify(Experiment& document, KnownIds& ids, const MakeId& make_id) {
    EditedJson keys = keys_of(document.unknown_keys);
    EditedJson& lesson = keys[lesson_entry_key];
    if (!lesson.is_object())
        lesson = EditedJson::object();
    else if (lesson.contains(id_entry_key))
        return;
    ids.give(lesson, make_id);
    document.unknown_keys = shared(std::move(keys));
}

/// The questions of a step's `lesson`.
EditedJson& questions_of(EditedJson& lesson) {
    EditedJson& ask = lesson[ask_entry_key];
    if (!ask.is_array())
        ask = EditedJson::array();
    return ask;
}

EditedJson::iterator place_of(EditedJson& questions, std::size_t question) {
    return questions.begin() + static_cast<EditedJson::difference_type>(question);
}

} // namespace

bool is_step(const Snapshot& snapshot) {
    return edited_lesson(snapshot.unknown_keys) != nullptr;
}

Experiment with_step_edited(const Experiment& document, std::size_t snapshot, const MakeId& make_id,
                            const LessonEdit& edit) {
    Experiment next = document;
    KnownIds ids(document);
    identify(next, ids, make_id);
    JsonPtr& its = next.snapshots[snapshot].unknown_keys;
    EditedJson keys = keys_of(its);
    EditedJson& lesson = keys[lesson_entry_key];
    if (!lesson.is_object())
        lesson = EditedJson::object();
    ids.give(lesson, make_id);
    edit(lesson);
    its = shared(std::move(keys));
    return next;
}

Experiment without_step(const Experiment& document, std::size_t snapshot) {
    Experiment next = document;
    JsonPtr& its = next.snapshots[snapshot].unknown_keys;
    EditedJson keys = keys_of(its);
    keys.erase(lesson_entry_key);
    its = shared(std::move(keys));
    return next;
}

Experiment with_author(const Experiment& document, const std::string& author, const MakeId& make_id) {
    Experiment next = document;
    KnownIds ids(document);
    identify(next, ids, make_id);
    EditedJson keys = keys_of(next.unknown_keys);
    set_text(keys[lesson_entry_key], "author", author);
    next.unknown_keys = shared(std::move(keys));
    return next;
}

Experiment with_question(const Experiment& document, std::size_t snapshot, const EditedJson& question,
                         const MakeId& make_id) {
    return with_step_edited(document, snapshot, make_id, [&](EditedJson& lesson) {
        EditedJson added = question;
        KnownIds(document).give(added, make_id);
        questions_of(lesson).push_back(std::move(added));
    });
}

Experiment with_question_edited(const Experiment& document, std::size_t snapshot, std::size_t question,
                                const MakeId& make_id, const LessonEdit& edit) {
    return with_step_edited(document, snapshot, make_id, [&](EditedJson& lesson) {
        EditedJson& edited = questions_of(lesson).at(question);
        if (!edited.is_object())
            edited = EditedJson::object();
        KnownIds(document).give(edited, make_id);
        edit(edited);
    });
}

Experiment with_question_moved(const Experiment& document, std::size_t snapshot, std::size_t from,
                               std::size_t to, const MakeId& make_id) {
    return with_step_edited(document, snapshot, make_id, [&](EditedJson& lesson) {
        EditedJson& questions = questions_of(lesson);
        EditedJson moved = questions.at(from);
        questions.erase(place_of(questions, from));
        questions.insert(place_of(questions, to), std::move(moved));
    });
}

Experiment without_question(const Experiment& document, std::size_t snapshot, std::size_t question,
                            const MakeId& make_id) {
    return with_step_edited(document, snapshot, make_id, [&](EditedJson& lesson) {
        EditedJson& questions = questions_of(lesson);
        questions.erase(place_of(questions, question));
        if (questions.empty())
            lesson.erase(ask_entry_key);
    });
}

void set_text(EditedJson& object, const char* key, const std::string& text) {
    if (text.empty())
        object.erase(key);
    else
        object[key] = text;
}

void set_number(EditedJson& object, const char* key, const std::optional<double>& number) {
    if (number)
        object[key] = *number;
    else
        object.erase(key);
}

void set_names(EditedJson& object, const char* key, const std::optional<std::vector<std::string>>& names) {
    if (names)
        object[key] = *names;
    else
        object.erase(key);
}

} // namespace lab
