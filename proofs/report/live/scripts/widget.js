// One of the interactions as a widget of Jupyter: the same scripts, and what its controls say is told to Python.
export default {
  render({ model, el }) {
    el.innerHTML = model.get("markup");
    const root = el.querySelector("[data-live]");
    root.dataset.ready = "";
    globalThis.perceptronLive.widgets[root.dataset.live](root);
    const said = (field) => (field.querySelector("output") ?? field.querySelector("input, select")?.selectedOptions?.[0])?.textContent;
    const tell = () => {
      const fields = [...root.querySelectorAll(".live-field")].map((field) => [field.querySelector("label")?.textContent.trim(), said(field)]);
      model.set("settings", Object.fromEntries(fields.filter(([name, value]) => name && value !== undefined)));
      model.set("status", root.querySelector(".live-status")?.textContent ?? "");
      model.save_changes();
    };
    for (const event of ["input", "change", "click"]) root.addEventListener(event, () => setTimeout(tell), true);
    tell();
  },
};
