// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/program_icon.h"

#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

static void loadIconResource() {
    Q_INIT_RESOURCE(lab);
}

namespace lab {

QIcon programIcon() {
    loadIconResource();
    QSvgRenderer drawing(QStringLiteral(":/icon/attention-lab.svg"));
    QIcon icon;
    for (const int side : {16, 24, 32, 48, 64, 128}) {
        QPixmap picture(side, side);
        picture.fill(Qt::transparent);
        QPainter painter(&picture);
        drawing.render(&painter);
        painter.end();
        icon.addPixmap(picture);
    }
    return icon;
}

} // namespace lab
