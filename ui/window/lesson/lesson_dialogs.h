// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is asked before something is done with a lesson that is played.
#pragma once

#include <functional>

class QString;
class QWidget;

namespace lab {

class LessonPlayer;

/// Whose numbers it is to have, and starts it again with those.
void askForStudent(QWidget& window, LessonPlayer& player);
/// Whether to start it again; where nothing is lost, it does not ask.
void askToStartAgain(QWidget& window, LessonPlayer& player);
/// Whether to leave the lesson `left` for the document called `title`.
void askToLeaveFor(QWidget& window, const QString& left, const QString& title,
                   const std::function<void()>& open);
/// Whether to open an address in the browser.
void askToOpenAddress(QWidget& window, const QString& address);

} // namespace lab
