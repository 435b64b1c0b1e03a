// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the lecturer reads while the audience sees the page on another screen: notes on the scene, which can
// be typed here, or the document's description if there is no scene; this scene and the next one, the time of
// day, and how long the presentation has lasted.
#pragma once

#include <QElapsedTimer>
#include <QFrame>
#include <QTimer>

class QLabel;
class QPlainTextEdit;
class QScrollArea;

namespace lab {

class LabDocument;
class Scenes;
class PillButton;
class Theme;

class Notes : public QFrame {
    Q_OBJECT
public:
    Notes(LabDocument& document, Scenes& scenes, const Theme& theme, QWidget* parent = nullptr);

    /// The height of the window: in a low one, the text is lower, too.
    void setRoom(int height);
    /// Whether the audience's screen is blank.
    void setBlank(bool blank);
    /// Which keys there are.
    void setKeys(const QStringList& keys);
    /// Shows since when it has been presented; a click begins at zero again.
    PillButton& elapsed() const { return *m_elapsed; }
    QScrollArea& text() const { return *m_text; }
    QPlainTextEdit& ofScene() const { return *m_ofScene; }

signals:
    /// Escape was pressed while typing.
    void keyboardFreed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();
    void fit();
    void setSceneWidth();
    void showScene();
    void showNotes();
    void showTime();
    void restyle();

    LabDocument& m_document;
    Scenes& m_scenes;
    const Theme& m_theme;
    QLabel* m_time;
    PillButton* m_elapsed;
    QScrollArea* m_text;
    QLabel* m_description;
    QPlainTextEdit* m_ofScene;
    QLabel* m_scene;
    QLabel* m_next;
    QLabel* m_keys;
    QString m_keysOfPage;
    QString m_keysText; ///< shown, as much of it as there is room for
    bool m_isBlank = false;
    QElapsedTimer m_since;
    QTimer m_tick;
    int m_room = 0;
};

} // namespace lab
