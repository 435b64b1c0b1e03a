// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which step of the document's lesson is being made, and what is wrong with it. The edits themselves are in
// document/edits/lesson_edits. A step is edited where its scene is shown: whoever goes to another scene edits
// that one.
#pragma once

#include "core/lesson/lesson_step.h"
#include "ui/document/task_thread.h"

#include <nlohmann/json.hpp>

#include <QObject>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace lab {

class LabDocument;
class Scenes;

class LessonEditor : public QObject {
    Q_OBJECT
public:
    LessonEditor(LabDocument& document, Scenes& scenes, QObject* parent = nullptr);

    bool isOn() const { return m_isOn; }
    /// Edits the scene that is shown, or else the first step.
    void begin();
    void end();

    const ReadLesson& lesson() const { return m_lesson; }
    std::size_t stepCount() const { return m_lesson.steps.size(); }
    QString nameOf(std::size_t step) const;
    /// The snapshot that is edited, which may be no step yet; nullopt: none.
    std::optional<std::size_t> snapshot() const { return m_snapshot; }
    /// The same among the steps.
    std::optional<std::size_t> current() const;
    /// What the step says; nullptr: there is none.
    const LessonStep* step() const;
    /// What the step says as it is written, also where that cannot be read; null: there is none.
    const nlohmann::ordered_json& written() const;
    /// The same of one question.
    const nlohmann::ordered_json& written(std::size_t question) const;
    /// The experiment of the snapshot that is edited; nullptr: there is none.
    const std::shared_ptr<const Experiment>& experiment() const { return m_held; }
    /// Whether the document has other numbers now than the snapshot that is edited.
    bool hasOtherNumbers() const { return m_hasOtherNumbers; }
    /// Edits another step, and goes to its scene.
    void goTo(std::size_t step);
    /// The snapshot is edited that was made just now.
    void take(std::size_t snapshot);

    // What is wrong, as `attention-lab lesson` says it; empty: nothing. It is found out on another thread:
    // changed() follows.
    QStringList faultsOfStep() const { return faults(std::nullopt); }
    QStringList faultsOf(std::size_t question) const { return faults(question); }
    /// Of the document's own `lesson`.
    QStringList faultsOfLesson() const;
    /// Whether they are known of the step as it is now.
    bool isChecked() const { return !m_isFinding; }

signals:
    /// It began, or ended.
    void toggled(bool on);
    /// Another step is edited, or it has changed, or more is known of it.
    void changed();

private:
    void read();
    void follow();
    void findFaults();
    QStringList faults(std::optional<std::size_t> question) const;

    LabDocument& m_document;
    Scenes& m_scenes;
    bool m_isOn = false;
    ReadLesson m_lesson;
    std::optional<std::size_t> m_snapshot;
    std::shared_ptr<const Experiment> m_held;     ///< of that snapshot: it is found again by it
    std::shared_ptr<const Experiment> m_followed; ///< the scene that was gone to last
    bool m_hasOtherNumbers = false;
    std::vector<LessonFault> m_faults; ///< of the step that is edited
    std::optional<std::size_t> m_faultsOf;
    bool m_isFinding = false;
    bool m_isStale = false; ///< the step has changed since the faults were asked for
    TaskThread m_tasks;     ///< last, see TaskThread
};

} // namespace lab
