// SPDX-License-Identifier: GPL-3.0-or-later
//
// “What is this?”: what a stage does, over the window.
#pragma once

#include "ui/plots/shared/stage_about.h"
#include "ui/widgets/popup_frame.h"

class QLabel;

namespace lab {

class AboutPopup : public PopupFrame {
    Q_OBJECT
public:
    AboutPopup(const QString& title, const StageAbout& about, const Theme& theme, QWidget* parent);

    /// Opens with its upper left corner at a global position, or as near as the screen allows. Deletes itself
    /// when it is closed.
    void openAt(QPoint corner);
    QString text() const;

private:
    QLabel* m_heading;
    QLabel* m_text;
};

} // namespace lab
