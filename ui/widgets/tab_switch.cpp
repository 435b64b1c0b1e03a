// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tab_switch.h"

#include "ui/look/theme.h"

#include <QAbstractButton>
#include <QAction>
#include <QButtonGroup>
#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace lab {

namespace {

class ModeSegment : public QAbstractButton {
public:
    ModeSegment(const Theme& theme, QAction& action, QWidget* parent)
        : QAbstractButton(parent), m_theme(theme) {
        setText(action.text());
        setToolTip(action.toolTip());
        setCheckable(true);
        setAutoExclusive(true); // as one of several, for screen readers
        setChecked(action.isChecked());
        setFocusPolicy(Qt::TabFocus);
        // Triggers the action once for each click, even on the segment that is checked already. Arrow keys
        // check a segment without a click.
        connect(this, &QAbstractButton::pressed, this, [this] { m_hasTriggered = false; });
        connect(this, &QAbstractButton::toggled, &action, [this, &action](bool on) {
            if (!on || action.isChecked())
                return;
            m_hasTriggered = true;
            action.trigger();
        });
        connect(this, &QAbstractButton::clicked, &action, [this, &action] {
            if (!m_hasTriggered)
                action.trigger();
        });
        connect(&action, &QAction::toggled, this, &QAbstractButton::setChecked);
    }

    QSize sizeHint() const override {
        const QFontMetrics metrics(m_theme.font(TextRole::strong)); // the font of the checked segment
        return {metrics.horizontalAdvance(text()) + m_theme.px(24), metrics.height() + m_theme.px(7)};
    }
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* /*event*/) override {
        const Colours& c = m_theme.colours();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const QRectF shape = QRectF(rect()).adjusted(1, 1, -1, -1);
        painter.setPen(hasFocus() ? QPen(c.accent, 2) : isChecked() ? QPen(c.border, 1) : Qt::NoPen);
        painter.setBrush(isChecked() ? c.panel : underMouse() ? c.accentSoft : QColor(Qt::transparent));
        painter.drawRoundedRect(shape, m_theme.px(6), m_theme.px(6));
        painter.setPen(isChecked() ? c.text : c.muted);
        painter.setFont(m_theme.font(isChecked() ? TextRole::strong : TextRole::body));
        painter.drawText(shape, Qt::AlignCenter, text());
    }
    void enterEvent(QEnterEvent* event) override {
        QAbstractButton::enterEvent(event);
        update();
    }
    void leaveEvent(QEvent* event) override {
        QAbstractButton::leaveEvent(event);
        update();
    }

private:
    const Theme& m_theme;
    bool m_hasTriggered = false; ///< by the press that is being released
};

} // namespace

TabSwitch::TabSwitch(const Theme& theme, const QList<QAction*>& choices, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_choices(new QWidget(this)), m_group(new QButtonGroup(this)),
      m_button(new QPushButton(this)) {
    auto* row = new QHBoxLayout(m_choices);
    auto* menu = new QMenu(m_button);
    for (QAction* choice : choices) {
        auto* segment = new ModeSegment(theme, *choice, m_choices);
        m_group->addButton(segment);
        row->addWidget(segment);
        menu->addAction(choice);
        connect(choice, &QAction::toggled, this, &TabSwitch::showChoice);
    }
    m_button->setMenu(menu);
    m_button->hide();
    auto* whole = new QHBoxLayout(this);
    whole->setContentsMargins({});
    whole->setSpacing(0);
    whole->addWidget(m_choices);
    whole->addWidget(m_button);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(&theme, &Theme::changed, this, &TabSwitch::restyle);
    restyle();
}

void TabSwitch::setCompact(bool compact) {
    if (std::exchange(m_compact, compact) == compact)
        return;
    QWidget* focused = window()->focusWidget();
    const bool hadFocus = focused && isAncestorOf(focused);
    m_choices->setVisible(!compact);
    m_button->setVisible(compact);
    if (hadFocus)
        (compact ? m_button : m_group->checkedButton())->setFocus();
    updateGeometry();
    update();
}

int TabSwitch::widthAs(bool compact) const {
    return compact ? m_button->minimumWidth() : m_choices->sizeHint().width();
}

QSize TabSwitch::sizeHint() const {
    return {widthAs(m_compact), (m_compact ? m_button : m_choices)->sizeHint().height()};
}

void TabSwitch::showChoice() {
    if (const QAbstractButton* chosen = m_group->checkedButton()) {
        m_button->setText(chosen->text());
        m_button->setAccessibleName(tr("Page: %1").arg(chosen->text()));
    }
}

void TabSwitch::restyle() {
    const int rim = m_theme.px(3);
    m_choices->layout()->setContentsMargins(rim, rim, rim, rim);
    m_choices->layout()->setSpacing(m_theme.px(2));
    m_button->setFont(m_theme.font(TextRole::body));
    const QFontMetrics metrics(m_button->font());
    int widest = 0;
    for (QAbstractButton* segment : m_group->buttons()) {
        segment->updateGeometry();
        widest = std::max(widest, metrics.horizontalAdvance(segment->text()));
    }
    m_button->setFixedWidth(widest + m_theme.px(44)); // the same for every choice: nothing beside it moves
    showChoice();
    updateGeometry();
    update();
}

void TabSwitch::paintEvent(QPaintEvent* /*event*/) {
    if (m_compact)
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.colours().control);
    painter.drawRoundedRect(rect(), m_theme.px(8), m_theme.px(8));
}

} // namespace lab
