// SPDX-License-Identifier: GPL-3.0-or-later
//
// Over a grid: asks what pasted numbers mean. The choice under the pointer or the keyboard is shown in the
// grid and on the board as if it were made already.
#pragma once

#include "ui/panels/parameters/paste.h"

#include <QFrame>

class QLabel;

namespace lab {

class FlowLayout;
class LabDocument;
class PillButton;
class Theme;

class PasteStrip : public QFrame {
    Q_OBJECT
public:
    PasteStrip(LabDocument& document, const Theme& theme, QWidget* parent = nullptr);

    void ask(const Paste& paste);
    /// Takes back what is shown of a choice, and goes.
    void cancel();
    const std::vector<PillButton*>& choices() const { return m_buttons; }
    QString question() const;

signals:
    /// What was chosen is done, and this is to be said about it; empty where nothing is.
    void done(const QString& message);
    void cancelled();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void show(std::size_t which);
    void choose(std::size_t which);
    void leave();
    void restyle();

    LabDocument& m_document;
    const Theme& m_theme;
    FlowLayout* m_flow;
    QLabel* m_question;
    PillButton* m_cancel;
    std::vector<PillButton*> m_buttons;
    std::vector<PasteChoice> m_choices;
    bool m_ownChange = false; ///< what changes now is what is shown of a choice
};

} // namespace lab
