// SPDX-License-Identifier: GPL-3.0-or-later
//
// Documents that need more memory than is available.
#include "tests/bench/support/model.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"
#include "ui/document/lab_document.h"

#include <QFile>
#include <QSignalSpy>
#include <QTest>

#include <sys/resource.h>
#include <unistd.h>

using namespace lab;
using namespace lab::test;

namespace {

/// While it exists, limits the process to `bytes` more memory than it uses now.
class MemoryLimit {
public:
    explicit MemoryLimit(double bytes) {
        getrlimit(RLIMIT_AS, &m_before);
        QFile sizes(QStringLiteral("/proc/self/statm"));
        const double pages =
            sizes.open(QIODevice::ReadOnly) ? sizes.readAll().split(' ').first().toDouble() : 0;
        const rlimit limit{static_cast<rlim_t>(pages * static_cast<double>(sysconf(_SC_PAGESIZE)) + bytes),
                           m_before.rlim_max};
        setrlimit(RLIMIT_AS, &limit);
    }
    ~MemoryLimit() { setrlimit(RLIMIT_AS, &m_before); }
    MemoryLimit(const MemoryLimit&) = delete;
    MemoryLimit& operator=(const MemoryLimit&) = delete;

private:
    rlimit m_before{};
};

} // namespace

class TestOutOfMemory : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void withoutMemory();
};

/// Running out of memory is reported once and not retried until something changes. The program keeps running.
void TestOutOfMemory::withoutMemory() {
#ifdef LAB_SANITIZES_ADDRESS
    QSKIP("the sanitizer ends programs that run out of memory");
#endif
    LabDocument document;
    document.setFrame(0);
    document.replace(bench::model({2200, 2, 1}), {}); // four matrices of 39 MB
    const QSignalSpy outOfMemory(&document, &LabDocument::outOfMemory);
    {
        const MemoryLimit limit(24.0 * 1024 * 1024); // less than one of them, which is kept alone
        QVERIFY(document.view(StageId::weights).stale);
        QTRY_COMPARE(outOfMemory.size(), 1);
        QVERIFY(document.view(StageId::weights).stale); // not retried in a loop
        QTest::qWait(50);
        QCOMPARE(outOfMemory.size(), 1);
        document.setText(QStringLiteral("a short one"));
        QTRY_VERIFY(!document.view(StageId::weights).stale);
    }
    document.undo();
    QTRY_VERIFY_WITH_TIMEOUT(!document.view(StageId::weights).stale, 60'000);
    QCOMPARE(outOfMemory.size(), 1);
}

LAB_GUILESS_TEST(TestOutOfMemory)
#include "tst_out_of_memory.moc"
