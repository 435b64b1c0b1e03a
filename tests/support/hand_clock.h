// SPDX-License-Identifier: GPL-3.0-or-later
//
// Time for what moves in a window, which passes only when a test says so.
#pragma once

#include <QCoreApplication>
#include <QVariantAnimation>
#include <QWidget>

namespace lab::test {

class HandClock {
public:
    explicit HandClock(const QWidget& window) : m_window(window) {}

    void pass(int milliseconds) const {
        for (QVariantAnimation* each : moving()) {
            each->pause();
            each->setCurrentTime(each->currentTime() + milliseconds);
        }
        QCoreApplication::processEvents(); // paints
    }
    bool isRunning() const { return !moving().empty(); }

private:
    QList<QVariantAnimation*> moving() const {
        QList<QVariantAnimation*> all = m_window.findChildren<QVariantAnimation*>();
        all.removeIf(
            [](const QVariantAnimation* each) { return each->state() == QAbstractAnimation::Stopped; });
        return all;
    }

    const QWidget& m_window;
};

} // namespace lab::test
