// SPDX-License-Identifier: GPL-3.0-or-later
//
// Asks what pasted numbers mean. Nothing changes before it is answered.
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
    void cancel();
    const std::vector<PillButton*>& choices() const { return m_buttons; }
    QString question() const;

signals:
    /// The choice was applied. `message`: what to tell the user, or empty.
    void done(const QString& message);
    void cancelled();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
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
};

} // namespace lab
