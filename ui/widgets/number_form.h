// SPDX-License-Identifier: GPL-3.0-or-later
//
// A line of controls shown for a while, for menu entries that need input.
#pragma once

#include "ui/widgets/control_row.h"

#include <functional>

namespace lab {

class InputForm : public ControlRow {
    Q_OBJECT
public:
    explicit InputForm(const Theme& theme);

    void refresh() override {}

signals:
    /// The user closed the form.
    void closed();

protected:
    /// Adds a button that runs the form, and one that closes it, at the end of the line. Returns the first.
    PillButton* addEnd(const QString& does);
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
};

/// Asks for one number: a factor, or how many decimals to keep.
class NumberForm : public InputForm {
    Q_OBJECT
public:
    /// `question` is shown before the number. `does` is called with the number each time it is applied.
    NumberForm(const Theme& theme, const QString& question, double number, NumberField::Rule rule,
               std::function<void(double)> does);

    NumberField& field() const { return *m_field; }

private:
    NumberField* m_field;
};

} // namespace lab
