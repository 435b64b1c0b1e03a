// SPDX-License-Identifier: GPL-3.0-or-later
//
// The largest changes of a comparison, in words. Each can be clicked to inspect its cell.
#pragma once

#include <QFrame>
#include <QStringList>

#include <vector>

class QLabel;

namespace lab {

class PillButton;
class Theme;

class ChangesList : public QFrame {
    Q_OBJECT
public:
    explicit ChangesList(const Theme& theme, QWidget* parent = nullptr);

    /// An empty list shows “Nothing differs”, or that this is said of what is not covered.
    void setChanges(const QStringList& changes, bool isPartlyCovered = false);
    const std::vector<PillButton*>& entries() const { return m_entries; }

signals:
    /// An entry was clicked.
    void entryClicked(int which);

private:
    void restyle();

    const Theme& m_theme;
    QLabel* m_heading;
    std::vector<PillButton*> m_entries;
};

} // namespace lab
