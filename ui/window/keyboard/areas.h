// SPDX-License-Identifier: GPL-3.0-or-later
//
// Moves the keyboard from one area of the window to the next, without a Tab for each control between them.
#pragma once

#include <QObject>
#include <QPointer>

#include <functional>
#include <vector>

class QWidget;

namespace lab {

class Theme;

class Areas : public QObject {
    Q_OBJECT
public:
    /// Says where an area is now; nullptr while there is none.
    using Area = std::function<QWidget*()>;

    /// `areas` in the order in which F6 goes through them. Where one area contains another, a widget in both
    /// counts as being in the one named first.
    Areas(std::vector<Area> areas, const Theme& theme, QWidget* window);

    /// Gives the keyboard to the next area, or with −1 to the one before, that is visible and can take it: to
    /// what had it there last, otherwise to the first control. The area is framed until the keyboard goes on:
    /// not every control shows by itself that it has it.
    void go(int by);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Place {
        Area area;
        QPointer<QWidget> last; ///< had the keyboard
    };

    std::size_t indexOf(const QWidget* widget) const;
    QWidget* entranceOf(std::size_t which) const;

    void frame(const QWidget& area);

    std::vector<Place> m_places;
    const Theme& m_theme;
    QWidget& m_window;
    QPointer<QWidget> m_frame; ///< while it is shown
};

} // namespace lab
