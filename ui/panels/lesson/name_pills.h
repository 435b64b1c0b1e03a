// SPDX-License-Identifier: GPL-3.0-or-later
//
// A list of names, each of which is in it or not, as pills; the first pill stands for all of them, with no
// list at all.
#pragma once

#include <QString>
#include <QWidget>

#include <optional>
#include <string>
#include <vector>

namespace lab {

class PillButton;
class Theme;

class NamePills : public QWidget {
    Q_OBJECT
public:
    struct Choice {
        std::string name; ///< in the document
        QString text;     ///< on the pill
        QString tip;
        bool operator==(const Choice&) const = default;
    };
    /// `all`: what the first pill says.
    NamePills(const Theme& theme, const QString& name, const QString& all, QWidget* parent = nullptr);

    /// A name that is in the list and no choice gets a pill, too, so that it can be taken out. Emits no
    /// signal.
    void show(std::vector<Choice> choices, const std::optional<std::vector<std::string>>& names);
    PillButton& all() const { return *m_all; }
    /// nullptr: there is none of that name.
    PillButton* pill(const std::string& name) const;

signals:
    void chosen(const std::optional<std::vector<std::string>>& names);

private:
    void toggle(const std::string& name);

    const Theme& m_theme;
    PillButton* m_all;
    std::vector<Choice> m_choices;
    std::vector<PillButton*> m_pills; ///< of the choices
    std::optional<std::vector<std::string>> m_names;
};

} // namespace lab
