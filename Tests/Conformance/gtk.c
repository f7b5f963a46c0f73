/* What GTK makes of the colors that a style sheet defines: a line for each name that is given. */
#include <gtk/gtk.h>
#include <stdio.h>

static void complain(GtkCssProvider *provider, GtkCssSection *section, const GError *error,
                     gpointer data) {
  (void)provider;
  (void)section;
  (void)data;
  fprintf(stderr, "%s\n", error->message);
}

int main(int count, char **arguments) {
  if (count < 2 || !gtk_init_check()) return 1;
  GtkCssProvider *provider = gtk_css_provider_new();
  g_signal_connect(provider, "parsing-error", G_CALLBACK(complain), NULL);
  gtk_css_provider_load_from_path(provider, arguments[1]);
  GtkWidget *widget = gtk_label_new("");
  g_object_ref_sink(widget);
  GtkStyleContext *context = gtk_widget_get_style_context(widget);
  gtk_style_context_add_provider(context, GTK_STYLE_PROVIDER(provider),
                                 GTK_STYLE_PROVIDER_PRIORITY_USER);
  for (int i = 2; i < count; i++) {
    GdkRGBA color;
    if (gtk_style_context_lookup_color(context, arguments[i], &color))
      printf("%s %.9g %.9g %.9g %.9g\n", arguments[i], (double)color.red, (double)color.green,
             (double)color.blue, (double)color.alpha);
    else
      printf("%s\n", arguments[i]);
  }
  return 0;
}
