// SPDX-License-Identifier: GPL-3.0-or-later
//
// What stands along an axis. Every card of the same tokens shares one list, which is measured once.
#pragma once

#include "core/stage.h"
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

/// A list of texts that never changes: copies share it, and the width of its widest text. A word that its
/// sentence has more than once comes with its position: see TokenName.
class Labels {
public:
    Labels() = default;
    Labels(QStringList texts);
    /// `positions`: of each text, empty where it needs none.
    Labels(QStringList words, QStringList positions);

    /// The same list, not only equal texts.
    bool isSameAs(const Labels& other) const { return m_shared == other.m_shared; }
    /// The text at a place, "sky" or "the(3)"; empty where there is none.
    QString value(Index index) const;
    /// In a sentence: "“sky”", "“the” (3)".
    QString quoted(Index index) const;
    /// Its parts: "the" and "3".
    QString word(Index index) const;
    QString position(Index index) const;
    /// The text, its word cut with an ellipsis where it is wider than `width`; the position stays.
    QString elided(Index index, const QFont& font, double width) const;
    /// Those at some places, in that order.
    Labels chosen(const std::vector<Index>& places) const;
    /// How wide the widest text is.
    int widest(const QFont& font) const;

private:
    struct Shared;
    std::shared_ptr<const Shared> m_shared;
};

/// "“the” (3)" of its parts.
QString inQuotes(const QString& word, const QString& position = {});

/// Equal tokens have the same list, as long as somebody remembers it.
Labels tokenLabels(const std::vector<std::string>& tokens);

/// "d1", "d2", … as the window counts features.
Labels featureLabels(Index count);

/// What stands along an axis of `count` tokens or features.
Labels axisLabels(const Experiment& experiment, Axis axis, Index count);

} // namespace lab
