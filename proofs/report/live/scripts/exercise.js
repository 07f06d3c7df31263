// An exercise in the page: an answer is marked by the same Python that marks it in a notebook.
((live) => {
  const { html } = live;

  class Exercise {
    constructor(root) {
      if (!live.hasRuntime) return; // the text says how to check an answer elsewhere
      this.root = root;
      this.id = root.dataset.exercise;
      this.answer = html("input", { type: "text", size: 36, spellcheck: "false", autocapitalize: "off", autocomplete: "off" });
      this.send = html("button", { type: "submit", class: "live-main" }, "Check");
      this.status = html("p", { class: "live-status", role: "status" });
      this.shown = html("div", { class: "live-scroll", tabindex: "0", role: "group", "aria-label": "what shows it", hidden: true });
      const field = live.labelled("Your answer ", this.answer);
      const form = html("form", { class: "live live-answer" }, html("div", { class: "live-controls" }, field, this.send), this.status, this.shown);
      form.addEventListener("submit", (event) => (event.preventDefault(), this.mark()));
      (root.querySelector("details") ?? root.lastElementChild).before(form);
    }

    async mark() {
      this.send.disabled = true;
      this.shown.hidden = true;
      try {
        this.say("Python is starting; the page stays usable.", "busy");
        await live.ready();
        this.say("Your answer is being marked.", "busy");
        const said = await live.ask("proofs.report.book.exercises.library:marked", JSON.stringify({ id: this.id, answer: this.answer.value }));
        this.say(`${said.accepted ? "Accepted" : "Not accepted"}: ${said.words}`, said.accepted ? "good" : "bad");
        this.shown.innerHTML = said.shown;
        this.shown.hidden = !said.shown;
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

  live.widgets.exercise = (root) => new Exercise(root);
})(globalThis.perceptronLive);
