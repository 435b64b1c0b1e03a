// SPDX-License-Identifier: GPL-3.0-or-later
//
// PDF files that do not say when they were made, so that equal contents give equal bytes.
#pragma once

#include <QByteArray>
#include <QSizeF>
#include <QString>

#include <functional>

class QPagedPaintDevice;

namespace lab {

inline constexpr int pdfDotsPerInch = 1200;

struct PdfPages {
    QString title;
    QSizeF size; ///< of every page, in points
    /// Draws all of them with one painter. Returns false to give up.
    std::function<bool(QPagedPaintDevice& device)> draw;
};

/// Text is text, with its fonts embedded. Empty if drawing was given up.
QByteArray pdfFile(const PdfPages& pages);

} // namespace lab
