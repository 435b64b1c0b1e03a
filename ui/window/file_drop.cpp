// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/file_drop.h"

#include "core/io/array_files.h"
#include "core/io/matrix_file.h"
#include "core/io/named_arrays.h"
#include "ui/document/files/file_name.h"

#include <QApplication>
#include <QDropEvent>
#include <QMimeData>
#include <QSysInfo>
#include <QUrl>
#include <QWidget>

namespace lab {

namespace {

/// The addresses in a list of files. It may have comments and lines that are no addresses, too.
QList<QUrl> addressesIn(const QMimeData& data) {
    QList<QUrl> addresses = data.urls();
    addresses.removeIf([](const QUrl& each) {
        return !each.isValid() || (each.scheme().isEmpty() && each.path().isEmpty());
    });
    return addresses;
}

/// Empty: it is not on this machine. Some programs name the machine, too.
QString localFile(const QUrl& url) {
    const QString host = url.host();
    const bool isHere = host.isEmpty() || host == QLatin1String("localhost") ||
                        host.compare(QSysInfo::machineHostName(), Qt::CaseInsensitive) == 0;
    return isHere && url.isLocalFile() ? url.path(QUrl::FullyDecoded) : QString();
}

} // namespace

FileDrop::FileDrop(QWidget* window) : QObject(window), m_window(window) {
    window->setAcceptDrops(true);
    qApp->installEventFilter(this); // before widgets that accept drops themselves
}

bool FileDrop::eventFilter(QObject* watched, QEvent* event) {
    const QEvent::Type type = event->type();
    if (type != QEvent::DragEnter && type != QEvent::DragMove && type != QEvent::Drop)
        return false;
    const auto* widget = qobject_cast<QWidget*>(watched);
    auto* drop = static_cast<QDropEvent*>(event);
    if (!widget || widget->window() != m_window || !drop->mimeData()->hasUrls())
        return false;
    if (QApplication::activeModalWidget()) { // the dialog must be answered first
        drop->ignore();
        return true;
    }
    drop->setDropAction(Qt::CopyAction); // copy, so that the source keeps the file
    drop->accept();
    // The event goes to the nearest widget that accepts drops, mostly the window. Find the one under the
    // pointer.
    if (type == QEvent::Drop)
        take(*drop->mimeData(), m_window->childAt(widget->mapTo(m_window, drop->position().toPoint())));
    return true;
}

void FileDrop::take(const QMimeData& data, const QWidget* on) {
    const QList<QUrl> urls = addressesIn(data);
    const QUrl url = urls.value(0); // a list may be empty, or its source has gone since it said what it has
    const QString file = localFile(url);
    const QString name = url.adjusted(QUrl::StripTrailingSlash).fileName();
    const QString possible =
        tr("Attention documents can be dropped here, files whose names end in .attn, a model's weights (%1), "
           "and files of numbers (%2) on the matrix that they are for.")
            .arg(QLatin1String(array_extensions), QLatin1String(matrix_extensions));
    if (urls.size() > 1)
        emit refused(tr("You dropped %1 files. Drop one at a time.").arg(urls.size()));
    else if (url.isEmpty())
        emit refused(
            tr("No file arrived: what you dropped was empty, or is no longer there. %1").arg(possible));
    else if (file.isEmpty())
        emit refused(tr("“%1” is not a local file. %2 Save it to a folder first.")
                         .arg(url.toDisplayString(), possible));
    else if (const QString problem = nameProblem(file); !problem.isEmpty())
        emit refused(problem);
    else if (has_matrix_extension(file.toStdString()))
        emit matrixDropped(file, on);
    else if (file.endsWith(QStringLiteral(".attn"), Qt::CaseInsensitive) ||
             has_array_extension(file.toStdString()) || refused_by_name(file.toStdString()))
        emit dropped(file, on);
    else
        emit refused(tr("“%1” is not a document. %2").arg(name, possible));
}

} // namespace lab
