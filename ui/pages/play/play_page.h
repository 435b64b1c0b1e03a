// SPDX-License-Identifier: GPL-3.0-or-later
//
// The page Play: the computation of the shown head as a film, one operation at a time.
#pragma once

#include "core/film/film.h"
#include "ui/pages/cover_menu.h"
#include "ui/pages/placed_page.h"
#include "ui/pages/presentable.h"

class QLabel;

namespace lab {

class CaptionView;
class FilmControls;
class FilmKeys;
class FilmPlayer;
class FilmStrip;
class SceneView;
class StaleVeil;
struct SceneContent;

class PlayPage : public PlacedPage, public Presentable {
    Q_OBJECT
public:
    /// `shared`: the player of another such page that shows the same film and must outlive this one.
    PlayPage(LabDocument& document, Selection& selection, const Theme& theme, QWidget* parent = nullptr,
             FilmPlayer* shared = nullptr);
    ~PlayPage() override;

    /// Goes on to the step that computes the last of these cells, if the film has not come to it yet.
    void goToKnown(const StageBlock& cells);
    FilmPlayer& player() const { return *m_player; }
    FilmStrip& strip() const { return *m_strip; }
    SceneView& scene() const { return *m_scene; }
    CaptionView& captionView() const { return *m_caption; }
    FilmControls& controls() const { return *m_controls; }
    std::vector<StageBlock> shownMatrices() const override;
    std::optional<StageBlock> matrixAt(const QPoint& global) const override;
    void bringIntoSight(const CellRef& cell) override;
    /// The stage of the present scene.
    std::optional<Figure> figure() const override;
    /// The film's picture becomes smaller: the film can be played above the explanation.
    void setCovered(int height) override;
    Presentable& presentable() override { return *this; }
    /// While presented, the page shows the title of the film's stage above the picture, and only the playing
    /// controls below.
    void setPresented(bool presented) override;
    /// The caption explains the inspected number until the film goes on.
    bool setExplained(bool explained, int height) override;
    int shareLastLine(int width) override;
    void setTitled(bool titled) override;
    /// The name of the film's current stage.
    QString subject() const override;

protected:
    void relayout() override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    std::optional<CoverPlace> coverPlace(const QPoint& global, bool byKeyboard) const;
    void connectScene();
    void refresh();
    void showPlace(bool glides);
    void showTicks();
    void showCaption();
    void showKnown();
    bool isSecond() const;
    void inspect(const CellRef& cell);
    void followInspected();
    void markInspected();
    SceneContent shownContent();
    bool explainsInspected() const;
    bool knowsInspected() const;

    FilmPlayer* m_player;
    FilmKeys* m_keys;
    FilmStrip* m_strip;
    SceneView* m_scene;
    CaptionView* m_caption;
    FilmControls* m_controls;
    StaleVeil* m_veil;
    TokenIndex m_tickedQuery = 0; ///< whose stages have ticks on the track
    QLabel* m_title;              ///< of the scene, while presenting
    bool m_presented = false;
    bool m_explained = false; ///< the inspected number is
    bool m_isLooking = false; ///< the film has not moved since a number was inspected
    bool m_titled = false;
    bool m_isCurrent = false; ///< the numbers on screen are up to date
};

} // namespace lab
