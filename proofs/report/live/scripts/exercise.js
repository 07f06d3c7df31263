// An exercise in the page: an answer is marked by the same Python that marks it in a notebook.
((live) => {
  const { html, button } = live;

  class Exercise {
    constructor(root) {
      if (!live.hasRuntime) return; // the text says how to check an answer elsewhere
      this.root = root;
      this.id = root.dataset.exercise;
      this.seed = root.dataset.seed || "";
      this.answer = html("input", { type: "text", size: 36, spellcheck: "false", autocapitalize: "off", autocomplete: "off" });
      this.send = html("button", { type: "submit", class: "live-main" }, "Check");
      this.status = html("p", { class: "live-status", role: "status" });
      this.shown = html("div", { class: "live-scroll", tabindex: "0", role: "group", "aria-label": "what shows it", hidden: true });
      const field = live.labelled("Your answer ", this.answer);
      const form = html("form", { class: "live live-answer" }, html("div", { class: "live-controls" }, field, this.send), this.status, this.shown);
      form.addEventListener("submit", (event) => (event.preventDefault(), this.mark()));
      (root.querySelector("details") ?? root.lastElementChild).before(form);
    }

    /** What is sent to be marked. */
    text() {
      return this.answer.value;
    }

    /** What the page makes of a mark beside saying it. */
    told(said) {
      return said.accepted;
    }

    async mark() {
      this.send.disabled = true;
      this.shown.hidden = true;
      try {
        await live.awaited(this.status);
        this.say("Your answer is being marked.", "busy");
        const said = await live.ask("proofs.report.book.exercises.library:mark_text", JSON.stringify({ id: this.id, seed: this.seed, answer: this.text() }));
        const good = this.told(said);
        const verdict = { accepted: "Accepted", undecided: "Not settled here", unreadable: "Unreadable" }[said.verdict] ?? (good ? "So far so good" : "Not accepted");
        this.say(`${verdict}: ${said.words}`, good ? "good" : "bad");
        this.shown.innerHTML = said.shown;
        this.shown.hidden = !said.shown;
        this.root.dispatchEvent(new CustomEvent("marked", { bubbles: true, detail: { id: this.id, accepted: said.accepted } }));
      } catch (error) {
        this.say(`The answer could not be marked: ${error.message}`, "bad");
      } finally {
        this.send.disabled = false;
      }
    }

    say(text, kind) {
      this.status.className = `live-status ${kind}`;
      this.status.textContent = text;
    }
  }

  /** A proof built line by line: the lines that stand are kept in the browser, and each new one is marked together with them. */
  class Building extends Exercise {
    constructor(root) {
      super(root);
      if (!live.hasRuntime) return;
      this.key = `perceptron-proof-${this.id}${this.seed && `-${this.seed}`}`;
      this.lines = this.remembered();
      this.send.textContent = "Add this line";
      this.answer.parentNode.firstChild.textContent = "Next line ";
      this.listed = html("ol", { class: "live-proof", "aria-label": "the lines of your proof" });
      this.chosen = html("div", { class: "live-controls", role: "group", "aria-label": "add what the line follows from" });
      this.back = button("Take the last line back", () => (this.answer.value = this.lines.pop(), this.draw(), this.answer.focus()));
      this.keep = button("Save my proof", () => live.save(`${this.id}.txt`, this.lines.join("\n")));
      const form = this.answer.form;
      form.prepend(this.listed);
      this.status.before(this.chosen, html("div", { class: "live-controls" }, this.back, this.keep));
      this.draw();
    }

    remembered() {
      try {
        return JSON.parse(localStorage.getItem(this.key)) ?? [];
      } catch {
        return []; // a browser that keeps nothing
      }
    }

    draw() {
      try {
        localStorage.setItem(this.key, JSON.stringify(this.lines));
      } catch {} // then the lines last as long as the page
      this.root.dispatchEvent(new CustomEvent("lines", { detail: this.lines }));
      this.listed.replaceChildren(...this.lines.map((line) => html("li", {}, html("code", {}, line))));
      const names = [...this.root.dataset.facts.split(" ").filter(Boolean), ...this.lines.map((_, i) => String(i + 1))];
      this.chosen.replaceChildren(...names.map((name) => button(`by ${name}`, () => this.choose(name))));
      this.back.disabled = this.keep.disabled = !this.lines.length;
    }

    choose(name) {
      this.answer.value += / by /.test(this.answer.value) ? `, ${name}` : ` by ${name}`;
      this.answer.focus();
    }

    text() {
      return [...this.lines, this.answer.value].join("\n");
    }

    told(said) {
      if (said.right <= this.lines.length) return false;
      this.lines.push(this.answer.value.trim());
      this.answer.value = "";
      this.draw();
      this.answer.focus();
      return true;
    }
  }

  live.widgets.exercise = (root) => (root.dataset.facts === undefined ? new Exercise(root) : new Building(root));
})(globalThis.perceptronLive);
