#include <stdio.h>
#include "store.h"

#define LIMIT 3
#define MAX(a, b) ((a) > (b) ? (a) : (b))

/* A store. */
struct store {
    int size;
    struct item *first;
};

typedef struct { int x; } point_t;
typedef int (*handler)(struct store *, int);
enum mode { MODE_ON, MODE_OFF };
union bits { int a; };

static int counter = 0;
extern int outside(int a);

/* Gets one. */
static struct item *
store_get(struct store *s, const char *key)
{
    point_t p;
    printf("%s", key);
    s->first->open(key, LIMIT);
    return find(s, MAX(1, 2), &compare);
}

int main(void) { return run(store_get); }
