// SPDX-License-Identifier: GPL-3.0-or-later
//
// All arrays of the user's own computation: a button for each, with a sign for the result. Shows which array
// is the first that is not right, and which one is compared below.
#pragma once

#include "core/analysis/diagnosis/judge_all.h"
#include "ui/document/task_thread.h"

#include <QString>
#include <QTimer>
#include <QWidget>

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

class QLabel;

namespace lab {

class LabDocument;
class PillButton;
class Theme;

class RunStrip : public QWidget {
    Q_OBJECT
public:
    RunStrip(LabDocument& document, const Theme& theme, QWidget* parent = nullptr);
    ~RunStrip() override;

    /// Judges these. When that is done, the array of the stage that is asked for is chosen, else the first
    /// that is not right, else the last.
    void setArrays(const QString& file, std::vector<NamedPrint> arrays, std::optional<StageId> asked);
    void clear();
    bool isEmpty() const { return m_arrays->empty(); }
    /// After a change of the document: judges them again, soon. What was chosen stays chosen.
    void judgeAgain();
    /// None is compared below any more.
    void chooseNone();

    const std::vector<PillButton*>& buttons() const { return m_buttons; }
    /// What is said of all.
    QString said() const;

signals:
    /// The user chose an array: its numbers are to be compared below, with the document or with what follows
    /// from the user's own arrays before it.
    void chosen(const lab::JudgedArray& array, const lab::PrintedArray& numbers);
    /// The strip needs another height, or is not needed any more.
    void changed();

private:
    void judge();
    void show(JudgedRun run);
    void choose(std::size_t index);
    std::size_t firstChoice() const;
    void say(const QString& words);
    void restyle();

    LabDocument& m_document;
    const Theme& m_theme;
    QLabel* m_words;
    QWidget* m_row;
    QString m_file;
    std::shared_ptr<const std::vector<NamedPrint>> m_arrays;
    JudgedRun m_run;
    std::optional<StageId> m_asked;
    std::optional<std::string> m_chosen; ///< by its name
    std::vector<PillButton*> m_buttons;
    QTimer m_untilJudged;
    std::stop_source m_stop;
    int m_question = 0; ///< counts: only the last one matters
    TaskThread m_tasks; ///< last, see TaskThread
};

} // namespace lab
