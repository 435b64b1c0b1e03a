// SPDX-License-Identifier: GPL-3.0-or-later
//
// Light and dark colours, fonts, one scale factor for all sizes, and whether things move.
#pragma once

#include "ui/look/desktop_wishes.h"
#include "ui/look/motion.h"

#include <QColor>
#include <QFont>
#include <QObject>
#include <QPalette>

#include <optional>

namespace lab {

enum class ColourMode { system, light, dark };

struct Colours {
    QColor page;    ///< behind the board
    QColor panel;   ///< bars and cards
    QColor side;    ///< parameter column
    QColor control; ///< buttons and chips at rest
    QColor border;
    QColor text;
    QColor muted; ///< secondary text, 4.5:1 on panel and page
    QColor accent;
    QColor onAccent;
    QColor accentSoft; ///< behind what is selected but not pressed
    QColor inspected;  ///< marks of the inspected cell and its row and column, see mark_outline.h
    QColor rim;        ///< at both sides of those marks
    QColor changed;    ///< what a change adds
    QColor error;
    QColor hatch;  ///< lines over hidden cells
    QColor hidden; ///< behind those lines
    bool dark = false;
};

const Colours& lightColours();
const Colours& darkColours();
/// The same for those who need more contrast: all text at least 7:1, lines at least 4.5:1.
const Colours& lightContrastColours();
const Colours& darkContrastColours();

/// Fonts by purpose. All digits of the family are equally wide.
enum class TextRole { body, small, strong, heading, formula, sentence, number };

class Theme : public QObject {
    Q_OBJECT
public:
    static constexpr int smallestScale = 80, largestScale = 300; // per cent
    static constexpr int mostPresentedScale = 1000;

    explicit Theme(QObject* parent = nullptr);

    /// In per cent: chosenScale(), or that of a presentation.
    int scale() const { return m_presentedScale.value_or(m_scale); }
    /// Changes chosenScale() or, while presenting, what is shown until the presentation ends.
    void setScale(int percent);
    int chosenScale() const { return m_scale; }
    /// Shows everything at another scale without changing chosenScale(), up to mostPresentedScale. nullopt:
    /// no longer.
    void setPresentedScale(std::optional<int> percent);
    bool isPresented() const { return m_presentedScale.has_value(); }
    /// How many times as large as normal a presentation is shown. 1 outside of one.
    double presentedZoom() const {
        return m_presentedScale ? static_cast<double>(*m_presentedScale) / m_normalScale : 1;
    }
    ColourMode mode() const { return m_mode; }
    void setMode(ColourMode mode);
    bool isHighContrast() const;
    /// What the user has chosen; absent: as the desktop says.
    std::optional<bool> chosenContrast() const { return m_contrast; }
    void chooseContrast(std::optional<bool> high);
    /// Whether the desktop asks for it. False where it says nothing.
    bool isContrastByDesktop() const { return m_desktop.highContrast.value_or(false); }
    /// Follows what the desktop says, where the user has chosen nothing else.
    void followDesktop(const DesktopWishes& wishes);
    /// Chooses what another theme shows now.
    void takeColoursOf(const Theme& other);

    const Colours& colours() const;
    /// Converts a length at 100 % to pixels at the current scale.
    int px(double length) const;
    QFont font(TextRole role) const;
    Motion& motion() { return m_motion; }
    const Motion& motion() const { return m_motion; }

    /// Applies the theme's font, palette and style to the application, now and on every change.
    void applyToApplication();

signals:
    void changed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void apply();
    void show(std::optional<int> presentedScale);

    Motion m_motion;
    int m_scale = 100;
    std::optional<int> m_presentedScale;
    int m_normalScale = 100; ///< of the presentation
    ColourMode m_mode = ColourMode::system;
    std::optional<bool> m_contrast;
    DesktopWishes m_desktop;
    bool m_systemIsDark = false; ///< by the palette
    bool m_applies = false;
    bool m_applying = false;
};

} // namespace lab
