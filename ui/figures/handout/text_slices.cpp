// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/handout/text_slices.h"

#include "ui/look/rich_text.h"

#include <QPainter>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextLayout>

namespace lab {

namespace {

constexpr int fewLines = 4;

/// Whether a paragraph of `count` lines may be broken before that one.
bool mayBreakBefore(int line, int count) {
    return line == 0 || (count > fewLines && line > 1 && line < count - 1);
}

} // namespace

std::vector<TextSlice> slicesOf(QTextDocument& text) {
    const double end = text.size().height(); // lays out all of it
    std::vector<TextSlice> slices;
    for (QTextBlock block = text.begin(); block.isValid(); block = block.next()) {
        const QTextLayout& layout = *block.layout();
        for (int i = 0; i < layout.lineCount(); ++i) {
            if (mayBreakBefore(i, layout.lineCount())) {
                const double top = slices.empty() ? 0 : layout.position().y() + layout.lineAt(i).y();
                slices.push_back({top, 0, block.blockNumber(), i});
            }
            ++slices.back().lines;
        }
    }
    for (std::size_t i = 0; i < slices.size(); ++i) {
        slices[i].height = (i + 1 < slices.size() ? slices[i + 1].top : end) - slices[i].top;
        slices[i].isPart =
            slices[i].lines < text.findBlockByNumber(slices[i].paragraph).layout()->lineCount();
    }
    return slices;
}

/// Of whole paragraphs the document paints more than lines. Of a part it would paint a line too many: the
/// last one above.
void paintSlice(QPainter& painter, QTextDocument& text, const TextSlice& slice, const QColor& colour) {
    if (!slice.isPart) {
        constexpr double edge = 0.5; // what only touches the slice is not in it
        const QRectF inside(0, slice.top + edge, text.textWidth(), slice.height - 2 * edge);
        return paintRichText(painter, text, {0, -slice.top}, colour, inside);
    }
    painter.save();
    painter.translate(0, -slice.top);
    painter.setPen(colour);
    const QTextLayout& layout = *text.findBlockByNumber(slice.paragraph).layout();
    for (int i = slice.firstLine; i < slice.firstLine + slice.lines; ++i)
        layout.lineAt(i).draw(&painter, layout.position());
    painter.restore();
}

} // namespace lab
