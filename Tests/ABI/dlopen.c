/* Loads the library, calls it, unloads it, and looks whether anything stayed; three times. */
#include <dlfcn.h>
#include <dyncolor.h>
#include <stdio.h>
#include <string.h>

/* How many mappings of the process are the library's. */
static int mappings(void) {
  FILE *maps = fopen("/proc/self/maps", "r");
  char line[4096];
  int count = 0;
  while (fgets(line, sizeof line, maps) != NULL) count += strstr(line, "libdyncolor") != NULL;
  fclose(maps);
  return count;
}

int main(int count, char **arguments) {
  if (count != 2) return 1;
  for (int round = 0; round < 3; round++) {
    if (mappings() != 0) return 2;
    void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
      fprintf(stderr, "%s\n", dlerror());
      return 3;
    }
    uint32_t (*version)(void);
    *(void **)&version = dlsym(library, "dyncolor_version");
    if (version == NULL || version() != DYNCOLOR_VERSION || mappings() == 0) return 4;
    if (dlsym(library, "dyncolor_trap") != NULL) return 5;
    if (dlclose(library) != 0) return 6;
  }
  return mappings() == 0 ? 0 : 7;
}
