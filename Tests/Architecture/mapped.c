/* Loads a library, and looks at how the process has it in memory: nothing both writable and
 * executable, and nothing of the file writable, where addresses of functions are. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int main(int count, char **arguments) {
  if (count != 2) return 2;
  if (dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL) == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    return 2;
  }
  FILE *maps = fopen("/proc/self/maps", "r");
  const char *name = strrchr(arguments[1], '/') + 1;
  char line[4096], flags[8];
  int mappings = 0, bad = 0;
  while (maps != NULL && fgets(line, sizeof line, maps) != NULL) {
    if (sscanf(line, "%*s %7s", flags) != 1) return 2;
    const int is_own = strstr(line, name) != NULL;
    mappings += is_own;
    if ((flags[1] == 'w' && flags[2] == 'x') || (is_own && flags[1] == 'w')) {
      fputs(line, stdout);
      bad++;
    }
  }
  return mappings > 0 && bad == 0 ? 0 : 1;
}
