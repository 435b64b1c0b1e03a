// SPDX-License-Identifier: GPL-3.0-or-later
//
// How the document's numbers are shown: palettes, colour range, decimals, notation. A popup over the status
// line; choices apply at once.
#pragma once

#include "ui/document/view_settings.h"
#include "ui/widgets/choice_pills.h"
#include "ui/widgets/popup_frame.h"

#include <functional>
#include <vector>

class QLabel;
class QVBoxLayout;

namespace lab {

class NumberField;
class PillButton;
class Selection;
class Theme;

class ViewPopover : public PopupFrame {
    Q_OBJECT
public:
    ViewPopover(LabDocument& document, const Selection& selection, const Theme& theme, QWidget* parent);

    /// Opens with its lower right corner at a global position, or as near as the screen allows.
    void openAt(QPoint corner);
    /// The field for the magnitude of a fixed colour range.
    NumberField& colourLimit() const { return *m_limit; }
    /// The field for the upper end of a fixed range of weights.
    NumberField& weightLimit() const { return *m_weightLimit; }

signals:
    /// The input was rejected, and why.
    void refused(const QString& reason);

private:
    /// Adds a row of exclusive choices under a caption.
    QWidget* addRow(const QString& caption);
    PillButton* addChoice(QWidget* row, const QString& text, const std::function<void()>& choose,
                          const std::function<bool()>& isSet);
    void addPalettes(const QString& caption, const std::vector<Palette>& palettes,
                     Palette ViewSettings::*setting);
    /// Adds a field for the number at which colours end.
    NumberField* addLimit(QWidget* row, const QString& name, const std::function<void(double)>& apply);
    void addWeightRange();
    void setWeightLimit(double limit);
    void addRange();
    void addDecimals();
    void addNotation();
    void addNormal();
    void change(const std::function<void(ViewSettings&)>& how);
    double usualColourLimit() const;
    void refresh();
    void restyle();
    void place();

    LabDocument& m_document;
    const Selection& m_selection;
    ChoicePills m_choices;
    QVBoxLayout* m_column;
    QLabel* m_heading;
    std::vector<QLabel*> m_captions;
    std::vector<std::pair<PillButton*, Palette>> m_palettes;
    NumberField* m_limit = nullptr;
    NumberField* m_weightLimit = nullptr;
    PillButton* m_normal = nullptr;
    QPoint m_corner;
};

} // namespace lab
