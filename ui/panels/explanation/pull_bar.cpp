// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/explanation/pull_bar.h"

#include "core/base/number_format.h"
#include "ui/look/theme.h"
#include "ui/selection/pull_of_inspected.h"
#include "ui/selection/selection.h"
#include "ui/text/short_text.h"
#include "ui/widgets/control_row.h"
#include "ui/widgets/pill_button.h"
#include "ui/widgets/toggle_switch.h"

#include <QHBoxLayout>
#include <QLabel>

#include <array>
#include <cmath>

namespace lab {

namespace {

/// Three numbers with as many decimals as it takes to tell the first two apart.
QStringList comparedTexts(const std::array<double, 3>& numbers) {
    constexpr int least = 4, most = 10;
    QStringList texts;
    for (int decimals = least; decimals <= most; ++decimals) {
        texts.clear();
        for (const double each : numbers)
            texts += QString::fromStdString(display(each, decimals));
        if (texts[0] != texts[1])
            return texts;
    }
    texts.clear();
    for (const double each : numbers)
        texts += QString::fromStdString(written(each));
    return texts;
}

} // namespace

PullBar::PullBar(PullOfInspected& pull, const Selection& selection, const Theme& theme, QWidget* parent)
    : QWidget(parent), m_pull(pull), m_selection(selection), m_theme(theme),
      m_switch(new ToggleSwitch(theme, tr("What would raise it"), this)),
      m_step(new PillButton(theme, PillButton::Kind::chip, tr("Take one step"), this)),
      m_of(new QLabel(tr("of"), this)),
      m_length(new NumberField(
          theme, {.problem = [](double number) { return positiveProblem(tr("The length"), number); }}, this)),
      m_count(new QLabel(this)), m_outcome(new QLabel(this)) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins({});
    for (QWidget* each : std::initializer_list<QWidget*>{m_step, m_of, m_length, m_count})
        row->addWidget(each);
    m_outcome->setWordWrap(true);
    m_switch->setCheckable(true);
    m_switch->setToolTip(tr("Which parameters would raise the inspected number, and by how much (%1)")
                             .arg(QKeySequence(Qt::SHIFT | Qt::Key_F8).toString(QKeySequence::NativeText)));
    m_step->setSmall();
    m_step->setFocusPolicy(Qt::TabFocus); // else the field would lose what is wrong before the click
    m_step->setToolTip(
        tr("Move all parameters together, each in proportion to its slope, by this length: the "
           "root of the sum of the squares of all changes"));
    m_length->setAccessibleName(tr("Length of the step"));
    m_length->setNumber(spokenStep);
    connect(m_switch, &QAbstractButton::clicked, &pull, &PullOfInspected::setOn); // not what a hint shows
    connect(m_step, &QAbstractButton::clicked, this, [this] {
        if (m_length->apply())
            m_pull.step(m_length->number());
    });
    connect(m_length, &NumberField::refused, this, &PullBar::messageRequested);
    connect(&pull, &PullOfInspected::refused, this, &PullBar::messageRequested);
    connect(&pull, &PullOfInspected::changed, this, &PullBar::refresh);
    connect(&selection, &Selection::inspectedChanged, this, &PullBar::refresh);
    connect(&theme, &Theme::changed, this, &PullBar::restyle);
    restyle();
    refresh();
}

void PullBar::refresh() {
    m_switch->setChecked(m_pull.isOn());
    const auto* found = m_pull.found();
    const bool steps = found && found->pull.count > 0;
    m_count->setText(steps ? tr("in all %1").arg(groupedNumber(found->pull.count)) : QString());
    const auto& outcome = m_pull.outcome();
    QString said;
    if (outcome && outcome->after) {
        const QStringList texts = comparedTexts({outcome->before, *outcome->after, outcome->promised});
        const double came = *outcome->after - outcome->before;
        const bool isFarOff = std::abs(outcome->promised - *outcome->after) > std::abs(came) / 2;
        said = (isFarOff ? tr("%1 → <b>%2</b>. The slope promised %3: it holds near %1, for small steps.")
                         : tr("%1 → <b>%2</b>. The slope promised %3."))
                   .arg(texts[0], texts[1], texts[2]);
    }
    m_outcome->setText(said);
    m_outcome->setVisible(!said.isEmpty());
    showWords();
    if (m_step->hasFocus() && !m_pull.canStep()) // the keyboard would go to another panel
        m_length->setFocus();
    m_step->setEnabled(m_pull.canStep());
    // After the last step that leads anywhere nothing slides under the pointer.
    setVisible(steps || (m_pull.isOn() && outcome));
    m_switch->setVisible(m_selection.inspected().has_value());
}

void PullBar::setRoom(int width) {
    m_room = width;
    showWords();
}

void PullBar::showWords() {
    int wanted = layout()->spacing() * 3;
    for (const QWidget* each : std::initializer_list<const QWidget*>{m_step, m_of, m_length, m_count})
        wanted += each->sizeHint().width();
    m_of->setVisible(wanted <= m_room);
    m_count->setVisible(wanted <= m_room);
}

QString PullBar::outcome() const {
    return m_outcome->text().remove(QStringLiteral("<b>")).remove(QStringLiteral("</b>"));
}

void PullBar::restyle() {
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, m_theme.colours().muted);
    for (QLabel* each : {m_of, m_count}) {
        each->setPalette(quiet);
        each->setFont(m_theme.font(TextRole::small));
    }
    m_outcome->setFont(m_theme.font(TextRole::small));
    layout()->setSpacing(m_theme.px(6));
    m_outcome->setContentsMargins(m_theme.px(10), m_theme.px(2), m_theme.px(8), 0);
}

} // namespace lab
