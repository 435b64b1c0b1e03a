// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/strips/recovery_strip.h"

#include "ui/text/short_text.h"

#include <QLocale>
#include <QPushButton>

namespace lab {

namespace {

constexpr qsizetype longestSentence = 60; // characters

/// "sky.attn in …/work/lectures"
QString shownFile(const QString& file) {
    const QString name = file.section(QLatin1Char('/'), -1);
    const QString folder = file.section(QLatin1Char('/'), 0, -2);
    const QString near = folder.section(QLatin1Char('/'), -2); // the last two names
    const QString shown = near.size() + 1 >= folder.size() ? folder : QStringLiteral("…/") + near;
    return RecoveryStrip::tr("%1 in %2")
        .arg(shortText(name), shown.isEmpty() ? QStringLiteral("/") : shortText(shown));
}

/// Documents of the same name are told apart by time, sentence and file.
QString detailsOf(const RecoveryFile& offer) {
    const RecoveryNote& note = offer.note();
    QStringList details{whenText(offer.time(), QDateTime::currentDateTime())};
    if (!note.sentence.isEmpty())
        details += RecoveryStrip::tr("“%1”").arg(shortText(note.sentence.simplified(), longestSentence));
    if (!note.file.isEmpty())
        details += shownFile(note.file);
    return details.join(RecoveryStrip::tr("; "));
}

} // namespace

RecoveryStrip::RecoveryStrip(Recovery& recovery, const Theme& theme, QWidget* parent)
    : NoticeStrip(theme, parent), m_recovery(recovery) {
    const auto add = [&](const QString& text, const QString& tip, auto does) {
        connect(addButton(text, tip), &QPushButton::clicked, this, [this, does] {
            if (!m_recovery.offers().isEmpty())
                does(m_recovery.offers().constFirst());
        });
    };
    add(tr("Open it"), tr("Open these changes; Save writes them to the document’s own file"),
        [this](const Recovery::FilePtr& offer) { emit openRequested(offer); });
    add(tr("Keep for later"), tr("Ask again at the next start"),
        [this](const Recovery::FilePtr& offer) { m_recovery.take(offer); });
    add(tr("Delete"), tr("Delete these changes for good; the document’s own file is not touched"),
        [this](const Recovery::FilePtr& offer) { m_recovery.remove(offer); });
    connect(&recovery, &Recovery::offersChanged, this, &RecoveryStrip::showOffer);
    showOffer();
}

void RecoveryStrip::showOffer() {
    setVisible(!m_recovery.offers().isEmpty());
    if (m_recovery.offers().isEmpty())
        return;
    const RecoveryFile& offer = *m_recovery.offers().constFirst();
    const QString name = offer.note().name.isEmpty()
                             ? tr("a document")
                             : tr("“%1”").arg(shortText(offer.note().name.simplified()));
    QString text = tr("Attention Lab ended while %1 had unsaved changes (%2).").arg(name, detailsOf(offer));
    if (const qsizetype more = m_recovery.offers().size() - 1; more > 0)
        text += QLatin1Char(' ') +
                (more == 1 ? tr("One more document follows.") : tr("%1 more documents follow.").arg(more));
    say(text, offer.note().file.isEmpty() ? tr("It had not been saved to a file") : offer.note().file);
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
