// What the tests ask of a page.
({
  // The new width is drawn, with its fonts; the page's own scripts look once more after 150 ms.
  drawn: () => document.fonts.ready.then(() => new Promise((done) =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 160))))),

  // Of formulas axe knows no more than the colours of their text.  Each becomes one text of its size, which is thousands of elements less.
  standIns: () => {
    for (const formula of document.querySelectorAll("math")) {
      const { width, height } = formula.getBoundingClientRect(), text = document.createElement("span");
      const display = getComputedStyle(formula).display.startsWith("block") ? "block" : "inline-block";
      text.textContent = formula.textContent;
      text.style = `display:${display};overflow:hidden;white-space:nowrap;width:${width}px;height:${height}px`;
      formula.replaceWith(text);
    }
  },

  // Of texts that look alike before the same background, axe measures the contrast of three.  All of them took it nine tenths of its time.
  alike: () => {
    const grounds = new Map(), counts = new Map();
    const ground = (e) => {
      if (!e) return "";
      if (!grounds.has(e)) {
        const s = getComputedStyle(e), below = ground(e.parentElement);
        const own = [s.backgroundColor, s.backgroundImage, s.opacity, s.position, s.filter, s.mixBlendMode].join();
        grounds.set(e, own === "rgba(0, 0, 0, 0),none,1,static,none,normal" ? below : `${below}/${own}`);
      }
      return grounds.get(e);
    };
    for (const e of document.body.querySelectorAll("*")) {
      e.removeAttribute("data-contrast");
      const own = [...e.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.data.trim());
      if (!(own || e.matches("input, select, textarea, button")) || !e.checkVisibility({ visibilityProperty: true })) continue;
      const s = getComputedStyle(e), look = [ground(e), s.color, s.fontSize, s.fontWeight, s.textShadow].join();
      counts.set(look, (counts.get(look) || 0) + 1);
      if (counts.get(look) <= 3) e.setAttribute("data-contrast", "");
    }
    axe.configure({ rules: [{ id: "color-contrast", selector: "[data-contrast]" }] });
  },

  facts: () => {
    const shown = (e) => e.getClientRects().length > 0;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const visible = [];
    for (let n = texts.nextNode(); n; n = texts.nextNode())
      if (!n.parentElement.closest("script, style, pre, code, textarea, noscript, annotation, svg title")) visible.push(n.data);
    return {
      texts: visible,
      mains: document.querySelectorAll("main, [role=main]").length,
      heads: document.querySelectorAll("h1, [role=heading][aria-level='1']").length,
      main: (document.querySelector("[role=main], main, article") || document.body).innerText,
      pictures: [...document.images].filter((e) => e.getAttribute("aria-hidden") !== "true"
        && ["", e.getAttribute("src")].includes(e.alt.trim())).map((e) => e.src),
      drawings: [...document.querySelectorAll("main svg, [role=main] svg, article svg")].filter((e) =>
        shown(e) && !e.closest("[aria-hidden=true], button, a, label") && !e.matches("[aria-label], [aria-labelledby], :has(title)")).length,
      blank: [...document.querySelectorAll(".output, .cell_output, .live")].filter((e) =>
        !e.innerText.trim() && !e.querySelector("img, svg, math, canvas, video")).map((e) => e.outerHTML.slice(0, 200)),
      broken: [...document.images].filter((e) => e.complete && !e.naturalWidth).map((e) => e.src),
    };
  },

  // A widget's module as Jupyter runs it.  The model is a stand-in for Jupyter's, which carries what is told to Python and the answers back.
  widget: async ([module, markup, other]) => {
    const imported = (text) => import(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
    const { default: widget } = await imported(module);
    globalThis.held = { markup, marks: Boolean(other) };
    globalThis.given = []; // the lists of lines: Jupyter sees no change in one that it has
    let hear;
    const send = async (content) => hear(await toPython(content));
    const set = (name, value) => ((held[name] = value), name !== "lines" || given.includes(value) || given.push(value));
    const model = { get: (name) => held[name], set, save_changes: () => {}, send, on: (name, call) => (hear = call) };
    widget.render({ model, el: document.getElementById("here") });
    globalThis.passedOn = 0; // to the commands of JupyterLab
    document.addEventListener("keydown", () => passedOn++);
    if (other) await imported(other); // a second widget
  },
})
