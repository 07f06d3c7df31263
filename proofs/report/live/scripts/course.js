// A sheet in a course: what is accepted becomes a score, which is told to the platform by the calls of SCORM 1.2.
((live) => {
  const say = (text) => (document.getElementById("course").textContent = text);

  /** The platform's API, in a frame around this page or in the window that opened it. */
  function platform(window) {
    try {
      for (let at = window, steps = 0; at && steps < 20; at = at.parent, steps++) {
        if (at.API) return at.API;
        if (at === at.parent) break;
      }
      return window.opener ? platform(window.opener) : null;
    } catch {
      return null; // a frame of somebody else's
    }
  }

  function begin() {
    const worth = Object.fromEntries([...document.querySelectorAll("[data-exercise]")].map((e) => [e.dataset.exercise, +e.dataset.points]));
    const all = Object.values(worth).reduce((a, b) => a + b, 0);
    const api = platform(window);
    const since = Date.now();
    let open = api ? String(api.LMSInitialize("")) === "true" : false;
    const get = (name) => (open ? String(api.LMSGetValue(name)) : "");
    const counts = !["review", "browse"].includes(get("cmi.core.lesson_mode"));
    const held = +get("cmi.core.score.raw") || 0; // of an earlier sitting: it is not lowered
    const done = ["completed", "passed"].includes(get("cmi.core.lesson_status"));
    const accepted = new Set(get("cmi.suspend_data").split(" ").filter((id) => id in worth));
    const remark = !open ? ". No course has opened this page: nobody is told" : !counts ? ". The course only shows this sheet: no points are sent" : "";

    const points = () => [...accepted].reduce((sum, id) => sum + worth[id], 0);
    const show = () => say(`${points()} of ${all} points${remark}`);

    /** Send the points, once there are any: a sheet that is only opened changes nothing. */
    function tell(ends) {
      show();
      if (!open || !counts || !accepted.size) return;
      const seconds = Math.floor((Date.now() - since) / 1000), two = (n) => String(n).padStart(2, "0");
      const values = {
        "cmi.core.score.min": "0",
        "cmi.core.score.max": "100",
        "cmi.core.score.raw": String(Math.max(held, Math.round((100 * points()) / all))),
        "cmi.core.lesson_status": points() === all || done ? "completed" : "incomplete",
        "cmi.suspend_data": [...accepted].join(" "),
        "cmi.core.exit": "suspend", // or the next sitting may begin without these data
      };
      if (ends) values["cmi.core.session_time"] = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
      for (const [name, value] of Object.entries(values)) api.LMSSetValue(name, value);
      api.LMSCommit("");
    }

    document.addEventListener("marked", (event) => event.detail.accepted && (accepted.add(event.detail.id), tell(false)));
    addEventListener("pagehide", () => open && (tell(true), api.LMSFinish(""), (open = false)));
    show();
  }
  document.addEventListener("DOMContentLoaded", begin);
})(globalThis.perceptronLive);
