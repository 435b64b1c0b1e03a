// SPDX-License-Identifier: GPL-3.0-or-later
//
// A folder of recovery copies for each test function.
#pragma once

#include "tests/support/fatal_messages.h"
#include "ui/document/files/recovery.h"
#include "ui/document/lab_document.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <memory>

namespace lab::test {

inline constexpr std::chrono::milliseconds quick{20}; // interval between writes, to keep tests fast

/// Leaves the recovery copy of an edited document, as a crashed program would.
inline void leave_behind(const QString& folder, const QString& text, const QString& file = {}) {
    const auto count = [&] { return QDir(folder).entryList({"*.recovery"}).size(); };
    const qsizetype before = count();
    LabDocument document;
    Recovery recovery(document, nullptr, folder, quick);
    if (!file.isEmpty())
        document.replace(document.experiment(), file);
    document.setText(text);
    QTRY_COMPARE(count(), before + 1);
}

class RecoveryTest : public QObject {
protected:
    void makeFolder();
    QString folder() const { return m_folder->filePath("data/recovery"); }
    QStringList files() const { return QDir(folder()).entryList({"*.recovery"}, QDir::Files); }
    /// The content of the only abandoned recovery copy.
    Experiment left() const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

inline void RecoveryTest::makeFolder() {
    make_messages_fatal();
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

inline Experiment RecoveryTest::left() const {
    const auto found = RecoveryFile::abandoned(folder());
    return found.size() == 1 ? found.front()->read().value() : Experiment{};
}

} // namespace lab::test
