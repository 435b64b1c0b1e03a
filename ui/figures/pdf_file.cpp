// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/pdf_file.h"

#include "core/base/text_limits.h"

#include <QBuffer>
#include <QHash>
#include <QPageSize>
#include <QPdfWriter>

namespace lab {

namespace {

/// The number at `begin`, with which a line begins.
qsizetype numberAt(const QByteArray& pdf, qsizetype begin) {
    return pdf.mid(begin, 20).split('\n').constFirst().toLongLong();
}

/// Removes the time of making, whose length depends on the time zone: "Z", or "+05'30'". The table of where
/// objects begin is adjusted for what follows.
void removeTime(QByteArray& pdf) {
    const QByteArray tableMark = "xref\n0 ", endMark = "startxref\n";
    const qsizetype begin = pdf.lastIndexOf("/CreationDate (");
    const qsizetype end = begin < 0 ? -1 : pdf.indexOf(')', begin) + 1;
    qsizetype last = pdf.lastIndexOf(endMark);
    if (begin < 0 || end <= begin || last < 0)
        return;
    const qsizetype length = end - begin;
    const qsizetype table = numberAt(pdf, last + endMark.size());
    if (table < end || !pdf.mid(table).startsWith(tableMark))
        return;
    constexpr qsizetype entrySize = 20; // "0000000017 00000 n \n"
    constexpr int digits = 10;
    const qsizetype count = numberAt(pdf, table + tableMark.size());
    const qsizetype entries = pdf.indexOf('\n', table + tableMark.size()) + 1;
    for (qsizetype i = 0; i < count; ++i) {
        const qsizetype entry = entries + i * entrySize;
        if (const qlonglong offset = pdf.mid(entry, digits).toLongLong(); offset > begin)
            pdf.replace(entry, digits, QByteArray::number(offset - length).rightJustified(digits, '0'));
    }
    last += endMark.size();
    pdf.replace(last, pdf.indexOf('\n', last) - last, QByteArray::number(table - length));
    pdf.remove(begin, length);
}

/// Qt writes fonts in the order of a hash, which differs from run to run.
class FixedHashes {
public:
    FixedHashes() { QHashSeed::setDeterministicGlobalSeed(); }
    FixedHashes(const FixedHashes&) = delete;
    FixedHashes& operator=(const FixedHashes&) = delete;
    FixedHashes(FixedHashes&&) = delete;
    FixedHashes& operator=(FixedHashes&&) = delete;
    ~FixedHashes() { QHashSeed::resetRandomGlobalSeed(); }
};

} // namespace

QByteArray pdfFile(const PdfPages& pages) {
    const FixedHashes fixed;
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter pdf(&buffer);
    pdf.setTitle(QString::fromStdString(printable(pages.title.toStdString())));
    pdf.setCreator(QStringLiteral("Attention Lab"));
    pdf.setResolution(pdfDotsPerInch);
    pdf.setPageSize(QPageSize(pages.size, QPageSize::Point, {}, QPageSize::ExactMatch));
    pdf.setPageMargins({});
    if (!pages.draw(pdf))
        return {};
    buffer.close();
    removeTime(bytes);
    return bytes;
}

} // namespace lab
