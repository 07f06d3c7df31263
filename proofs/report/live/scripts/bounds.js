// Sliders: bounds redrawn as γ, ε, the dimension, the noise and ρ move, and the learner run against them.
((live) => {
  const { html, slider, chart, legend } = live;
  const { rational, one, zero } = live.exact;
  const { run, zigzag, spiral, line, MOST } = live.learners;
  const percent = (v) => String(rational(v, 100));
  const EXACT = "The learner runs in exact fractions. The curves are drawn in floating point.";

  /** Where f, which falls from positive to negative, crosses 0. */
  function crossing(f, low, high) {
    for (let i = 0; i < 80; i++) {
      const middle = (low + high) / 2;
      [low, high] = f(middle) > 0 ? [middle, high] : [low, middle];
    }
    return low;
  }

  /** 1/γ² and the greatest number of mistakes in a dimension, exactly. */
  const inverseSquare = (g) => one.over(g.times(g));
  const worst = { 1: () => 1, 2: (g) => Number(inverseSquare(g).over(rational(2)).floor()) + 1, 3: (g) => Number(inverseSquare(g).floor()) };
  const onGrid = (g) => rational(Math.round(g * 1e6), 1e6); // where a curve is drawn
  const WHERE = { 1: "on a line", 2: "in the plane", 3: "in space" };

  function perceptronCurves(d) {
    return [
      { name: "Novikoff: 1/γ²", at: (g) => 1 / (g * g) },
      { name: `the worst case ${WHERE[d]}: ${["", "1", "⌊1/(2γ²)⌋ + 1", "⌊1/γ²⌋"][d]}`, at: (g) => worst[d](onGrid(g)), steps: true },
    ];
  }

  function marginCurves(e) {
    const tau = e < 1 ? crossing((t) => Math.log(1 + 2 * (1 - e) * t) - 2 * e * (1 - e) * t, 1e-3, 1e9) : 1;
    return [
      { name: "2/(ε²γ²) − 2/ε", at: (g) => 2 / (e * g) ** 2 - 2 / e },
      { name: "1/(ε²γ²) − 1", at: (g) => 1 / (e * g) ** 2 - 1 },
      { name: "golden: (1 + √(1 + 8ε))²/(16ε²γ²) − 1", at: (g) => (1 + Math.sqrt(1 + 8 * e)) ** 2 / (16 * (e * g) ** 2) - 1 },
      { name: `sharp: ${tau.toPrecision(4)}/γ² − 1`, at: (g) => tau / (g * g) - 1 },
    ];
  }

  live.widgets.bounds = (root) => {
    root.querySelector(".live-static").remove();
    const redraw = () => draw();
    const learner = html("select", { onchange: redraw }, html("option", { value: "perceptron" }, "Perceptron"), html("option", { value: "margin" }, "Margin Perceptron"));
    const gamma = slider("γ ", { min: 10, max: 90, value: 20, told: percent }, redraw);
    const eps = slider("ε ", { min: 10, max: 100, value: 50, told: percent }, redraw);
    const dimension = slider("dimension ", { min: 1, max: 3, value: 3, told: String }, redraw);
    const picture = html("div", { class: "live-picture" });
    const names = html("div");
    const told = html("p", { class: "live-status", role: "status" });
    const steps = html("div");
    root.append(html("div", { class: "live-controls" }, live.labelled("Learner ", learner), gamma.field, eps.field, dimension.field), told, picture, names, html("p", { class: "live-why" }, EXACT), steps);
    const stepper = new live.Stepper(steps);

    function draw() {
      const margin = learner.value === "margin";
      const [g, e, d] = [rational(gamma.value, 100), rational(eps.value, 100), margin ? 3 : dimension.value];
      eps.input.disabled = !margin;
      dimension.input.disabled = margin;
      const threshold = margin ? one.minus(e).times(g) : null;
      const rounds = run(margin || d === 3 ? spiral(g, threshold) : d === 2 ? zigzag(g) : line(g), threshold);
      const M = rounds.filter((round) => round.counted).length;
      const curves = margin ? marginCurves(e.near()) : perceptronCurves(d);
      const least = margin ? `≈ ${Math.min(...curves.map((curve) => curve.at(g.near()))).toFixed(2)}` : worst[d](g);
      const missing = !margin && worst[d](g) > M ? " No run in rational numbers attains it where the quotient is whole." : "";
      const label = `γ = ${g}${margin ? `, ε = ${e}` : `, ${WHERE[d]}`}: the adversary forces M = ${M} update${M === 1 ? "" : "s"}${rounds.length >= MOST ? " before we stop" : ""}; the least of the bounds is ${least}.${missing}`;
      told.textContent = label;
      picture.replaceChildren(chart({ from: 0.1, to: 0.9, curves, points: [{ x: g.near(), y: M }], lines: [{ x: g.near() }], label: `Bounds against γ. ${label}`, across: "γ", up: "updates" }));
      names.replaceChildren(legend(curves, [[html("span", { class: "bad" }, "●"), " M of the run"]]));
      stepper.show(rounds, !margin);
    }
    draw();
  };

  /** m² orthonormal examples, each 1/m ahead of u, and then n times the first one with the wrong label and again with the right one. */
  function noisy(m, n) {
    const axis = (i, sign) => Array.from({ length: m * m }, (_, k) => rational(k === i ? sign : 0));
    return [...Array.from({ length: m * m }, (_, i) => axis(i, 1)), ...Array.from({ length: 2 * n }, (_, k) => axis(0, k % 2 ? 1 : -1))];
  }

  const HINGE = [
    ["exact root: ((b + √(b² + 4H))/2)²", (b, H) => ((b + Math.sqrt(b * b + 4 * H)) / 2) ** 2],
    ["b² + 2H", (b, H) => b * b + 2 * H],
    ["MR (4): (b + √H)²", (b, H) => (b + Math.sqrt(H)) ** 2],
    ["MR (8): (b + Λ)²", (b, H, L) => (b + L) ** 2],
  ];

  live.widgets.hinge = (root) => {
    root.querySelector(".live-static").remove();
    const redraw = () => draw();
    const m = slider("m, so that the clean data have margin 1/m ", { min: 1, max: 8, value: 3, told: String }, redraw);
    const n = slider("contradictions, which make TD ", { min: 0, max: 30, value: 2, told: String }, redraw);
    const rho = slider("ρ ", { min: 5, max: 200, value: 40, told: percent }, redraw);
    const picture = html("div", { class: "live-picture" });
    const names = html("div");
    const told = html("p", { class: "live-status", role: "status" });
    root.append(html("div", { class: "live-controls" }, m.field, n.field, rho.field), told, picture, names,
      html("p", { class: "live-why" }, `b = 1/ρ, H = TD/ρ, and Λ² sums the squares of the losses; u = (1/m, …, 1/m) and R = 1. ${EXACT}`));

    function draw() {
      const [mm, nn, r] = [m.value, n.value, rational(rho.value, 100)];
      const counted = run(noisy(mm, nn)).filter((round) => round.counted);
      const slack = (level) => counted.map((round) => level.minus(round.z.reduce((a, b) => a.plus(b), zero).over(rational(mm)))).map((s) => (s.sign() > 0 ? s : zero));
      const TD = slack(r).reduce((a, b) => a.plus(b), zero);
      const aheads = counted.map((round) => round.z.reduce((a, b) => a + b.near(), 0) / mm);
      const curves = HINGE.map(([name, of]) => ({
        name,
        at: (level) => {
          const losses = aheads.map((ahead) => Math.max(0, level - ahead) / level);
          return of(1 / level, losses.reduce((a, b) => a + b, 0), Math.hypot(...losses));
        },
      }));
      const values = curves.map((curve) => `≈ ${curve.at(r.near()).toFixed(2)}`);
      const label = `M = ${counted.length} mistakes; at ρ = ${r} TD = ${TD}, and the bounds are ${values.join(", ")}.`;
      told.textContent = label;
      picture.replaceChildren(chart({ from: 0.05, to: 2, curves: [...curves, { name: "M of the run", at: () => counted.length }], points: [{ x: r.near(), y: counted.length }], lines: [{ x: r.near() }], label: `Bounds against ρ. ${label}`, across: "ρ", up: "mistakes" }));
      names.replaceChildren(legend([...curves, { name: "M of the run" }]));
    }
    draw();
  };
})(globalThis.perceptronLive);
