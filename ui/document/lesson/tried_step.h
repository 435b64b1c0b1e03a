// SPDX-License-Identifier: GPL-3.0-or-later
//
// A step that asks what the open example suggests to try (exampleQuestions()): goals are watched while the
// document is edited, and what was answered stays answered until another example is opened. Nothing of it is
// kept.
#pragma once

#include "core/lesson/progress.h"
#include "ui/document/lesson/document_step.h"

#include <map>
#include <optional>
#include <string>

namespace lab {

class LabDocument;

class TriedStep : public DocumentStep {
    Q_OBJECT
public:
    explicit TriedStep(LabDocument& document, QObject* parent = nullptr);

    /// How many questions the open example has, as long as the document is still what they are about; 0:
    /// none.
    std::size_t offered() const;
    /// How many of them are neither answered nor shown.
    std::size_t left() const { return m_step.ask.size() - openQuestion(); }
    /// Goes on where it was left, or, if all is done, begins anew. Does nothing while aside, or if nothing is
    /// offered.
    void begin();
    void setAside(bool aside);

    bool isOn() const override { return m_isBegun && !m_isAside; }
    QString heading() const override;
    QString kindName() const override;
    QString leaveText() const override;
    void leave() override;

    const LessonStep& step() const override { return m_step; }
    std::size_t openQuestion() const override;
    const AnswerRecord* answerTo(std::size_t question) const override;
    const Reply* replyTo(std::size_t question) const override;
    bool answer(const GivenAnswer& given) override;
    bool canShow() const override;
    void show() override;
    QString hint() const override;
    bool hasHints() const override { return !hint().isEmpty(); }
    bool canHint() const override { return hasHints() && !m_isHintShown; }
    bool isHintShown() const override { return m_isHintShown; }
    void showHint() override;
    QString nearMiss() const override { return m_nearMiss; }

signals:
    /// offered() may have changed.
    void offerChanged();

private:
    void read();
    void watch();
    void judge(const GivenAnswer& given, const Experiment& experiment);
    void settle(AnswerRecord record, Reply reply);

    LabDocument& m_document;
    LessonStep m_step; ///< of the open example, begun or not
    StepProgress m_progress;
    std::map<std::string, Reply> m_replies; ///< by the question's id
    QString m_nearMiss;
    bool m_isHintShown = false;
    bool m_isBegun = false;
    bool m_isAside = false;
};

} // namespace lab
