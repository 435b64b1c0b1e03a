// SPDX-License-Identifier: GPL-3.0-or-later
//
// Labels along an axis. All cards with the same tokens share one list, which is measured once.
#pragma once

#include "core/base/types.h"
#include "core/experiment/stage.h"

#include <QFont>
#include <QStringList>

#include <vector>

namespace lab {

/// An elided text as drawn, and the whole text.
struct CutText {
    QString drawn, whole;
    bool operator==(const CutText&) const = default;
};

/// An immutable list of texts. Copies share it, and the cached width of its widest text. A word that occurs
/// more than once in its sentence comes with its position: see TokenName.
class Labels {
public:
    Labels() = default;
    Labels(QStringList texts);
    /// `positions`: of each text, empty where it needs none.
    Labels(QStringList words, QStringList positions);

    /// The same list, not only equal texts.
    bool isSameAs(const Labels& other) const { return m_shared == other.m_shared; }
    /// The text at an index, "sky" or "the(3)"; empty if there is none.
    QString value(Index index) const;
    /// The same where there is little room: a far position is shortened, "the(…004)".
    QString shown(Index index) const;
    /// In a sentence: "“sky”", "“the” (3)".
    QString quoted(Index index) const;
    /// The parts of a label: "the" and "3".
    QString word(Index index) const;
    QString position(Index index) const;
    /// What is shown, with its word elided to fit `width`; the position is kept.
    QString elided(Index index, const QFont& font, double width) const;
    /// The labels at these indices, in that order.
    Labels chosen(const std::vector<Index>& places) const;
    /// The width of the widest text that is shown.
    int widest(const QFont& font) const;

private:
    QString shownPosition(Index index) const;

    struct Shared;
    std::shared_ptr<const Shared> m_shared;
};

/// Builds "“the” (3)" from its parts.
QString inQuotes(const QString& word, const QString& position = {});

/// The first token is at position `offset`, from 0. Equal tokens have the same list while it is cached.
Labels tokenLabels(const std::vector<std::string>& tokens, Index offset = 0);
Labels tokenLabels(const Sequence& sentence);

/// "d1", "d2", … as the window counts features.
Labels featureLabels(Index count);

/// The labels of an axis with `count` tokens or features.
Labels axisLabels(const Experiment& experiment, Axis axis, Index count);

} // namespace lab
