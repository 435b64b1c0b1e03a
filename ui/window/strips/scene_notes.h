// SPDX-License-Identifier: GPL-3.0-or-later
//
// Editor for what the speaker reads at a scene. What is typed is kept as one undo step when the editor is
// left; Escape leaves the notes as they were.
#pragma once

#include <QPlainTextEdit>

#include <memory>

namespace lab {

struct Experiment;
class LabDocument;
class Theme;

class SceneNotes : public QPlainTextEdit {
    Q_OBJECT
public:
    SceneNotes(LabDocument& document, const Theme& theme, QWidget* parent);

    /// Shows the notes of a snapshot, and takes the keyboard focus.
    void open(std::size_t which);
    /// Hides the notes. `keep`: whether what was typed is kept.
    void end(bool keep);

signals:
    /// The notes had the keyboard focus and are hidden now. `which`: the snapshot.
    void keyboardFreed(std::size_t which);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void restyle();

    LabDocument& m_document;
    const Theme& m_theme;
    std::shared_ptr<const Experiment> m_scene; ///< whose notes are shown
};

} // namespace lab
