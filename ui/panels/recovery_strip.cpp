// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/recovery_strip.h"

#include "ui/theme.h"
#include "ui/widgets/flow_layout.h"

#include <QBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>

namespace lab {

namespace {
constexpr double besideAbove = 760; // points of width from which the buttons stand beside the text
}

RecoveryStrip::RecoveryStrip(Recovery& recovery, const Theme& theme, QWidget* parent)
    : QFrame(parent), m_recovery(recovery), m_theme(theme), m_text(new QLabel(this)),
      m_layout(new QBoxLayout(QBoxLayout::LeftToRight, this)) {
    setAutoFillBackground(true);
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* buttons = new QWidget(this);
    auto* row = new FlowLayout(buttons);
    row->setContentsMargins({});
    const auto add = [&](const QString& text, const QString& tip, auto does) {
        auto* button = new QPushButton(text, buttons);
        button->setToolTip(tip);
        row->addWidget(button);
        connect(button, &QPushButton::clicked, this, [this, does] {
            if (!m_recovery.offers().isEmpty())
                does(m_recovery.offers().constFirst());
        });
    };
    add(tr("Open it"), tr("Goes on with these changes; saving puts them into the document's own file"),
        [this](const Recovery::FilePtr& offer) { emit openRequested(offer); });
    add(tr("Keep for later"), tr("Asks again at the next start"),
        [this](const Recovery::FilePtr& offer) { m_recovery.take(offer); });
    add(tr("Delete"), tr("Deletes the changes for good; the document's own file stays as it is"),
        [this](const Recovery::FilePtr& offer) { m_recovery.remove(offer); });
    m_layout->addWidget(m_text, 1);
    m_layout->addWidget(buttons);
    connect(&recovery, &Recovery::offersChanged, this, &RecoveryStrip::showOffer);
    connect(&theme, &Theme::changed, this, &RecoveryStrip::restyle);
    restyle();
    showOffer();
}

QString RecoveryStrip::text() const {
    return isVisible() ? m_text->text() : QString();
}

void RecoveryStrip::showOffer() {
    setVisible(!m_recovery.offers().isEmpty());
    if (m_recovery.offers().isEmpty())
        return;
    const RecoveryFile& offer = *m_recovery.offers().constFirst();
    const QString name = offer.note().name.isEmpty() ? tr("a document") : tr("“%1”").arg(offer.note().name);
    QString text = tr("Attention Lab ended while %1 had unsaved changes (%2).")
                       .arg(name, whenText(offer.time(), QDateTime::currentDateTime()));
    if (const qsizetype more = m_recovery.offers().size() - 1; more > 0)
        text += more == 1 ? tr(" One more document follows.") : tr(" %1 more documents follow.").arg(more);
    m_text->setText(text);
    m_text->setToolTip(offer.note().file.isEmpty() ? tr("It was not in a file yet") : offer.note().file);
}

void RecoveryStrip::restyle() {
    QPalette colours = palette();
    colours.setColor(QPalette::Window, m_theme.colours().accentSoft);
    colours.setColor(QPalette::WindowText, m_theme.colours().text);
    setPalette(colours);
    m_text->setFont(m_theme.font(TextRole::body));
    m_layout->setContentsMargins(m_theme.px(12), m_theme.px(6), m_theme.px(12), m_theme.px(6));
    m_layout->setSpacing(m_theme.px(6));
    for (auto* row : findChildren<FlowLayout*>())
        row->setSpacing(m_theme.px(6));
    arrange();
}

void RecoveryStrip::arrange() {
    const bool beside = width() >= m_theme.px(besideAbove);
    m_layout->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_layout->setStretch(0, beside ? 1 : 0);
}

void RecoveryStrip::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    arrange();
}

QString whenText(const QDateTime& time, const QDateTime& now) {
    const QString clock = time.toString(QStringLiteral("HH:mm"));
    const qint64 days = time.date().daysTo(now.date());
    if (days == 0)
        return RecoveryStrip::tr("today %1").arg(clock);
    if (days == 1)
        return RecoveryStrip::tr("yesterday %1").arg(clock);
    return RecoveryStrip::tr("%1, %2").arg(QLocale().toString(time.date(), QLocale::ShortFormat), clock);
}

} // namespace lab
