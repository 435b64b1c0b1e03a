// SPDX-License-Identifier: GPL-3.0-or-later
//
// Settings that may have been written by hand or by another version.
#pragma once

#include <QSettings>

namespace lab {

/// A number from `least` to `most`. Anything else, including NaN, becomes `usual`.
inline double readNumber(const QSettings& settings, const QString& key, double usual, double least,
                         double most) {
    const double number = settings.value(key, usual).toDouble();
    return number >= least && number <= most ? number : usual;
}

/// One of the first `count` values of an enumeration, else `usual`.
template<class T>
T readChoice(const QSettings& settings, const QString& key, T usual, int count) {
    const int index = settings.value(key, static_cast<int>(usual)).toInt();
    return index >= 0 && index < count ? static_cast<T>(index) : usual;
}

} // namespace lab
