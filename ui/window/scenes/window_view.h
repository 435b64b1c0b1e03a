// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the window shows, read for a scene, and shown again when a scene is gone to.
#pragma once

#include "ui/document/kept_view.h"
#include "ui/document/lesson.h"

#include <QObject>
#include <QString>

#include <functional>

namespace lab {

class LabDocument;
class Selection;
struct ScenePlace;

class WindowView : public QObject {
    Q_OBJECT
public:
    struct Parts {
        LabDocument& document;
        Selection& selection;
        std::function<QString()> page;                   ///< the object name of the shown page's action
        std::function<bool(const QString& page)> open;   ///< false: there is no such page
        std::function<void(const CellRef& cell)> reveal; ///< on Explore
    };
    explicit WindowView(Parts parts, QObject* parent = nullptr);

    Lesson& lesson() { return m_lesson; }
    KeptView now() const;
    // These say where there is none.
    void next();
    void previous();

signals:
    void messageRequested(const QString& message);

private:
    void show(const ScenePlace& place);
    void inspect(const KeptView& kept);
    void say(const QStringList& ignored);

    Parts m_parts;
    Lesson m_lesson;
};

} // namespace lab
