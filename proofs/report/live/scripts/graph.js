// Graphs: buttons that zoom, and on the map a field that finds theorems and unfolds their families.
((live) => {
  const STEP = 1.25, LEAST = 0.25, MOST = 3, LEGIBLE = 0.8;

  /** Buttons before a graph; it begins as wide as its frame if its letters are legible then. */
  function zooming(figure) {
    const frame = figure.querySelector(".scrolling"), svg = figure.querySelector("svg");
    const { width, height } = svg.viewBox.baseVal;
    let scale = 1;
    const show = (wanted) => {
      scale = Math.min(MOST, Math.max(LEAST, wanted));
      svg.setAttribute("width", Math.round(width * scale));
      svg.setAttribute("height", Math.round(height * scale));
      said.textContent = `${Math.round(100 * scale)} %`;
    };
    const fit = () => show(Math.min(1, frame.clientWidth / width));
    const said = live.html("span", { role: "status" });
    const bar = live.html("p", { class: "live-controls live-zoom" },
      live.button("−", () => show(scale / STEP), { "aria-label": "smaller" }), live.button("+", () => show(scale * STEP), { "aria-label": "larger" }),
      live.button("whole width", fit), said);
    frame.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || !"+-0".includes(event.key)) return;
      event.key === "0" ? fit() : show(event.key === "+" ? scale * STEP : scale / STEP);
      event.preventDefault();
    });
    const begin = () => {
      if (!frame.clientWidth || bar.isConnected || width <= frame.clientWidth) return;
      figure.prepend(bar);
      show(Math.max(LEGIBLE, Math.min(1, frame.clientWidth / width)));
    };
    begin();
    figure.closest("details")?.addEventListener("toggle", begin);
  }

  const words = (box) => `${box.querySelector("text").textContent} ${box.querySelector("title")?.textContent ?? ""}`;

  function shown(box) {
    box.closest("details").open = true;
    box.focus();
    box.scrollIntoView({ block: "center", inline: "center" });
  }

  live.widgets ??= {};
  live.widgets.map = (root) => {
    const boxes = [...document.querySelectorAll("figure.graph a:not(.family, .other)")];
    const apart = [...document.querySelectorAll("details.more li a")];
    const folds = [...document.querySelectorAll("details.more")];
    const status = live.html("p", { class: "live-status", role: "status" }), results = live.html("ul", { class: "live-results" });
    const input = live.html("input", { type: "search", autocomplete: "off", oninput: find });
    function find() {
      const parts = input.value.toLowerCase().split(/\s+/).filter(Boolean), first = new Map();
      for (const box of boxes) box.classList.remove("found");
      const hit = (text) => parts.length && parts.every((part) => text.toLowerCase().includes(part));
      for (const box of boxes.filter((box) => hit(words(box)))) {
        box.classList.add("found");
        first.set(box.querySelector("text").textContent, box);
      }
      for (const link of apart.filter((link) => hit(link.parentElement.textContent))) first.has(link.textContent) || first.set(link.textContent, link);
      status.textContent = parts.length ? `${first.size || "none"} found` : "";
      results.replaceChildren(...[...first].slice(0, 12).map(([id, box]) => live.html("li", {}, live.button(id, () => shown(box)))));
    }
    root.classList.add("live");
    root.append(live.html("p", { class: "live-controls" }, live.labelled("Find a theorem", input),
      live.button("unfold all", () => folds.forEach((fold) => (fold.open = true))), live.button("fold all", () => folds.forEach((fold) => (fold.open = false)))),
      status, results);
  };

  const unfolded = () => {
    const aim = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let fold = aim && aim.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    if (aim) aim.scrollIntoView();
  };
  const begin = () => {
    document.querySelectorAll("figure.graph").forEach(zooming);
    unfolded();
  };
  addEventListener("hashchange", unfolded);
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", begin);
  else setTimeout(begin);
})(globalThis.perceptronLive);
