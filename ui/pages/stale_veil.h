// SPDX-License-Identifier: GPL-3.0-or-later
//
// Veils an older answer while a newer one is computed.
#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <functional>
#include <vector>

namespace lab {

class LabDocument;

class StaleVeil : public QObject {
    Q_OBJECT
public:
    /// `setVeil` veils what is shown and gives the reason; an empty reason uncovers it.
    StaleVeil(const LabDocument& document, std::function<void(const QString&)> setVeil, QObject* parent);

    /// Another document whose numbers are shown. The reason may be that one of them is out of memory.
    void watch(const LabDocument& document);
    /// Veils a stale answer after 200 ms: sooner, everything would flicker while a number is dragged.
    /// `isNewer`: the answer is stale, but has just replaced an older one.
    void setStale(bool isStale, bool isNewer = false);

private:
    void veil();

    std::vector<QPointer<const LabDocument>> m_documents;
    std::function<void(const QString&)> m_setVeil;
    QTimer m_delay;
    bool m_isStale = false;
    bool m_isVeiled = false;
};

} // namespace lab
