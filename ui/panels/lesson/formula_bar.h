// SPDX-License-Identifier: GPL-3.0-or-later
//
// Inserts formulas into a text of a lesson: the forms that are wanted most.
#pragma once

#include "ui/panels/lesson/lesson_text_field.h"

#include <QPointer>
#include <QWidget>

#include <vector>

namespace lab {

class PillButton;

class FormulaBar : public QWidget {
    Q_OBJECT
public:
    explicit FormulaBar(const Theme& theme, QWidget* parent = nullptr);

    /// Where the next formula goes.
    void setTarget(LessonTextField* target);
    const std::vector<PillButton*>& buttons() const { return m_buttons; }

private:
    QPointer<LessonTextField> m_target;
    std::vector<PillButton*> m_buttons;
};

} // namespace lab
