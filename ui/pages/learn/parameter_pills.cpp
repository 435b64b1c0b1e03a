// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/learn/parameter_pills.h"

#include "ui/document/edits/wanted_edits.h"
#include "ui/document/lab_document.h"
#include "ui/document/learn/fit_run.h"
#include "ui/document/view/learn_view.h"
#include "ui/look/theme.h"
#include "ui/text/subscripts.h"
#include "ui/widgets/pill_button.h"
#include "ui/widgets/retire.h"

#include <QLabel>
#include <QLayout>

#include <algorithm>

namespace lab {

namespace {

QString nameOf(ParameterId id) {
    const std::string_view name = info(id).name;
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

std::vector<ParameterId> usualFor(const Experiment& experiment, WantedStage of) {
    return of == WantedStage::output ? usual_parameters(experiment, WantedOutput{})
                                     : usual_parameters(experiment, WantedWeights{});
}

bool comesAfterWeights(ParameterId id) {
    return id == ParameterId::W_V || id == ParameterId::b_V || id == ParameterId::V ||
           id == ParameterId::W_O || id == ParameterId::b_O;
}

} // namespace

QString pillText(ParameterId id) {
    return id == ParameterId::position   ? ParameterPills::tr("positions")
           : id == ParameterId::additive ? ParameterPills::tr("added scores")
                                         : nameOf(id);
}

QString whyNotFitted(const LabDocument& document, ParameterId id) {
    if (comesAfterWeights(id) && learnView(document.experiment()).learn.of == WantedStage::weights)
        return ParameterPills::tr("%1 comes after the weights: it cannot change them").arg(nameOf(id));
    if (!is_read(document.experiment(), id))
        return ParameterPills::tr("%1 is not read with these settings").arg(nameOf(id));
    if (document.locks(info(id).name))
        return ParameterPills::tr("%1 is locked in this step of the lesson").arg(nameOf(id));
    return {};
}

std::vector<ParameterId> fittedParameters(const LabDocument& document) {
    const Experiment& experiment = document.experiment();
    const LearnView learn = learnView(experiment).learn;
    std::vector<ParameterId> parameters = learn.parameters.value_or(usualFor(experiment, learn.of));
    std::erase_if(parameters, [&](ParameterId id) {
        return !parameter(experiment, id) || !whyNotFitted(document, id).isEmpty();
    });
    return parameters;
}

ParameterPills::ParameterPills(LabDocument& document, FitRun& fit, const Theme& theme)
    : ControlRow(theme), m_document(document), m_fit(fit), m_label(new QLabel(tr("May change"), this)),
      m_reason(new QLabel(this)) {
    setAccessibleName(tr("Parameters that may change"));
    m_reason->setTextFormat(Qt::RichText);
    add(m_label);
    add(m_reason);
    connect(&fit, &FitRun::changed, this, &ParameterPills::refresh);
    refresh();
}

void ParameterPills::toggle(ParameterId id) {
    std::vector<ParameterId> parameters = fittedParameters(m_document);
    if (std::erase(parameters, id) == 0)
        parameters.push_back(id);
    std::ranges::sort(parameters);
    LearnView learn = learnView(m_document.experiment()).learn;
    learn.parameters = parameters;
    std::vector<ParameterId> usual = usualFor(m_document.experiment(), learn.of);
    std::ranges::sort(usual);
    if (parameters == usual)
        learn.parameters.reset();
    setLearnChoices(m_document, learn);
}

void ParameterPills::refresh() {
    const Experiment& experiment = m_document.experiment();
    std::vector<ParameterId> has;
    for (const ParameterInfo& each : all_parameters()) {
        if (parameter(experiment, each.id))
            has.push_back(each.id);
    }
    if (!std::ranges::equal(has, m_shown, {}, {}, &Pill::id)) {
        for (const Pill& each : m_shown)
            retire(each.button);
        m_shown.clear();
        layout()->removeWidget(m_reason);
        for (const ParameterId id : has) {
            PillButton* button = addPill(pillText(id));
            button->setCheckable(true);
            button->setHasSymbols();
            button->setObjectName(QStringLiteral("fit_%1").arg(nameOf(id)));
            connect(button, &QAbstractButton::clicked, this, [this, id] { toggle(id); });
            button->show();
            m_shown.push_back({id, button});
        }
        add(m_reason);
    }
    const std::vector<ParameterId> chosen =
        m_fit.isActive() ? m_fit.settings().parameters : fittedParameters(m_document);
    QStringList after;
    for (const auto& [id, button] : m_shown) {
        const QString reason = whyNotFitted(m_document, id);
        button->setChecked(std::ranges::find(chosen, id) != chosen.end());
        button->setEnabled(reason.isEmpty() && !m_fit.isActive());
        button->setToolTip(reason.isEmpty() ? tr("Whether %1 may change").arg(pillText(id)) : reason);
        button->setAccessibleDescription(reason);
        if (after.isEmpty() && comesAfterWeights(id) && !reason.isEmpty())
            after += reason;
    }
    m_reason->setText(withSubscripts(after.value(0)));
}

} // namespace lab
