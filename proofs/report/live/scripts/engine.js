// The one runtime of a page: loaded when it is first asked for, and asked one thing after the other.
"use strict";
globalThis.perceptronLive ??= {};
((live) => {
  const here = document.currentScript?.src || "";
  const waiting = new Map();
  let started = null;
  let port = null;
  let next = 0;

  /** Adds a script that lies beside this one, or as text in a page of one file; nothing is fetched, so that it works from the disk. */
  live.script = (name) =>
    new Promise((resolve, reject) => {
      const made = document.createElement("script");
      const held = document.getElementById(name);
      if (held) {
        made.textContent = held.textContent;
        document.head.append(made);
        return resolve();
      }
      made.src = new URL(name, here).href;
      made.onload = resolve;
      made.onerror = () => reject(new Error(`${name} is not beside the page's other scripts`));
      document.head.append(made);
    });

  function received(message) {
    const request = waiting.get(message.id);
    if (message.progress) return request.progress(...message.progress);
    waiting.delete(message.id);
    return "failed" in message ? request.reject(new Error(message.failed)) : request.resolve(message.result);
  }

  function opened(source) {
    // From the disk a worker has to be a classic one. Pyodide refuses those for their importScripts, which it does without here.
    const code = `${source}\nglobalThis.importScripts = () => { throw new Error("not here"); };\nconst serve = perceptronServer((m) => postMessage(m)); onmessage = (e) => serve(e.data);`;
    try {
      const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
      worker.onmessage = (event) => received(event.data);
      worker.onerror = (event) => [...waiting.keys()].forEach((id) => received({ id, failed: event.message || "the worker stopped" }));
      return worker;
    } catch {
      const serve = new Function(`${source}; return perceptronServer;`)()(received);
      return { postMessage: (message) => setTimeout(() => serve(message), 30) }; // time to draw what is said meanwhile
    }
  }

  function ask(call, argument, progress = () => {}) {
    return new Promise((resolve, reject) => {
      const id = next++;
      waiting.set(id, { resolve, reject, progress });
      port.postMessage({ id, call, argument });
    });
  }

  async function start() {
    let held = null;
    live.runtimeLoaded = (value) => (held = value);
    await live.script("runtime.js");
    port = opened(held.worker);
    return ask("start", { parts: held.parts, lock: held.lock }, (stage, share) => bars.forEach((show) => show(stage, share)));
  }

  const bars = new Set();

  /** Waits until Python runs. Meanwhile the status says so, with a bar. */
  live.awaited = async (status) => {
    const bar = live.html("progress", { max: 1, value: 0.05, "aria-label": "Python is starting" });
    const stage = document.createTextNode("loading");
    const show = (name, share) => ((stage.data = name), (bar.value = share));
    status.className = "live-status busy";
    status.replaceChildren("Python is starting, once for this page (5 to 30 seconds): ", stage, " ", bar);
    bars.add(show);
    try {
      await live.ready();
    } finally {
      bars.delete(show);
    }
  };

  /** The version of Python, once it runs. */
  live.ready = () => (started ??= start().catch((error) => ((started = null), Promise.reject(error))));

  /** Asks `answers.py` for something, or another module as "module:function"; `progress` hears a theorem's id and the number of its accepted steps. */
  live.ask = async (call, argument, progress) => {
    await live.ready();
    return ask(call, argument, progress);
  };
})(globalThis.perceptronLive);
