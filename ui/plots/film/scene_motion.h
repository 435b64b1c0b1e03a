// SPDX-License-Identifier: GPL-3.0-or-later
//
// One step forward as motion: operands lift off and glide to where they are used, products fly to their place
// and add up, bars grow. Every number that flies is one of the content's, a product of two of them, or a sum
// of such products, and looks like it: see FlyingKind.
#pragma once

#include "ui/plots/film/scene_flights.h"

namespace lab {

class Theme;

class SceneMotion {
public:
    /// How long a step by hand takes at most, in seconds.
    static constexpr double byHand = 1.6;

    SceneMotion() = default;
    /// The motion between the content of a step of the film and that of the next step, both in `geometry`,
    /// which is that of `after`. `seconds`: the time there is for it. With little time, less moves.
    SceneMotion(const SceneContent& before, const SceneContent& after, const SceneGeometry& geometry,
                const Theme& theme, double seconds = byHand);

    /// How long the motion should take, at most the time given; the rest of the step's time, nothing moves.
    double seconds() const { return m_seconds; }
    /// The look at `t`, the share of seconds() that has passed: at 0, the step before, with what will lift
    /// off lying on it; at 1, the step at rest.
    SceneLook at(double t) const;

    const std::vector<Flight>& flights() const { return m_flights.all; }

private:
    void moveBands(const SceneContent& before, const SceneContent& after);
    std::vector<QRectF> framesAt(double t) const;

    std::vector<QRectF> m_framesFrom, m_frames;
    Flights m_flights;
    std::optional<double> m_partialBefore;
    double m_seconds = 0;
    /// When the new bars of a band grow.
    struct Growth {
        double from = 0, to = 0;
    };
    std::vector<SceneBand> m_bandsBefore;
    bool m_isSameRow = false;
    std::vector<Growth> m_growth; ///< of each band; none: bars do not change
};

} // namespace lab
