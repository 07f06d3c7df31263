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
    const kept = open ? api.LMSGetValue("cmi.suspend_data").split(" ").filter((id) => id in worth) : [];
    const accepted = new Set(kept);

    function tell(ends) {
      const points = [...accepted].reduce((sum, id) => sum + worth[id], 0);
      say(`${points} of ${all} points${open ? "" : ". No course has opened this page: nobody is told"}`);
      if (!open) return;
      const seconds = Math.floor((Date.now() - since) / 1000), two = (n) => String(n).padStart(2, "0");
      const values = {
        "cmi.core.score.min": "0",
        "cmi.core.score.max": "100",
        "cmi.core.score.raw": String(Math.round((100 * points) / all)),
        "cmi.core.lesson_status": points === all ? "completed" : "incomplete",
        "cmi.suspend_data": [...accepted].join(" "),
      };
      if (ends) {
        values["cmi.core.session_time"] = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
        values["cmi.core.exit"] = points === all ? "" : "suspend";
      }
      for (const [name, value] of Object.entries(values)) api.LMSSetValue(name, value);
      api.LMSCommit("");
    }

    document.addEventListener("marked", (event) => event.detail.accepted && (accepted.add(event.detail.id), tell(false)));
    addEventListener("pagehide", () => open && (tell(true), api.LMSFinish(""), (open = false)));
    tell(false);
  }
  document.addEventListener("DOMContentLoaded", begin);
})(globalThis.perceptronLive);
