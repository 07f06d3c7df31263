// What scrolls sideways can be reached by keys: on a narrow page long formulas, tables and listings do.
(() => {
  const SCROLLING = "pre, .math, .table-wrapper, .pp-proof, .output, .live-scroll, .live-picture, [class*=output_area]";

  function reach() {
    for (const box of document.querySelectorAll(SCROLLING)) {
      const scrolls = box.scrollWidth > box.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(box).overflowX);
      if (scrolls) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  }

  addEventListener("load", reach);
  addEventListener("resize", reach);
  document.addEventListener("toggle", reach, true);
})();
