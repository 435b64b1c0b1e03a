// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/stale_veil.h"

#include "ui/document/lab_document.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace lab {

namespace {

constexpr std::chrono::milliseconds veilDelay{200};

} // namespace

StaleVeil::StaleVeil(const LabDocument& document, std::function<void(const QString&)> setVeil,
                     QObject* parent)
    : QObject(parent), m_setVeil(std::move(setVeil)) {
    m_delay.setSingleShot(true);
    m_delay.setInterval(veilDelay);
    connect(&m_delay, &QTimer::timeout, this, &StaleVeil::veil);
    watch(document);
}

void StaleVeil::watch(const LabDocument& document) {
    std::erase(m_documents, nullptr);
    m_documents.emplace_back(&document);
    connect(&document, &LabDocument::outOfMemory, this, [this] {
        if (m_isStale)
            veil();
    });
}

void StaleVeil::veil() {
    m_delay.stop();
    m_isVeiled = true;
    const bool isOutOfMemory = std::ranges::any_of(
        m_documents, [](const auto& document) { return document && document->isOutOfMemory(); });
    m_setVeil(isOutOfMemory ? tr("too large for this machine’s memory") : tr("Computing…"));
}

void StaleVeil::setFreshness(Freshness freshness) {
    m_isStale = freshness != Freshness::current;
    if (freshness != Freshness::stale)
        m_delay.stop();
    if (!m_isStale) {
        m_isVeiled = false;
        m_setVeil({});
    } else if (m_isVeiled) {
        veil(); // there may be another reason now, or more to veil
    } else if (!m_delay.isActive()) {
        m_delay.start();
    }
}

} // namespace lab
