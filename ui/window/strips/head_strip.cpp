// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/strips/head_strip.h"

#include "core/base/number_format.h"
#include "ui/document/edits/token_edits.h"
#include "ui/document/lab_document.h"
#include "ui/look/theme.h"
#include "ui/plots/heatmap/attention_words.h"
#include "ui/plots/heatmap/heatmap_content.h"
#include "ui/plots/shared/head_colours.h"
#include "ui/plots/shared/setting_texts.h"
#include "ui/selection/selection.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/pill_button.h"
#include "ui/widgets/retire.h"
#include "ui/widgets/tab_switch.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>

#include <cmath>

namespace lab {

namespace {
constexpr std::size_t mostPills = 24; // more would leave no room for the page
}

HeadStrip::HeadStrip(LabDocument& document, Selection& selection, const QList<QAction*>& within,
                     const Theme& theme, QWidget* parent)
    : QFrame(parent), m_document(document), m_selection(selection), m_theme(theme),
      m_flow(new FlowLayout(this)), m_within(new TabSwitch(theme, within, this)),
      m_group(new QButtonGroup(this)), m_number(new QWidget(this)), m_inspected(new QLabel(this)),
      m_stopInspecting(new PillButton(theme, PillButton::Kind::plain, tr("✕"), this)) {
    setAutoFillBackground(true);
    m_inspected->setAlignment(Qt::AlignVCenter);
    m_stopInspecting->setToolTip(tr("Stop inspecting (Escape)"));
    m_stopInspecting->setAccessibleName(tr("Stop inspecting"));
    m_within->hide();
    m_flow->addWidget(m_within);
    addHeadNumber();
    m_flow->addWidget(m_inspected);
    m_flow->addWidget(m_stopInspecting);
    connect(m_stopInspecting, &QAbstractButton::clicked, &selection, &Selection::clearInspected);
    for (const auto signal :
         {&Selection::inspectedChanged, &Selection::inspectedKnownChanged, &Selection::headChanged,
          &Selection::lookingChanged, &Selection::knownWeightsChanged})
        connect(&selection, signal, this, &HeadStrip::refreshInspected);
    connect(&selection, &Selection::headChanged, this, &HeadStrip::refreshHeads);
    connect(&document, &LabDocument::changed, this, [this] {
        refreshHeads();
        refreshInspected();
    });
    connect(&document, &LabDocument::computed, this, &HeadStrip::refreshInspected);
    connect(&document, &LabDocument::viewChanged, this, &HeadStrip::refreshInspected); // other decimals
    connect(&theme, &Theme::changed, this, &HeadStrip::restyle);
    connect(&theme, &Theme::changed, this, &HeadStrip::refreshHeads); // the dot colours depend on the theme
    restyle();
    refreshHeads();
    refreshInspected();
}

void HeadStrip::addHeadNumber() {
    const auto problem = [this](double number) {
        const auto count = static_cast<double>(m_document.experiment().heads.count);
        return number >= 1 && number <= count && number == std::floor(number)
                   ? QString()
                   : tr("A head is a whole number from 1 to %1; unchanged").arg(count);
    };
    m_headNumber = new NumberField(m_theme, {problem, 1, 3, true, false, false}, m_number);
    m_headNumber->setAccessibleName(tr("Shown head"));
    m_headNumber->setToolTip(tr("Up and Down go to the next head"));
    m_ofHeads = new QLabel(m_number);
    auto* row = new QHBoxLayout(m_number);
    row->setContentsMargins({});
    row->addWidget(new QLabel(tr("Head"), m_number));
    row->addWidget(m_headNumber);
    row->addWidget(m_ofHeads);
    m_flow->addWidget(m_number);
    connect(m_headNumber, &NumberField::entered, this,
            [this](double number) { m_selection.setHead(static_cast<HeadIndex>(number) - 1); });
    connect(m_headNumber, &NumberField::refused, this, &HeadStrip::refused);
}

void HeadStrip::refreshHeads() {
    const auto all = static_cast<std::size_t>(m_document.experiment().heads.count);
    const std::size_t count = all > mostPills ? 0 : all;
    const bool sameHeads = count == m_heads.size();
    m_headNumber->setNumber(static_cast<double>(m_selection.head() + 1));
    m_ofHeads->setText(tr("of %1").arg(all));
    while (m_heads.size() > count) {
        m_group->removeButton(m_heads.back());
        retire(m_heads.back());
        m_heads.pop_back();
    }
    for (std::size_t i = m_heads.size(); i < count; ++i) {
        auto* pill = new PillButton(m_theme, PillButton::Kind::choice, tr("Head %1").arg(i + 1), this);
        m_group->addButton(pill);
        if (!m_heads.empty()) // else Tab would come to it behind everything else
            setTabOrder(m_heads.back(), pill);
        setTabOrder(pill, m_stopInspecting);
        // The pills stay in front of the inspected text.
        m_flow->removeWidget(m_inspected);
        m_flow->removeWidget(m_stopInspecting);
        m_flow->addWidget(pill);
        m_flow->addWidget(m_inspected);
        m_flow->addWidget(m_stopInspecting);
        pill->show();
        connect(pill, &QAbstractButton::toggled, this, [this, i](bool on) {
            if (on)
                m_selection.setHead(static_cast<HeadIndex>(i));
        });
        m_heads.push_back(pill);
    }
    for (std::size_t i = 0; i < count; ++i)
        m_heads[i]->setDot(headFill(static_cast<HeadIndex>(i), m_theme.colours().panel));
    if (!m_heads.empty())
        m_heads[static_cast<std::size_t>(m_selection.head())]->setChecked(true);
    if (!sameHeads || m_heads.empty())
        showHeads();
}

void HeadStrip::showHeads() {
    for (PillButton* pill : m_heads)
        pill->setVisible(hasPills());
    m_number->setVisible(hasPills() && m_heads.empty());
    updateGeometry();
}

bool HeadStrip::hasPills() const {
    return m_hasHeads && m_document.experiment().heads.count > 1;
}

void HeadStrip::setPresented(bool presented) {
    m_presented = presented;
    m_within->setVisible(m_isWithin && !presented);
    refreshInspected();
    updateGeometry();
}

int HeadStrip::heightForWidth(int width) const {
    return m_presented && !hasPills() ? 0 : QFrame::heightForWidth(width);
}

void HeadStrip::setPage(bool within, bool heads, const QString& hint) {
    m_isWithin = within;
    m_within->setVisible(within && !m_presented);
    m_hasHeads = heads;
    m_hint = hint;
    showHeads();
    refreshInspected();
}

void HeadStrip::refreshInspected() {
    QString text;
    if (const auto& inspected = m_selection.inspected()) {
        const HeatmapContent content = stageContent(m_document, inspected->stage, inspected->head, false);
        text = tr("Inspecting: %1").arg(content.title);
        if (!m_selection.isInspectedKnown())
            text = tr("Inspecting: %1, %2: not computed yet in the film")
                       .arg(content.title, content.describePlace({inspected->row, inspected->column}));
        else if (content.has({inspected->row, inspected->column})) // computed already
            text = tr("Inspecting: %1, %2")
                       .arg(content.title, content.describe({inspected->row, inspected->column}));
    } else if (const auto& number = m_selection.inspectedParameter()) {
        const Experiment& experiment = m_document.experiment();
        text = tr("Inspecting: %1: %2")
                   .arg(cellName(experiment, number->id, number->row, number->column),
                        QString::fromStdString(
                            brief((*parameter(experiment, number->id))(number->row, number->column))));
    } else if (const auto& token = m_selection.inspectedToken()) {
        const QString looks = attentionInWords(m_document, m_selection);
        text = tr("Inspecting: %1")
                   .arg(looks.isEmpty() ? quotedToken(m_document.experiment(), token->side, token->token)
                                        : looks);
    }
    if (text.isEmpty() && !is_empty(m_document.experiment()))
        text = m_hint;
    m_stopInspecting->setVisible(m_selection.isInspecting() && !m_presented);
    m_inspected->setVisible(!text.isEmpty() && !m_presented);
    if (text == m_inspected->text())
        return;
    m_inspected->setText(text);
    fit();
}

/// Wraps a text that is wider than the strip, and makes a menu of choices that are.
void HeadStrip::fit() {
    const QMargins margins = m_flow->contentsMargins();
    const int room = width() - margins.left() - margins.right();
    const int text = QFontMetrics(m_inspected->font()).horizontalAdvance(m_inspected->text());
    m_inspected->setWordWrap(text > room);
    m_within->setCompact(m_within->widthAs(false) > room);
    updateGeometry();
}

void HeadStrip::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    fit();
}

void HeadStrip::restyle() {
    QPalette colours = palette();
    colours.setColor(QPalette::Window, m_theme.colours().page);
    colours.setColor(QPalette::WindowText, m_theme.colours().muted);
    setPalette(colours);
    m_inspected->setFont(m_theme.font(TextRole::body));
    m_inspected->setMinimumHeight(m_stopInspecting->sizeHint().height());
    m_flow->setContentsMargins(m_theme.px(12), m_theme.px(6), m_theme.px(12), 0);
    m_flow->setSpacing(m_theme.px(6));
    fit();
}

} // namespace lab
