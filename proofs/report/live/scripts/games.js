// Two games: the reader is the adversary of the Perceptron in the plane, or the learner whom an adversary always proves wrong.
((live) => {
  const { html, svg, button, slider } = live;
  const { rational, one, zero, inner, sum, shown } = live.exact;
  const { errs, zigzag } = live.learners;
  const [SIZE, STEPS] = [320, 20];

  live.widgets.adversary = (root) => {
    root.querySelector(".live-static").remove();
    let rounds = [];
    const over = html("select", { onchange: () => restart() }, ...[2, 3, 4, 5].map((k) => html("option", { value: k, selected: k === 3 }, `1/${k}`)));
    const place = (v) => String(rational(v, STEPS));
    const first = slider("x₁ ", { min: -STEPS, max: STEPS, value: 8, told: place }, () => draw());
    const second = slider("x₂ ", { min: -STEPS, max: STEPS, value: 18, told: place }, () => draw());
    const board = html("div", { class: "live-picture" });
    const told = html("p", { class: "live-status", role: "status" });
    const list = html("ol", { class: "live-rounds" });
    root.append(
      html("p", {}, "You are the adversary. u = (1, 0) labels your example, which must be no longer than 1 and γ away from the upright line. How many mistakes can you force?"),
      html("div", { class: "live-controls" }, live.labelled("γ ", over), first.field, second.field),
      html("div", { class: "live-controls" }, button("Play this example", () => play([rational(first.value, STEPS), rational(second.value, STEPS)]), { class: "live-main" }),
        button("Take back", () => { rounds.pop(); draw(); }), button("Start over", () => restart()), button("Show the most there is", () => best())),
      told, board, list,
    );
    const gamma = () => rational(1, Number(over.value));
    const weights = () => rounds.filter((r) => r.wrong).reduce((w, r) => sum(w, r.z), [zero, zero]);
    const mistakes = () => rounds.filter((r) => r.wrong).length;
    const most = () => Number(one.over(rational(2).times(gamma()).times(gamma())).floor()) + 1;

    function play(x) {
      const y = x[0].sign();
      const z = x.map((value) => value.times(rational(y)));
      if (inner(z, z).compare(one) > 0) return say("That example is longer than 1.", "bad");
      if (z[0].compare(gamma()) < 0) return say(`That example is nearer than γ = ${gamma()} to the line, so u does not separate it by γ.`, "bad");
      const wrong = errs(weights(), z, null);
      rounds.push({ x, y, z, wrong });
      draw();
      return say(wrong ? `Mistake ${mistakes()}. The bound in the plane is ${most()}; Novikoff’s is ${one.over(gamma().times(gamma()))}.` : "The Perceptron was right, and learns nothing.", wrong ? "good" : "bad");
    }

    function best() {
      restart();
      for (const z of zigzag(gamma())) play(z);
      say(`The zig-zag makes ${mistakes()} mistakes; with γ = ${gamma()} no sequence in the plane makes more than ${most()}.`, "good");
    }

    function restart() {
      rounds = [];
      draw();
      say("Nothing is played yet.", "");
    }

    function say(text, kind) {
      told.className = `live-status ${kind}`;
      told.textContent = text;
    }

    function draw() {
      const w = weights();
      const scale = SIZE / 2 - 12;
      const at = (x, y) => [SIZE / 2 + x * scale, SIZE / 2 - y * scale];
      const [a, b] = w.map((value) => value.near());
      const length = Math.hypot(a, b) || 1;
      const side = length > 1e-9 && (a || b) ? [svg("line", { x1: at(-b / length, a / length)[0], y1: at(-b / length, a / length)[1], x2: at(b / length, -a / length)[0], y2: at(b / length, -a / length)[1], class: "live-border" })] : [];
      const [cx, cy] = at(first.value / STEPS, second.value / STEPS);
      const g = gamma().near() * scale;
      const label = `The weights are ${shown(w)}; your example would be (${place(first.value)}, ${place(second.value)}).`;
      const drawing = svg("svg", { viewBox: `0 0 ${SIZE} ${SIZE}`, role: "img", "aria-label": label },
        svg("circle", { cx: SIZE / 2, cy: SIZE / 2, r: scale, class: "live-disc" }),
        svg("rect", { x: SIZE / 2 - g, y: 12, width: 2 * g, height: 2 * scale, class: "live-strip" }),
        ...side,
        svg("line", { x1: SIZE / 2, y1: SIZE / 2, x2: at(a / Math.max(1, length), 0)[0], y2: at(0, b / Math.max(1, length))[1], class: "live-arrow live-w" }),
        ...rounds.map((r) => svg("circle", { cx: at(r.x[0].near(), 0)[0], cy: at(0, r.x[1].near())[1], r: 4, class: r.wrong ? "live-point" : "live-quiet" })),
        svg("path", { d: `M${cx - 7},${cy}h14M${cx},${cy - 7}v14`, class: "live-cross" }));
      drawing.addEventListener("click", (event) => {
        const box = drawing.getBoundingClientRect();
        const put = (control, value) => { control.input.value = Math.round(value * STEPS); control.input.dispatchEvent(new Event("input")); };
        put(first, (((event.clientX - box.left) / box.width) * SIZE - SIZE / 2) / scale);
        put(second, (SIZE / 2 - ((event.clientY - box.top) / box.height) * SIZE) / scale);
      });
      board.replaceChildren(drawing);
      list.replaceChildren(...rounds.map((r) => html("li", {}, `x = ${shown(r.x)}, y = ${r.y > 0 ? "+1" : "−1"}: ${r.wrong ? "a mistake" : "right"}`)));
    }
    restart();
  };

  live.widgets.learner = (root) => {
    root.querySelector(".live-static").remove();
    let labels = [];
    const size = html("select", { onchange: () => restart() }, ...[2, 3, 4].map((m) => html("option", { value: m, selected: m === 3 }, `1/${m}`)));
    const told = html("p", { class: "live-status", role: "status" });
    const list = html("ol", { class: "live-rounds" });
    const plus = button("+1", () => answer(1), { "aria-label": "I say plus one" });
    const minus = button("−1", () => answer(-1), { "aria-label": "I say minus one" });
    const itself = button("Let the Perceptron answer", () => answer(1, "The Perceptron is at a tie, ⟨w, x⟩ = 0, and says +1"));
    root.append(
      html("p", {}, "You are the learner. The adversary shows one unit vector after the other, each across all before it; say its label. The adversary promises that some u of length 1 separates all of them by γ."),
      html("div", { class: "live-controls" }, live.labelled("γ ", size), plus, minus, itself, button("Start over", () => restart())), told, list,
    );
    const axis = (t) => `e${[...`${t}`].map((digit) => "₀₁₂₃₄₅₆₇₈₉"[digit]).join("")}`;
    const rounds = () => Number(size.value) ** 2;

    function answer(said, words = `You say ${said > 0 ? "+1" : "−1"}`) {
      labels.push(-said);
      const t = labels.length;
      list.append(html("li", {}, `x = ${axis(t)}. ${words}; it is ${said > 0 ? "−1" : "+1"}: mistake ${t}.`));
      tell();
    }

    function tell() {
      const done = labels.length === rounds();
      for (const control of [plus, minus, itself]) control.disabled = done;
      if (!done) {
        told.textContent = `Example ${labels.length + 1} of ${rounds()}: x = ${axis(labels.length + 1)}. What is its label?`;
        return;
      }
      const u = labels.map((y) => rational(y, Number(size.value)));
      told.textContent = `All ${rounds()} answers were wrong, and the promise was kept: u = ${shown(u)} has length ${inner(u, u)} and y⟨u, x⟩ = 1/${size.value} on each. Whoever answers by a rule makes 1/γ² mistakes here.`;
    }

    function restart() {
      labels = [];
      list.replaceChildren();
      tell();
    }
    restart();
  };
})(globalThis.perceptronLive);
