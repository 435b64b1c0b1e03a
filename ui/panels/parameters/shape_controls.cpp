// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/parameters/shape_controls.h"

#include "ui/document/edits/shape_edits.h"
#include "ui/document/lab_document.h"
#include "ui/widgets/menus.h"
#include "ui/widgets/pill_button.h"

#include <array>

namespace lab {

namespace {

constexpr std::array kinds{ProjectionKind::linear, ProjectionKind::identity, ProjectionKind::direct};

QString kindHint(ProjectionKind kind) {
    switch (kind) {
    case ProjectionKind::linear:
        return ShapeControls::tr("Q = X·W_Q, and K and V likewise");
    case ProjectionKind::identity:
        return ShapeControls::tr("Attention without weights: Q = K = V = X");
    case ProjectionKind::direct:
        return ShapeControls::tr("Q, K and V are given directly, starting from the current ones");
    }
    return {};
}

QString kindEntry(ProjectionKind kind) {
    switch (kind) {
    case ProjectionKind::linear:
        return ShapeControls::tr("Linear: weights, Q = X W");
    case ProjectionKind::identity:
        return ShapeControls::tr("Identity: no weights, Q = K = V = X");
    case ProjectionKind::direct:
        return ShapeControls::tr("Direct: Q, K and V are given");
    }
    return {};
}

struct SizeTexts {
    QString label, name, hint;
};

SizeTexts textsOf(Size size) {
    switch (size) {
    case Size::d_model:
        return {QStringLiteral("d<sub>model</sub>"), ShapeControls::tr("d_model"),
                ShapeControls::tr("Features of a token’s vector")};
    case Size::d_k:
        return {QStringLiteral("d<sub>k</sub>"), ShapeControls::tr("d_k"),
                ShapeControls::tr("Features of a query and of a key, per head")};
    case Size::d_v:
        return {QStringLiteral("d<sub>v</sub>"), ShapeControls::tr("d_v"),
                ShapeControls::tr("Features of a value, per head")};
    case Size::heads:
        return {ShapeControls::tr("heads"), ShapeControls::tr("Number of heads"),
                ShapeControls::tr("Number of attention heads")};
    case Size::kv_heads:
        return {
            ShapeControls::tr("key/value heads"), ShapeControls::tr("Number of key/value heads"),
            ShapeControls::tr("How many sets of keys and values there are. With fewer than heads, several "
                              "heads share one: grouped-query attention")};
    case Size::d_out:
        return {QStringLiteral("d<sub>out</sub>"), ShapeControls::tr("d_out"),
                ShapeControls::tr("Features of the output, the columns of W_O")};
    }
    return {};
}

} // namespace

ShapeControls::ShapeControls(LabDocument& document, const Theme& theme)
    : ControlRow(theme), m_document(document), m_kind(addPill({})) {
    setObjectName(QStringLiteral("shape"));
    fillKindMenu();
    for (const SizeInfo& each : all_sizes()) {
        const SizeTexts texts = textsOf(each.size);
        NumberField* field = addField(texts.label, texts.name,
                                      {[this, size = each.size](double wanted) {
                                           return sizeProblem(m_document.experiment(), size, wanted);
                                       },
                                       1, 3});
        field->setToolTip(texts.hint);
        field->parentWidget()->setToolTip(texts.hint); // also on its label
        connect(field, &NumberField::entered, this, [this, size = each.size](double wanted) {
            setSize(m_document, size, static_cast<Index>(wanted));
        });
        m_fields.push_back(field);
    }
    m_biases = addPill(tr("Biases"));
    m_biases->setCheckable(true);
    m_allHeads = addPill(tr("All heads"));
    m_allHeads->setToolTip(tr("Show the weights of all heads side by side, instead of the chosen head’s"));
    connect(m_biases, &QAbstractButton::clicked, this, [this](bool on) { setBiases(m_document, on); });
    connect(&document, &LabDocument::changed, this, [this](const Change& change) {
        if (change.field == Field::everything)
            refresh();
    });
    connect(&document, &LabDocument::fileChanged, this, [this] {
        m_sharesKeys = false;
        refresh();
    });
    refresh();
}

void ShapeControls::fillKindMenu() {
    m_kind->setMenu(choiceMenu(m_kind, kinds, kindEntry, kindHint, [this](ProjectionKind kind) {
        if (const QString text = setProjectionKind(m_document, kind); !text.isEmpty())
            emit messageRequested(text);
        refreshKind(); // restores the menu if the choice was rejected
    }));
    m_kind->menu()->addSeparator();
    m_shareKeys = m_kind->menu()->addAction(tr("Key/value heads…"), this, [this] {
        m_sharesKeys = true;
        refresh();
        field(Size::kv_heads).setFocus();
    });
}

void ShapeControls::refreshKind() {
    const Experiment& experiment = m_document.experiment();
    checkChoice(*m_kind->menu(), kinds, experiment.projection.kind);
    const QString text = projectionText(experiment.projection.kind);
    m_kind->setText(text);
    m_kind->setAccessibleName(tr("Projection: %1").arg(text));
    m_kind->setToolTip(kindHint(experiment.projection.kind));
    m_kind->updateGeometry();
}

/// The field of key/value heads is shown only where their number can differ from that of the heads: it
/// already does, or the user has asked for the field.
bool ShapeControls::isWanted(Size size) const {
    const Heads& heads = m_document.experiment().heads;
    return size != Size::kv_heads || (heads.count > 1 && (m_sharesKeys || heads.kv_count != heads.count));
}

void ShapeControls::refresh() {
    const Experiment& experiment = m_document.experiment();
    refreshKind();
    for (const SizeInfo& each : all_sizes()) {
        NumberField& field = this->field(each.size);
        setShown(&field, is_free(experiment, each.size) && isWanted(each.size));
        field.setNumber(static_cast<double>(size_of(experiment, each.size)));
    }
    const bool linear = experiment.projection.kind == ProjectionKind::linear;
    const bool biased = hasBiases(experiment);
    const bool canShare = is_free(experiment, Size::kv_heads) && experiment.heads.count > 1;
    m_shareKeys->setEnabled(canShare);
    m_shareKeys->setToolTip(canShare ? textsOf(Size::kv_heads).hint
                                     : tr("Only several heads of queries can share keys and values"));
    m_biases->setVisible(linear);
    m_allHeads->setVisible(experiment.heads.count > 1 &&
                           experiment.projection.kind != ProjectionKind::identity);
    m_biases->setChecked(biased);
    m_biases->setToolTip(biased
                             ? tr("Remove b_Q, b_K and b_V")
                             : tr("Add b_Q, b_K and b_V to every query, key and value; they begin as zeros"));
}

} // namespace lab
