"""CPU time and peak memory of a full index, beside `ctags -R --fields=+neKS`."""

from .measure import best, median, name_of, table

CPU_TIMES_MAX = 8
RSS_MB_MAX = 300


def run(bench, trees):
    ctags = bench.peer("ctags")
    rows, checks = [], []
    for tree in trees:
        ours, theirs = [], []
        for _ in range(bench.runs or 7):
            ours.append(bench.index(tree, "--rebuild"))
            if ctags:
                tags = str(bench.scratch / "tags")
                theirs.append(bench.run([ctags, "-R", "--fields=+neKS", "-f", tags, tree]))
        cpu, rss = [run.cpu_s for run in ours], max(run.rss_mb for run in ours)
        peer = [run.cpu_s for run in theirs]
        # In a round both meet the same machine, so their medians are compared; the best says what it costs undisturbed.
        ratio = median(cpu) / median(peer) if peer else None
        rows.append([
            name_of(tree), f"{median(cpu):.2f} s ({best(cpu):.2f})",
            f"{median(peer):.2f} s ({best(peer):.2f})" if peer else "missing",
            f"{ratio:.1f}" if ratio else "?", f"{rss:.0f} MB", f"{median([run.wall_s for run in ours]):.2f} s",
        ])
        checks.append((name_of(tree), ratio, rss))
    print(table(["tree", "CPU, median (best)", "ctags, median (best)", "times", "peak memory", "wall, median"], rows))
    for name, ratio, rss in checks:
        if ratio:
            bench.check(f"{name}: CPU, times ctags", ratio, CPU_TIMES_MAX)
        bench.check(f"{name}: peak memory", rss, RSS_MB_MAX, " MB")
    return bench.code()
