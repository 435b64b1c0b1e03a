// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is said of a fit, one sentence a line, and a button that takes away why something is out of reach.
#pragma once

#include <QString>
#include <QWidget>

#include <vector>

class QLabel;

namespace lab {

class PillButton;
class Theme;

struct FitNote {
    QString text;           ///< plain
    bool isProblem = false; ///< with another dot
};

class FitNotes : public QWidget {
    Q_OBJECT
public:
    explicit FitNotes(const Theme& theme, QWidget* parent = nullptr);

    /// `cure`: the text of the button; empty: none.
    void setNotes(const std::vector<FitNote>& notes, const QString& cure);
    /// How many lines have room at least, so that nothing moves while notes come and go.
    void setLines(int lines);
    /// Of that many lines.
    int leastHeight() const;
    /// Whether they keep the room that they have had, so that nothing above them moves when they get shorter.
    void setSteady(bool steady);
    /// The sentences, one a line.
    QString text() const;

signals:
    void cureWanted();

private:
    void showNotes();

    const Theme& m_theme;
    QLabel* m_label;
    PillButton* m_cure;
    std::vector<FitNote> m_notes;
    bool m_isSteady = false;
    int m_lines = 0;
};

} // namespace lab
