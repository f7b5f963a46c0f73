/* A session bus with a Settings portal, as a script: it speaks the D-Bus protocol over a Unix
 * socket, in either byte order, and does what a test wants it to do. It never waits: bus_serve()
 * takes in what has been sent to it, and answers. */
#ifndef BUS_H
#define BUS_H

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define BUS_NAME "org.freedesktop.DBus"
#define BUS_PORTAL "org.freedesktop.portal.Desktop"
#define BUS_SETTINGS "org.freedesktop.portal.Settings"
#define BUS_APPEARANCE "org.freedesktop.appearance"
#define BUS_ACCESSIBILITY "org.gnome.desktop.a11y.interface"
#define BUS_OWNER ":1.7"

/* A setting. `type` is its signature; `wraps` is how many variants are around its variant. */
typedef struct bus_setting {
  const char *space, *key, *type;
  uint32_t number;
  double numbers[3];
  int wraps;
} bus_setting;

enum { BUS_MOST_SETTINGS = 16, BUS_MESSAGE = 1 << 16 };

/* A message that is being written. */
typedef struct bus_message {
  unsigned char bytes[BUS_MESSAGE];
  size_t count;
  bool is_big;
} bus_message;

typedef struct bus {
  /* What the bus does. */
  bool is_big;              /* its byte order */
  bool is_slow;             /* sends one byte at a time, of which the client reads each */
  bool ignores_user;        /* never answers AUTH */
  bool rejects_user;
  bool has_portal;          /* the portal is running */
  bool can_start_portal;    /* it can be started */
  bool hangs;               /* the portal never answers */
  const char *error;        /* it answers with this error */
  const char *body_type;    /* its answer has another signature; NULL for the right one */
  const char *answer_sender; /* somebody else answers; NULL for the portal */
  bus_setting settings[BUS_MOST_SETTINGS];
  int setting_count;

  /* What has been seen. */
  int connections, hellos, matches, reads, owner_calls;
  char last_match[512];

  int listener, peer;
  bool is_authenticated;
  char name[108];
  bool is_abstract;
  unsigned char in[BUS_MESSAGE];
  size_t in_count;
  uint32_t serial, read_serial;
  /* Called after each byte that a slow bus has sent. */
  void (*after_byte)(void *data);
  void *data;
} bus;

/* ---- Writing messages ------------------------------------------------------------------------ */

static inline void bus_put(bus_message *m, const void *bytes, size_t count) {
  if (m->count + count > sizeof m->bytes) abort();
  if (count > 0) memcpy(m->bytes + m->count, bytes, count);
  m->count += count;
}

static inline void bus_align(bus_message *m, size_t alignment) {
  while (m->count % alignment != 0) bus_put(m, "", 1);
}

static inline void bus_put_integer(bus_message *m, uint64_t value, size_t size) {
  bus_align(m, size);
  for (size_t i = 0; i < size; i++) {
    unsigned char byte = (unsigned char)(value >> 8 * (m->is_big ? size - 1 - i : i));
    bus_put(m, &byte, 1);
  }
}

static inline void bus_put_string(bus_message *m, const char *text) {
  bus_put_integer(m, strlen(text), 4);
  bus_put(m, text, strlen(text) + 1);
}

static inline void bus_put_signature(bus_message *m, const char *text) {
  bus_put_integer(m, strlen(text), 1);
  bus_put(m, text, strlen(text) + 1);
}

/* Replaces the number of four bytes at a place. */
static inline void bus_patch(bus_message *m, size_t place, uint32_t value) {
  size_t count = m->count;
  m->count = place;
  bus_put_integer(m, value, 4);
  m->count = count;
}

static inline void bus_put_field(bus_message *m, unsigned char field, const char *type,
                                 const char *text) {
  if (text == NULL) return;
  bus_align(m, 8);
  bus_put(m, &field, 1);
  bus_put_signature(m, type);
  if (*type == 'g') bus_put_signature(m, text);
  else bus_put_string(m, text);
}

/* What stands before the arguments: 2 answers, 3 is an error, 4 a signal. */
static inline void bus_begin(bus *b, bus_message *m, unsigned char kind, uint32_t reply_to,
                             const char *sender, const char *member, const char *error,
                             const char *signature) {
  m->count = 0;
  m->is_big = b->is_big;
  bus_put(m, b->is_big ? "B" : "l", 1);
  bus_put(m, &kind, 1);
  bus_put(m, "\0\1", 2);
  bus_put_integer(m, 0, 4);
  bus_put_integer(m, ++b->serial, 4);
  size_t place = m->count;
  bus_put_integer(m, 0, 4);
  size_t start = m->count;
  if (kind == 4) {
    bool is_bus = strcmp(sender, BUS_NAME) == 0;
    bus_put_field(m, 1, "o", is_bus ? "/org/freedesktop/DBus" : "/org/freedesktop/portal/desktop");
    bus_put_field(m, 2, "s", is_bus ? BUS_NAME : BUS_SETTINGS);
    bus_put_field(m, 3, "s", member);
  }
  bus_put_field(m, 4, "s", error);
  if (reply_to != 0) {
    bus_align(m, 8);
    bus_put(m, "\5", 1);
    bus_put_signature(m, "u");
    bus_put_integer(m, reply_to, 4);
  }
  bus_put_field(m, 6, "s", ":1.1");
  bus_put_field(m, 7, "s", sender);
  bus_put_field(m, 8, "g", signature);
  bus_patch(m, place, (uint32_t)(m->count - start));
  bus_align(m, 8);
}

/* Sends bytes, as they are. */
static inline void bus_send_bytes(bus *b, const void *bytes, size_t count) {
  if (b->peer < 0) return;
  if (!b->is_slow) {
    (void)!send(b->peer, bytes, count, MSG_NOSIGNAL);
    return;
  }
  for (size_t i = 0; i < count && b->peer >= 0; i++) {
    (void)!send(b->peer, (const char *)bytes + i, 1, MSG_NOSIGNAL);
    if (b->after_byte != NULL) b->after_byte(b->data);
  }
}

/* Sends a message, whose arguments began at `start`. */
static inline void bus_end(bus *b, bus_message *m, size_t start) {
  bus_patch(m, 4, (uint32_t)(m->count - start));
  bus_send_bytes(b, m->bytes, m->count);
}

static inline void bus_put_variant(bus_message *m, const bus_setting *s) {
  for (int i = 0; i < s->wraps; i++) bus_put_signature(m, "v");
  bus_put_signature(m, s->type);
  if (strcmp(s->type, "u") == 0 || strcmp(s->type, "b") == 0 || strcmp(s->type, "i") == 0) {
    bus_put_integer(m, s->number, 4);
  } else if (strcmp(s->type, "y") == 0) {
    bus_put_integer(m, s->number, 1);
  } else if (strcmp(s->type, "t") == 0) {
    bus_put_integer(m, s->number, 8);
  } else if (strcmp(s->type, "s") == 0) {
    bus_put_string(m, "dark");
  } else if (strcmp(s->type, "g") == 0) {
    bus_put_signature(m, "u");
  } else if (strcmp(s->type, "as") == 0) {
    bus_put_integer(m, 9, 4);
    bus_put_string(m, "dark");
  } else if (strcmp(s->type, "a{sv}") == 0 || strcmp(s->type, "at") == 0) {
    bus_put_integer(m, 0, 4);
    bus_align(m, 8);
  } else if (strcmp(s->type, "(ddd)") == 0 || strcmp(s->type, "(dd)") == 0) {
    bus_align(m, 8);
    for (int i = 0; i < (int)strlen(s->type) - 2; i++) {
      uint64_t bits;
      memcpy(&bits, &s->numbers[i], sizeof bits);
      bus_put_integer(m, bits, 8);
    }
  } else {
    abort();
  }
}

/* ---- What the bus and the portal say --------------------------------------------------------- */

static inline void bus_send_settings(bus *b, uint32_t reply_to) {
  static bus_message m;
  const char *sender = b->answer_sender != NULL ? b->answer_sender : BUS_OWNER;
  bus_begin(b, &m, 2, reply_to, sender, NULL, NULL,
            b->body_type != NULL ? b->body_type : "a{sa{sv}}");
  size_t start = m.count;
  bus_put_integer(&m, 0, 4);
  bus_align(&m, 8);
  size_t entries = m.count;
  static const char *const spaces[] = {BUS_APPEARANCE, BUS_ACCESSIBILITY, "org.example"};
  for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++) {
    bus_align(&m, 8);
    bus_put_string(&m, spaces[i]);
    bus_put_integer(&m, 0, 4);
    size_t place = m.count - 4;
    bus_align(&m, 8);
    size_t keys = m.count;
    for (int j = 0; j < b->setting_count; j++) {
      if (strcmp(b->settings[j].space, spaces[i]) != 0) continue;
      bus_align(&m, 8);
      bus_put_string(&m, b->settings[j].key);
      bus_put_variant(&m, &b->settings[j]);
    }
    bus_patch(&m, place, (uint32_t)(m.count - keys));
  }
  bus_patch(&m, start, (uint32_t)(m.count - entries));
  bus_end(b, &m, start);
}

static inline void bus_send_error(bus *b, uint32_t reply_to, const char *sender,
                                  const char *error) {
  static bus_message m;
  bus_begin(b, &m, 3, reply_to, sender, NULL, error, "s");
  size_t start = m.count;
  bus_put_string(&m, "no");
  bus_end(b, &m, start);
}

static inline void bus_send_change(bus *b, const char *sender, const bus_setting *setting) {
  static bus_message m;
  bus_begin(b, &m, 4, 0, sender, "SettingChanged", NULL, "ssv");
  size_t start = m.count;
  bus_put_string(&m, setting->space);
  bus_put_string(&m, setting->key);
  bus_put_variant(&m, setting);
  bus_end(b, &m, start);
}

/* Who has a name now. */
static inline void bus_send_owner_of(bus *b, const char *sender, const char *name,
                                     const char *old, const char *new) {
  static bus_message m;
  bus_begin(b, &m, 4, 0, sender, "NameOwnerChanged", NULL, "sss");
  size_t start = m.count;
  bus_put_string(&m, name);
  bus_put_string(&m, old);
  bus_put_string(&m, new);
  bus_end(b, &m, start);
}

static inline void bus_send_owner(bus *b, const char *old, const char *new) {
  bus_send_owner_of(b, BUS_NAME, BUS_PORTAL, old, new);
}

/* A short answer of the bus itself. */
static inline void bus_reply(bus *b, uint32_t reply_to, const char *text) {
  static bus_message m;
  bus_begin(b, &m, 2, reply_to, BUS_NAME, NULL, NULL, text != NULL ? "s" : NULL);
  size_t start = m.count;
  if (text != NULL) bus_put_string(&m, text);
  bus_end(b, &m, start);
}

/* ---- What the bus is told -------------------------------------------------------------------- */

static inline uint32_t bus_number(const unsigned char *bytes) {
  return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/* Answers a call, which is in little-endian byte order and whose fields are all texts. */
static inline void bus_answer(bus *b, const unsigned char *bytes, size_t body) {
  const char *member = "";
  uint32_t serial = bus_number(bytes + 8);
  for (size_t i = 16; i < 16 + bus_number(bytes + 12);) {
    unsigned char field = bytes[i];
    size_t text = i + 4;
    if (field == 8) {
      i = text + 2 + bytes[text];
    } else {
      if (field == 3) member = (const char *)bytes + text + 4;
      i = text + 5 + bus_number(bytes + text);
    }
    i = (i + 7) / 8 * 8;
  }
  if (strcmp(member, "Hello") == 0) {
    b->hellos++;
    bus_reply(b, serial, ":1.1");
  } else if (strcmp(member, "AddMatch") == 0) {
    b->matches++;
    snprintf(b->last_match, sizeof b->last_match, "%s", (const char *)bytes + body + 4);
    bus_reply(b, serial, NULL);
  } else if (strcmp(member, "GetNameOwner") == 0) {
    b->owner_calls++;
    if (b->has_portal) bus_reply(b, serial, BUS_OWNER);
    else bus_send_error(b, serial, BUS_NAME, "org.freedesktop.DBus.Error.NameHasNoOwner");
  } else if (strcmp(member, "ReadAll") == 0) {
    b->reads++;
    b->read_serial = serial;
    if (!b->has_portal && b->can_start_portal) {
      b->has_portal = true;
      bus_send_owner(b, "", BUS_OWNER);
    }
    if (!b->has_portal)
      bus_send_error(b, serial, BUS_NAME, "org.freedesktop.DBus.Error.ServiceUnknown");
    else if (b->error != NULL)
      bus_send_error(b, serial, BUS_OWNER, b->error);
    else if (!b->hangs)
      bus_send_settings(b, serial);
  }
}

static inline void bus_listen(bus *b) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t length = strlen(b->name);
  memcpy(address.sun_path + b->is_abstract, b->name, length);
  if (!b->is_abstract) unlink(b->name);
  b->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + 1);
  if (bind(b->listener, (struct sockaddr *)&address, size) != 0 || listen(b->listener, 8) != 0)
    abort();
  b->peer = -1;
}

static inline void bus_hang_up(bus *b) {
  if (b->peer >= 0) close(b->peer);
  b->peer = -1;
  b->in_count = 0;
  b->is_authenticated = false;
}

static inline void bus_close(bus *b) {
  bus_hang_up(b);
  if (b->listener >= 0) close(b->listener);
  b->listener = -1;
  if (!b->is_abstract) unlink(b->name);
}

/* Takes in what has been sent, and answers. Returns whether there was anything. */
static inline bool bus_serve(bus *b) {
  bool was_anything = false;
  if (b->peer < 0 && b->listener >= 0) {
    b->peer = accept4(b->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (b->peer >= 0) {
      b->connections++;
      was_anything = true;
    }
  }
  while (b->peer >= 0) {
    ssize_t count = recv(b->peer, b->in + b->in_count, sizeof b->in - b->in_count, 0);
    if (count == 0) bus_hang_up(b);
    if (count <= 0) break;
    b->in_count += (size_t)count;
    was_anything = true;
    if (!b->is_authenticated) {
      unsigned char *end = memmem(b->in, b->in_count, "\r\n", 2);
      if (end == NULL || b->ignores_user) continue;
      size_t used = (size_t)(end + 2 - b->in);
      if (memcmp(b->in, "\0AUTH EXTERNAL ", 15) == 0) {
        const char *line = b->rejects_user ? "REJECTED EXTERNAL\r\n" : "OK 1234deadbeef\r\n";
        bus_send_bytes(b, line, strlen(line));
      } else if (memcmp(b->in, "BEGIN", 5) == 0) {
        b->is_authenticated = true;
      }
      memmove(b->in, b->in + used, b->in_count -= used);
      if (!b->is_authenticated) continue;
    }
    size_t start = 0;
    while (b->in_count - start >= 16 && b->peer >= 0) {
      const unsigned char *bytes = b->in + start;
      size_t body = 16 + (bus_number(bytes + 12) + 7) / 8 * 8, size = body + bus_number(bytes + 4);
      if (b->in_count - start < size) break;
      bus_answer(b, bytes, body);
      start += size;
    }
    if (b->peer >= 0) memmove(b->in, b->in + start, b->in_count -= start);
  }
  return was_anything;
}

/* Starts a bus with a portal that runs and has no settings. */
static inline void bus_start(bus *b, const char *name) {
  memset(b, 0, sizeof *b);
  b->has_portal = true;
  snprintf(b->name, sizeof b->name, "%s", name);
  bus_listen(b);
}

#endif
