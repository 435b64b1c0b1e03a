// SPDX-License-Identifier: GPL-3.0-or-later
//
// The dictionary, below the board: every word that has a vector, including those in no sentence, with its
// numbers. Words can be edited, renamed, found and deleted.
#pragma once

#include <QFrame>
#include <QPoint>

class QLabel;
class QLineEdit;

namespace lab {

class DictionaryModel;
class DictionaryTable;
class LabDocument;
class PillButton;
class Selection;
class Theme;

class DictionaryPanel : public QFrame {
    Q_OBJECT
public:
    DictionaryPanel(LabDocument& document, const Selection& selection, const Theme& theme,
                    QWidget* parent = nullptr);

    /// See DictionaryModel::updateLook().
    void updateLook();
    DictionaryTable& table() const { return *m_table; }
    /// Shown only if there are many words.
    QLineEdit& filter() const { return *m_filter; }
    PillButton& deleteUnused() const { return *m_delete; }
    PillButton& closeButton() const { return *m_close; }
    /// Why the last edit was rejected; empty if it was not.
    QString problem() const;

signals:
    /// The user closed the dictionary.
    void closed();
    void refused(const QString& reason);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void connectParts();
    void refresh();
    void restyle();
    void refuse(const QString& reason);
    void deleteWordAt(int row);
    void showMenu(QPoint at);
    void keepPlace();
    void takePlace();

    LabDocument& m_document;
    const Theme& m_theme;
    DictionaryModel* m_model;
    QLabel* m_heading;
    QLabel* m_counts;
    QLineEdit* m_filter;
    PillButton* m_delete;
    PillButton* m_close;
    QLabel* m_problem;
    QWidget* m_options;
    QLabel* m_notUsed;
    DictionaryTable* m_table;
    /// Current cell, scroll position and focus before the words changed.
    struct Place {
        int row = -1, column = -1, scrolled = 0;
        bool hadFocus = false;
    } m_place;
};

} // namespace lab
