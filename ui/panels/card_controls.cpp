// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/card_controls.h"

#include "ui/document/lab_document.h"
#include "ui/document/options.h"
#include "ui/theme.h"
#include "ui/widgets/choice_menu.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/log_slider.h"
#include "ui/widgets/pill_button.h"
#include "ui/widgets/toggle_switch.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>

#include <algorithm>
#include <array>

namespace lab {

namespace {

constexpr std::array normalizers{NormalizationKind::softmax, NormalizationKind::softmax_naive,
                                 NormalizationKind::sum, NormalizationKind::sparsemax};

QString normalizerHint(NormalizationKind kind) {
    switch (kind) {
    case NormalizationKind::softmax:
        return WeightControls::tr(
            "e to the score, divided by their sum; the largest score is subtracted first");
    case NormalizationKind::softmax_naive:
        return WeightControls::tr("Nothing is subtracted first: scores above 709 overflow");
    case NormalizationKind::sum:
        return WeightControls::tr("The score divided by the sum of the scores, whatever its sign");
    case NormalizationKind::sparsemax:
        return WeightControls::tr("The nearest weights that sum to 1: small ones become exactly 0");
    }
    return {};
}

QString positiveProblem(const QString& what, double number) {
    return number > 0 ? QString() : CardControls::tr("%1 is a number above 0; the old one stays").arg(what);
}

} // namespace

CardControls::CardControls(LabDocument& document, const Theme& theme) : m_document(document), m_theme(theme) {
    auto* row = new FlowLayout(this);
    row->setContentsMargins({});
    connect(&theme, &Theme::changed, this, &CardControls::restyle);
    restyle();
}

void CardControls::add(QWidget* widget) {
    layout()->addWidget(widget);
    restyle();
}

NumberField* CardControls::addField(const QString& text, const QString& name, NumberField::Rule rule) {
    auto* group = new QWidget(this);
    auto* row = new QHBoxLayout(group);
    row->setContentsMargins({});
    if (!text.isEmpty())
        row->addWidget(new QLabel(text, group));
    auto* field = new NumberField(m_theme, std::move(rule), group);
    row->addWidget(field);
    field->setAccessibleName(name);
    connect(field, &NumberField::refused, this, &CardControls::refused);
    add(group);
    return field;
}

void CardControls::addBefore(NumberField* field, QWidget* widget) {
    auto* row = static_cast<QHBoxLayout*>(field->parentWidget()->layout());
    row->insertWidget(row->indexOf(field), widget);
    QWidget::setTabOrder(widget, field);
}

void CardControls::setShown(NumberField* field, bool shown) {
    field->parentWidget()->setVisible(shown);
}

void CardControls::keepRoom(QWidget* widget, bool keeps) {
    QSizePolicy policy = widget->sizePolicy();
    policy.setRetainSizeWhenHidden(keeps);
    widget->setSizePolicy(policy);
}

PillButton* CardControls::addPill(const QString& text) {
    auto* pill = new PillButton(m_theme, PillButton::Kind::choice, text, this);
    pill->setSmall();
    add(pill);
    return pill;
}

void CardControls::restyle() {
    for (QLayout* each : findChildren<QLayout*>())
        each->setSpacing(m_theme.px(6));
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, m_theme.colours().muted);
    for (QLabel* label : findChildren<QLabel*>()) {
        label->setPalette(quiet);
        label->setFont(m_theme.font(TextRole::small));
        label->setMinimumHeight(QFontMetrics(m_theme.font(TextRole::small)).height() + m_theme.px(8));
    }
}

ScaleControls::ScaleControls(LabDocument& document, const Theme& theme)
    : CardControls(document, theme), m_scale(new ToggleSwitch(theme, tr("Scale by 1/√dₖ"), this)) {
    add(m_scale);
    m_more = new PillButton(theme, PillButton::Kind::plain, {}, this);
    m_more->setAccessibleName(tr("More about scaling"));
    m_more->setToolTip(tr("Rotary positions and ALiBi"));
    add(m_more);
    auto* menu = new QMenu;
    menu->setToolTipsVisible(true);
    m_rotary = menu->addAction(tr("Rotary positions"));
    m_rotary->setToolTip(tr("Queries and keys are rotated by their position before they meet"));
    m_alibi = menu->addAction(tr("ALiBi"));
    m_alibi->setToolTip(tr("A score becomes smaller the farther its key is from its query"));
    m_rotary->setCheckable(true);
    m_alibi->setCheckable(true);
    m_more->setMenu(menu);
    m_number = addField(QStringLiteral("×"), tr("What multiplies the scores"), {{}, 0, 6});
    keepRoom(m_number->parentWidget());
    m_base = addField(tr("rotary base"), tr("Base of the rotary positions"),
                      {[](double number) { return positiveProblem(tr("The base"), number); }, 0, 6});
    connect(m_scale, &QAbstractButton::clicked, this,
            [this](bool on) { setScale(m_document, on ? std::nullopt : std::optional(1.0)); });
    connect(m_number, &NumberField::entered, this, [this](double scale) { setScale(m_document, scale); });
    connect(m_rotary, &QAction::triggered, this, [this](bool on) { setRotary(m_document, on); });
    connect(m_alibi, &QAction::triggered, this,
            [this](bool on) { setScoreBias(m_document, on ? ScoreBias::alibi : ScoreBias::none); });
    connect(m_base, &NumberField::entered, this, [this](double base) { setRotaryBase(m_document, base); });
}

void ScaleControls::setFolded(bool folded) {
    keepRoom(m_number->parentWidget(), !folded);
}

void ScaleControls::refresh() {
    const Scores& scores = m_document.experiment().scores;
    m_scale->setChecked(!scores.scale);
    setShown(m_number, scores.scale.has_value());
    if (scores.scale)
        m_number->setNumber(*scores.scale);
    m_rotary->setChecked(scores.rotary);
    m_alibi->setChecked(scores.bias == ScoreBias::alibi);
    setShown(m_base, scores.rotary);
    m_base->setNumber(scores.rotary_base);
}

WeightControls::WeightControls(LabDocument& document, const Theme& theme)
    : CardControls(document, theme), m_kind(addPill({})) {
    m_kind->setMenu(choiceMenu(m_kind, normalizers, normalizerName, normalizerHint,
                               [this](NormalizationKind kind) { setNormalization(m_document, kind); }));
    addTemperature();
}

void WeightControls::addTemperature() {
    m_temperature =
        addField(QStringLiteral("τ"), tr("Temperature"),
                 {[](double number) { return positiveProblem(tr("The temperature"), number); }, 0, 4});
    m_slider = new LogSlider(m_theme, -1, 1, this);
    m_slider->setAccessibleName(tr("Temperature, as a slider"));
    addBefore(m_temperature, m_slider);
    connect(m_slider, &LogSlider::dragged, this,
            [this](double temperature) { previewTemperature(m_document, temperature); });
    connect(m_slider, &LogSlider::dropped, &m_document, &LabDocument::commitPreview);
    connect(m_slider, &LogSlider::cancelled, &m_document, &LabDocument::cancelPreview);
    connect(m_slider, &LogSlider::stepped, this,
            [this](double temperature) { setTemperature(m_document, temperature); });
    connect(m_temperature, &NumberField::entered, this,
            [this](double temperature) { setTemperature(m_document, temperature); });
    // Whoever ends the preview takes the handle out of the hand.
    connect(&m_document, &LabDocument::previewEnded, m_slider, &LogSlider::letGo);
}

void WeightControls::refresh() {
    const Normalization& normalization = m_document.experiment().normalization;
    const QString name = normalizerName(normalization.kind);
    checkChoice(*m_kind->menu(), normalizers, normalization.kind);
    m_kind->setText(name);
    m_kind->setAccessibleName(tr("Normaliser: %1").arg(name));
    m_kind->setToolTip(normalizerHint(normalization.kind));
    m_kind->updateGeometry();
    const bool used = normalization.kind != NormalizationKind::sum;
    m_temperature->parentWidget()->setEnabled(used);
    for (QWidget* each :
         std::initializer_list<QWidget*>{m_temperature->parentWidget(), m_slider, m_temperature}) {
        each->setToolTip(used ? tr("Temperature τ: below 1 weights become sharper, above 1 more even")
                              : tr("Temperature τ: the sum reads the scores as they are, without it"));
    }
    m_slider->setNumber(normalization.temperature);
    m_temperature->setNumber(normalization.temperature);
}

} // namespace lab
