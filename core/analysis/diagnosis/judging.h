// SPDX-License-Identifier: GPL-3.0-or-later
//
// Judges numbers in every way to read them as those of one stage: what judge() and what_is_this() share.
#pragma once

#include "core/analysis/diagnosis/claim.h"
#include "core/analysis/diagnosis/mistake_search.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace lab {

class Judge {
public:
    /// `right` has the document's own numbers and must outlive this. So many stages and heads are searched,
    /// each by a judge of its own, so that chance has as many opportunities to agree.
    Judge(MistakenTrace& right, const Asked& asked, const PrintedArray& given,
          std::optional<double> tolerance, const std::stop_token& stop, double searched = 1);

    /// If the numbers are right, however they are arranged.
    std::optional<Diagnosis> right();
    /// If they are but for how they are rounded; as a last resort, within what float32 is off.
    std::optional<Diagnosis> roughly_right(bool is_last_resort);
    /// With one mistake, two, or most of them: what is wrong with them, if anything.
    Diagnosis wrong();
    /// Tries one mistake in each reading.
    void try_alone(const Attempt& attempt);
    /// In each reading, the single mistakes of those that were tried that explain all of it.
    std::vector<Diagnosis> mistaken_alone();
    /// The same for a mistake with a number that is fitted.
    std::vector<Diagnosis> mistaken_fitted();
    /// The reading that the stage itself or a single mistake explains best, of those that were looked at, if
    /// that is enough.
    std::optional<Diagnosis> nearly();
    /// Searches only what is of the head asked for: a judge of another head searches what is of all.
    void leave_out_all_heads() { m_leaves_out_all_heads = true; }

private:
    /// One a reading.
    struct Search {
        const Reading* reading = nullptr;
        std::unique_ptr<MistakeSearch> search;
        Diagnosis compared; ///< with the stage itself
        Diagnosis found;    ///< the same with mistakes
    };

    std::vector<Arrangement> arrangement_of(const Reading& reading) const;
    Diagnosis right_as(const Reading& reading, double largest) const;
    std::optional<Diagnosis> right(const Reading& reading);
    std::optional<Diagnosis> roughly_right(const Reading& reading, bool is_last_resort);
    std::optional<Diagnosis> mistaken_once();
    std::optional<Diagnosis> mistaken();
    bool is_of_all_heads(const Reading& reading) const;
    void begin_search();
    /// Evidence, as a power of ten, that a reading that might be another one is none by chance.
    double needed() const;

    MistakenTrace& m_right;
    Asked m_asked;
    Tolerance m_tolerance;
    std::stop_token m_stop;
    double m_searched;
    std::vector<Reading> m_readings;
    bool m_has_shape; ///< as the numbers stand
    bool m_leaves_out_all_heads = false;
    // Once they are needed:
    std::vector<Attempt> m_attempts;
    std::vector<Search> m_searches;
};

/// The queries all of whose keys are hidden, if that matters to what is asked.
std::vector<Index> hidden_rows(MistakenTrace& right, const Asked& asked);
/// What most programs have in such rows, judging by the given numbers: 0 is divided by 0 there, or a large
/// number stands for −∞.
HiddenRows usual_in_hidden_rows(const PrintedArray& given);

} // namespace lab
