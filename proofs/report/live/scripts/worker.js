// Python, and in it the kernel and the judge. Runs in a worker, so that the page stays alive; where a browser forbids that, in the page.
// `send` gets {ready}, {progress}, {result} or {failed}, each with the id of the request.
function perceptronServer(send) {
  let python = null;

  const bytes = async (text) => {
    const raw = Uint8Array.fromBase64 ? Uint8Array.fromBase64(text) : Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    const plain = new Blob([raw]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(plain).arrayBuffer());
  };

  const module = (content) => {
    const url = URL.createObjectURL(new Blob([content], { type: "text/javascript" }));
    return import(url).finally(() => URL.revokeObjectURL(url));
  };

  async function start({ parts, lock }, tell) {
    const nowhere = "https://embedded.invalid/"; // Pyodide wants addresses; what lies there is at hand, and nothing else is asked for
    const names = Object.keys(parts);
    tell("unpacking", 0.2);
    const held = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await bytes(parts[name])])));
    tell("starting", 0.4);
    const real = globalThis.fetch;
    globalThis.fetch = async (request) => {
      const name = String(request.url || request).replace(nowhere, "");
      if (!(name in held)) throw new Error(`this page fetches nothing, and not ${name}`);
      return new Response(held[name], { headers: { "Content-Type": name.endsWith(".wasm") ? "application/wasm" : "application/zip" } });
    };
    try {
      const [{ loadPyodide }, { default: createPyodideModule }] = [await module(held["pyodide.mjs"]), await module(held["pyodide.asm.mjs"])];
      python = await loadPyodide({
        indexURL: nowhere, packageBaseUrl: nowhere, lockFileContents: lock, createPyodideModule, checkAPIVersion: false,
      });
    } finally {
      globalThis.fetch = real;
    }
    tell("reading the project's code", 0.8);
    python.unpackArchive(held.sources, "zip", { extractDir: "/project" });
    python.runPython("import sys; sys.path.insert(0, '/project')\nfrom proofs.report.live.in_page import answers");
    return python.runPython("sys.version.split()[0]");
  }

  return async ({ id, call, argument }) => {
    try {
      if (call === "start") {
        send({ id, result: await start(argument, (stage, share) => send({ id, progress: [stage, share] })) });
        return;
      }
      const [module, name] = call.includes(":") ? call.split(":") : ["proofs.report.live.in_page.answers", call];
      const answers = python.pyimport(module);
      const tell = (theorem, count) => send({ id, progress: [theorem, count] });
      const result = name === "replay_text" ? answers.replay_text(argument, tell) : answers[name](argument);
      send({ id, result: JSON.parse(result) });
    } catch (error) {
      send({ id, failed: String(error.message || error) });
    }
  };
}
