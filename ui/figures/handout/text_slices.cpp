// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/handout/text_slices.h"

#include <QAbstractTextDocumentLayout>
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
            if (mayBreakBefore(i, layout.lineCount()))
                slices.push_back({slices.empty() ? 0 : layout.position().y() + layout.lineAt(i).y(), 0});
        }
    }
    for (std::size_t i = 0; i < slices.size(); ++i)
        slices[i].height = (i + 1 < slices.size() ? slices[i + 1].top : end) - slices[i].top;
    return slices;
}

} // namespace lab
