// SPDX-License-Identifier: GPL-3.0-or-later
//
// The controls that stand on the cards, each where it acts.
#pragma once

#include "ui/widgets/number_field.h"

#include <QWidget>

class QAction;

namespace lab {

class LabDocument;
class LogSlider;
class PillButton;
class Theme;
class ToggleSwitch;

/// A row under a card's matrix, of several lines where the card is narrow.
class CardControls : public QWidget {
    Q_OBJECT
public:
    CardControls(LabDocument& document, const Theme& theme);

    /// Shows what the document says.
    virtual void refresh() = 0;
    /// Where room is short, what is rarely used and not at work goes into a menu.
    virtual void setFolded(bool /*folded*/) {}
    /// How wide the card is to be for them, at least.
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

    LabDocument& m_document;
    const Theme& m_theme;

private:
    void restyle();
};

/// What multiplies the scores, and positions that act on them: rotary and ALiBi.
class ScaleControls : public CardControls {
    Q_OBJECT
public:
    ScaleControls(LabDocument& document, const Theme& theme);
    void refresh() override;
    void setFolded(bool folded) override;

private:
    ToggleSwitch* m_scale;
    NumberField* m_number;
    PillButton* m_more;
    QAction* m_rotary;
    QAction* m_alibi;
    NumberField* m_base;
};

/// What makes weights of scores, and how sharply.
class WeightControls : public CardControls {
    Q_OBJECT
public:
    WeightControls(LabDocument& document, const Theme& theme);
    void refresh() override;

private:
    void addTemperature();

    PillButton* m_kind;
    LogSlider* m_slider;
    NumberField* m_temperature;
};

} // namespace lab
