// What a search finds by name: theorems, places in the sources, chapters, sections, terms; before what Sphinx finds in the text.
((live) => {
  const SHOWN = 12;
  const SIGNS = [[/\^2|\*\*2/g, "²"], [/\bgamma\b/g, "γ"], [/\brho\b/g, "ρ"], [/\beps(?:ilon)?\b/g, "ε"], [/\bsqrt\b/g, "√"], [/\binf(?:inity)?\b/g, "∞"], [/[’']s?\b/g, ""], [/<=/g, "≤"], [/[‐–—]/g, "-"]];
  const SOURCE = /^(?:ng|bl|ss|mr|ve)\b|\(\d+\)/; // what begins so asks for a place in the sources
  const plain = (text) => SIGNS.reduce((so, [old, sign]) => so.replace(old, sign), text.toLowerCase().normalize("NFC")).replace(/\s+/g, " ").trim();
  /** Whether each word of the query begins one of the text. */
  const has = (text, words) => words.every((word) => ` ${text}`.search(new RegExp(`[ (“,:/-]${word.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")}`, "u")) >= 0);

  /** How well an entry fits: a name exactly, a title from its beginning, a title, or words here and there; 0 if it does not. */
  live.fit = ({ title, names, also, text, rank }, query) => {
    const wanted = plain(query), words = wanted.split(" "), shown = plain(title).replace(/^the /, ""), known = names.map(plain), begun = shown.startsWith(wanted);
    const best = Math.max(
      known.includes(wanted) ? 100 : also.map(plain).includes(wanted) ? 80 : 0,
      ...known.filter((name) => SOURCE.test(wanted) && has(name, words)).map((name) => 70 - name.length / 4),
      shown === wanted ? 90 : begun ? 55 : has(shown, words) ? (shown.includes(wanted) ? 50 : 40) : 0,
      has(`${shown} ${known.join(" ")} ${plain(text)}`, words) ? 10 : 0,
    );
    return wanted && best ? best + rank + (begun ? 5 : 0) : 0;
  };

  async function begin() {
    const results = document.getElementById("search-results"), query = new URLSearchParams(location.search).get("q");
    if (!results || !query) return;
    live.entriesLoaded = (entries) => {
      const fits = entries.map((entry) => [live.fit(entry, query), entry]).filter(([fit]) => fit).sort(([a], [b]) => b - a);
      if (!fits.length) return;
      const listed = fits.slice(0, SHOWN).map(([, { html, link, names, kind }]) => {
        const name = live.html("a", { href: link });
        name.innerHTML = html; // of the book's own pages, with exponents raised
        return live.html("li", {}, name, " ", live.html("small", {}, [kind, ...names].join(" · ")));
      });
      results.before(live.html("h2", {}, "By name"), live.html("ul", { class: "live-found" }, listed));
    };
    await live.script("entries.js");
  }
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", begin);
  else setTimeout(begin);
})(globalThis.perceptronLive);
