// SPDX-License-Identifier: GPL-3.0-or-later
//
// No warning passes unnoticed.
#pragma once

#include <QRegularExpression>
#include <QTest>

namespace lab::test {

/// Call it from the test's init(): from there to the end of the test function every qWarning and qCritical
/// fails the test, but those declared with QTest::ignoreMessage(QtWarningMsg, …). The offscreen platform says
/// that it does not support propagateSizeHints(), raise() and grabbing the keyboard, which is no news.
inline void make_messages_fatal() {
    // Qt Test can fail on warnings only, so graver messages are passed on as warnings.
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
