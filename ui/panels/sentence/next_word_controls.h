// SPDX-License-Identifier: GPL-3.0-or-later
//
// The controls of a sentence that is computed word by word, with a key cache: one word back, the next word,
// the whole sentence. After the last word, the next one is typed. Hidden in every other document.
#pragma once

#include "core/experiment/change.h"

#include <QObject>

#include <vector>

class QAction;
class QLineEdit;
class QMenu;
class QWidget;

namespace lab {

class LabDocument;
class PillButton;
class Theme;

class NextWordControls : public QObject {
    Q_OBJECT
public:
    NextWordControls(LabDocument& document, const Theme& theme, QWidget* parent);

    /// The controls beside the query, in their order.
    std::vector<QWidget*> steps() const;
    /// Adds the way in to a menu: the last word alone, with the keys and values of all.
    void addTo(QMenu& menu);

    PillButton& back() const { return *m_back; }
    PillButton& next() const { return *m_next; }
    /// The way out, beside the keys.
    PillButton& whole() const { return *m_whole; }
    /// Where the next word is typed. Disabled while there are words to come: it names the next one.
    QLineEdit& word() const { return *m_word; }
    QAction* wayIn() const { return m_in; }

    /// Shows what the document offers.
    void refresh(const Change& change);

signals:
    /// The word that was typed cannot be added, and why.
    void refused(const QString& reason);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void goOn();
    void type();
    void refreshWayIn();
    void refreshBack();
    void refreshNext();
    void restyle();

    LabDocument& m_document;
    const Theme& m_theme;
    PillButton* m_back;
    QLineEdit* m_word;
    PillButton* m_next;
    PillButton* m_whole;
    QAction* m_in = nullptr;
    QAction* m_line = nullptr; ///< the separator above it
};

} // namespace lab
