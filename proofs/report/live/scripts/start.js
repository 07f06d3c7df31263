// Brings every widget of the page to life, each once; a notebook runs this again for each of its outputs.
((live) => {
  const begin = () => {
    for (const root of document.querySelectorAll("[data-live]:not([data-ready])")) {
      root.dataset.ready = "";
      live.widgets[root.dataset.live](root);
    }
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else setTimeout(begin);
})(globalThis.perceptronLive);
