// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/watched_document.h"

#include "core/engine/pipeline.h"
#include "tests/support/compare.h"
#include "tests/support/magnitudes.h"

#include <QTest>

#include <functional>

namespace lab::test {

namespace {

constexpr int a_minute = 60'000;

void for_all_stages(const LabDocument& document, const std::function<void(StageId, HeadIndex)>& each) {
    for (const StageInfo& stage : all_stages()) {
        for (HeadIndex head = 0; head < (stage.per_head ? document.experiment().heads.count : 1); ++head)
            each(stage.id, head);
    }
}

} // namespace

Watcher::Watcher(LabDocument& document) : m_document(document) {
    QObject::connect(&document, &LabDocument::changed, &m_context, [this] {
        m_expected.reset();
        m_checked.clear();
    });
    QObject::connect(&document, &LabDocument::computed, &m_context, [this] {
        ++m_arrivals;
        check_all();
    });
}

void Watcher::check_all() {
    for_all_stages(m_document,
                   [this](StageId id, HeadIndex head) { check(id, head, m_document.view(id, head)); });
}

bool Watcher::is_at_rest() {
    bool rest = true;
    for_all_stages(m_document,
                   [&](StageId id, HeadIndex head) { rest = !m_document.view(id, head).stale && rest; });
    return rest;
}

bool Watcher::waits_for_all() {
    const bool rests = QTest::qWaitFor([this] { return is_at_rest(); }, a_minute);
    check_all();
    if (m_expected) {
        const Trace terms = magnitudes(m_document.experiment(), *m_expected);
        for_all_stages(m_document, [&](StageId id, HeadIndex head) {
            if (!has_stage(m_document.experiment(), id) || !m_problem.empty())
                return;
            if (const auto text = beyond_rounding(*m_document.view(id, head).matrix,
                                                  m_expected->stage(id, head), terms.stage(id, head)))
                m_problem = std::string(info(id).name) + ", head " + std::to_string(head) + ": " + *text;
        });
    }
    return rests;
}

void Watcher::check(StageId id, HeadIndex head, const StageView& view) {
    if (!m_problem.empty())
        return;
    if (const std::string text = wrong(id, head, view); !text.empty())
        m_problem = std::string(info(id).name) + ", head " + std::to_string(head) + ": " + text;
}

std::string Watcher::wrong(StageId id, HeadIndex head, const StageView& view) {
    const Experiment& experiment = m_document.experiment();
    if (is_empty(experiment) || !has_stage(experiment, id))
        return view.matrix || view.stale ? "there is something to show" : "";
    if (!view.matrix)
        return view.stale ? "" : "there is nothing to show";
    const Dimensions d = dimensions(experiment);
    if (view.matrix->rows() != length(info(id).rows, d) || view.matrix->cols() != length(info(id).columns, d))
        return "the shape is of another document: " + shape_text(view.matrix->rows(), view.matrix->cols());
    if (!view.summary)
        return "nobody has summed it up";
    if (view.stale || std::exchange(m_checked[{id, head}], view.matrix) == view.matrix)
        return {};
    if (!m_expected)
        m_expected = compute(experiment).value();
    return beyond_tolerance(*view.matrix, m_expected->stage(id, head)).value_or("");
}

} // namespace lab::test
