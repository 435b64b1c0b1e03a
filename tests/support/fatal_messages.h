// SPDX-License-Identifier: GPL-3.0-or-later
//
// Makes warnings fail tests.
#pragma once

#include <QRegularExpression>
#include <QTest>

namespace lab::test {

/// Call this from the test's init(). Until the end of the test function, every qWarning and qCritical fails
/// the test unless declared with QTest::ignoreMessage(QtWarningMsg, …). Messages of the offscreen platform
/// about propagateSizeHints(), raise() and grabbing the keyboard, which it does not support, are ignored.
inline void make_messages_fatal() {
    // Qt Test can only fail on warnings, so critical messages are downgraded.
    static QtMessageHandler pass_on = nullptr;
    const QtMessageHandler downgrade = [](QtMsgType type, const QMessageLogContext& context,
                                          const QString& text) {
        pass_on(type == QtCriticalMsg ? QtWarningMsg : type, context, text);
    };
    if (const QtMessageHandler previous = qInstallMessageHandler(downgrade); previous != downgrade)
        pass_on = previous;
    QTest::failOnWarning(QRegularExpression(QStringLiteral(
        "^(?!This plugin does not support (propagateSizeHints\\(\\)|raise\\(\\)|grabbing the keyboard))")));
}

} // namespace lab::test
