// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/edits/geometry_edits.h"

#include "ui/document/lab_document.h"

namespace lab {

void setGeometryView(LabDocument& document, const GeometryView& geometry) {
    if (geometry != geometryView(document.experiment()).geometry)
        document.setView(withGeometryView(document.experiment().view, geometry));
}

} // namespace lab
