// SPDX-License-Identifier: GPL-3.0-or-later
//
// What Qt itself needs to start: a main window with a label, to compare the program's start with.
#include <QApplication>
#include <QLabel>
#include <QMainWindow>

int main(int argc, char** argv) {
    const QApplication application(argc, argv);
    QMainWindow window;
    window.setCentralWidget(new QLabel(QStringLiteral("A label")));
    window.resize(1440, 900);
    window.show();
    return QApplication::exec();
}
