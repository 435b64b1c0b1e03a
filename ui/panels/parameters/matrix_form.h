// SPDX-License-Identifier: GPL-3.0-or-later
//
// A line of controls that opens over a grid, for what its menu cannot ask in one word, and goes again.
#pragma once

#include "ui/widgets/control_row.h"

#include <functional>

namespace lab {

class MatrixForm : public ControlRow {
    Q_OBJECT
public:
    explicit MatrixForm(const Theme& theme);

    void refresh() override {}

signals:
    /// It is not wanted any more.
    void closed();

protected:
    /// A button that does what the form is for, and one that closes it, at the end of the line.
    PillButton* addEnd(const QString& does);
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
};

/// Asks for one number: what to multiply by, how many decimals are to be kept.
class NumberForm : public MatrixForm {
    Q_OBJECT
public:
    /// `question` stands before the number; `does` is called with it, as often as somebody asks.
    NumberForm(const Theme& theme, const QString& question, double number, NumberField::Rule rule,
               std::function<void(double)> does);

    NumberField& field() const { return *m_field; }

private:
    NumberField* m_field;
};

} // namespace lab
