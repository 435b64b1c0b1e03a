// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a painter was asked to paint: texts and the shapes below them.
#pragma once

#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>

#include <cmath>
#include <vector>

namespace lab::test {

struct PaintedText {
    QString text;
    QRectF rect;
    QColor ink;
    std::size_t shapes = 0; ///< how many had been painted before it
};

struct PaintedShape {
    QPainterPath path;
    QPen pen;
};

/// A device that keeps what is painted on it. What is all but transparent is not kept: nobody sees it.
class PaintedScene : public QPaintDevice {
public:
    explicit PaintedScene(QSize size) : m_size(size) {}

    const std::vector<PaintedText>& texts() const { return m_engine.texts; }
    /// The last shape below a text that contains its middle; nullptr: there is none.
    const PaintedShape* shapeBelow(const PaintedText& text) const {
        for (std::size_t i = text.shapes; i-- > 0;) {
            if (m_engine.shapes[i].path.boundingRect().contains(text.rect.center()))
                return &m_engine.shapes[i];
        }
        return nullptr;
    }
    /// Whether the ends of a shape are round and it has an outline.
    static bool isPill(const PaintedShape& shape) {
        const QRectF box = shape.path.boundingRect();
        const QPointF nearCorner = box.topLeft() + QPointF(0.12, 0.12) * box.height();
        return shape.pen.style() == Qt::SolidLine && !shape.path.contains(nearCorner) &&
               shape.path.contains(box.center());
    }

    QPaintEngine* paintEngine() const override { return &m_engine; }

protected:
    int metric(PaintDeviceMetric metric) const override {
        switch (metric) {
        case PdmWidth:
            return m_size.width();
        case PdmHeight:
            return m_size.height();
        case PdmDepth:
            return 32;
        case PdmDevicePixelRatio:
            return 1;
        case PdmDevicePixelRatioScaled:
            return static_cast<int>(devicePixelRatioFScale());
        default:
            return 96;
        }
    }

private:
    class Engine : public QPaintEngine {
    public:
        Engine() : QPaintEngine(AllFeatures) {}
        bool begin(QPaintDevice* /*device*/) override { return true; }
        bool end() override { return true; }
        void updateState(const QPaintEngineState& /*state*/) override {}
        void drawPixmap(const QRectF& /*to*/, const QPixmap& /*pixmap*/, const QRectF& /*from*/) override {}
        void drawPath(const QPainterPath& path) override {
            if (isSeen())
                shapes.push_back({painter()->combinedTransform().map(path), painter()->pen()});
        }
        void drawPolygon(const QPointF* points, int count, PolygonDrawMode /*mode*/) override {
            QPainterPath path;
            path.addPolygon(QPolygonF(QList<QPointF>(points, points + count)));
            drawPath(path);
        }
        void drawTextItem(const QPointF& at, const QTextItem& item) override {
            const QRectF rect(at.x(), at.y() - item.ascent(), item.width(), item.ascent() + item.descent());
            if (!isSeen())
                return;
            const PaintedText text{item.text(), painter()->combinedTransform().mapRect(rect),
                                   painter()->pen().color(), shapes.size()};
            const bool goesOn = !texts.empty() && texts.back().shapes == text.shapes &&
                                std::abs(texts.back().rect.right() - text.rect.left()) < 0.01 &&
                                texts.back().rect.intersects(text.rect.adjusted(-1, 0, 0, 0));
            if (!goesOn)
                return texts.push_back(text);
            texts.back().text += text.text; // a minus sign has another font
            texts.back().rect |= text.rect;
        }
        Type type() const override { return User; }

        std::vector<PaintedText> texts;
        std::vector<PaintedShape> shapes;

    private:
        bool isSeen() const { return painter()->opacity() > 0.02; }
    };

    QSize m_size;
    mutable Engine m_engine;
};

} // namespace lab::test
