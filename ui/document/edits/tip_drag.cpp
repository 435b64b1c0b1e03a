// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/edits/tip_drag.h"

#include "core/analysis/geometry/tip_parameters.h"
#include "core/experiment/overrides.h"
#include "ui/document/edits/token_edits.h"
#include "ui/document/lab_document.h"
#include "ui/text/short_text.h"

#include <QCoreApplication>

namespace lab {

namespace {

class Tips {
    Q_DECLARE_TR_FUNCTIONS(Tips)
};

QString inQuotes(const Experiment& experiment, const Tip& tip) {
    const bool isOfKeys = (tip.stage == StageId::keys || tip.stage == StageId::values) && experiment.source;
    return quotedToken(experiment, isOfKeys ? Side::source : Side::sentence, tip.row);
}

QString nameOfParameter(ParameterId id) {
    return QString::fromUtf8(info(id).name.data(), static_cast<qsizetype>(info(id).name.size()));
}

/// "The query of “sky”".
QString nameOfTip(const Experiment& experiment, const Tip& tip) {
    const QString token = inQuotes(experiment, tip);
    return tip.stage == StageId::queries ? Tips::tr("The query of %1").arg(token)
           : tip.stage == StageId::keys  ? Tips::tr("The key of %1").arg(token)
           : is_output(tip)              ? Tips::tr("The output of %1").arg(token)
                                         : Tips::tr("The value of %1").arg(token);
}

QString asSentence(const Said& said) {
    QString text = QString::fromStdString(text_of(said));
    if (!text.isEmpty())
        text = text.at(0).toUpper() + text.mid(1) + QLatin1Char('.');
    return text;
}

/// What is read to move a tip. Nothing while numbers are covered: views do not show these.
std::map<std::pair<StageId, HeadIndex>, MatrixPtr> stagesFor(const LabDocument& document, const Tip& tip) {
    std::map<std::pair<StageId, HeadIndex>, MatrixPtr> stages;
    if (!document.cover().isEmpty())
        return stages;
    const Experiment& experiment = document.experiment();
    for (const StageId id :
         {StageId::inputs, StageId::source_inputs, tip.stage, StageId::values, weights_in_use(experiment)}) {
        const HeadIndex head = info(id).per_head ? tip.head : 0;
        const StageView view = document.cachedView(id, head);
        if (view.matrix && !view.stale)
            stages[{id, head}] = view.matrix;
    }
    return stages;
}

} // namespace

TipDrag::TipDrag(LabDocument& document, const Tip& tip, GivesWay way)
    : m_document(document), m_tip(tip), m_way(way) {
    m_change = change_of_move(document.commitPending(), tip, way);
    m_stages = stagesFor(document, tip);
    m_kept = [this](StageId id, HeadIndex head) -> std::optional<StageRows> {
        const auto found = m_stages.find({id, info(id).per_head ? head : 0});
        return found == m_stages.end() ? std::nullopt : std::optional(StageRows(*found->second));
    };
}

QString TipDrag::whyFixed() const {
    const Experiment& experiment = m_document.experiment();
    const std::optional<Said> why = why_fixed(experiment, m_kept, m_tip, m_way);
    return why ? Tips::tr("%1 can’t be moved: %2.")
                     .arg(nameOfTip(experiment, m_tip), QString::fromStdString(text_of(*why)))
               : QString();
}

QString TipDrag::moveTo(const RowVector& wanted) {
    const Experiment& before = m_document.beforePreview(m_change);
    auto moved = moved_tip(before, m_kept, m_tip, m_way, wanted);
    if (const Said* why = std::get_if<Said>(&moved))
        return asSentence(*why);
    auto& [next, change, arrived, remark] = std::get<MovedTip>(moved);
    m_document.preview({std::move(next), change, text()});
    return asSentence(remark);
}

/// "The query of “sky”, by W_Q".
QString TipDrag::text() const {
    const Experiment& experiment = m_document.experiment();
    const QString what = experiment.heads.count > 1
                             ? Tips::tr("%1, head %2").arg(nameOfTip(experiment, m_tip)).arg(m_tip.head + 1)
                             : nameOfTip(experiment, m_tip);
    return Tips::tr("%1 moved: %2").arg(what, nameOfWay(experiment, m_tip, m_way));
}

QString nameOfWay(const Experiment& experiment, const Tip& tip, GivesWay way) {
    switch (way) {
    case GivesWay::word:
        return has_given_inputs(experiment)
                   ? Tips::tr("row of %1").arg(nameOfParameter(place_of_input(experiment, tip).id))
                   : Tips::tr("this word");
    case GivesWay::weights:
        return Tips::tr("the weights %1").arg(nameOfParameter(parameters_of_tip(tip).weights));
    case GivesWay::given:
        return is_output(tip) ? Tips::tr("the rows of V")
                              : Tips::tr("row of %1").arg(nameOfParameter(parameters_of_tip(tip).given));
    case GivesWay::vector:
        break;
    }
    return Tips::tr("only this vector");
}

QString whatFollows(const Experiment& experiment, const Tip& tip, GivesWay way) {
    switch (way) {
    case GivesWay::word:
        return has_given_inputs(experiment)
                   ? Tips::tr("The input of %1 changes, and all that is computed from it.")
                         .arg(inQuotes(experiment, tip))
                   : Tips::tr("The vector of the word “%1” changes wherever it stands, and all that is "
                              "computed from it.")
                         .arg(shownWord(word_of_tip(experiment, tip)));
    case GivesWay::weights:
        return Tips::tr("%1 changes, and with it the vectors of all tokens that are computed by it.")
            .arg(nameOfParameter(parameters_of_tip(tip).weights));
    case GivesWay::given:
        return is_output(tip) ? Tips::tr("The rows of V that it attends to change.")
                              : Tips::tr("Its row of %1 changes, and nothing else that is given.")
                                    .arg(nameOfParameter(parameters_of_tip(tip).given));
    case GivesWay::vector:
        break;
    }
    return Tips::tr("Its numbers are overridden: what they are computed from stays as it is.");
}

} // namespace lab
