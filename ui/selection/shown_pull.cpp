// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/selection/shown_pull.h"

#include "core/base/number_format.h"
#include "core/describe/names.h"
#include "ui/document/lab_document.h"

#include <QCoreApplication>

#include <cmath>

namespace lab {

namespace {

class PullText {
    Q_DECLARE_TR_FUNCTIONS(ShownPull)
};

constexpr int gainDecimals = 3;
constexpr double gainByDecimals = 1e-6; // what is smaller would have too few digits

} // namespace

bool ShownPull::isOf(ParameterId id) const {
    return !locked.contains(id) && (at == At::number || pull.slopes.contains(id));
}

double ShownPull::slope(const ParameterCell& cell) const {
    const auto found = pull.slopes.find(cell.id);
    const bool isThere =
        found != pull.slopes.end() && cell.row < found->second.rows() && cell.column < found->second.cols();
    return isThere ? found->second(cell.row, cell.column) : 0;
}

QString nameInList(const Experiment& experiment, const ParameterCell& cell) {
    if (cell.id != ParameterId::E)
        return cellName(experiment, cell.id, cell.row, cell.column);
    const Operand name = operand_of(experiment, cell);
    return QString::fromStdString(name.symbol + '[' + name.index + ']');
}

QString gainText(double slope) {
    const double gain = std::abs(slope) * spokenStep;
    return QString::fromStdString(gain < gainByDecimals ? power_of_ten(gain)
                                                        : display(gain, decimals_for(gain, gainDecimals)));
}

QString pullWords(const ShownPull& shown, double slope) {
    if (slope == 0)
        return {};
    const bool more = slope > 0;
    const QString words = shown.at == ShownPull::At::number
                              ? (more ? PullText::tr("more raises it, %1 for each 0.1")
                                      : PullText::tr("less raises it, %1 for each 0.1"))
                              : (more ? PullText::tr("more lowers the loss, %1 for each 0.1")
                                      : PullText::tr("less lowers the loss, %1 for each 0.1"));
    return words.arg(gainText(slope));
}

} // namespace lab
