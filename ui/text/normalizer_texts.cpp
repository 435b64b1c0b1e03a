// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/normalizer_texts.h"

#include <QCoreApplication>

namespace lab {

namespace {

class Normalizers {
    Q_DECLARE_TR_FUNCTIONS(Normalizers)
};

} // namespace

NormalizerTexts normalizerTexts(NormalizationKind kind) {
    switch (kind) {
    case NormalizationKind::softmax:
        return {Normalizers::tr("Softmax"),
                Normalizers::tr("e to the power of each score/τ, divided by the sum of these powers; the "
                                "largest score is subtracted first"),
                Normalizers::tr("softmax"), Normalizers::tr("A = softmax of %1"),
                Normalizers::tr("e to that power")};
    case NormalizationKind::softmax_naive:
        return {Normalizers::tr("Softmax without shift"),
                Normalizers::tr("Softmax without subtracting the largest score: it overflows where score/τ "
                                "is above about 709"),
                Normalizers::tr("softmax without shift"), Normalizers::tr("A = softmax without shift of %1"),
                Normalizers::tr("e to that power")};
    case NormalizationKind::sum:
        return {Normalizers::tr("Divide by the sum"),
                Normalizers::tr("The score divided by the sum of the scores, whatever its sign"),
                Normalizers::tr("÷ sum"),
                Normalizers::tr("A = %1 divided by its sum"),
                {}};
    case NormalizationKind::sparsemax:
        return {Normalizers::tr("Sparsemax"),
                Normalizers::tr("The nearest weights that sum to 1; small ones become exactly 0"),
                Normalizers::tr("sparsemax"), Normalizers::tr("A = sparsemax of %1"),
                Normalizers::tr("at least 0")};
    case NormalizationKind::sigmoid:
        return {Normalizers::tr("Sigmoid"),
                Normalizers::tr("1/(1 + e to the power of −score/τ − bias), each score alone: weights need "
                                "not sum to 1"),
                Normalizers::tr("sigmoid"),
                Normalizers::tr("A = sigmoid of each score"),
                {}};
    }
    return {};
}

QString normalizerName(NormalizationKind kind) {
    return normalizerTexts(kind).name;
}

QString normalizerHint(NormalizationKind kind) {
    return normalizerTexts(kind).hint;
}

std::vector<NormalizationKind> normalizerKinds() {
    std::vector<NormalizationKind> kinds;
    for (const Normalizer& each : normalizers())
        kinds.push_back(each.kind);
    return kinds;
}

} // namespace lab
