// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is chosen on the page Geometry.
#pragma once

#include "ui/document/view/geometry_view.h"

namespace lab {

class LabDocument;

/// Neither an undo step, nor does it mark the document as modified.
void setGeometryView(LabDocument& document, const GeometryView& geometry);

} // namespace lab
