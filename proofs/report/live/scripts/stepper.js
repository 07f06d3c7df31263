// A run in the plane or in space, round by round: the weights, the next example and what the round does, in exact numbers.
((live) => {
  const { html, svg, button } = live;
  const { shown, inner, rational } = live.exact;
  const SIZE = 300;
  const PAUSE = 700; // milliseconds between two rounds
  const equals = (value) => (`${value}`.startsWith("≈") ? `${value}` : `= ${value}`);

  class Stepper {
    constructor(box) {
      this.box = box;
      this.picture = html("div", { class: "live-picture" });
      this.facts = html("div", { class: "live-facts", role: "status" });
      this.position = live.slider("Round ", { min: 1, max: 1, value: 1, told: String }, () => this.draw());
      this.turn = live.slider("Turn the view ", { min: 0, max: 360, value: 30, step: 5, told: (v) => `${v}°` }, () => this.draw());
      const step = (by) => () => this.go(this.position.value + by);
      const buttons = [["first", -1e9], ["back", -1], ["next", 1], ["last", 1e9]].map(([name, by]) => button(name, step(by)));
      this.player = button("play", () => this.play());
      this.timer = null;
      box.append(html("div", { class: "live-controls" }, ...buttons, this.player, this.position.field, this.turn.field), html("div", { class: "live-side" }, this.picture, this.facts));
    }

    /** Shows a run as `learners.run` gives it; without another u it is the first axis. */
    show(rounds, mistakeDriven, u = null) {
      Object.assign(this, { rounds, mistakeDriven, u: u ?? rounds[0].z.map((_, i) => rational(i ? 0 : 1)) });
      this.position.input.max = rounds.length;
      this.turn.field.hidden = rounds[0].z.length !== 3;
      this.go(rounds.length);
    }

    /** Goes through the rounds by itself, from the first one if it is at the last. */
    play() {
      if (this.timer) return this.stop();
      if (this.position.value === this.rounds.length) this.go(1);
      this.player.textContent = "pause";
      this.timer = setInterval(() => (this.position.value < this.rounds.length && this.box.isConnected ? this.go(this.position.value + 1) : this.stop()), PAUSE);
    }

    stop() {
      clearInterval(this.timer);
      this.timer = null;
      this.player.textContent = "play";
    }

    go(round) {
      this.position.input.value = Math.max(1, Math.min(this.rounds.length, round));
      this.position.input.dispatchEvent(new Event("input"));
    }

    draw() {
      const t = this.position.value - 1;
      const { z, w, product, update, counted, after } = this.rounds[t];
      const M = this.rounds.slice(0, t + 1).filter((r) => r.counted).length;
      const lines = [
        `w = ${shown(w)}`, `y·x = ${shown(z)}`, `y⟨w, x⟩ ${equals(product)}`,
        update ? (counted ? `update ${M}: w becomes ${shown(after)}` : "it gives the first weights, which is not counted") : "no update",
        `‖w‖² ${equals(inner(after, after))}${this.mistakeDriven ? ` ≤ M = ${M}` : ""}, and ⟨u, w⟩ ${equals(inner(this.u, after))}`,
      ];
      this.facts.replaceChildren(...lines.map((line) => html("p", {}, line)));
      this.picture.replaceChildren(this.drawing(t));
    }

    /** In space seen from a little above, turned about an upright. Beyond: along u, and how far from it. */
    flat(v) {
      if (v.length > 3) {
        const [along, square] = [inner(this.u, v).near(), inner(v, v).near()];
        return [along, Math.sqrt(Math.max(0, square - along ** 2))];
      }
      const [a, b = 0, c = 0] = v.map((value) => value.near());
      if (v.length < 3) return [a, b];
      const angle = (this.turn.value * Math.PI) / 180;
      return [a * Math.cos(angle) - b * Math.sin(angle), c * 0.9 + (a * Math.sin(angle) + b * Math.cos(angle)) * 0.35];
    }

    drawing(t) {
      const { z, w, after } = this.rounds[t];
      const longest = Math.max(1, ...this.rounds.map((r) => Math.hypot(...r.after.map((value) => value.near()))));
      const scale = (SIZE / 2 - 16) / longest;
      const at = (v) => { const [x, y] = this.flat(v); return [SIZE / 2 + x * scale, SIZE / 2 - y * scale]; };
      const arrow = (v, kind, name, from = null) => {
        const [[x1, y1], [x2, y2]] = [from ? at(from) : [SIZE / 2, SIZE / 2], at(v)];
        return [svg("line", { x1, y1, x2, y2, class: `live-arrow ${kind}` }), svg("circle", { cx: x2, cy: y2, r: 3.5, class: `live-tip ${kind}` }), svg("text", { x: x2 + 5, y: y2 - 5 }, name)];
      };
      const path = this.rounds.slice(0, t + 1).filter((r) => r.update).map((r) => at(r.after).map((c) => c.toFixed(1)).join(","));
      const u = this.u.map((value) => value.times(rational(Math.max(1, Math.round(longest)))));
      const label = `Round ${t + 1} of ${this.rounds.length}: the weights ${shown(w)}, the example ${shown(z)}, the weights after it ${shown(after)}`;
      return svg("svg", { viewBox: `0 0 ${SIZE} ${SIZE}`, role: "img", "aria-label": label },
        svg("circle", { cx: SIZE / 2, cy: SIZE / 2, r: scale, class: "live-disc" }),
        svg("polyline", { points: [`${SIZE / 2},${SIZE / 2}`, ...path].join(" "), class: "live-path" }),
        ...arrow(u, "live-u", "u"), ...arrow(w, "live-w", "w"), ...arrow(after, "live-z", "", w));
    }
  }

  live.Stepper = Stepper;
})(globalThis.perceptronLive);
