// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/lab_style.h"

#include "ui/look/icons.h"
#include "ui/look/theme.h"

#include <QLineEdit>
#include <QPainter>
#include <QPainterPath>
#include <QStyleOption>

namespace lab {

namespace {

constexpr const char* themeProperty = "theme";

/// Icon of a file dialog button, in the style of the other icons, in a square from (0, 0) to (16, 16). Empty
/// for any other pixmap.
QPainterPath fileSign(QStyle::StandardPixmap which) {
    QPainterPath path;
    const auto lines = [&path](std::initializer_list<QPolygonF> all) {
        for (const QPolygonF& each : all)
            path.addPolygon(each);
    };
    switch (which) {
    case QStyle::SP_ArrowBack:
    case QStyle::SP_FileDialogBack:
        lines({{{7, 3.5}, {2.5, 8}, {7, 12.5}}, {{2.5, 8}, {13.5, 8}}});
        break;
    case QStyle::SP_ArrowForward:
        return QTransform(-1, 0, 0, 1, 16, 0).map(fileSign(QStyle::SP_ArrowBack));
    case QStyle::SP_FileDialogToParent:
        return QTransform(0, 1, -1, 0, 16, 0).map(fileSign(QStyle::SP_ArrowBack));
    case QStyle::SP_FileDialogNewFolder:
        lines({{{2, 12.5}, {2, 3.5}, {6, 3.5}, {7.5, 5.5}, {14, 5.5}, {14, 12.5}, {2, 12.5}},
               {{8, 7.2}, {8, 10.8}},
               {{6.2, 9}, {9.8, 9}}});
        break;
    case QStyle::SP_FileDialogListView:
        for (const double y : {4.0, 8.0, 12.0})
            lines({{{2.5, y}, {6.5, y}}, {{9.5, y}, {13.5, y}}});
        break;
    case QStyle::SP_FileDialogDetailedView:
        for (const double y : {4.0, 8.0, 12.0})
            lines({{{2.5, y}, {3, y}}, {{6, y}, {13.5, y}}});
        break;
    default:
        break;
    }
    return path;
}

/// The colour of a menu's edge. In dark mode menus cast no shadow, so the edge stands out from what is below
/// them.
QColor menuEdge(const Colours& c) {
    return c.dark ? QColor((c.border.red() + c.muted.red()) / 2, (c.border.green() + c.muted.green()) / 2,
                           (c.border.blue() + c.muted.blue()) / 2)
                  : c.border;
}

/// Draws a lighter outline over Fusion's, which in dark mode is darker than what it surrounds.
void outlineInTheDark(QPainter* painter, const Colours& c, const QRectF& rect, double radius, bool focused) {
    if (!c.dark)
        return;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(focused ? c.accent : c.muted, 1));
    painter->setBrush(Qt::NoBrush);
    painter->drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    painter->restore();
}

} // namespace

LabStyle::LabStyle(const Theme& theme) : QProxyStyle(QStringLiteral("Fusion")), m_theme(theme) {}

void LabStyle::setTheme(QWidget& window, Theme& theme) {
    window.setProperty(themeProperty, QVariant::fromValue<QObject*>(&theme));
}

/// What opens from a window of another theme is painted like that window.
const Theme& LabStyle::themeOf(const QWidget* widget) const {
    for (; widget; widget = widget->parentWidget()) {
        widget = widget->window();
        if (const auto* own = qobject_cast<const Theme*>(widget->property(themeProperty).value<QObject*>()))
            return *own;
    }
    return m_theme;
}

/// Menus and tooltips do not inherit the font of their window by themselves.
void LabStyle::polish(QWidget* widget) {
    QProxyStyle::polish(widget);
    if (widget->isWindow() && widget->parentWidget() && &themeOf(widget) != &m_theme)
        widget->setAttribute(Qt::WA_WindowPropagation);
}

int LabStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
    const Theme& theme = themeOf(widget);
    switch (metric) {
    case PM_ScrollBarExtent:
        return theme.px(12);
    case PM_ScrollBarSliderMin:
        return theme.px(30);
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
    case PM_MenuButtonIndicator:
        return theme.px(16);
    case PM_MenuHMargin:
    case PM_MenuVMargin:
    case PM_ToolTipLabelFrameWidth:
        return theme.px(4);
    case PM_MenuPanelWidth:
    case PM_DefaultFrameWidth:
        return 1;
    case PM_TextCursorWidth:
        return theme.px(1.5);
    case PM_LayoutLeftMargin:
    case PM_LayoutTopMargin:
    case PM_LayoutRightMargin:
    case PM_LayoutBottomMargin:
        return theme.px(12);
    case PM_LayoutHorizontalSpacing:
    case PM_LayoutVerticalSpacing:
        return theme.px(8);
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int LabStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                        QStyleHintReturn* data) const {
    if (hint == SH_ToolTip_WakeUpDelay)
        return 300;
    if (hint == SH_DialogButtonBox_ButtonsHaveIcons)
        return 0;
    return QProxyStyle::styleHint(hint, option, widget, data);
}

QSize LabStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                 const QWidget* widget) const {
    const Theme& theme = themeOf(widget);
    if (type == CT_PushButton || type == CT_ToolButton)
        return {size.width() + theme.px(24), std::max(size.height() + theme.px(10), theme.px(32))};
    if (const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option);
        item && type == CT_MenuItem) {
        // QMenu adds the shortcut column's width itself. Fusion would count it twice.
        QStyleOptionMenuItem withoutKey = *item;
        withoutKey.reservedShortcutWidth = 0;
        return QProxyStyle::sizeFromContents(type, &withoutKey, size, widget) +
               QSize(theme.px(16), theme.px(6));
    }
    return QProxyStyle::sizeFromContents(type, option, size, widget);
}

QIcon LabStyle::standardIcon(StandardPixmap which, const QStyleOption* option, const QWidget* widget) const {
    const QPainterPath sign = fileSign(which);
    if (sign.isEmpty())
        return QProxyStyle::standardIcon(which, option, widget);
    const Theme& theme = themeOf(widget);
    const auto drawn = [&](const QColor& colour) {
        const double ratio = widget ? widget->devicePixelRatioF() : 1;
        const int side = theme.px(16);
        QPixmap pixmap(QSize(side, side) * ratio);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.scale(pixmap.width() / 16.0, pixmap.height() / 16.0);
        painter.setPen(QPen(colour, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPath(sign);
        painter.end();
        pixmap.setDevicePixelRatio(ratio);
        return pixmap;
    };
    QIcon icon(drawn(theme.colours().text));
    icon.addPixmap(drawn(theme.colours().border), QIcon::Disabled);
    return icon;
}

void LabStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                             const QWidget* widget) const {
    const Theme& theme = themeOf(widget);
    const Colours& c = theme.colours();
    switch (element) {
    case PE_PanelButtonCommand:
    case PE_PanelButtonTool:
        return drawButton(option, painter, widget);
    case PE_PanelLineEdit: {
        const auto* line = qobject_cast<const QLineEdit*>(widget);
        const bool focused = option->state & State_HasFocus;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        const bool framed = !line || line->hasFrame();
        painter->setPen(framed ? QPen(focused ? c.accent : c.border, focused ? 2 : 1) : Qt::NoPen);
        painter->setBrush(option->palette.base());
        const double radius = framed ? theme.px(8) : 0;
        painter->drawRoundedRect(QRectF(option->rect).adjusted(1, 1, -1, -1), radius, radius);
        painter->restore();
        return;
    }
    case PE_IndicatorArrowRight: { // submenu arrow: Fusion's does not scale with the text
        const double size = theme.px(11);
        const QPointF left(option->rect.right() + 1 - size, option->rect.center().y() + 1 - size / 2);
        return paintSign(*painter, Sign::folded, QRectF(left, QSizeF(size, size)),
                         option->palette.color(QPalette::Text));
    }
    case PE_PanelMenu:
    case PE_FrameMenu: // Fusion's edge is hardly visible in the dark
        painter->save();
        painter->setPen(menuEdge(c));
        painter->setBrush(element == PE_PanelMenu ? QBrush(c.panel) : QBrush(Qt::NoBrush));
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        painter->restore();
        return;
    case PE_IndicatorCheckBox:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        return outlineInTheDark(painter, c, option->rect, 0, false);
    case PE_IndicatorRadioButton:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        return outlineInTheDark(painter, c, option->rect, option->rect.width() / 2.0, false);
    case PE_FrameLineEdit:
    case PE_PanelItemViewRow: // cells paint their own rounded selection
    case PE_PanelScrollAreaCorner:
        return;
    case PE_FrameFocusRect: {
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(QPen(c.accent, 2));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(QRectF(option->rect).adjusted(1, 1, -1, -1), theme.px(6), theme.px(6));
        painter->restore();
        return;
    }
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void LabStyle::drawButton(const QStyleOption* option, QPainter* painter, const QWidget* widget) const {
    const Theme& theme = themeOf(widget);
    const Colours& c = theme.colours();
    const bool pressed = option->state & (State_Sunken | State_On);
    const bool hovered = (option->state & State_MouseOver) && (option->state & State_Enabled);
    const bool focused = (option->state & State_HasFocus) && (option->state & State_KeyboardFocusChange);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(focused ? c.accent : c.border, focused ? 2 : 1));
    painter->setBrush(pressed ? c.accentSoft : hovered ? c.control : c.panel);
    painter->drawRoundedRect(QRectF(option->rect).adjusted(1, 1, -1, -1), theme.px(8), theme.px(8));
    painter->restore();
}

void LabStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                           const QWidget* widget) const {
    const Theme& theme = themeOf(widget);
    if (element == CE_PushButtonBevel) {
        drawButton(option, painter, widget);
        const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
        if (button && (button->features & QStyleOptionButton::HasMenu)) {
            const double size = theme.px(11);
            const QPointF centre(option->rect.right() - theme.px(14), option->rect.center().y() + 1);
            paintSign(*painter, Sign::unfolded, QRectF(centre - QPointF(size, size) / 2, QSizeF(size, size)),
                      theme.colours().muted);
        }
        return;
    }
    if (element == CE_PushButtonLabel) {
        // Left-align the text of a menu button, so that a changing title always starts at the same place. The
        // text is as far from the left edge as the arrow is from the right.
        const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
        if (button && (button->features & QStyleOptionButton::HasMenu) && button->icon.isNull()) {
            const QRect area = button->rect.adjusted(theme.px(10), 0, -theme.px(20), 0);
            return drawItemText(painter, area, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextShowMnemonic,
                                button->palette, button->state & State_Enabled, button->text,
                                QPalette::ButtonText);
        }
    }
    const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option);
    if (element == CE_MenuItem && item && item->menuItemType == QStyleOptionMenuItem::Separator &&
        item->text.isEmpty() && theme.colours().dark) {
        const QRect line(item->rect.left() + theme.px(6), item->rect.center().y(),
                         item->rect.width() - 2 * theme.px(6), 1);
        return painter->fillRect(line, menuEdge(theme.colours()));
    }
    if (element == CE_HeaderSection || element == CE_HeaderEmptyArea)
        return painter->fillRect(option->rect, option->palette.button());
    QProxyStyle::drawControl(element, option, painter, widget);
}

void LabStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                                  QPainter* painter, const QWidget* widget) const {
    if (control == CC_ScrollBar)
        return drawScrollBar(option, painter, widget);
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
    if (control == CC_SpinBox && spin && spin->frame)
        outlineInTheDark(painter, themeOf(widget).colours(), spin->rect, 2, option->state & State_HasFocus);
}

void LabStyle::drawScrollBar(const QStyleOptionComplex* option, QPainter* painter,
                             const QWidget* widget) const {
    const Theme& theme = themeOf(widget);
    const Colours& c = theme.colours();
    const QRect handle = subControlRect(CC_ScrollBar, option, SC_ScrollBarSlider, widget);
    const double inset = theme.px(3);
    const QRectF bar = QRectF(handle).adjusted(inset, inset, -inset, -inset);
    const double radius = std::min(bar.width(), bar.height()) / 2;
    QColor colour = c.muted;
    colour.setAlphaF(option->state & State_MouseOver ? 0.9F : 0.5F);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(colour);
    painter->drawRoundedRect(bar, radius, radius);
    painter->restore();
}

} // namespace lab
