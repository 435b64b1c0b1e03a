// SPDX-License-Identifier: GPL-3.0-or-later
//
// A small field for a few numbers, "1, 0.25"; each may be arithmetic, as in a NumberField.
#pragma once

#include "ui/widgets/number_field.h"

#include <vector>

namespace lab {

class ListField : public NumberField {
    Q_OBJECT
public:
    /// `digits`: that the field has room for. `counted` says how many numbers are expected: "2 frequencies".
    ListField(const Theme& theme, int digits, std::function<QString(int)> counted, QWidget* parent = nullptr);

    /// As setNumber(). As many numbers are expected from the user.
    void setList(std::vector<double> list);
    const std::vector<double>& list() const { return m_list; }

signals:
    /// The user entered another list.
    void listEntered(const std::vector<double>& list);

protected:
    QString shown() const override;
    QString problemOf(const QString& text) const override;
    void store(const QString& text) override;
    bool step(int /*steps*/) override { return false; }
    void tell() override { emit listEntered(m_list); }

private:
    std::function<QString(int)> m_counted;
    std::vector<double> m_list;
};

} // namespace lab
