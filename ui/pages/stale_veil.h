// SPDX-License-Identifier: GPL-3.0-or-later
//
// Veils an outdated result while a newer one is computed.
#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <functional>
#include <vector>

namespace lab {

class LabDocument;

enum class Freshness {
    current,
    partlyNew, ///< stale, but it has just replaced an older result
    stale,
};

class StaleVeil : public QObject {
    Q_OBJECT
public:
    /// `setVeil` veils the result and gives the reason. An empty reason removes the veil.
    StaleVeil(const LabDocument& document, std::function<void(const QString&)> setVeil, QObject* parent);

    /// Adds a document whose numbers are shown. The reason may be that one of the documents is out of memory.
    void watch(const LabDocument& document);
    /// Veils a stale result after 200 ms. Sooner, everything would flicker while a number is dragged.
    void setFreshness(Freshness freshness);

private:
    void veil();

    std::vector<QPointer<const LabDocument>> m_documents;
    std::function<void(const QString&)> m_setVeil;
    QTimer m_delay;
    bool m_isStale = false;
    bool m_isVeiled = false;
};

} // namespace lab
