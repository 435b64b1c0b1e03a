// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/links/links_controls.h"

#include "ui/pages/page_choices.h"
#include "ui/widgets/log_slider.h"
#include "ui/widgets/pill_button.h"

#include <QButtonGroup>

namespace lab {

namespace {
constexpr int lowestPower = -3, highestPower = 0; // powers of ten; the slider's left end means 0
}

LinksControls::LinksControls(PageChoices& choices, const Theme& theme)
    : ControlRow(theme), m_choices(choices) {
    addThreshold();
    addLayouts();
    connect(&choices, &PageChoices::linksChanged, this, &LinksControls::showLook);
    showLook();
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
        each->setToolTip(tr("Weights smaller than this in magnitude have no line"));
    const auto slid = [this](double number) { return m_slider->value() == m_slider->minimum() ? 0 : number; };
    const auto commit = [this](double number) {
        m_committed = number;
        setThreshold(number);
    };
    connect(m_slider, &LogSlider::dragged, this, [this, slid](double number) { setThreshold(slid(number)); });
    connect(m_slider, &LogSlider::stepped, this, [slid, commit](double number) { commit(slid(number)); });
    connect(m_slider, &LogSlider::dropped, this, [this, commit] { commit(m_choices.links().threshold); });
    connect(m_slider, &LogSlider::cancelled, this, [this, commit] { commit(m_committed); });
    connect(m_threshold, &NumberField::entered, this, commit);
}

void LinksControls::setThreshold(double threshold) {
    LinksLook look = m_choices.links();
    look.threshold = threshold;
    m_choices.setLinks(look);
    showLook(); // the slider may stand elsewhere even if the threshold is the same
}

void LinksControls::showLook() {
    const LinksLook& look = m_choices.links();
    m_threshold->setNumber(look.threshold);
    m_slider->setNumber(look.threshold);
    (look.layout == LinksLayout::columns ? m_columns : m_lines)->setChecked(true);
}

void LinksControls::addLayouts() {
    auto* group = new QButtonGroup(this);
    const auto add = [&](const QString& text, const QString& tip, LinksLayout layout) {
        PillButton* pill = addPill(text);
        pill->setToolTip(tip);
        group->addButton(pill);
        connect(pill, &QAbstractButton::toggled, this, [this, layout](bool on) {
            if (!on)
                return;
            LinksLook look = m_choices.links();
            look.layout = layout;
            m_choices.setLinks(look);
        });
        return pill;
    };
    m_columns = add(tr("Columns"), tr("Queries at the left, keys at the right"), LinksLayout::columns);
    m_lines = add(tr("Lines"), tr("Queries above, keys below"), LinksLayout::lines);
}

} // namespace lab
