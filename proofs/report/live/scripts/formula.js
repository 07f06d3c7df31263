// Kernel data as text, plainly: "coefficient of ⟨u, w(k)⟩·γ" beside a number that the reader may alter. Python prints what is to be read.
((live) => {
  const nodeOf = (value) => Object.entries(value)[0];

  function index(value) {
    if (value === null) return "";
    const [name, offset] = value.Index;
    const from = Array.isArray(name) ? name.map(String).join("") : name === null ? "" : String(name);
    return `(${from}${offset ? (from ? "+" : "") + offset : from ? "" : "0"})`;
  }

  function atom(value) {
    const [kind, content] = nodeOf(value);
    if (kind === "Inner") return `⟨${content.map(atom).join(", ")}⟩`;
    if (kind === "Nat") return String(content[0]);
    if (kind === "Fn") return `${content[0]}(${polynomial(content[1])})`;
    if (kind === "Sum") return `Σ(${polynomial(content[1])})`;
    return content[0] + index(content[1]);
  }

  const monomial = (powers) => powers.map(([a, p]) => atom(a) + (p > 1 ? `^${p}` : "")).join("·") || "1";

  const polynomial = (value) => value.Polynomial.map(([c, m]) => (m.length ? `${c === "1" ? "" : `${c}·`}${monomial(m)}` : c)).join(" + ");

  /** Every coefficient below a piece of kernel data: [{holder, key, of}], where holder[key] is its text and `of` says what it multiplies. */
  live.coefficients = (value, of = "") => {
    if (Array.isArray(value)) {
      const names = value.length === 2 && Array.isArray(value[1]) ? value[1].filter((f) => typeof f === "string").map((f) => `(${f})`).join("") : "";
      return value.flatMap((part) => live.coefficients(part, names || of));
    }
    if (value === null || typeof value !== "object") return [];
    if ("Fraction" in value) return [{ holder: value, key: "Fraction", of: of || "the whole" }];
    if ("Polynomial" in value) return value.Polynomial.map((term) => ({ holder: term, key: 0, of: monomial(term[1]) + (of ? `, times ${of}` : "") }));
    return Object.values(value).flatMap((part) => live.coefficients(part, of));
  };
})(globalThis.perceptronLive);
