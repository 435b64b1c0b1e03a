// SPDX-License-Identifier: GPL-3.0-or-later
//
// Animated GIFs.
#pragma once

#include <QByteArray>
#include <QImage>

#include <functional>

namespace lab {

struct GifMovie {
    QSize size; ///< of every frame, in pixels
    int frames = 0;
    /// A frame, without transparency. Each is asked for up to twice, so it must be the same every time.
    std::function<QImage(int frame)> image;
    /// How long a frame is shown, in hundredths of a second.
    std::function<int(int frame)> hundredths;
};

/// The bytes of a file that repeats for ever. All frames share the 255 colours that suit them best, and each
/// stores only the rectangle that differs from the one before. `progress` is told the part that is done, from
/// 0 to 1; if it returns false, the result is empty.
QByteArray gifFile(const GifMovie& movie, const std::function<bool(double done)>& progress = {});

} // namespace lab
