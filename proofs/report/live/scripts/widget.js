// A part of a page as a widget of Jupyter: the same scripts; what its controls say is told to Python, and what it asks, Python answers.
const live = globalThis.perceptronLive; // of this widget: what the next one loads has its own

export default {
  render({ model, el }) {
    el.innerHTML = model.get("markup");
    const root = el.querySelector("[data-live]");
    root.addEventListener("keydown", (event) => event.stopPropagation()); // JupyterLab has commands of its own for Enter and others
    if (model.get("marks")) {
      const waiting = new Map();
      let next = 0;
      model.on("msg:custom", ({ id, result }) => (waiting.get(id)?.(result), waiting.delete(id)));
      const ask = (call, argument) => new Promise((done) => (waiting.set(++next, done), model.send({ id: next, argument })));
      Object.assign(live, { hasRuntime: true, ready: async () => "", ask });
      root.addEventListener("lines", (event) => (model.set("lines", [...event.detail]), model.save_changes()));
    }
    root.dataset.ready = "";
    live.widgets[root.dataset.live](root);
    const said = (field) => (field.querySelector("output") ?? field.querySelector("input, select")?.selectedOptions?.[0])?.textContent;
    const tell = () => {
      const fields = [...root.querySelectorAll(".live-field")].map((field) => [field.querySelector("label")?.textContent.trim(), said(field)]);
      model.set("settings", Object.fromEntries(fields.filter(([name, value]) => name && value !== undefined)));
      model.set("status", root.querySelector(".live-status")?.textContent ?? "");
      model.save_changes();
    };
    for (const event of ["input", "change", "click", "marked"]) root.addEventListener(event, () => setTimeout(tell), true);
    tell();
  },
};
