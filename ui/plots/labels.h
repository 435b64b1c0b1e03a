// SPDX-License-Identifier: GPL-3.0-or-later
//
// What stands along an axis. Every card of the same tokens shares one list, which is measured once.
#pragma once

#include "core/types.h"

#include <QFont>
#include <QStringList>

#include <vector>

namespace lab {

/// A text as it is drawn, and the whole of which it is the beginning.
struct CutText {
    QString drawn, whole;
    bool operator==(const CutText&) const = default;
};

/// A list of texts that never changes: copies share it, and the width of its widest text.
class Labels {
public:
    Labels() = default;
    Labels(QStringList texts);

    /// The same list, not only equal texts.
    bool isSameAs(const Labels& other) const { return m_shared == other.m_shared; }
    /// The text at a place, empty where there is none.
    QString value(Index index) const;
    /// The same, cut with an ellipsis where it is wider than `width`.
    QString elided(Index index, const QFont& font, double width) const;
    /// How wide the widest text is.
    int widest(const QFont& font) const;

private:
    struct Shared;
    std::shared_ptr<const Shared> m_shared;
};

/// Equal tokens have the same list, as long as somebody remembers it.
Labels tokenLabels(const std::vector<std::string>& tokens);

/// "d1", "d2", … as the window counts features.
Labels featureLabels(Index count);

} // namespace lab
