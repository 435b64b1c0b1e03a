// SPDX-License-Identifier: GPL-3.0-or-later
//
// A small field for one number, in C notation whatever the locale. Enter or losing the focus applies the
// input, Escape reverts it. Up, Down and the wheel step the number while the field has the focus.
#pragma once

#include <QLineEdit>

#include <functional>

namespace lab {

class Theme;

class NumberField : public QLineEdit {
    Q_OBJECT
public:
    struct Rule {
        /// Why a number is rejected; empty if it is valid. Absent: any finite number is valid.
        std::function<QString(double)> problem;
        double step = 0; ///< for Up and Down; 0: a tenth of the number's power of ten
        int digits = 5;  ///< that the field has room for
    };
    NumberField(const Theme& theme, Rule rule, QWidget* parent = nullptr);

    /// Shows a number and discards input meant for another one. Emits no signal.
    void setNumber(double number);
    double number() const { return m_number; }
    /// Applies the input. If it is invalid, it is refused and the old number restored.
    void finish();
    /// The same, but leaves invalid input in place to be corrected and returns false.
    bool apply();

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    /// The user entered another number.
    void entered(double number);
    /// The input was rejected, and why.
    void refused(const QString& reason);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    QString shown() const;
    QString problemOf(const QString& text) const;
    void restore();
    void stepBy(int steps);
    void setProblem(const QString& reason);
    void restyle();

    const Theme& m_theme;
    Rule m_rule;
    double m_number = 0;
    QString m_hint; ///< the tooltip while the input is valid
    bool m_refused = false;
    int m_wheel = 0; ///< leftover wheel delta, in eighths of a degree
};

} // namespace lab
