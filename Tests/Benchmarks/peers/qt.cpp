// Qt's parser of colors.
#include <QtGui/QColor>

#include "peers.h"

static QColor parse(const sample_name &text) {
  return QColor::fromString(QLatin1StringView(text.text, static_cast<qsizetype>(text.length)));
}

static int read(const sample_name *text, float rgba[4]) {
  QColor color = parse(*text);
  if (!color.isValid()) return 0;
  color.getRgbF(&rgba[0], &rgba[1], &rgba[2], &rgba[3]);
  return 1;
}

static size_t run(const sample_name *texts, size_t among, size_t count) {
  size_t failed = 0;
  for (size_t i = 0; i < count; i++) failed += !parse(texts[i & (among - 1)]).isValid();
  return failed;
}

extern "C" const peer qt_peer = {"Qt 6", read, run};
