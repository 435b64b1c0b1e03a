// SPDX-License-Identifier: GPL-3.0-or-later
//
// Controls in a row, which breaks into several lines where it is narrow.
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

    /// Shows the settings as they are now.
    virtual void refresh() = 0;
    /// Where room is short, what is rarely used and not at work goes into a menu.
    virtual void setFolded(bool /*folded*/) {}
    /// How wide what they stand in has to be, at least.
    virtual int leastWidth() const { return minimumSizeHint().width(); }

signals:
    /// What was typed will not do, and why.
    void refused(const QString& reason);

protected:
    /// A field with a text in front of it, which go together; `name` is what the keyboard's readers hear.
    NumberField* addField(const QString& text, const QString& name, NumberField::Rule rule);
    PillButton* addPill(const QString& text);
    /// Puts a widget at the end of the row.
    void add(QWidget* widget);
    /// Puts it in front of a field, into its group.
    void addBefore(NumberField* field, QWidget* widget);
    /// Shows or hides a field with what goes together with it.
    static void setShown(NumberField* field, bool shown);
    /// Has it keep its room while it is hidden, so that nothing moves when it comes; or no longer.
    static void keepRoom(QWidget* widget, bool keeps = true);

    const Theme& m_theme;

private:
    void restyle();
};

/// Why a number that has to be above 0 will not do; empty where it does. `what` begins the sentence.
QString positiveProblem(const QString& what, double number);

} // namespace lab
