/* What a session bus sends, once it has accepted the user: any bytes. A desktop stays as it must
 * be, and follows the bus when that has come to its senses. */
#include <time.h>
#include <unistd.h>

#include "../ABI/bus.h"
#include "fuzz.h"

static bus the_bus;

/* What a desktop can have. */
static void check_values(const dyncolor_desktop *desktop) {
  dyncolor_environment environment;
  dyncolor_color accent;
  dyncolor_accent name;
  REQUIRE(dyncolor_desktop_environment(desktop, &environment, NULL) == DYNCOLOR_OK);
  REQUIRE(environment.scheme <= DYNCOLOR_SCHEME_DARK);
  REQUIRE(environment.contrast == 0 || environment.contrast == DYNCOLOR_CONTRAST_MORE);
  REQUIRE(dyncolor_desktop_motion(desktop) == DYNCOLOR_MOTION_UNSPECIFIED ||
          dyncolor_desktop_motion(desktop) == DYNCOLOR_MOTION_REDUCED);
  if (dyncolor_desktop_accent(desktop, &accent, NULL) == DYNCOLOR_OK) {
    for (int i = 0; i < 3; i++) REQUIRE(accent.c[i] >= 0 && accent.c[i] <= 1);
    REQUIRE(dyncolor_color_nearest_accent(&accent, &name, NULL) == DYNCOLOR_OK);
  }
  for (uint32_t setting = 1; setting <= DYNCOLOR_SETTING_MOTION; setting *= 2) {
    dyncolor_setting_source source =
        dyncolor_desktop_setting_source(desktop, (dyncolor_setting)setting);
    REQUIRE(source == DYNCOLOR_SETTING_SOURCE_NONE || source == DYNCOLOR_SETTING_SOURCE_PORTAL);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  dyncolor_desktop_options options = DYNCOLOR_DESKTOP_OPTIONS_INIT;
  dyncolor_desktop *desktop = NULL;
  if (the_bus.name[0] == 0) {
    char address[128];
    the_bus.is_abstract = the_bus.has_portal = the_bus.hangs = true;
    snprintf(the_bus.name, sizeof the_bus.name, "dyncolor-fuzz-%d", (int)getpid());
    snprintf(address, sizeof address, "unix:abstract=%s", the_bus.name);
    setenv("DBUS_SESSION_BUS_ADDRESS", address, 1);
    bus_listen(&the_bus);
  }
  options.flags = DYNCOLOR_DESKTOP_NO_GTK | DYNCOLOR_DESKTOP_NO_KDE;
  REQUIRE(dyncolor_desktop_open(&options, &desktop, NULL) == DYNCOLOR_OK);
  for (int i = 0; i < 4; i++) {
    bus_serve(&the_bus);
    REQUIRE(dyncolor_desktop_pump(desktop, NULL, NULL) == DYNCOLOR_OK);
  }
  REQUIRE(the_bus.peer >= 0);
  /* In parts, whose sizes vary with the bytes. */
  uint32_t part = 1 + number_of(bytes, size) % 64;
  for (size_t start = 0; start < size && start < 1 << 16; start += part) {
    bus_send_bytes(&the_bus, bytes + start, size - start < part ? size - start : part);
    REQUIRE(dyncolor_desktop_pump(desktop, NULL, NULL) == DYNCOLOR_OK);
  }
  check_values(desktop);
  dyncolor_desktop_release(desktop);
  bus_hang_up(&the_bus);
  return 0;
}
