// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the window shows, read for a scene, and shown again when a scene is gone to.
#pragma once

#include "ui/document/kept_view.h"
#include "ui/document/scenes.h"

#include <QObject>
#include <QString>

#include <functional>

namespace lab {

class Board;
class LabDocument;
class Selection;
struct ScenePlace;

class WindowView : public QObject {
    Q_OBJECT
public:
    struct Parts {
        LabDocument& document;
        Selection& selection;
        Board& board;
        std::function<QString()> page;                 ///< the object name of the shown page's action
        std::function<QString()> subject;              ///< what of it is shown, or its title
        std::function<bool(const QString& page)> open; ///< false: there is no such page
    };
    /// The owner must emit titleChanged() when subject() has changed.
    explicit WindowView(const Parts& parts, QObject* parent = nullptr);

    Scenes& scenes() { return m_scenes; }
    KeptView now() const;
    /// Keeps it as a scene, named after what it shows. Returns the name.
    QString keep();
    /// The name of the current scene, as long as what it is about is shown, and not another page, another
    /// stage of the film or another card; otherwise empty.
    QString title() const;
    /// What a scene that shows this is called.
    QString nameOf(const KeptView& kept) const;
    /// Goes to the next scene or, with −1, to the one before. Shows a message if there is none.
    void step(int by);

signals:
    void titleChanged();
    /// Explore was scrolled to that cell.
    void revealed(const CellRef& cell);
    void messageRequested(const QString& message);
    /// What there is to say of a scene besides its place and its name; empty: nothing any more.
    void remarkRequested(const QString& remark);

private:
    void show(const ScenePlace& place);
    void showCard(const KeptView& kept, QStringList& ignored);
    void inspect(const KeptView& kept);
    void say(const QStringList& ignored);

    Parts m_parts;
    Scenes m_scenes;
    JsonPtr m_view;    ///< of the current scene
    QString m_subject; ///< what was shown when it became that
    bool m_hasRemark = false;
};

} // namespace lab
