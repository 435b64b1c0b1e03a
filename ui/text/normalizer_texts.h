// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the window says of each normaliser: see core/experiment/normalizers.h.
#pragma once

#include "core/experiment/normalizers.h"

#include <QString>

#include <vector>

namespace lab {

struct NormalizerTexts {
    QString name;      ///< in menus: "Softmax"
    QString hint;      ///< what it does
    QString operation; ///< before the card: "softmax"
    QString formula;   ///< on the card; %1 stands for "each row" or "each column"
    QString parts;     ///< in the film, what scores become before they are divided; empty if nothing
};
NormalizerTexts normalizerTexts(NormalizationKind kind);

QString normalizerName(NormalizationKind kind);
QString normalizerHint(NormalizationKind kind);

/// All of them, as menus list them.
std::vector<NormalizationKind> normalizerKinds();

} // namespace lab
