// SPDX-License-Identifier: GPL-3.0-or-later
//
// How wide a text is on one line, for those who measure a thousand of them at once: Qt shapes each of them,
// which takes about as long as to draw it.
#pragma once

#include <QFont>
#include <QString>

#include <array>

namespace lab {

class TextWidth {
public:
    explicit TextWidth(const QFont& font);

    /// In pixels, rounded up. Of plain English letters and signs it is the sum of their widths, so without
    /// the kerning of pairs; of any other text what Qt says.
    int operator()(const QString& text) const;

private:
    static constexpr char16_t first = u' ';
    static constexpr char16_t last = u'~';
    using Advances = std::array<double, last - first + 1>;

    QFont m_font;
    const Advances* m_advances; ///< of each letter from the first to the last
};

} // namespace lab
