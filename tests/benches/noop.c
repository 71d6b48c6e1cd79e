/* The floor: reads standard input to its end and writes one fixed reply. */
#include <unistd.h>

static char window[1 << 16];

int main(void) {
    static const char reply[] = "{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"deny\","
                                "\"permissionDecisionReason\":\"blocked\"}}";
    while (read(0, window, sizeof window) > 0) {
    }
    return write(1, reply, sizeof reply - 1) < 0;
}
