// SPDX-License-Identifier: GPL-3.0-or-later
//
// A line of controls shown for a while, for menu entries that need input.
#pragma once

#include "ui/widgets/control_row.h"

#include <cstdint>
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
    /// Adds a button that applies the field and then calls `does`, as Return in the field does.
    void addApply(NumberField* field, const std::function<void()>& does);
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

/// Asks for a seed.
class SeedForm : public InputForm {
    Q_OBJECT
public:
    SeedForm(const Theme& theme, const QString& question, std::uint64_t seed,
             std::function<void(std::uint64_t)> does);

    SeedField& field() const { return *m_field; }

private:
    SeedField* m_field;
};

} // namespace lab
