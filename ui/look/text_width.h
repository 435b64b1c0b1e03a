// SPDX-License-Identifier: GPL-3.0-or-later
//
// Width of a text on one line, for measuring thousands of them. Qt shapes every text it measures, which takes
// about as long as drawing it.
#pragma once

#include <QFont>
#include <QString>

#include <array>

namespace lab {

class TextWidth {
public:
    explicit TextWidth(const QFont& font);

    /// In pixels, rounded up. For printable ASCII this is the sum of the character widths, without pair
    /// kerning. For any other text it is what Qt measures.
    int operator()(const QString& text) const;

private:
    static constexpr char16_t first = u' ';
    static constexpr char16_t last = u'~';
    static constexpr double unknown = -1;
    using Advances = std::array<double, last - first + 1>;

    QFont m_font;
    Advances* m_advances; ///< one per character, from `first` to `last`
};

} // namespace lab
