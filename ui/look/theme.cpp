// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/theme.h"

#include "ui/look/lab_style.h"

#include <QApplication>
#include <QEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lab {

namespace {
constexpr int leastPresentedScale = 25; // per cent: a screen of few points, where each of them is many pixels

QPalette paletteOf(const Colours& c) {
    QPalette palette;
    palette.setColor(QPalette::Window, c.panel);
    palette.setColor(QPalette::WindowText, c.text);
    palette.setColor(QPalette::Base, c.panel);
    palette.setColor(QPalette::AlternateBase, c.side);
    palette.setColor(QPalette::Text, c.text);
    palette.setColor(QPalette::PlaceholderText, c.muted);
    palette.setColor(QPalette::Button, c.control);
    palette.setColor(QPalette::ButtonText, c.text);
    palette.setColor(QPalette::BrightText, c.error);
    palette.setColor(QPalette::ToolTipBase, c.text);
    palette.setColor(QPalette::ToolTipText, c.panel);
    palette.setColor(QPalette::Highlight, c.accent);
    palette.setColor(QPalette::HighlightedText, c.onAccent);
    palette.setColor(QPalette::Link, c.accent);
    palette.setColor(QPalette::Light, c.panel.lighter(110));
    palette.setColor(QPalette::Midlight, c.border);
    palette.setColor(QPalette::Mid, c.border);
    palette.setColor(QPalette::Dark, c.muted);
    palette.setColor(QPalette::Shadow, c.border);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, c.muted);
    return palette;
}

bool isDark(const QPalette& palette) {
    return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
}

} // namespace

const Colours& lightColours() {
    static const Colours colours{
        .page = 0xf3f5f8,
        .panel = 0xffffff,
        .side = 0xfafbfc,
        .control = 0xeef1f5,
        .border = 0xd8dde6,
        .text = 0x1d2433,
        .muted = 0x5c6676,
        .accent = 0x2456d6,
        .onAccent = 0xffffff,
        .accentSoft = 0xdce4f9,
        .inspected = 0xfb9a12,
        .rim = 0x0a0600,
        .changed = 0x7b2fbf,
        .error = 0xb3261e,
        .hatch = 0xc3cad6,
        .hidden = 0xeef1f6,
        .dark = false,
    };
    return colours;
}

const Colours& darkColours() {
    static const Colours colours{
        .page = 0x14171d,
        .panel = 0x1c2028,
        .side = 0x181b22,
        .control = 0x272c36,
        .border = 0x363d4a,
        .text = 0xe6e9ef,
        .muted = 0x9aa4b4,
        .accent = 0x4f7df0,
        .onAccent = 0x0b1020,
        .accentSoft = 0x24345f,
        .inspected = 0xffa726,
        .rim = 0x0a0600,
        .changed = 0xc58bff,
        .error = 0xff8a80,
        .hatch = 0x4a5262,
        .hidden = 0x252a33,
        .dark = true,
    };
    return colours;
}

const Colours& lightContrastColours() {
    static const Colours contrast = [] {
        Colours c = lightColours();
        c.page = c.panel = c.side = c.hidden = c.onAccent = Qt::white;
        c.control = 0xf0f0f0;
        c.border = 0x5a5a5a;
        c.text = Qt::black;
        c.muted = 0x333333;
        c.accent = 0x0b3aa4;
        c.accentSoft = 0xd3e0ff;
        c.changed = 0x5b1a96;
        c.error = 0x8f0f08;
        c.hatch = 0x6b6b6b;
        return c;
    }();
    return contrast;
}

const Colours& darkContrastColours() {
    static const Colours contrast = [] {
        Colours c = darkColours();
        c.page = c.panel = c.side = c.hidden = c.onAccent = Qt::black;
        c.control = 0x1a1a1a;
        c.border = 0xa6a6a6;
        c.text = Qt::white;
        c.muted = 0xd6d6d6;
        c.accent = 0x8db4ff;
        c.accentSoft = 0x16305f;
        c.changed = 0xdcbcff;
        c.error = 0xffb4ab;
        c.hatch = 0x8f8f8f;
        return c;
    }();
    return contrast;
}

Theme::Theme(QObject* parent) : QObject(parent), m_systemIsDark(isDark(QApplication::palette())) {}

void Theme::setScale(int percent) {
    if (m_presentedScale)
        return show(percent);
    percent = std::clamp(percent, smallestScale, largestScale);
    if (percent == m_scale)
        return;
    m_scale = percent;
    apply();
}

void Theme::setPresentedScale(std::optional<int> percent) {
    if (percent)
        m_normalScale = std::clamp(*percent, leastPresentedScale, mostPresentedScale);
    show(percent);
}

void Theme::show(std::optional<int> presentedScale) {
    if (presentedScale)
        presentedScale = std::clamp(*presentedScale, leastPresentedScale, mostPresentedScale);
    const int before = scale();
    m_presentedScale = presentedScale;
    if (scale() != before)
        apply();
}

void Theme::setMode(ColourMode mode) {
    if (mode == m_mode)
        return;
    m_mode = mode;
    apply();
}

void Theme::chooseContrast(std::optional<bool> high) {
    if (std::exchange(m_contrast, high) != high)
        apply();
}

bool Theme::isHighContrast() const {
    return m_contrast.value_or(isContrastByDesktop());
}

void Theme::followDesktop(const DesktopWishes& wishes) {
    if (wishes == m_desktop)
        return;
    const Colours* before = &colours();
    m_desktop = wishes;
    m_motion.followDesktop(wishes.reducedMotion);
    if (&colours() != before)
        apply();
}

void Theme::takeColoursOf(const Theme& other) {
    setMode(other.colours().dark ? ColourMode::dark : ColourMode::light);
    chooseContrast(other.isHighContrast());
}

const Colours& Theme::colours() const {
    const bool dark =
        m_mode == ColourMode::system ? m_desktop.dark.value_or(m_systemIsDark) : m_mode == ColourMode::dark;
    if (isHighContrast())
        return dark ? darkContrastColours() : lightContrastColours();
    return dark ? darkColours() : lightColours();
}

int Theme::px(double length) const {
    return std::max(1, static_cast<int>(std::lround(length * scale() / 100.0)));
}

QFont Theme::font(TextRole role) const {
    QFont font(QStringList{QStringLiteral("Noto Sans"), QStringLiteral("DejaVu Sans")});
    double size = 14;
    switch (role) {
    case TextRole::body:
        break;
    case TextRole::small:
        size = m_presentedScale ? 13 : 12; // the last row can read numbers, and nothing smaller
        break;
    case TextRole::strong:
        font.setWeight(QFont::DemiBold);
        break;
    case TextRole::heading:
        size = 16;
        font.setWeight(QFont::Bold);
        break;
    case TextRole::formula:
        font.setFamilies({QStringLiteral("Noto Serif"), QStringLiteral("DejaVu Serif")});
        font.setItalic(true);
        break;
    case TextRole::sentence:
        size = 21;
        break;
    case TextRole::number:
        size = 13;
        break;
    }
    font.setPixelSize(px(size));
    return font;
}

void Theme::applyToApplication() {
    // The program speaks English, and on a right-to-left desktop, or with Qt's option -reverse, matrices and
    // formulas would be mirrored. Words of a sentence keep their own direction.
    QGuiApplication::setLayoutDirection(Qt::LeftToRight);
    m_applies = true;
    qApp->installEventFilter(this);
    apply();
}

void Theme::apply() {
    if (m_applies) {
        m_applying = true;
        QApplication::setStyle(new LabStyle(*this));
        QApplication::setPalette(paletteOf(colours()));
        QApplication::setFont(font(TextRole::body));
        m_applying = false;
    }
    emit changed();
}

bool Theme::eventFilter(QObject* watched, QEvent* event) {
    // Before Qt 6.5, only the palette shows the desktop's dark mode.
    if (watched == qApp && event->type() == QEvent::ApplicationPaletteChange && !m_applying &&
        m_mode == ColourMode::system) {
        const bool dark = isDark(QApplication::palette());
        if (dark != m_systemIsDark) {
            m_systemIsDark = dark;
            // Queued: Qt is still delivering the palette change to all widgets.
            QMetaObject::invokeMethod(this, &Theme::apply, Qt::QueuedConnection);
        }
    }
    return QObject::eventFilter(watched, event);
}

} // namespace lab
