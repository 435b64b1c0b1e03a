// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether things move, and for how long. Everything that moves asks here.
#pragma once

#include <QObject>
#include <QVariantAnimation>

#include <optional>

namespace lab {

class Motion : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// If motion is reduced, nothing moves, and what would have moved is at its end at once.
    bool isReduced() const;
    /// What the user has chosen; absent: as the desktop says.
    std::optional<bool> chosen() const { return m_chosen; }
    void choose(std::optional<bool> reduced);
    /// Whether the desktop asks programs not to move things. False where it says nothing.
    bool isReducedByDesktop() const;
    /// What the desktop says, see DesktopWishes.
    void followDesktop(std::optional<bool> reduced);

signals:
    /// isReduced() may have changed.
    void changed();

private:
    std::optional<bool> m_chosen, m_desktop;
};

/// One movement. Its timer runs only while it does.
class Movement : public QObject {
    Q_OBJECT
public:
    /// `input`: whether a press, a key or the wheel anywhere ends it.
    enum class OnInput { goOn, end };
    Movement(const Motion& motion, int milliseconds, QEasingCurve::Type curve, OnInput input,
             QObject* parent = nullptr);

    /// Begins from the start, or ends at once if motion is reduced.
    void start();
    /// The same with another length.
    void start(int milliseconds);
    void end();
    bool isRunning() const { return m_runs; }
    /// From 0 to 1; 1 while nothing moves.
    double position() const { return m_runs ? m_animation.currentValue().toDouble() : 1; }

signals:
    /// The position has changed. At the last one, nothing runs any more.
    void moved();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    const Motion& m_motion;
    OnInput m_input;
    bool m_runs = false;
    QVariantAnimation m_animation{this};
};

} // namespace lab
