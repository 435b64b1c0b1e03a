// SPDX-License-Identifier: GPL-3.0-or-later
//
// Controls in a row, which wraps onto further lines when it is narrow.
#pragma once

#include "ui/widgets/number_field.h"

#include <QWidget>

namespace lab {

class PillButton;
class Theme;

class ControlRow : public QWidget {
    Q_OBJECT
public:
    explicit ControlRow(const Theme& theme);

    /// Shows the current settings.
    virtual void refresh() = 0;
    /// When folded, controls that are rarely used and not active move into a menu.
    virtual void setFolded(bool /*folded*/) {}
    /// Whether there is nothing to show at present, so that the row takes no room.
    virtual bool isEmpty() const { return false; }
    /// Minimum width of the container.
    virtual int leastWidth() const { return minimumSizeHint().width(); }

signals:
    /// The input was rejected, and why.
    void refused(const QString& reason);

protected:
    /// Adds a field with `text` as a label in front, kept together. `name` is the accessible name.
    NumberField* addField(const QString& text, const QString& name, NumberField::Rule rule);
    SeedField* addSeedField(const QString& text, const QString& name, int digits);
    PillButton* addPill(const QString& text);
    /// Puts a widget at the end of the row.
    void add(QWidget* widget);
    /// Inserts a widget in front of a field, into its group.
    void addBefore(NumberField* field, QWidget* widget);
    /// Shows or hides a field together with its group.
    static void setShown(NumberField* field, bool shown);
    /// Whether the widget keeps its space while hidden, so that nothing moves when it appears.
    static void keepRoom(QWidget* widget, bool keeps = true);

    const Theme& m_theme;

private:
    void addLabelled(const QString& text, const QString& name, NumberField* field);
    void restyle();
};

/// Why `number` is rejected where it has to be above 0; empty if it is valid. `what` begins the sentence.
QString positiveProblem(const QString& what, double number);

} // namespace lab
