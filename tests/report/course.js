// A course's side of SCORM, as a platform gives it to a page.
window.kept = {"cmi.suspend_data": "novikoff-2"};
window.API = {
  LMSInitialize: () => "true", LMSFinish: () => (kept.finished = "yes"), LMSCommit: () => "true",
  LMSGetValue: (name) => kept[name] ?? "", LMSSetValue: (name, value) => ((kept[name] = value), "true"),
};
