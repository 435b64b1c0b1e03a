// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a step says, in words and numbers. Every operand is a link: a click or Enter inspects it, Tab goes
// from one to the next.
#pragma once

#include "core/film/caption.h"
#include "ui/plots/film/caption_layout.h"

#include <QWidget>

namespace lab {

class Theme;

class CaptionView : public QWidget {
    Q_OBJECT
public:
    explicit CaptionView(const Theme& theme, QWidget* parent = nullptr);

    /// `remark`: in small letters below; may be empty.
    void setCaption(const Caption& caption, int decimals, const QString& remark);
    void setText(const QString& text);
    /// While presenting, the caption is a large line in a box that keeps its place and size from step to
    /// step.
    void setPresented(bool presented);
    /// Lets the letters become larger again, because the steps that follow are others.
    void beginAnew() { m_fit = 0; }
    /// The whole caption as a line of text.
    const QString& text() const { return m_spoken; }
    /// The box that is drawn round it.
    const QRectF& box() const { return m_layout.box(); }
    const CaptionLayout& layout() const { return m_layout; }
    /// The numbers that can be inspected, and where they are.
    std::vector<FormulaLayout::Link> links() const { return m_layout.links(); }
    int preferredHeight() const;

signals:
    void cellChosen(const lab::CellRef& cell);
    void parameterChosen(const lab::ParameterCell& cell);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool focusNextPrevChild(bool next) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void layOut();
    void speak(const QString& text);
    void describeLink();
    void follow(const Source& source);

    const Theme& m_theme;
    CaptionText m_text;
    QString m_spoken;
    CaptionLayout m_layout;
    int m_link = -1; ///< that has the keyboard
    bool m_presented = false;
    int m_fit = 0; ///< of the captions since beginAnew(): letters become no larger
};

} // namespace lab
