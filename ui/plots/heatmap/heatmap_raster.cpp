// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/heatmap/heatmap_raster.h"

#include "core/base/covered.h"
#include "core/base/parallel.h"
#include "core/experiment/masks.h"
#include "ui/plots/heatmap/cell_marks.h"
#include "ui/plots/heatmap/heatmap_change.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lab {

namespace {

/// Maps a cell's value to its colour, as an integer.
class CellColours {
public:
    CellColours(const HeatmapContent& content, const RasterLook& look)
        : m_scale(content.scale().onDark(look.onDark)), m_notFinite(notFiniteColour().rgb()),
          m_covered(look.covered) {
        if (look.highest)
            m_scale = m_scale.upTo(*look.highest);
    }
    QRgb operator()(double value) const {
        return std::isfinite(value) ? m_scale.rgb(value) : is_covered(value) ? m_covered : m_notFinite;
    }

private:
    ColourScale m_scale;
    QRgb m_notFinite;
    QRgb m_covered;
};

/// Writable pixels of an image that shares its data with no other.
class Lines {
public:
    explicit Lines(QImage& image)
        : m_first(reinterpret_cast<QRgb*>(image.bits())),
          m_stride(image.bytesPerLine() / qsizetype{sizeof(QRgb)}) {}
    QRgb* operator()(int y) const { return m_first + y * m_stride; }

private:
    QRgb* m_first;
    qsizetype m_stride;
};

/// Hatch pixels indexed by x + y. With 45° lines, each row equals the one above it shifted one pixel to the
/// left.
std::vector<QRgb> hatchPixels(QSize size, const RasterLook& look) {
    std::vector<QRgb> pixels(static_cast<std::size_t>(size.width() + size.height()), look.hidden);
    const double half = look.hatchWidth * std::sqrt(0.5);
    double sum = look.hatchPhase;
    for (QRgb& pixel : pixels) {
        if (std::abs(std::remainder(sum, look.hatchStep)) < std::max(half, 0.5))
            pixel = look.hatch;
        sum += 1;
    }
    return pixels;
}

void frame(const Lines& line, PixelSpan x, PixelSpan y, int width, QRgb ink) {
    for (int py = y.first; py < y.end; ++py) {
        QRgb* pixels = line(py);
        if (py < y.first + width || py >= y.end - width) {
            std::fill(pixels + x.first, pixels + x.end, ink);
        } else {
            std::fill(pixels + x.first, pixels + std::min(x.first + width, x.end), ink);
            std::fill(pixels + std::max(x.end - width, x.first), pixels + x.end, ink);
        }
    }
}

/// `on`: the colour of the cell.
void outline(const Lines& line, PixelSpan x, PixelSpan y, int most, QRgb on) {
    const int side = std::min(x.end - x.first, y.end - y.first);
    const int width = std::min(most, std::max(1, static_cast<int>(side * mostOutline)));
    frame(line, x, y, width, textOn(QColor::fromRgb(on)).rgb());
}

/// A diagonal cross, or a filled cell where there is no room for one.
void crossOut(const Lines& line, PixelSpan x, PixelSpan y, QRgb ink) {
    constexpr int least = 3; // pixels of a side
    const int width = x.end - x.first, height = y.end - y.first;
    if (std::min(width, height) < least) {
        for (int py = y.first; py < y.end; ++py)
            std::fill_n(line(py) + x.first, std::max(width, 0), ink);
        return;
    }
    const int steps = std::max(width, height);
    for (int i = 0; i < steps; ++i) {
        const int across = i * width / steps;
        QRgb* pixels = line(y.first + i * height / steps) + x.first;
        pixels[across] = pixels[width - 1 - across] = ink;
    }
}

/// 0 where a weight is dropped and not overridden; null where none is.
MatrixPtr droppedOf(const HeatmapContent& content) {
    if (!content.kept || content.kept->rows() != content.matrix->rows() ||
        content.kept->cols() != content.matrix->cols())
        return nullptr;
    Matrix kept;
    for (const StoredCell& cell : content.overridden) {
        if ((*content.kept)(cell.row, cell.column) != 0)
            continue;
        if (kept.size() == 0)
            kept = *content.kept;
        kept(cell.row, cell.column) = 1;
    }
    return kept.size() == 0 ? content.kept : share(std::move(kept));
}

QImage imageFor(QSize size, const RasterLook& look) {
    const bool opaque = qAlpha(look.between) == 255;
    return {size, opaque ? QImage::Format_RGB32 : QImage::Format_ARGB32_Premultiplied};
}

struct Strides {
    Index x, y; ///< from a shown cell to the next one, in stored elements
};

Strides stridesOf(const HeatmapContent& content) {
    const Index columns = content.matrix->cols();
    return content.transposed ? Strides{columns, 1} : Strides{1, columns};
}

} // namespace

QImage rasterCells(const HeatmapContent& content, const RasterAxis& columns, const RasterAxis& rows,
                   QSize size, const RasterLook& look) {
    QImage image = imageFor(size, look);
    const Lines line(image);
    const auto clear = [&](int first, int end) {
        for (int py = std::max(first, 0); py < std::min(end, size.height()); ++py)
            std::fill_n(line(py), size.width(), look.between);
    };
    int filled = 0; // rows of pixels written, from the top
    const CellColours colours(content, look);
    const Strides strides = stridesOf(content);
    const double* values = content.matrix->data();
    const double* masked = content.masked ? content.masked->data() : nullptr;
    const HeatmapChange change(content);
    const bool marksChanges = content.hasBefore();
    const Index stride = content.matrix->cols();
    const QRgb crossInk = textOn(QColor::fromRgb(colours(0))).rgb();
    const std::vector<QRgb> hatch = masked ? hatchPixels(size, look) : std::vector<QRgb>{};
    for (std::size_t j = 0; j < rows.spans.size(); ++j) {
        const PixelSpan y = rows.spans[j];
        if (y.first >= y.end)
            continue;
        const Index start = (rows.first + static_cast<Index>(j)) * strides.y + columns.first * strides.x;
        clear(filled, y.first + 1);
        filled = y.end;
        QRgb* top = line(y.first);
        Index at = start;
        for (const PixelSpan& x : columns.spans) {
            const bool isAny = content.wanted && content.isAny({at / stride, at % stride});
            const bool isPale =
                content.wanted && content.wantedOf({at / stride, at % stride}) == HeatmapContent::the_rest;
            const QRgb fill = isAny ? look.between : colours(values[at]);
            std::fill(top + x.first, top + std::max(x.first, x.end), isPale ? paler(fill, look.panel) : fill);
            at += strides.x;
        }
        for (int py = y.first + 1; py < y.end; ++py)
            std::copy_n(top, size.width(), line(py));
        at = start;
        for (const PixelSpan& x : columns.spans) {
            if (masked && is_hidden(masked[at])) {
                for (int py = y.first; py < y.end; ++py)
                    std::copy_n(hatch.begin() + x.first + py, std::max(x.end - x.first, 0),
                                line(py) + x.first);
            }
            if (content.wanted && content.isAny({at / stride, at % stride}))
                frame(line, x, y, 1, look.frame);
            if (content.isDropped({at / stride, at % stride}))
                crossOut(line, x, y, crossInk);
            if (marksChanges && change({at / stride, at % stride}) != 0)
                outline(line, x, y, look.outline,
                        masked && is_hidden(masked[at]) ? look.hidden : colours(values[at]));
            at += strides.x;
        }
    }
    clear(filled, size.height());
    return image;
}

namespace {

/// Keeps the number with the larger magnitude; NaN means none.
void pool(double& kept, double value) {
    kept = std::abs(kept) >= std::abs(value) || std::isnan(value) ? kept : value;
}

/// Does what pool() does for `count` numbers, counting infinite and undefined ones as +∞ and skipping those
/// that are `hidden`. It has no branches, so that the compiler can process several numbers at a time.
template<class Hidden>
void poolRow(const double* values, std::size_t count, double* kept, const Hidden& hidden) {
    constexpr double most = std::numeric_limits<double>::max();
    for (std::size_t i = 0; i < count; ++i) {
        const double value = std::abs(values[i]) <= most ? values[i] : HUGE_VAL;
        const double larger = std::abs(kept[i]) >= std::abs(value) ? kept[i] : value;
        kept[i] = hidden(i) ? kept[i] : larger;
    }
}

/// The largest magnitude at each pixel, in storage order; NaN where everything is hidden or dropped. A matrix
/// of many numbers is read once, row after row: first the rows of a pixel are pooled, then their columns.
Matrix pooledPixels(const HeatmapContent& content, const Matrix* kept, const RasterAxis& across,
                    const RasterAxis& down, Index width, Index height) {
    add_work(static_cast<double>(across.spans.size()) * static_cast<double>(down.spans.size()));
    Matrix pooled = Matrix::Constant(height, width, std::nan(""));
    std::vector<double> columns(across.spans.size());
    std::size_t begin = 0; // the first row that may reach the pixel
    for (Index pixel = 0; pixel < height; ++pixel) {
        while (begin < down.spans.size() && down.spans[begin].end <= pixel)
            ++begin;
        std::ranges::fill(columns, std::nan(""));
        for (std::size_t j = begin; j < down.spans.size() && down.spans[j].first <= pixel; ++j) {
            if (down.spans[j].end <= pixel)
                continue;
            const Index at = (down.first + static_cast<Index>(j)) * content.matrix->cols() + across.first;
            const double* values = content.matrix->data() + at;
            const double* masked = content.masked ? content.masked->data() + at : nullptr;
            const double* drawn = kept ? kept->data() + at : nullptr;
            if (drawn) {
                poolRow(values, columns.size(), columns.data(), [masked, drawn](std::size_t i) {
                    return drawn[i] == 0 || (masked && masked[i] == -HUGE_VAL);
                });
                continue;
            }
            if (!masked) {
                poolRow(values, columns.size(), columns.data(), [](std::size_t) { return false; });
                continue;
            }
            // is_hidden() is a call, with which it would be one number at a time.
            poolRow(values, columns.size(), columns.data(),
                    [masked](std::size_t i) { return masked[i] == -HUGE_VAL; });
        }
        for (std::size_t i = 0; i < columns.size(); ++i) {
            for (int x = across.spans[i].first; x < across.spans[i].end; ++x)
                pool(pooled(pixel, x), columns[i]);
        }
    }
    return pooled;
}

} // namespace

QImage pooledCells(const HeatmapContent& content, const RasterAxis& columns, const RasterAxis& rows,
                   QSize size, const RasterLook& look) {
    if (content.matrix && has_covered(*content.matrix)) { // too small to be told from others
        HeatmapContent others = content;
        others.matrix =
            share(content.matrix->unaryExpr([](double value) { return is_covered(value) ? 0 : value; }));
        return pooledCells(others, columns, rows, size, look);
    }
    // In storage order, whether the matrix is shown transposed or not.
    const MatrixPtr kept = droppedOf(content);
    const Matrix pooled = content.transposed
                              ? pooledPixels(content, kept.get(), rows, columns, size.height(), size.width())
                              : pooledPixels(content, kept.get(), columns, rows, size.width(), size.height());
    QImage image = imageFor(size, look);
    const Lines line(image);
    const CellColours colours(content, look);
    // The hatch's background alone would not do: some palette contains that colour.
    const std::vector<QRgb> hatch = content.masked || kept ? hatchPixels(size, look) : std::vector<QRgb>{};
    for (int y = 0; y < size.height(); ++y) {
        QRgb* pixels = line(y);
        for (int x = 0; x < size.width(); ++x) {
            const double value = content.transposed ? pooled(x, y) : pooled(y, x);
            if (!std::isnan(value))
                pixels[x] = colours(value);
            else
                pixels[x] = hatch.empty() ? look.hidden
                                          : hatch[static_cast<std::size_t>(x) + static_cast<std::size_t>(y)];
        }
    }
    return image;
}

} // namespace lab
