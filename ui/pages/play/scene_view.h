// SPDX-License-Identifier: GPL-3.0-or-later
//
// A scene of the film in the window. Pointing at a number says what it is, a click inspects it. With Enter a
// cursor appears on the cells, which the arrow keys move until Escape.
#pragma once

#include "ui/look/motion.h"
#include "ui/plots/film/scene_drawing.h"
#include "ui/plots/film/scene_motion.h"

#include <QElapsedTimer>
#include <QPixmap>
#include <QWidget>

#include <optional>

namespace lab {

class LabDocument;
class Theme;

class SceneView : public QWidget {
    Q_OBJECT
public:
    SceneView(const LabDocument& document, const Theme& theme, QWidget* parent = nullptr);

    /// `glides`: one step forward is shown as motion, in at most so many seconds; without them, as a step by
    /// hand, or as fast as the steps follow each other.
    void setContent(SceneContent content, bool glides, std::optional<double> seconds = {});
    const SceneContent& content() const { return m_content; }
    const SceneGeometry& geometryOfScene() const { return m_geometry; }
    /// True: an audience reads the film from afar. Numbers are no smaller than on a card, unless smaller ones
    /// let whole matrices with whole names be in sight. Larger matrices show a part.
    void setReadable(bool readable);
    /// Marks a number, and brings it into sight.
    void setInspected(const std::optional<Source>& source);
    /// A number that is out of sight comes into sight, until the next step.
    void bringIntoSight(const Source& source);
    /// Whether the arrow keys go through the cells instead of stepping the film.
    bool hasCursor() const { return m_look.cursor.has_value(); }
    void endCursor() { setCursorCell({}); }
    /// The panel at a point, with its labels and its title; nullptr: none.
    const ScenePanel* panelAt(const QPointF& point) const;
    /// Veils outdated numbers; empty: no veil.
    void setVeil(const QString& reason);
    /// Said to screen readers with what is under the cursor.
    void setSpokenText(const QString& text);
    const std::optional<SceneGeometry::Hit>& cursor() const { return m_look.cursor; }
    bool isMoving() const { return m_movement.isRunning(); }
    /// Ends the motion of the step.
    void rest() { m_movement.end(); }
    const SceneLook& look() const { return m_look; }
    /// What is said of a cell; for one that is not computed yet, that.
    QString describe(const SceneGeometry::Hit& hit) const;

signals:
    /// A computed cell is pointed at, or none.
    void cellHovered(const std::optional<lab::CellRef>& cell);
    void cellChosen(const lab::CellRef& cell);
    void parameterChosen(const lab::ParameterCell& cell);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void layOut();
    SceneGeometry geometry(const SceneSight& sight) const;
    SceneGeometry readable(const SceneGeometry& before) const;
    void announce(const std::optional<SceneGeometry::Hit>& hit);
    void choose(const SceneGeometry::Hit& hit);
    void moveCursor(int x, int y);
    std::optional<SceneGeometry::Hit> beyond(int x, int y) const;
    void lookAt(const SceneGeometry::Hit& hit);
    void setCursorCell(const std::optional<SceneGeometry::Hit>& hit);
    bool isKnown(const SceneGeometry::Hit& hit) const;
    void glide();
    void hoverAgain();
    double secondsForStep();
    const QPixmap& stillPart();

    const LabDocument& m_document;
    const Theme& m_theme;
    SceneContent m_content;
    SceneGeometry m_geometry;
    std::optional<Source> m_focus; ///< since the last step: what has to be in sight
    SceneLook m_look;
    SceneMotion m_motion;
    Movement m_movement;
    QPixmap m_still; ///< while something moves: all that does not
    QElapsedTimer m_sinceStep;
    std::optional<SceneGeometry::Hit> m_hovered, m_pressed;
    QString m_veil, m_spoken;
    bool m_focusShown = false;
    bool m_readable = false;
};

} // namespace lab
