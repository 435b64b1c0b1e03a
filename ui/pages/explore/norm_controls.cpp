// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/explore/norm_controls.h"

#include "core/analysis/setting_changes.h"
#include "ui/document/edits/norm_edits.h"
#include "ui/document/lab_document.h"
#include "ui/widgets/menus.h"
#include "ui/widgets/pill_button.h"

#include <array>

namespace lab {

namespace {

using NormChoice = std::optional<QkNormKind>;

constexpr std::array normKinds{NormChoice(), NormChoice(QkNormKind::rms), NormChoice(QkNormKind::l2)};

QString normHint(NormChoice kind) {
    if (!kind)
        return NormControls::tr("Queries and keys are used as they are");
    return *kind == QkNormKind::rms
               ? NormControls::tr(
                     "Each query and key is divided by its root mean square, √(mean of its squares "
                     "+ ε), before it is rotated")
               : NormControls::tr(
                     "Each query and key is divided by its length, or by ε if that is more, before "
                     "it is rotated");
}

QMenu* kindMenu(QWidget* parent, LabDocument& document) {
    QMenu* menu = choiceMenu(parent, normKinds, normEntry, normHint,
                             [&document](NormChoice kind) { setNorm(document, kind); });
    checkChoice(*menu, normKinds, kind_of_norm(document.experiment()));
    return menu;
}

} // namespace

void addNormMenu(QMenu& menu, LabDocument& document) {
    QMenu* kinds = kindMenu(&menu, document);
    kinds->setTitle(NormControls::tr("Norm of queries and keys"));
    menu.addMenu(kinds);
    menu.addSeparator();
}

NormControls::NormControls(LabDocument& document, const Theme& theme)
    : ControlRow(theme), m_document(document), m_kind(addPill({})) {
    m_kind->setMenu(kindMenu(m_kind, document));
    m_gains = addPill(tr("Gains"));
    m_gains->setCheckable(true);
    m_epsilon =
        addField(QStringLiteral("ε"), tr("ε of the norm"),
                 {[](double number) {
                      return number >= 0 ? QString() : tr("ε must be a number of at least 0; unchanged");
                  },
                  0, 5});
    m_epsilon->setToolTip(tr("Keeps a row of zeros from being divided by 0"));
    connect(m_gains, &QAbstractButton::clicked, this, [this](bool on) { setGains(m_document, on); });
    connect(m_epsilon, &NumberField::entered, this,
            [this](double epsilon) { setNormEpsilon(m_document, epsilon); });
}

bool NormControls::isEmpty() const {
    return !m_document.experiment().scores.qk_norm;
}

void NormControls::refresh() {
    const std::optional<QkNorm>& norm = m_document.experiment().scores.qk_norm;
    if (!norm)
        return;
    checkChoice(*m_kind->menu(), normKinds, NormChoice(norm->kind));
    m_kind->setText(normText(norm->kind));
    m_kind->setAccessibleName(tr("Norm of queries and keys: %1").arg(normText(norm->kind)));
    m_kind->setToolTip(normHint(norm->kind));
    m_kind->updateGeometry();
    const bool hasGains = norm->g_Q || norm->g_K;
    m_gains->setChecked(hasGains);
    m_gains->setToolTip(hasGains
                            ? tr("Remove the gains, g_Q and g_K")
                            : tr("Add g_Q and g_K, which multiply the features of normalised queries and "
                                 "keys; 1 at first"));
    m_epsilon->setNumber(norm->epsilon);
}

} // namespace lab
