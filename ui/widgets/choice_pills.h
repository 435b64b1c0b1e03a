// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rows of pills, of which one a row is set.
#pragma once

#include <QString>

#include <functional>
#include <vector>

class QWidget;

namespace lab {

class PillButton;
class Theme;

class ChoicePills {
public:
    explicit ChoicePills(const Theme& theme) : m_theme(theme) {}

    /// One more choice of a row, which has a layout and a name; `isSet` says whether it is the one that is
    /// set.
    PillButton* add(QWidget* row, const QString& text, const std::function<bool()>& isSet);
    /// Shows which are set. Tab leads to the one of a row that is, the arrow keys from one to another.
    void refresh() const;
    /// The first that is set, or nullptr.
    PillButton* firstSet() const;

private:
    struct Choice {
        PillButton* pill;
        std::function<bool()> isSet;
    };

    const Theme& m_theme;
    std::vector<Choice> m_choices;
};

} // namespace lab
