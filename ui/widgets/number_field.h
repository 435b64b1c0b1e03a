// SPDX-License-Identifier: GPL-3.0-or-later
//
// A small field for one number, in the C form whatever the machine's locale is. Enter and leaving it apply
// what is typed, Escape takes it back, Up, Down and the wheel step while it has the keyboard.
#pragma once

#include <QLineEdit>

#include <functional>

namespace lab {

class Theme;

class NumberField : public QLineEdit {
    Q_OBJECT
public:
    struct Rule {
        /// Why a number will not do, in words; empty where it does. Absent: any finite number does.
        std::function<QString(double)> problem;
        double step = 0; ///< of Up and Down; 0: a tenth of the number's power of ten
        int digits = 5;  ///< that are in sight
    };
    NumberField(const Theme& theme, Rule rule, QWidget* parent = nullptr);

    /// Shows a number; what was being typed for another is gone. Nothing is sent.
    void setNumber(double number);
    double number() const { return m_number; }
    /// What is being typed counts now. What will not do is refused, and the old number comes back.
    void finish();
    /// The same, but what will not do stays there, to be mended; false then.
    bool apply();

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    /// Somebody asks for another number.
    void entered(double number);
    /// What was typed will not do, and why.
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
    QString m_hint; ///< the tooltip while there is nothing to complain of
    bool m_refused = false;
    int m_wheel = 0; ///< eighths of a degree that were not a step yet
};

} // namespace lab
