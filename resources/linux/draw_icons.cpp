// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws an SVG as a PNG of a given size in pixels: draw_icons IN.svg SIZE OUT.png. Used while building alone.
#include <QImage>
#include <QPainter>
#include <QString>
#include <QSvgRenderer>

#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv) {
    const int size = argc == 4 ? std::atoi(argv[2]) : 0;
    QSvgRenderer renderer;
    if (size <= 0 || !renderer.load(QString::fromLocal8Bit(argv[1]))) {
        std::fprintf(stderr, "usage: draw_icons IN.svg SIZE OUT.png\n");
        return EXIT_FAILURE;
    }
    QImage image(size, size, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    renderer.render(&painter);
    painter.end();
    if (!image.save(QString::fromLocal8Bit(argv[3]), "PNG")) {
        std::fprintf(stderr, "%s cannot be written\n", argv[3]);
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
