// SPDX-License-Identifier: GPL-3.0-or-later
//
// A matrix pasted into a document without tokens: asks below the sentence whether it makes them. Arrays with
// names are for the import sheet.
#pragma once

#include "core/io/named_arrays.h"

#include <QObject>

class QWidget;

namespace lab {

class LabDocument;
struct Paste;
class PasteStrip;
class SentencePanel;
class Theme;

class TokensPaste : public QObject {
    Q_OBJECT
public:
    /// `window`: gets the keys that no widget in it takes.
    TokensPaste(LabDocument& document, SentencePanel& sentence, const Theme& theme, QWidget* window);

    /// nullptr before it was first asked.
    PasteStrip* strip() const { return m_strip; }

signals:
    /// The strip was made and needs a place in the window.
    void stripMade(QWidget* strip);
    /// The clipboard has a layer's arrays with their names.
    void layerPasted(const lab::NamedArraysPtr& arrays);
    void messageRequested(const QString& message);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool canPaste() const;
    void ask(const Paste& paste);

    LabDocument& m_document;
    SentencePanel& m_sentence;
    const Theme& m_theme;
    QWidget* m_window;
    PasteStrip* m_strip = nullptr;
};

} // namespace lab
