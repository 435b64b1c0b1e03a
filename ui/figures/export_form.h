// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rows of controls that decide what is exported.
#pragma once

#include "ui/widgets/choice_pills.h"

#include <QWidget>

class QCheckBox;
class QDoubleSpinBox;
class QFormLayout;
class QSpinBox;

namespace lab {

class PillButton;
class Theme;

class ExportForm : public QWidget {
    Q_OBJECT
public:
    QFormLayout& rows() const { return *m_rows; }
    /// Adds a row whose controls are laid out one after the other.
    QWidget* addRow(const QString& caption);

signals:
    void changed();

protected:
    explicit ExportForm(const Theme& theme);

    PillButton* addChoice(QWidget* row, const QString& text, const std::function<void()>& choose,
                          const std::function<bool()>& isSet);
    /// These change a setting of the derived class.
    QCheckBox* addSwitch(QWidget* row, const QString& text, bool& setting);
    QDoubleSpinBox* addNumber(QWidget* row, const QString& name, const QString& unit, double least,
                              double most, double& setting, int decimals = 1);

    const Theme& m_theme;
    ChoicePills m_choices;

private:
    void restyle();

    QFormLayout* m_rows;
};

} // namespace lab
