// What scrolls sideways can be reached by keys: on a narrow page long formulas, tables and listings do.
(() => {
  const BOXES = "div, pre, section, figure, ol, ul, li, p, dd, td, math";

  function reach() {
    for (const box of (document.querySelector("article, main") ?? document.body).querySelectorAll(BOXES)) {
      const scrolls = box.scrollWidth > box.clientWidth && /auto|scroll/.test(getComputedStyle(box).overflowX);
      if (scrolls && !box.hasAttribute("tabindex")) {
        box.tabIndex = 0;
        box.dataset.scrolls = "";
      } else if (!scrolls && "scrolls" in box.dataset) {
        box.removeAttribute("tabindex");
        delete box.dataset.scrolls;
      }
    }
  }

  addEventListener("load", reach);
  new ResizeObserver(() => (reach(), setTimeout(reach, 150))).observe(document.body); // once more when fonts are there
  document.addEventListener("toggle", reach, true);
})();
