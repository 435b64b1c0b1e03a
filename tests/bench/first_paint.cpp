// SPDX-License-Identifier: GPL-3.0-or-later
//
// A plugin that Qt loads into the program where QT_QPA_GENERIC_PLUGINS names it. When the first window has
// been painted and stands still, it prints the moment at which that was reached (steady clock, nanoseconds)
// and ends the program.
#include <QAbstractEventDispatcher>
#include <QCoreApplication>
#include <QEvent>
#include <QGenericPlugin>
#include <QTimer>

#include <chrono>
#include <cstdio>

namespace {

using namespace std::chrono_literals;

class FirstPaint : public QObject {
public:
    FirstPaint() {
        QCoreApplication::instance()->installEventFilter(this);
        connect(QAbstractEventDispatcher::instance(), &QAbstractEventDispatcher::aboutToBlock, this,
                [this] { atRest(); });
        m_still.setSingleShot(true);
        connect(&m_still, &QTimer::timeout, this, [this] {
            std::printf("%lld\n", static_cast<long long>(m_painted.time_since_epoch().count()));
            std::fflush(stdout);
            QCoreApplication::quit();
        });
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Paint && watched->isWidgetType())
            m_paints = true;
        return false;
    }

private:
    /// Nothing is left to do: what was to be painted has been. More may follow for a moment.
    void atRest() {
        if (!std::exchange(m_paints, false))
            return;
        m_painted = std::chrono::steady_clock::now();
        m_still.start(200ms);
    }

    std::chrono::steady_clock::time_point m_painted;
    QTimer m_still;
    bool m_paints = false;
};

} // namespace

class FirstPaintPlugin : public QGenericPlugin {
    Q_OBJECT
    Q_PLUGIN_METADATA(IID QGenericPluginFactoryInterface_iid FILE "first_paint.json")

public:
    QObject* create(const QString& /*name*/, const QString& /*specification*/) override {
        return new FirstPaint;
    }
};

#include "first_paint.moc"
