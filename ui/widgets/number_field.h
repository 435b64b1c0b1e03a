// SPDX-License-Identifier: GPL-3.0-or-later
//
// A small field for one number, in C notation whatever the locale, or arithmetic (core/base/number_format.h).
// Enter or losing the focus applies the input, Escape reverts it. Up, Down and the wheel step the number
// while the field has the focus. A SeedField is one for seeds, which are longer than a double is exact.
#pragma once

#include <QLineEdit>

#include <cstdint>
#include <functional>
#include <optional>

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
        /// Whole numbers, with all their digits shown. The field grows with them.
        bool whole = false;
        bool infinite = false; ///< −∞ is a number, too; it is written "-inf" or "−∞"
        /// Enter leaves invalid input in place, to be corrected; otherwise the number returns.
        bool keepsRefused = true;
    };
    NumberField(const Theme& theme, Rule rule, QWidget* parent = nullptr);

    /// Shows a number and discards input meant for another one. Emits no signal.
    void setNumber(double number);
    double number() const { return m_number; }
    /// Applies the input. If it is invalid, it is refused and the old number restored.
    void finish();
    /// The same, but leaves invalid input in place to be corrected, unless the rule has it otherwise, and
    /// returns false.
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

    /// The number as text.
    virtual QString shown() const;
    /// Why a text is rejected; empty if it is valid.
    virtual QString problemOf(const QString& text) const;
    /// Stores the number of a valid text.
    virtual void store(const QString& text);
    /// Steps the number and returns true, or leaves it if the next one is not valid.
    virtual bool step(int steps);
    /// Tells which number was entered.
    virtual void tell() { emit entered(m_number); }
    /// Shows the stored number in place of what is typed.
    void restore();

private:
    std::optional<double> read(const QString& text) const;
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

/// A whole number from 0 to 2^64 − 1, exactly.
class SeedField : public NumberField {
    Q_OBJECT
public:
    /// `digits`: that the field has room for at least.
    SeedField(const Theme& theme, int digits, QWidget* parent = nullptr);

    /// As setNumber().
    void setSeed(std::uint64_t seed);
    std::uint64_t seed() const { return m_seed; }

signals:
    /// The user entered another seed.
    void seedEntered(std::uint64_t seed);

protected:
    QString shown() const override;
    QString problemOf(const QString& text) const override;
    void store(const QString& text) override;
    bool step(int steps) override;
    void tell() override { emit seedEntered(m_seed); }

private:
    std::uint64_t m_seed = 0;
};

} // namespace lab
