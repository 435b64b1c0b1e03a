// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rows of pills, with one pill set in each row.
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

    /// Adds a choice to `row`, which has a layout and an accessible name. `isSet` tells whether it is the
    /// current choice.
    PillButton* add(QWidget* row, const QString& text, const std::function<bool()>& isSet);
    /// Updates which pills are set. Tab moves to the set pill of a row, the arrow keys move within the row.
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
