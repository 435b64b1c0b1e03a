// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/explore/dropout_controls.h"

#include "ui/document/edits/option_edits.h"
#include "ui/document/lab_document.h"
#include "ui/widgets/pill_button.h"

namespace lab {

namespace {

QString rateProblem(double rate) {
    return rate >= 0 && rate < 1 ? QString()
                                 : DropoutControls::tr("The rate must be at least 0 and below 1; unchanged");
}

} // namespace

DropoutControls::DropoutControls(LabDocument& document, const Theme& theme)
    : ControlRow(theme), m_document(document),
      m_rate(addField(QStringLiteral("p"), tr("Dropout rate"), {rateProblem, 0.05, 4})),
      m_seed(addSeedField(tr("seed"), tr("Seed of the dropout"), 5)),
      m_again(new PillButton(theme, PillButton::Kind::plain, tr("Another draw"), this)) {
    m_rate->setToolTip(tr("Each weight is dropped with probability p, from 0 to below 1; what is kept is "
                          "divided by 1 − p"));
    m_seed->setToolTip(tr("The same seed drops the same weights, as after torch.manual_seed(seed)"));
    m_again->setSmall();
    m_again->setToolTip(tr("Drops other weights: the next seed"));
    add(m_again);
    const auto change = [this](const auto& edit) {
        std::optional<Dropout> dropout = m_document.commitPending().dropout;
        if (!dropout)
            return;
        edit(*dropout);
        setDropout(m_document, dropout);
    };
    connect(m_rate, &NumberField::entered, this,
            [change](double rate) { change([rate](Dropout& dropout) { dropout.rate = rate; }); });
    connect(m_seed, &SeedField::seedEntered, this,
            [change](std::uint64_t seed) { change([seed](Dropout& dropout) { dropout.seed = seed; }); });
    connect(m_again, &QAbstractButton::clicked, this,
            [change] { change([](Dropout& dropout) { ++dropout.seed; }); });
}

void DropoutControls::refresh() {
    const std::optional<Dropout>& dropout = m_document.experiment().dropout;
    if (!dropout)
        return;
    m_rate->setNumber(dropout->rate);
    m_seed->setSeed(dropout->seed);
}

} // namespace lab
