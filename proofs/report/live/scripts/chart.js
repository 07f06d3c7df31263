// A chart of curves with a logarithmic height, in SVG; whoever cannot see it gets its text.
((live) => {
  const { svg } = live;
  const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [560, 280, 46, 34, 10];
  const MARKS = ["", "7 3", "2 3", "9 3 2 3"]; // dashes, so that curves differ without colour

  /** curves: [{name, at, steps}], with `steps` for one that jumps; points: [{x, y, name}]; lines: [{x, name}] upright. */
  live.chart = ({ from, to, curves, points, lines = [], label, across, up }) => {
    const xs = Array.from({ length: 121 }, (_, i) => from + ((to - from) * i) / 120);
    const drawn = curves.map((curve) => ({ ...curve, ys: xs.map(curve.at) }));
    const heights = [...drawn.flatMap((curve) => curve.ys), ...points.map((p) => p.y)].filter((y) => y > 0 && Number.isFinite(y));
    const low = 10 ** Math.floor(Math.log10(Math.max(1, Math.min(...heights))));
    const high = Math.max(low * 10, 10 ** Math.ceil(Math.log10(Math.max(...heights))));
    const x = (value) => LEFT + ((value - from) / (to - from)) * (WIDTH - LEFT - 10);
    const y = (value) => HEIGHT - BOTTOM - (Math.log(Math.max(value, low * 0.8) / low) / Math.log(high / low)) * (HEIGHT - BOTTOM - TOP);
    const parts = [];
    for (let tick = low; tick <= high; tick *= 10) {
      parts.push(svg("line", { x1: LEFT, x2: WIDTH - 10, y1: y(tick), y2: y(tick), class: "live-grid" }));
      parts.push(svg("text", { x: LEFT - 6, y: y(tick) + 4, "text-anchor": "end" }, String(tick)));
    }
    for (let i = 0; i <= 4; i++) {
      const value = from + ((to - from) * i) / 4;
      parts.push(svg("text", { x: x(value), y: HEIGHT - BOTTOM + 17, "text-anchor": i === 4 ? "end" : "middle" }, value.toFixed(2)));
    }
    parts.push(svg("text", { x: WIDTH - 10, y: HEIGHT - 2, "text-anchor": "end" }, across), svg("text", { x: LEFT + 6, y: TOP + 8 }, up));
    drawn.forEach((curve, i) => {
      const at = (k, level) => `${x(xs[k]).toFixed(1)},${y(level).toFixed(1)}`;
      const path = xs.flatMap((_, k) => (curve.ys[k] > 0 ? [...(curve.steps && k ? [at(k, curve.ys[k - 1])] : []), at(k, curve.ys[k])] : []));
      parts.push(svg("polyline", { points: path.join(" "), class: `live-curve live-curve-${i}`, "stroke-dasharray": MARKS[i % MARKS.length] }));
    });
    for (const line of lines) parts.push(svg("line", { x1: x(line.x), x2: x(line.x), y1: TOP, y2: HEIGHT - BOTTOM, class: "live-here" }));
    for (const point of points) parts.push(svg("circle", { cx: x(point.x), cy: y(point.y), r: 6, class: "live-point" }));
    return svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label, class: "live-chart" }, ...parts);
  };

  /** What the curves are called, with their values. */
  live.legend = (curves, more = []) => {
    const key = (i) =>
      svg("svg", { viewBox: "0 0 30 8", class: "live-key", "aria-hidden": "true" },
        svg("line", { x1: 0, x2: 30, y1: 4, y2: 4, class: `live-curve live-curve-${i}`, "stroke-dasharray": MARKS[i % MARKS.length] }));
    return live.html("ul", { class: "live-legend" }, ...curves.map((c, i) => live.html("li", {}, key(i), ` ${c.name}`)), ...more.map((t) => live.html("li", {}, ...[t].flat())));
  };

  /** A slider with its value beside it: `told` turns the position into text. */
  live.slider = (label, { min, max, value, step = 1, told }, changed) => {
    const input = live.html("input", { type: "range", min, max, step });
    input.value = value;
    const output = live.html("output", {}, told(value));
    input.addEventListener("input", () => {
      output.textContent = told(Number(input.value));
      input.setAttribute("aria-valuetext", output.textContent);
      changed();
    });
    input.setAttribute("aria-valuetext", told(value));
    const field = live.labelled(label, input);
    field.append(output);
    return { field, input, get value() { return Number(input.value); } };
  };
})(globalThis.perceptronLive);
