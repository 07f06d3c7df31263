// The proof that checks itself: replays it with the kernel, and lets a reader alter, drop or load what is then replayed.
((live) => {
  const { html, button } = live;
  const copied = (value) => JSON.parse(JSON.stringify(value));
  let proofs = null;

  async function unpacked(text) {
    const raw = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    return JSON.parse(await new Response(new Blob([raw]).stream().pipeThrough(new DecompressionStream("gzip"))).text());
  }

  /** The proof files of these theorems, from the one script that holds all. */
  async function loaded(ids) {
    if (!proofs) {
      live.proofsLoaded = (value) => (proofs = value);
      await live.script("proofs.js");
    }
    return Promise.all(ids.map((id) => unpacked(proofs[id])));
  }

  class Checker {
    constructor(root) {
      this.root = root;
      this.id = root.dataset.theorem;
      this.ids = root.dataset.chain.split(" ");
      this.chain = root.querySelector(".live-chain");
      this.items = new Map([...root.querySelectorAll("[data-step]")].map((item) => [item.dataset.step, item]));
      this.original = null; // the theorems as the book has them
      this.theorems = null; // what is replayed
      this.fileText = null; // the text of a file of the reader's, which Python reads as it is: JSON.parse drops repeated keys
      this.status = html("p", { class: "live-status", role: "status" });
      this.proved = html("div", { class: "live-proved" });
      this.replayButton = button("Replay the proof", () => this.replay(), { class: "live-main" });
      this.undoButton = button("Undo all changes", () => this.undo(), { disabled: true });
      this.file = html("input", { type: "file", accept: ".json,application/json", onchange: () => this.load(this.file.files[0]) });
      this.hypotheses = html("fieldset", { class: "live-hypotheses" }, html("legend", {}, "The proof may use"));
      this.show();
    }

    show() {
      const { root } = this;
      root.querySelector(".live-without").textContent = live.hasRuntime
        ? "The kernel itself, a Python program, runs in this page: it replays each step, and rejects what does not follow. Python takes some seconds to start."
        : "This book was made without the runtime, so its pages cannot replay a proof; the command perceptron-proofs replay does, with the file that you can save here.";
      const save = button("Save as a proof file", async () => live.save(`${this.id}.json`, await this.text()));
      const controls = live.hasRuntime ? [this.replayButton, this.undoButton, save] : [save];
      root.querySelector(".live-without").after(html("div", { class: "live-controls" }, ...controls), this.status, this.proved);
      if (!live.hasRuntime) return;
      root.append(html("p", { class: "live-load" }, live.labelled("Replay a proof file of your own: ", this.file)));
      for (const [name, item] of this.items) {
        const open = button("change", () => this.edit(name, item, open), { "aria-label": `change step ${name}`, "aria-expanded": "false" });
        item.append(" ", open);
      }
      root.querySelector(".live-steps").before(this.hypotheses);
      root.querySelector("details").addEventListener("toggle", () => this.listHypotheses(), { once: true });
    }

    async prepare() {
      if (!this.original) {
        this.original = await loaded(this.ids);
        this.theorems = copied(this.original);
        this.draw(); // now, so that nothing moves away below the pointer that leaves a changed field
      }
      return this.theorems.at(-1);
    }

    async text() {
      await this.prepare();
      return this.fileText ?? JSON.stringify({ format: "perceptron-proofs/proof-1", theorems: this.theorems });
    }

    // what the kernel says

    async replay() {
      this.replayButton.disabled = true;
      try {
        await this.prepare();
        this.draw();
        await live.awaited(this.status);
        this.say("The kernel replays the proof.", "busy");
        const text = await this.text();
        const begun = performance.now();
        const said = await live.ask("replay_text", text, (id, count) => this.accepted(id, count));
        await this.verdict(said, Math.round(performance.now() - begun));
      } catch (error) {
        this.say(`The kernel could not be asked: ${error.message}`, "bad");
      } finally {
        this.replayButton.disabled = false;
      }
    }

    accepted(id, count) {
      const row = this.rows?.get(id);
      if (!row) return;
      row.done = count;
      row.squares[count - 1]?.classList.add("good");
      row.told.textContent = `${count} of ${row.squares.length} steps`;
      if (id === this.id && this.isOwn()) this.items.get(this.theorems.at(-1).steps[count - 1].name)?.classList.add("good");
    }

    async verdict(said, time) {
      const steps = this.theorems.reduce((sum, theorem) => sum + theorem.steps.length, 0);
      if (!("rejected" in said)) {
        const theorems = said.accepted.length === 1 ? "one theorem" : `${said.accepted.length} theorems`;
        this.say(`Accepted: ${steps} steps of ${theorems}, replayed in ${time} milliseconds.`, "good");
        if (this.isChanged()) await this.tellStatement();
        return;
      }
      this.say(`Rejected: ${said.rejected}`, "bad");
      const row = this.rows.get(said.theorem);
      const step = row && row.theorem.steps[row.done];
      if (!step || !said.rejected.includes(`'${step.name}'`)) return;
      row.squares[row.done].classList.add("bad");
      if (said.theorem === this.id && this.isOwn()) this.items.get(step.name)?.classList.add("bad");
    }

    /** What a file of the reader's, or a changed proof, proves: the kernel does not know what its names are meant to say. */
    async tellStatement() {
      const said = await live.ask("state", await this.text());
      const claim = html("p", {}, `What it proves (${said.id}): `);
      claim.insertAdjacentHTML("beforeend", said.conclusion);
      const rests = [...said.conditions, ...said.axioms.map((name) => `by axiom ${name}`)];
      this.proved.replaceChildren(claim, html("ul", {}, ...rests.map((line) => html("li", {}, line))));
    }

    say(text, kind) {
      this.status.className = `live-status ${kind}`;
      this.status.textContent = text;
    }

    // what is replayed

    isOwn() {
      return this.theorems.at(-1).id === this.id && this.theorems.length === this.ids.length;
    }

    isChanged() {
      return JSON.stringify(this.theorems) !== JSON.stringify(this.original);
    }

    draw() {
      this.rows = new Map();
      this.proved.replaceChildren();
      for (const item of this.items.values()) item.classList.remove("good", "bad");
      const items = this.theorems.map((theorem) => {
        const told = html("span", { class: "live-count" }, `${theorem.steps.length} steps`);
        const squares = theorem.steps.map(() => html("i"));
        this.rows.set(theorem.id, { theorem, told, squares, done: 0 });
        const name = html("span", { class: "live-name" }, theorem.id);
        return html("li", { "data-id": theorem.id }, name, " ", told, html("span", { class: "live-squares", "aria-hidden": "true" }, ...squares));
      });
      this.chain.replaceChildren(...items);
    }

    changed() {
      this.fileText = null;
      this.undoButton.disabled = !this.isChanged();
      this.draw();
      this.say(this.isChanged() ? "Changed. What does the kernel say?" : "As the book has it.", "");
    }

    undo() {
      this.theorems = copied(this.original);
      for (const box of this.root.querySelectorAll(".live-editor")) box.remove();
      for (const opened of this.root.querySelectorAll("[aria-expanded=true]")) opened.setAttribute("aria-expanded", "false");
      this.file.value = "";
      this.listHypotheses();
      this.changed();
    }

    async load(file) {
      if (!file) return;
      await this.prepare();
      try {
        const text = await file.text();
        const theorems = JSON.parse(text).theorems;
        if (!Array.isArray(theorems) || !theorems.every((t) => t && Array.isArray(t.steps))) throw new Error("it has no list of theorems");
        this.theorems = theorems;
        this.fileText = text;
        this.undoButton.disabled = false;
        await this.replay();
      } catch (error) {
        this.say(`${file.name} is no proof file: ${error.message}`, "bad");
      }
    }

    // hypotheses and steps, to be changed

    async listHypotheses() {
      const theorem = await this.prepare();
      const boxes = this.original.at(-1).hypotheses.map((hypothesis) => {
        const box = html("input", { type: "checkbox", checked: true });
        box.addEventListener("change", () => {
          const kept = [...boxes].filter((b) => b.box.checked).map((b) => copied(b.hypothesis));
          theorem.hypotheses = kept;
          this.changed();
        });
        return { box, hypothesis, label: html("label", {}, box, ` ${hypothesis[0]}`) };
      });
      this.hypotheses.replaceChildren(html("legend", {}, "The proof may use"), ...boxes.map((b) => b.label));
    }

    async edit(name, item, opener) {
      const open = item.querySelector(".live-editor");
      opener.setAttribute("aria-expanded", String(!open));
      if (open) return open.remove();
      const theorem = await this.prepare();
      const step = theorem.steps.find((s) => s.name === name);
      if (!step) return this.say("Another file is loaded: undo the changes first.", "");
      const premises = [...step.premises];
      const used = premises.map((premise) => {
        const box = html("input", { type: "checkbox", checked: true });
        box.addEventListener("change", () => {
          step.premises = premises.filter((_, i) => used[i].querySelector("input").checked);
          this.changed();
        });
        return html("label", {}, box, ` ${premise}`);
      });
      const parts = [["in the claim", step.claim], ["in the reason", step.data]];
      const numbers = parts.flatMap(([where, part]) =>
        live.coefficients(part).map(({ holder, key, of }) => {
          const input = html("input", { type: "text", value: holder[key], size: 6, inputmode: "text" });
          input.addEventListener("change", () => {
            holder[key] = input.value.trim();
            this.changed();
          });
          return live.labelled(`${where}, of ${of}: `, input);
        }),
      );
      const fields = [
        html("fieldset", {}, html("legend", {}, "It follows from"), ...(used.length ? used : ["nothing: it has no premise"])),
        html("fieldset", {}, html("legend", {}, "Coefficients (the kernel keeps a claim as a sum that is = 0, ≥ 0 or > 0)"), ...(numbers.length ? numbers : ["it has none"])),
      ];
      // A field says that it has changed when it loses the focus, which may move the page: the button takes the focus only when it is pressed.
      const replay = button("Replay with the change", () => (document.activeElement.blur(), this.replay()), { onmousedown: (e) => e.preventDefault() });
      item.append(html("div", { class: "live-editor" }, ...fields, replay));
    }
  }

  live.widgets ??= {};
  live.widgets.checker = (root) => new Checker(root);
})(globalThis.perceptronLive);
