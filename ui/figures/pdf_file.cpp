// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/pdf_file.h"

#include <QBuffer>
#include <QHash>
#include <QPageSize>
#include <QPdfWriter>

namespace lab {

namespace {

/// Replaces the time of making by spaces: the places of what follows are written in the file.
void removeTime(QByteArray& pdf) {
    const qsizetype start = pdf.lastIndexOf("/CreationDate (");
    const qsizetype end = start < 0 ? -1 : pdf.indexOf(')', start);
    for (qsizetype i = start; i >= 0 && i <= end; ++i)
        pdf[i] = ' ';
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
    pdf.setTitle(pages.title);
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
