// A run to be edited, and the judge's verdict on it: is it a counterexample to this conjecture, under these rules?
((live) => {
  const { html, button, labelled } = live;
  const LEARNERS = [
    ["Perceptron; a tie is a mistake", { name: "perceptron", ties: "mistake" }],
    ["Perceptron; a tie predicts +1", { name: "perceptron", ties: 1 }],
    ["Margin Perceptron, ε = 1/2", { name: "margin", eps: "1/2" }],
    ["Winnow that is told γ", { name: "winnow", eta: "gamma", ties: "mistake" }],
  ];
  const CHOICES = {
    setting: ["The data", { separable: "separable with margin γ", agnostic: "any labels" }],
    norm: ["Examples", { unit: "‖x‖ = 1", ball: "‖x‖ ≤ 1", any: "of any length" }],
    comparator: ["Comparator", { unit: "‖u‖ = 1", ball: "‖u‖ ≤ 1", any: "of any length" }],
  };

  const vector = (value) => (Array.isArray(value) ? value.join(", ") : JSON.stringify(value));
  const rowNumber = /^\d+$/; // the matrix of a kernel is asked by numbers of rows, and a kernel of strings by strings in quotes

  class Form {
    constructor(root) {
      this.root = root;
      this.run = JSON.parse(root.dataset.run);
      this.fields = {};
      this.status = html("p", { class: "live-status", role: "status" });
      this.lines = html("ul", { class: "live-lines" });
      if (!live.hasRuntime) return; // the run as it stands is all that can be shown
      root.querySelector(".live-static").remove();
      this.judgeButton = button("Judge this run", () => this.judge(), { class: "live-main" });
      this.keep = button("Save as a file for check", () => live.save("counterexample.json", this.file), { disabled: true });
      root.append(
        html("p", {}, "Alter anything: the judge, a Python program in this page, plays the run anew in exact fractions and says whether it breaks the conjecture."),
        this.text("conjecture", "Conjecture", this.run.conjecture, 34),
        this.learner(),
        ...Object.entries(CHOICES).map(([name, [label, of]]) => this.choice(name, label, of)),
        this.text("u", "u", vector(this.run.u), 16),
        this.text("gamma", "γ", this.run.gamma, 6),
        this.text("R", "R (empty: the longest example)", this.run.R ?? "", 6),
        this.hypotheses(),
        this.examples(),
        html("div", { class: "live-controls" }, this.judgeButton, button("As it was", () => this.reset()), this.keep),
        this.status,
        this.lines,
      );
    }

    text(name, label, value, size) {
      this.fields[name] = html("input", { type: "text", value, size, spellcheck: "false" });
      return labelled(`${label} `, this.fields[name]);
    }

    choice(name, label, of) {
      const options = Object.entries(of).map(([value, text]) => html("option", { value, selected: value === this.run[name] }, text));
      this.fields[name] = html("select", {}, ...options);
      return labelled(`${label} `, this.fields[name]);
    }

    learner() {
      const own = JSON.stringify(this.run.learner);
      const known = LEARNERS.map(([text, value]) => [text, JSON.stringify(value)]);
      const all = known.some(([, value]) => value === own) ? known : [[`as given: ${Object.entries(this.run.learner).map(([k, v]) => (k === "name" ? v : `${k} ${v}`)).join(", ")}`, own], ...known];
      this.fields.learner = html("select", {}, ...all.map(([text, value]) => html("option", { value, selected: value === own }, text)));
      return labelled("Learner ", this.fields.learner);
    }

    hypotheses() {
      const dropped = new Set(this.run.dropped ?? []);
      this.boxes = JSON.parse(this.root.dataset.hypotheses).map((name) => [name, html("input", { type: "checkbox", checked: !dropped.has(name) })]);
      return html("fieldset", {}, html("legend", {}, "Hypotheses in force"), ...this.boxes.map(([name, box]) => html("label", {}, box, ` ${name}`)));
    }

    examples() {
      const rows = this.run.examples.map(({ x, y }) => `${vector(x)} : ${y > 0 ? "+1" : "-1"}`);
      this.fields.examples = html("textarea", { rows: Math.min(12, rows.length + 2), cols: 40, spellcheck: "false" });
      this.fields.examples.value = rows.join("\n");
      return html("div", {}, labelled("Examples, one a line, as x : y ", this.fields.examples));
    }

    point(text) {
      const rows = typeof this.run.examples[0].x === "number";
      if (text.startsWith('"') || (rows && rowNumber.test(text))) return JSON.parse(text);
      return text.split(",").map((entry) => entry.trim());
    }

    /** The run as the form has it, in the format of counterexamples. Throws an Error that names the line. */
    edited() {
      const { fields } = this;
      const examples = fields.examples.value.split("\n").map((line) => line.trim()).filter(Boolean).map((line, t) => {
        const [x, y] = [line.slice(0, line.lastIndexOf(":")), line.slice(line.lastIndexOf(":") + 1).trim().replace("−", "-")];
        if (!["1", "+1", "-1"].includes(y)) throw new Error(`line ${t + 1} of the examples has to end in : +1 or : -1`);
        return { x: this.point(x.trim()), y: Number(y) };
      });
      const run = { ...this.run, learner: JSON.parse(fields.learner.value), u: fields.u.value.split(",").map((entry) => entry.trim()), examples };
      for (const name of ["conjecture", "setting", "norm", "comparator", "gamma", "R"]) run[name] = fields[name].value.trim();
      if (!run.R) delete run.R;
      run.dropped = this.boxes.filter(([, box]) => !box.checked).map(([name]) => name);
      if (!run.dropped.length) delete run.dropped;
      return run;
    }

    async judge() {
      this.judgeButton.disabled = true;
      this.lines.replaceChildren();
      try {
        const run = this.edited();
        await live.awaited(this.status);
        this.say("The judge plays the run.", "busy");
        const said = await live.ask("judge", JSON.stringify(run));
        if (said.error) return this.say(`Not a run: ${said.error}`, "bad");
        this.file = said.file;
        this.keep.disabled = false;
        const sides = said.sides.join(" against ");
        if (said.valid) this.say(`A counterexample to ${said.conjecture}: ${sides}, after M = ${said.M} updates.`, "good");
        else this.say(`No counterexample to ${said.conjecture}: ${sides}, after M = ${said.M} updates.`, "bad");
        this.lines.append(...said.reasons.map((line) => html("li", { class: "bad" }, `✗ ${line}`)), ...said.checked.map((line) => html("li", {}, `✓ ${line}`)));
      } catch (error) {
        this.say(error.message, "bad");
      } finally {
        this.judgeButton.disabled = false;
      }
    }

    reset() {
      const fresh = this.root.cloneNode(false);
      fresh.append(html("div", { class: "live-static" }));
      this.root.replaceWith(fresh);
      new Form(fresh);
    }

    say(text, kind) {
      this.status.className = `live-status ${kind}`;
      this.status.textContent = text;
    }
  }

  live.widgets.judge = (root) => new Form(root);
})(globalThis.perceptronLive);
