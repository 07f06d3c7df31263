// The playground: a conjecture is typed, and a search in the page looks for a run that breaks it.
((live) => {
  const { html, button, labelled } = live;
  const { parsed } = live.exact;
  const CHOICES = {
    learner: ["Learner", { "": "Perceptron, a tie is a mistake", "perceptron:1": "Perceptron, a tie predicts +1", margin: "Margin Perceptron, ε = 1/2", winnow: "Winnow that is given γ" }],
    setting: ["Data", { "": "as the conjecture needs", separable: "separable with margin γ", agnostic: "any labels" }],
    norm: ["Examples", { "": "‖x‖ ≤ 1", unit: "‖x‖ = 1", any: "of any length" }],
    comparator: ["Comparator", { "": "‖u‖ = 1", ball: "‖u‖ ≤ 1", any: "of any length" }],
  };
  const FILE = "playground-in-one-file.html"; // beside the book's page
  const EXAMPLES = ["M <= 1/gamma**2 + TD/gamma", "M <= 1/gamma**2 + 2*TD/gamma", "M <= R**2/gamma**2", "M < 1/gamma", "W <= sqrt(M) - 1/10"];

  class Playground {
    constructor(root) {
      if (!live.hasRuntime) return; // the text says which command does the same
      root.querySelector(".live-static").remove();
      this.conjecture = html("input", { type: "text", size: 34, value: EXAMPLES[0], spellcheck: "false", autocapitalize: "off", autocomplete: "off" });
      this.send = html("button", { type: "submit", class: "live-main" }, "Look for a run that breaks it");
      this.status = html("p", { class: "live-status", role: "status" });
      this.fields = {};
      const choices = Object.entries(CHOICES).map(([name, [label, of]]) => {
        this.fields[name] = html("select", {}, ...Object.entries(of).map(([value, text]) => html("option", { value }, text)));
        return labelled(`${label} `, this.fields[name]);
      });
      const examples = EXAMPLES.map((text) => button(text, () => ((this.conjecture.value = text), this.ask())));
      this.shown = html("div", { hidden: true });
      const form = html("form", {},
        html("div", { class: "live-controls" }, labelled("Conjecture ", this.conjecture), this.send),
        html("div", { class: "live-controls", role: "group", "aria-label": "claims to try" }, "Try: ", ...examples),
        html("details", {}, html("summary", {}, "Rules of play"), html("div", { class: "live-controls" }, ...choices)));
      form.addEventListener("submit", (event) => (event.preventDefault(), this.ask()));
      root.append(form, this.status, this.shown);
      if (!document.getElementById("runtime.js")) root.append(html("p", { class: "live-why" }, "To send it to a friend: ", html("a", { href: FILE, download: true }, "this page in one file"), " (9 MB), which works without a network."));
    }

    game() {
      const chosen = Object.entries(this.fields).map(([name, { value }]) => [name, value]).filter(([, value]) => value);
      const game = Object.fromEntries(chosen);
      if (game.learner === "perceptron:1") Object.assign(game, { learner: "perceptron", ties: 1 });
      if (game.learner === "winnow") game.rate = "eta=gamma";
      return game;
    }

    async ask() {
      this.send.disabled = true;
      this.shown.hidden = true;
      this.stepper?.stop();
      try {
        await live.awaited(this.status);
        this.say("The search looks for a run.", "busy");
        const said = await live.ask("proofs.report.live.in_page.playground:answer", JSON.stringify({ conjecture: this.conjecture.value, game: this.game() }));
        if (said.error) return this.say(`Unreadable: ${said.error}`, "bad");
        this.show(said);
      } catch (error) {
        this.say(`The search could not be asked: ${error.message}`, "bad");
      } finally {
        this.send.disabled = false;
      }
    }

    show(said) {
      const ends = said.sides?.join(" against ");
      if (said.found) this.say(`${said.conjecture} is false: ${ends}, after M = ${said.M} updates (${said.size}, γ = ${said.gamma}).`, "bad");
      else this.say(`${said.conjecture} is not refuted here, by ${said.tried}. That is no proof.`, "");
      const command = html("p", {}, said.found ? "The judge has played this run in exact fractions. In a terminal: " : "In a terminal this tries to prove it: ", html("code", {}, said.command));
      this.shown.replaceChildren(command);
      if (said.rounds) this.draw(said, ends);
      this.shown.hidden = false;
    }

    draw(said, ends) {
      if (!said.found) this.shown.append(html("p", {}, `The run that came nearest (${said.size}, γ = ${said.gamma}): ${ends}.`));
      const steps = html("div");
      const table = html("div", { class: "live-scroll", tabindex: "0", role: "group", "aria-label": "the rounds" });
      table.innerHTML = said.table;
      const u = said.u.length > 6 ? `${said.u.slice(0, 6).join(", ")}, …` : said.u.join(", ");
      const keep = button("Save as a file for check", () => live.save("counterexample.json", said.file));
      this.shown.append(html("p", {}, `u = (${u})`), steps, html("details", {}, html("summary", {}, "The rounds as a table"), table), html("div", { class: "live-controls" }, keep));
      if (!said.rounds.length) return;
      const vectors = (round) => ({ ...round, ...Object.fromEntries(["z", "w", "after"].map((name) => [name, round[name].map(parsed)])), product: parsed(round.product) });
      this.stepper = new live.Stepper(steps);
      this.stepper.show(said.rounds.map(vectors), false, said.u.map(parsed));
    }

    say(text, kind) {
      this.status.className = `live-status ${kind}`;
      this.status.textContent = text;
    }
  }

  live.widgets.playground = (root) => new Playground(root);
})(globalThis.perceptronLive);
