// SPDX-License-Identifier: GPL-3.0-or-later
//
// A field for a number that may be absent: an empty field is none. Enter or losing the focus applies it.
#pragma once

#include <QLineEdit>

#include <optional>

namespace lab {

class OptionalNumberField : public QLineEdit {
    Q_OBJECT
public:
    /// `least`: the smallest number that it takes; nullopt: any.
    explicit OptionalNumberField(std::optional<double> least, QWidget* parent = nullptr);

    /// Emits no signal, and leaves what is being typed.
    void setNumber(std::optional<double> number);
    std::optional<double> number() const { return m_number; }

signals:
    /// The user has given another number, or none any more.
    void entered(std::optional<double> number);
    /// What was typed is no such number, and why; empty: it is again.
    void refused(const QString& reason);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void apply();
    void restore();

    std::optional<double> m_least;
    std::optional<double> m_number;
};

} // namespace lab
