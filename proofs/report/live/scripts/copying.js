// A button that copies the text of a box, such as an entry for BibTeX; an address becomes that of this very page.
((live) => {
  live.copying = () => {
    for (const box of document.querySelectorAll("[data-copied]")) {
      if (/^theorems\/[^ ]*$/.test(box.textContent)) box.textContent = location.href.split("#")[0];
      const name = box.previousElementSibling.textContent;
      const press = live.button("Copy", async () => {
        try {
          await navigator.clipboard.writeText(box.textContent);
          press.textContent = "Copied";
        } catch { // a browser may refuse
          getSelection().selectAllChildren(box);
          press.textContent = "Selected: Ctrl+C copies";
        }
      }, { "aria-label": `Copy: ${name}`, class: "live-copy" });
      box.before(press);
    }
  };
  addEventListener("DOMContentLoaded", live.copying);
})(globalThis.perceptronLive);
