// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/links/links_controls.h"

#include "ui/widgets/log_slider.h"
#include "ui/widgets/pill_button.h"

#include <QButtonGroup>

namespace lab {

namespace {
constexpr int lowestPower = -3, highestPower = 0; // powers of ten; the slider's left end means 0
}

LinksControls::LinksControls(const Theme& theme) : ControlRow(theme) {
    addThreshold();
    addLayouts();
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
    m_slider->setNumber(0);
    m_threshold->setNumber(0);
    for (QWidget* each : std::initializer_list<QWidget*>{m_slider, m_threshold})
        each->setToolTip(tr("Weights smaller than this in magnitude have no line"));
    const auto slid = [this](double number) { return m_slider->value() == m_slider->minimum() ? 0 : number; };
    const auto commit = [this](double number) {
        m_committed = number;
        setThreshold(number);
    };
    connect(m_slider, &LogSlider::dragged, this, [this, slid](double number) { setThreshold(slid(number)); });
    connect(m_slider, &LogSlider::stepped, this, [slid, commit](double number) { commit(slid(number)); });
    connect(m_slider, &LogSlider::dropped, this, [this, commit] { commit(m_look.threshold); });
    connect(m_slider, &LogSlider::cancelled, this, [this, commit] { commit(m_committed); });
    connect(m_threshold, &NumberField::entered, this, commit);
}

void LinksControls::setThreshold(double threshold) {
    m_look.threshold = threshold;
    m_threshold->setNumber(threshold);
    m_slider->setNumber(threshold);
    emit changed();
}

void LinksControls::addLayouts() {
    auto* group = new QButtonGroup(this);
    const auto add = [&](const QString& text, const QString& tip, LinksLayout layout) {
        PillButton* pill = addPill(text);
        pill->setToolTip(tip);
        pill->setChecked(layout == m_look.layout);
        group->addButton(pill);
        connect(pill, &QAbstractButton::toggled, this, [this, layout](bool on) {
            if (!on)
                return;
            m_look.layout = layout;
            emit changed();
        });
    };
    add(tr("Columns"), tr("Queries at the left, keys at the right"), LinksLayout::columns);
    add(tr("Lines"), tr("Queries above, keys below"), LinksLayout::lines);
}

} // namespace lab
