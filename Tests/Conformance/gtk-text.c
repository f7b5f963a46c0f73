/* Prints a style sheet as GTK has parsed it, and what it finds wrong with it. It needs no display.
 *
 *     gtk FILE
 */
#include <gtk/gtk.h>

static int mistakes;

static void tell(GtkCssProvider *provider, GtkCssSection *section, GError *error, void *data) {
  (void)provider;
  (void)data;
  char *place = gtk_css_section_to_string(section);
  fprintf(stderr, "%s: %s\n", place, error->message);
  g_free(place);
  mistakes++;
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  GtkCssProvider *provider = gtk_css_provider_new();
  g_signal_connect(provider, "parsing-error", G_CALLBACK(tell), NULL);
  gtk_css_provider_load_from_path(provider, arguments[1]);
  char *text = gtk_css_provider_to_string(provider);
  fputs(text, stdout);
  g_free(text);
  g_object_unref(provider);
  return mistakes > 0;
}
