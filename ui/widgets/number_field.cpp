// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/number_field.h"

#include "core/base/number_format.h"
#include "ui/keys/key_bindings.h"
#include "ui/keys/shortcut_override.h"
#include "ui/look/theme.h"
#include "ui/text/number_name.h"
#include "ui/widgets/number_problem.h"

#include <QKeyEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lab {

NumberField::NumberField(const Theme& theme, Rule rule, QWidget* parent)
    : QLineEdit(parent), m_theme(theme), m_rule(std::move(rule)) {
    setText(shown());
    // Editing clears the error.
    connect(this, &QLineEdit::textEdited, this, [this] { setProblem({}); });
    connect(&theme, &Theme::changed, this, &NumberField::restyle);
    restyle();
}

void NumberField::setNumber(double number) {
    // Do not interrupt typing when something else changes.
    if (number == m_number && hasFocus())
        return;
    m_number = number;
    restore();
}

QString NumberField::shown() const {
    return m_rule.whole ? QString::number(static_cast<qint64>(m_number))
                        : QString::fromStdString(brief(m_number));
}

std::optional<double> NumberField::read(const QString& text) const {
    if (m_rule.infinite && isMinusInfinity(text))
        return -HUGE_VAL;
    const Result<double> number = read_number_expression(text.toStdString());
    return number ? std::optional(number.value()) : std::nullopt;
}

QString NumberField::problemOf(const QString& text) const {
    const std::optional<double> number = read(text);
    if (!number)
        return numberProblem(text);
    return m_rule.problem ? m_rule.problem(*number) : QString();
}

void NumberField::store(const QString& text) {
    m_number = *read(text);
}

/// Unedited text is not applied, so the number keeps the digits that are not shown.
bool NumberField::apply() {
    if (text() == shown())
        return true;
    const QString problem = problemOf(text());
    if (!problem.isEmpty()) {
        if (m_rule.keepsRefused)
            setProblem(problem);
        else
            restore();
        emit refused(problem);
        return false;
    }
    store(text());
    restore();
    tell();
    return true;
}

void NumberField::finish() {
    if (!apply())
        restore();
}

void NumberField::restore() {
    setProblem({});
    setText(shown());
    if (m_rule.whole)
        updateGeometry();
    if (hasFocus())
        selectAll();
    else
        setCursorPosition(0);
}

void NumberField::stepBy(int steps) {
    if (!apply() || !step(steps))
        return;
    restore();
    tell();
}

bool NumberField::step(int steps) {
    if (!std::isfinite(m_number))
        return false;
    const int power = m_number == 0 ? 0 : static_cast<int>(std::floor(std::log10(std::abs(m_number))));
    const double step = m_rule.step > 0 ? m_rule.step : std::pow(10.0, power - 1);
    const double next = rounded(m_number + steps * step, std::max(0, 3 - power));
    if (!std::isfinite(next) || (m_rule.problem && !m_rule.problem(next).isEmpty()))
        return false;
    m_number = next;
    return true;
}

void NumberField::setProblem(const QString& reason) {
    if (!m_refused && reason.isEmpty())
        return;
    if (!m_refused)
        m_hint = toolTip();
    m_refused = !reason.isEmpty();
    setToolTip(m_refused ? reason : m_hint);
    setAccessibleDescription(reason);
    restyle();
}

void NumberField::restyle() {
    setFont(m_theme.font(TextRole::small));
    const int margin = m_theme.px(2);
    setTextMargins(margin, 0, margin, 0);
    QPalette colours;
    if (m_refused)
        colours.setColor(QPalette::Text, m_theme.colours().error);
    setPalette(colours);
    updateGeometry();
}

QSize NumberField::sizeHint() const {
    const QFontMetrics metrics(m_theme.font(TextRole::small));
    const auto digits = m_rule.whole ? std::max<qsizetype>(m_rule.digits, shown().size()) : m_rule.digits;
    return {metrics.horizontalAdvance(QString(digits, QLatin1Char('0'))) + m_theme.px(16),
            metrics.height() + m_theme.px(8)};
}

bool NumberField::event(QEvent* event) {
    if (leavesToWindow(event))
        return true;
    if (text() != shown() && takesEscape(event)) // only while there is input to revert
        return true;
    return QLineEdit::event(event);
}

void NumberField::keyPressEvent(QKeyEvent* event) {
    const auto command = commandOf(KeyContext::number_field, *event);
    if (!command)
        return QLineEdit::keyPressEvent(event);
    if (command == KeyCommand::choose) {
        if (apply())
            emit returnPressed();
        selectAll();
    } else if (command == KeyCommand::cancel) {
        if (text() == shown())
            event->ignore();
        else
            restore();
    } else {
        stepBy(command == KeyCommand::up ? 1 : -1);
    }
}

void NumberField::focusInEvent(QFocusEvent* event) {
    QLineEdit::focusInEvent(event);
    selectAll();
}

void NumberField::focusOutEvent(QFocusEvent* event) {
    // The field's own context menu takes the focus only for a moment.
    if (event->reason() != Qt::PopupFocusReason)
        finish();
    QLineEdit::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason)
        setCursorPosition(0);
}

void NumberField::wheelEvent(QWheelEvent* event) {
    if (!hasFocus())
        return event->ignore(); // the wheel scrolls the page
    m_wheel += event->angleDelta().y();
    const int steps = m_wheel / QWheelEvent::DefaultDeltasPerStep;
    m_wheel -= steps * QWheelEvent::DefaultDeltasPerStep;
    if (steps != 0)
        stepBy(steps);
    event->accept();
}

SeedField::SeedField(const Theme& theme, int digits, QWidget* parent)
    : NumberField(theme, {{}, 1, digits, true}, parent) {}

void SeedField::setSeed(std::uint64_t seed) {
    if (seed == m_seed && hasFocus())
        return; // as setNumber()
    m_seed = seed;
    restore();
}

QString SeedField::shown() const {
    return QString::number(m_seed);
}

QString SeedField::problemOf(const QString& text) const {
    bool isSeed = false;
    text.trimmed().toULongLong(&isSeed);
    return isSeed ? QString() : tr("A seed must be a whole number from 0 to 2⁶⁴ − 1; unchanged");
}

void SeedField::store(const QString& text) {
    m_seed = text.trimmed().toULongLong();
}

bool SeedField::step(int steps) {
    const bool isUp = steps > 0;
    const auto far = static_cast<std::uint64_t>(std::abs(steps));
    const std::uint64_t room = isUp ? std::numeric_limits<std::uint64_t>::max() - m_seed : m_seed;
    if (far > room)
        return false;
    m_seed = isUp ? m_seed + far : m_seed - far;
    return true;
}

} // namespace lab
