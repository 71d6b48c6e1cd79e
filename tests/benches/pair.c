/* pair RUNS PAYLOAD FLOOR COMMAND [ARGUMENT ...]
 *
 * Runs FLOOR and COMMAND in turn, each RUNS times, the payload on standard input through a pipe as a host hands it over, and
 * prints one line of JSON: what the kernel accounts to each (CPU and wall in microseconds, page faults, peak in KiB), and the
 * ratio of their CPU pair by pair, so that it holds when the machine's speed drifts. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

struct run {
    double cpu, wall, faults;
    long peak;
    int status;
};

static int order(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, int n) {
    qsort(values, n, sizeof *values, order);
    return values[n / 2];
}

static void fail(const char *what) {
    perror(what);
    exit(2);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static double micros(struct timeval t) { return t.tv_sec * 1e6 + t.tv_usec; }

/* The payload goes from the file into the pipe without passing through this process: a child's peak begins at its parent's. */
static struct run once(char **command, int file, off_t length) {
    static char reply[1 << 16];
    int in[2], out[2];
    posix_spawn_file_actions_t actions;
    struct rusage usage;
    pid_t child;
    struct run run;
    if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC)) fail("pipe");
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], 0);
    posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    double start = now();
    if (posix_spawnp(&child, command[0], &actions, NULL, command, environ)) fail(command[0]);
    close(in[0]);
    close(out[1]);
    for (loff_t at = 0; at < length;) {
        if (splice(file, &at, in[1], NULL, length - at, 0) <= 0) break;
    }
    close(in[1]);
    while (read(out[0], reply, sizeof reply) > 0) {
    }
    wait4(child, &run.status, 0, &usage);
    run.wall = now() - start;
    close(out[0]);
    posix_spawn_file_actions_destroy(&actions);
    run.cpu = micros(usage.ru_utime) + micros(usage.ru_stime);
    run.faults = usage.ru_minflt;
    run.peak = usage.ru_maxrss;
    return run;
}

int main(int argc, char **argv) {
    if (argc < 5) {
        fprintf(stderr, "usage: pair RUNS PAYLOAD FLOOR COMMAND [ARGUMENT ...]\n");
        return 2;
    }
    int runs = atoi(argv[1]), file = open(argv[2], O_RDONLY), bad = 0;
    struct stat stat;
    if (runs < 1 || file < 0 || fstat(file, &stat)) fail(argv[2]);
    signal(SIGPIPE, SIG_IGN);
    char *floor[] = {argv[3], NULL};
    char **commands[] = {floor, argv + 4};
    double *figures = calloc((size_t)runs * 7, sizeof *figures), *ratio = figures + 6 * runs;
    long peak[2] = {0, 0};
    for (int i = -1; i < runs; i++) {
        double cpu[2];
        for (int c = 0; c < 2; c++) {
            struct run run = once(commands[c], file, stat.st_size);
            cpu[c] = run.cpu;
            if (run.peak > peak[c]) peak[c] = run.peak;
            bad += c == 1 && run.status != 0;
            if (i < 0) continue; /* the first warms up */
            figures[(3 * c + 0) * runs + i] = run.cpu;
            figures[(3 * c + 1) * runs + i] = run.wall;
            figures[(3 * c + 2) * runs + i] = run.faults;
        }
        if (i >= 0) ratio[i] = cpu[1] / cpu[0];
    }
    double m[7];
    for (int f = 0; f < 7; f++) m[f] = median(figures + f * runs, runs);
    printf("{\"runs\":%d,\"failed\":%d,\"ratio\":%.3f,\"cpu_us\":%.0f,\"wall_us\":%.0f,\"faults\":%.0f,\"peak_kib\":%ld,"
           "\"floor_cpu_us\":%.0f,\"floor_wall_us\":%.0f,\"floor_faults\":%.0f,\"floor_peak_kib\":%ld}\n",
           runs, bad, m[6], m[3], m[4], m[5], peak[1], m[0], m[1], m[2], peak[0]);
    return 0;
}
