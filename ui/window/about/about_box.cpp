// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/about/about_box.h"

#include "ui/look/theme.h"

#include <Eigen/Core>

#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>
#include <QScreen>
#include <QSysInfo>

namespace lab {

namespace {

struct AboutBox {
    Q_DECLARE_TR_FUNCTIONS(AboutBox)
};

QString eigenVersion() {
    return QStringLiteral("%1.%2.%3")
        .arg(EIGEN_WORLD_VERSION)
        .arg(EIGEN_MAJOR_VERSION)
        .arg(EIGEN_MINOR_VERSION);
}

QString screenLine(const QScreen& screen) {
    const QSize size = screen.size();
    return QStringLiteral("%1 × %2, %3 px a point, %4 dpi")
        .arg(size.width())
        .arg(size.height())
        .arg(screen.devicePixelRatio())
        .arg(qRound(screen.logicalDotsPerInch()));
}

} // namespace

QString systemReport(const QWidget& window, const Theme& theme) {
    QStringList lines{
        QStringLiteral("Attention Lab ") + QCoreApplication::applicationVersion(),
        QStringLiteral("Qt %1 (built with %2), Eigen %3")
            .arg(QLatin1String(qVersion()), QStringLiteral(QT_VERSION_STR), eigenVersion()),
        QStringLiteral("System: %1, %2 %3, %4")
            .arg(QSysInfo::prettyProductName(), QSysInfo::kernelType(), QSysInfo::kernelVersion(),
                 QSysInfo::currentCpuArchitecture()),
        QStringLiteral("Display: %1, %2").arg(QGuiApplication::platformName(), QLocale().name()),
    };
    for (const QScreen* screen : QGuiApplication::screens())
        lines += QStringLiteral("Screen: ") + screenLine(*screen);
    lines += QStringLiteral("Window: %1 × %2, size %3 %, %4")
                 .arg(window.width())
                 .arg(window.height())
                 .arg(theme.scale())
                 .arg(theme.colours().dark ? QLatin1String("dark") : QLatin1String("light"));
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

void showAboutBox(QWidget& window, const Theme& theme) {
    auto* box = new QMessageBox(
        QMessageBox::NoIcon, AboutBox::tr("About Attention Lab"),
        AboutBox::tr(
            "<b>Attention Lab %1</b><p>Type a sentence, edit every number, and watch attention being "
            "computed. Nothing is sent anywhere.</p><p>Free software under the GNU General Public "
            "License, version 3 or later.</p><p>With Qt %2, Eigen %3, QCustomPlot, nlohmann-json, ICU, "
            "libzip, libxlsxwriter, giflib and libimagequant.</p>")
            .arg(QCoreApplication::applicationVersion(), QLatin1String(qVersion()), eigenVersion()),
        QMessageBox::Close, &window);
    box->setIconPixmap(QGuiApplication::windowIcon().pixmap(theme.px(64)));
    QPushButton* copies = box->addButton(AboutBox::tr("Copy for a report"), QMessageBox::ActionRole);
    copies->setObjectName(QStringLiteral("copyForReport"));
    copies->setToolTip(
        AboutBox::tr("Copy version, libraries, system and screens: what a report of a fault needs"));
    copies->disconnect(); // any other button of a message box closes it
    QObject::connect(copies, &QPushButton::clicked, box, [copies, &window, &theme] {
        QGuiApplication::clipboard()->setText(systemReport(window, theme));
        copies->setText(AboutBox::tr("Copied"));
    });
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setModal(false);
    box->show();
}

} // namespace lab
