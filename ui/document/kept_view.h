// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the window shows, as a scene keeps it: a part of the `view` of a document.
#pragma once

#include "core/describe/operands.h"
#include "core/edits/sentence.h"
#include "ui/document/film_view.h"
#include "ui/document/view/geometry_view.h"
#include "ui/document/view/learn_view.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace lab {

struct KeptToken {
    TokenIndex token = 0;
    Side side = Side::sentence;
    bool operator==(const KeptToken&) const = default;
};

struct KeptView {
    QString page; ///< "explore", "play", …
    HeadIndex head = 0;
    std::optional<StageId> alone; ///< on Explore: the card that is shown alone
    // What is inspected: a token, or a cell, a number of a parameter, or both.
    std::optional<KeptToken> token;
    std::optional<CellRef> cell;
    std::optional<ParameterCell> parameter;
    std::vector<StageBlock> covered;
    FilmView film;
    std::optional<LearnView> learn;       ///< on Learn
    std::optional<GeometryView> geometry; ///< on Geometry
    bool operator==(const KeptView&) const = default;
};

/// A scene's view as it was read.
struct ReadView {
    KeptView kept;
    QStringList ignored; ///< entries that are wrong, or ask for what the experiment does not have
};

/// What such an entry is about, in words: "what is covered".
QString saidOfEntry(const QString& entry);

/// Reads an experiment's own `view`. Missing entries get their defaults.
ReadView keptView(const Experiment& experiment);

/// A `view` with these entries. Defaults are left out; other entries of `view` stay.
JsonPtr withKeptView(const JsonPtr& view, const KeptView& kept);

} // namespace lab
