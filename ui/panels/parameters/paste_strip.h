// SPDX-License-Identifier: GPL-3.0-or-later
//
// Asks above a grid what pasted numbers mean. The choice that is hovered or has the focus is previewed in the
// grid and on the board.
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
    /// Reverts the preview and hides the strip.
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
    bool m_ownChange = false; ///< the document is changing because of a preview
};

} // namespace lab
