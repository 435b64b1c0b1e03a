// SPDX-License-Identifier: GPL-3.0-or-later
//
// Fusion with rounded controls and slim scroll bars. All lengths follow the scale of the theme, or of the
// theme that a window has of its own.
#pragma once

#include <QProxyStyle>

namespace lab {

class Theme;

class LabStyle : public QProxyStyle {
    Q_OBJECT
public:
    explicit LabStyle(const Theme& theme);

    /// Gives a window, and the menus and tooltips that open from it, the lengths and the font of another
    /// theme, which must outlive it.
    static void setTheme(QWidget& window, Theme& theme);

    using QProxyStyle::polish;
    void polish(QWidget* widget) override;
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* data) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                           const QWidget* widget) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;
    QIcon standardIcon(StandardPixmap which, const QStyleOption* option,
                       const QWidget* widget) const override;

private:
    const Theme& themeOf(const QWidget* widget) const;
    void drawButton(const QStyleOption* option, QPainter* painter, const QWidget* widget) const;
    void drawScrollBar(const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const;

    const Theme& m_theme;
};

} // namespace lab
