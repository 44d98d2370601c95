"""A log-log plot as SVG, written by hand: nothing to install."""

import math

WIDTH, HEIGHT = 760, 460
LEFT, RIGHT, TOP, BOTTOM = 70, 130, 40, 60
COLOURS = ["#1b6ca8", "#c4572b", "#3a7d44", "#7b4b94"]


def log_log(title, x_label, y_label, series):
    """`series` is a list of (name, [(x, y), …]); one more line shows what linear growth would be."""
    points = [point for _, values in series for point in values]
    x_range = decades([x for x, _ in points])
    y_range = decades([y for _, y in points])

    def place(x, y):
        across = (math.log10(x) - x_range[0]) / (x_range[1] - x_range[0])
        up = (math.log10(y) - y_range[0]) / (y_range[1] - y_range[0])
        return LEFT + across * (WIDTH - LEFT - RIGHT), HEIGHT - BOTTOM - up * (HEIGHT - TOP - BOTTOM)

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13">',
             f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
             f'<text x="{LEFT}" y="24" font-size="15">{title}</text>']
    parts += grid(x_range, y_range, place)
    parts.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 14}" text-anchor="middle">{x_label}</text>')
    parts.append(f'<text x="18" y="{(TOP + HEIGHT - BOTTOM) / 2}" text-anchor="middle" '
                 f'transform="rotate(-90 18 {(TOP + HEIGHT - BOTTOM) / 2})">{y_label}</text>')
    parts += linear(series[0][1], place)
    ends = sorted((place(*values[-1])[1], number) for number, (_, values) in enumerate(series))
    labels, last = {}, -100
    for y, number in ends:
        last = max(y, last + 16)
        labels[number] = last
    for number, (name, values) in enumerate(series):
        colour = COLOURS[number % len(COLOURS)]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(*value) for value in values))
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>' for x, y in (place(*value) for value in values)]
        parts.append(f'<text x="{WIDTH - RIGHT + 10}" y="{labels[number] + 4:.1f}" fill="{colour}">{name}</text>')
    return "\n".join([*parts, "</svg>", ""])


def decades(values):
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return low, max(high, low + 1)


def grid(x_range, y_range, place):
    parts = []
    for power in range(x_range[0], x_range[1] + 1):
        (x, bottom), (_, top) = place(10 ** power, 10 ** y_range[0]), place(10 ** power, 10 ** y_range[1])
        parts.append(f'<line x1="{x:.1f}" y1="{bottom:.1f}" x2="{x:.1f}" y2="{top:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{x:.1f}" y="{bottom + 18:.1f}" text-anchor="middle">{10 ** power:,}</text>')
    for power in range(y_range[0], y_range[1] + 1):
        (left, y), (right, _) = place(10 ** x_range[0], 10 ** power), place(10 ** x_range[1], 10 ** power)
        parts.append(f'<line x1="{left:.1f}" y1="{y:.1f}" x2="{right:.1f}" y2="{y:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{left - 8:.1f}" y="{y + 4:.1f}" text-anchor="end">{10.0 ** power:g}</text>')
    return parts


def linear(values, place):
    """What the first series would be if it grew with the number of files."""
    (first_x, first_y), (last_x, _) = values[0], values[-1]
    (x1, y1), (x2, y2) = place(first_x, first_y), place(last_x, first_y * last_x / first_x)
    return [f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="#999" stroke-dasharray="5 5"/>']
