// SPDX-License-Identifier: GPL-3.0-or-later
//
// Offers across the window what a program that ended too early had not saved, one document after another.
#pragma once

#include "ui/document/recovery.h"

#include <QFrame>

class QBoxLayout;
class QLabel;

namespace lab {

class Theme;

class RecoveryStrip : public QFrame {
    Q_OBJECT
public:
    RecoveryStrip(Recovery& recovery, const Theme& theme, QWidget* parent = nullptr);

    /// What it says; empty where there is nothing to offer.
    QString text() const;

signals:
    void openRequested(const lab::Recovery::FilePtr& offer);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showOffer();
    void restyle();
    void arrange();

    Recovery& m_recovery;
    const Theme& m_theme;
    QLabel* m_text;
    QBoxLayout* m_layout;
};

/// "today 14:32", "yesterday 9:05" or the date and the time.
QString whenText(const QDateTime& time, const QDateTime& now);

} // namespace lab
