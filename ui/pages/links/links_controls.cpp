// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/links/links_controls.h"

#include "core/base/number_format.h"
#include "ui/pages/page_choices.h"
#include "ui/widgets/log_slider.h"
#include "ui/widgets/pill_button.h"

#include <QButtonGroup>

namespace lab {

namespace {

constexpr int lowestPower = -3, highestPower = 0; // powers of ten; the slider's left end means 0

constexpr int shownDigits = 3; // as many as the field has room for

} // namespace

LinksControls::LinksControls(PageChoices& choices, const Theme& theme)
    : ControlRow(theme), m_choices(choices) {
    addThreshold();
    addHeads();
    addLayouts();
    connect(&choices, &PageChoices::linksChanged, this, &LinksControls::refresh);
    setDocument(0, 1);
}

void LinksControls::addThreshold() {
    m_threshold =
        addField(tr("hide below"), tr("Hide weights below"),
                 {[](double number) {
                      return number >= 0 ? QString() : tr("The threshold must be 0 or more; unchanged");
                  },
                  0.01, 5});
    m_slider = new LogSlider(m_theme, lowestPower, highestPower, this);
    m_slider->setAccessibleName(tr("Hide weights below, as a slider"));
    addBefore(m_threshold, m_slider);
    for (QWidget* each : std::initializer_list<QWidget*>{m_slider, m_threshold})
        each->setToolTip(tr("Weights smaller than this in magnitude have no ribbon"));
    m_byKeys = addPill(tr("1/n"));
    m_byKeys->setCheckable(true);
    m_byKeys->setAccessibleName(tr("Hide weights below 1/n, for n keys"));
    m_byKeys->setToolTip(tr("Hide weights below 1/n, for n keys: what each would get if all got the same"));
    const auto slid = [this](double number) { return m_slider->value() == m_slider->minimum() ? 0 : number; };
    const auto commit = [this](std::optional<double> number) {
        m_committed = number;
        setThreshold(number);
    };
    connect(m_slider, &LogSlider::dragged, this, [this, slid](double number) { setThreshold(slid(number)); });
    connect(m_slider, &LogSlider::stepped, this, [slid, commit](double number) { commit(slid(number)); });
    connect(m_slider, &LogSlider::dropped, this, [this, commit] { commit(m_choices.links().threshold); });
    connect(m_slider, &LogSlider::cancelled, this, [this, commit] { commit(m_committed); });
    connect(m_threshold, &NumberField::entered, this, commit);
    connect(m_byKeys, &QAbstractButton::clicked, this, [commit] { commit(std::nullopt); });
}

/// A threshold hides what is weaker, even if it was shown before.
void LinksControls::setThreshold(std::optional<double> threshold) {
    LinksLook look = m_choices.links();
    look.threshold = threshold;
    look.showsWeaker = false;
    m_choices.setLinks(look);
    refresh(); // the slider may stand elsewhere even if the threshold is the same
}

void LinksControls::setDocument(Index keys, HeadIndex heads) {
    m_keys = keys;
    for (PillButton* pill : {m_oneHead, m_everyHead})
        pill->setVisible(heads > 1);
    refresh();
}

void LinksControls::refresh() {
    const LinksLook& look = m_choices.links();
    const double threshold = look.thresholdFor(m_keys);
    const double shown =
        look.threshold || threshold <= 0 ? threshold : rounded_to_digits(threshold, shownDigits);
    if (!m_threshold->hasFocus() || m_threshold->number() != shown) // keep what is being typed
        m_threshold->setNumber(shown);
    m_slider->setNumber(threshold);
    m_byKeys->setChecked(!look.threshold);
    (look.everyHead ? m_everyHead : m_oneHead)->setChecked(true);
    (look.layout == LinksLayout::columns ? m_columns : m_lines)->setChecked(true);
}

PillButton* LinksControls::addChoice(QButtonGroup* group, const QString& text, const QString& tip,
                                     const std::function<void(LinksLook&)>& change) {
    PillButton* pill = addPill(text);
    pill->setToolTip(tip);
    group->addButton(pill);
    connect(pill, &QAbstractButton::toggled, this, [this, change](bool on) {
        if (!on)
            return;
        LinksLook look = m_choices.links();
        change(look);
        m_choices.setLinks(look);
    });
    return pill;
}

void LinksControls::addHeads() {
    auto* group = new QButtonGroup(this);
    m_oneHead = addChoice(group, tr("Shown head"), tr("Links of the head chosen above"),
                          [](LinksLook& look) { look.everyHead = false; });
    m_everyHead = addChoice(group, tr("Every head"), tr("Links of all heads at once, each in its colour"),
                            [](LinksLook& look) { look.everyHead = true; });
}

void LinksControls::addLayouts() {
    auto* group = new QButtonGroup(this);
    m_columns = addChoice(group, tr("Left to right"), tr("Queries at the left, keys at the right"),
                          [](LinksLook& look) { look.layout = LinksLayout::columns; });
    m_lines = addChoice(group, tr("Top to bottom"), tr("Queries above, keys below"),
                        [](LinksLook& look) { look.layout = LinksLayout::lines; });
}

} // namespace lab
