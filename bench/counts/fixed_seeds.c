/* Hash seeds that are always the same: preloaded by `cargo xtask bench counts`, so that two runs count alike. */
#include <string.h>
#include <sys/types.h>

ssize_t getrandom(void *buffer, size_t length, unsigned int flags) {
    (void)flags;
    memset(buffer, 7, length);
    return (ssize_t)length;
}
