// SPDX-License-Identifier: GPL-3.0-or-later
//
// The words of a document as an editable table, with the same keys as a parameter's grid.
#pragma once

#include <QTableView>

namespace lab {

class DictionaryModel;
class Theme;

class DictionaryTable : public QTableView {
    Q_OBJECT
public:
    /// Takes ownership of `model`.
    DictionaryTable(DictionaryModel* model, const Theme& theme, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    /// A text was refused, and why.
    void refused(const QString& reason);
    void deleteWanted(int row);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

protected slots:
    void closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint) override;

private:
    void restyle();
    void resizeColumns();

    DictionaryModel* m_model;
    const Theme& m_theme;
};

} // namespace lab
