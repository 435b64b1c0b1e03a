// SPDX-License-Identifier: GPL-3.0-or-later
//
// Editor for the document's title and description, shown on request.
#pragma once

#include <QFrame>

class QLabel;
class QLineEdit;
class QPlainTextEdit;

namespace lab {

class LabDocument;
class PillButton;
class Theme;

class TitleStrip : public QFrame {
    Q_OBJECT
public:
    TitleStrip(LabDocument& document, const Theme& theme, QWidget* parent = nullptr);

    /// Shows it with the focus on the title.
    void open();
    QLineEdit& title() const { return *m_title; }
    QPlainTextEdit& description() const { return *m_description; }

protected:
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();
    void restyle();

    LabDocument& m_document;
    const Theme& m_theme;
    QLineEdit* m_title;
    QPlainTextEdit* m_description;
    PillButton* m_done;
};

} // namespace lab
