// Elements of HTML and SVG, made in one call.
((live) => {
  const SVG = "http://www.w3.org/2000/svg";

  function filled(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (value === true) element.setAttribute(name, "");
      else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
    }
    element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
    return element;
  }

  live.html = (name, attributes = {}, ...children) => filled(document.createElement(name), attributes, children);
  live.svg = (name, attributes = {}, ...children) => filled(document.createElementNS(SVG, name), attributes, children);
  live.button = (text, onclick, more = {}) => live.html("button", { type: "button", onclick, ...more }, text);

  let labels = 0;
  /** An input with its label before it. */
  live.labelled = (text, input) => {
    input.id ||= `live-${++labels}`;
    return live.html("span", { class: "live-field" }, live.html("label", { for: input.id }, text), input);
  };

  /** Offers text as a file to keep. */
  live.save = (name, text) => {
    const link = live.html("a", { href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };
})(globalThis.perceptronLive);
