// SPDX-License-Identifier: GPL-3.0-or-later
//
// A Qt plugin, loaded through QT_QPA_GENERIC_PLUGINS. Once the first window has been painted and is idle, it
// prints the time at which that was reached (steady clock, nanoseconds) and quits the program.
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
    /// Called when the event loop is idle, so everything pending has been painted. More paint events may
    /// follow shortly.
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
    Q_PLUGIN_METADATA(IID "org.qt-project.Qt.QGenericPluginFactoryInterface" FILE "first_paint.json")

public:
    QObject* create(const QString& /*name*/, const QString& /*specification*/) override {
        return new FirstPaint;
    }
};

#include "first_paint.moc"
