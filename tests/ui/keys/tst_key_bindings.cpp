// SPDX-License-Identifier: GPL-3.0-or-later
//
// The table of keys: within a context, a key does one thing.
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/keys/key_bindings.h"
#include "ui/window/menu/actions.h"

#include <QKeyEvent>
#include <QTest>

#include <algorithm>
#include <utility>

using namespace lab;
using namespace lab::test;

namespace {

QString text(QKeyCombination key) {
    return QKeySequence(key).toString(QKeySequence::PortableText);
}

QKeyEvent pressed(QKeyCombination key) {
    return {QEvent::KeyPress, key.key(), key.keyboardModifiers()};
}

/// Contexts of which one widget has both.
constexpr std::pair<KeyContext, KeyContext> together[]{{KeyContext::button, KeyContext::token},
                                                       {KeyContext::button, KeyContext::snapshots},
                                                       {KeyContext::button, KeyContext::scenes}};

bool areTogether(KeyContext a, KeyContext b) {
    return a == b || std::ranges::find(together, std::pair(a, b)) != std::end(together);
}

} // namespace

class TestKeyBindings : public WindowTest {
    Q_OBJECT

private slots:
    void oneThingEach();
    void commands();
    void windowKeys();
};

void TestKeyBindings::oneThingEach() {
    const QList<KeyBinding>& all = keyBindings();
    for (qsizetype i = 0; i < all.size(); ++i) {
        QVERIFY(!all[i].keys.isEmpty());
        for (qsizetype j = 0; j < all.size(); ++j) {
            if (i == j || !areTogether(all[i].context, all[j].context))
                continue;
            QVERIFY2(all[i].context != all[j].context || all[i].command != all[j].command,
                     qPrintable(text(all[i].keys.front()))); // one entry a command
            for (const QKeyCombination key : all[i].keys)
                QVERIFY2(!all[j].keys.contains(key), qPrintable(text(key)));
        }
        for (const QKeyCombination key : all[i].keys)
            QCOMPARE(all[i].keys.count(key), 1);
    }
}

/// A key is found again, also from the keypad, and not in another context.
void TestKeyBindings::commands() {
    for (const KeyBinding& binding : keyBindings()) {
        for (const QKeyCombination key : binding.keys) {
            QCOMPARE(commandOf(binding.context, pressed(key)), binding.command);
            const QKeyCombination keypad(key.keyboardModifiers() | Qt::KeypadModifier, key.key());
            QCOMPARE(commandOf(binding.context, pressed(keypad)), binding.command);
        }
        QCOMPARE(keyOf(binding.context, binding.command), QKeySequence(binding.keys.front()));
    }
    QCOMPARE(commandOf(KeyContext::token, pressed(Qt::Key_Left)), std::nullopt); // only with Alt
    QCOMPARE(commandOf(KeyContext::slider, pressed(Qt::Key_W)), std::nullopt);
    QVERIFY(keyOf(KeyContext::slider, KeyCommand::edit).isEmpty());
}

/// No two actions of the window share a key. Of the widgets' keys, only Escape is the window's as well: it
/// ends what the widget does first.
void TestKeyBindings::windowKeys() {
    QHash<QString, QString> actionOf;
    for (const QAction* action : window().findChildren<QAction*>()) {
        for (const QKeySequence& key : action->shortcuts()) {
            if (action->objectName().isEmpty())
                continue;
            const QString name = key.toString(QKeySequence::PortableText);
            QVERIFY2(!actionOf.contains(name),
                     qPrintable(name + ": " + actionOf[name] + ", " + action->objectName()));
            actionOf[name] = action->objectName();
        }
    }
    QVERIFY(actionOf.size() > 20);
    QCOMPARE(actionOf["Esc"], QString("stopInspecting"));
    for (const KeyBinding& binding : keyBindings()) {
        for (const QKeyCombination key : binding.keys)
            QVERIFY2(key == QKeyCombination(Qt::Key_Escape) || !actionOf.contains(text(key)),
                     qPrintable(text(key)));
    }
}

LAB_WINDOW_TEST(TestKeyBindings)
#include "tst_key_bindings.moc"
