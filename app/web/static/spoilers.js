// Hides results until their reader wants them. What tells one is marked data-spoiler="SEASON" or "SEASON/3-7" (a
// battle, the lower number first). Classic, in the head: nothing shows before it has run.
(() => {
  const KEY = "hikyaku-results";
  const all = (selector) => document.querySelectorAll(selector);
  let kept;

  const load = () => {
    try { kept = JSON.parse(localStorage[KEY]); } catch { /* none */ }
    if (!Array.isArray(kept?.shown)) kept = { hide: false, shown: [] };
    document.documentElement.classList.toggle("no-results", kept.hide);
  };
  const isShown = (what) => [what, what.split("/")[0]].some((each) => kept.shown.includes(each));
  const apply = () => {
    load();
    for (const each of all("[data-spoiler]")) each.toggleAttribute("data-shown", isShown(each.dataset.spoiler));
    for (const each of all("[data-watched]")) each.hidden = !kept.hide || !isShown(each.dataset.watched);
    for (const each of all(".results-bar [data-when]")) {
      const what = each.closest(".results-bar").dataset.spoiler;
      each.hidden = each.dataset.when !== (!kept.hide ? "off" : isShown(what) ? "shown" : "hidden");
    }
  };
  const change = (act, what) => {
    if (act === "hide" || act === "stop") kept = { hide: act === "hide", shown: [] };
    if (act === "show") kept.shown.push(what);
    if (act === "cover") kept.shown = kept.shown.filter((each) => !`${each}/`.startsWith(`${what}/`));
    try { localStorage[KEY] = JSON.stringify(kept); } catch { /* for this page only */ }
    apply();
  };

  load();
  for (const event of ["DOMContentLoaded", "pageshow", "storage"]) addEventListener(event, apply);
  document.addEventListener("battle-watched", () => {
    const bar = document.querySelector(".results-bar");
    if (bar && kept.hide) change("show", bar.dataset.spoiler);
  });
  addEventListener("click", ({ target }) => {
    const bar = target.dataset?.do && target.closest(".results-bar");
    if (!bar) return;
    change(target.dataset.do, bar.dataset.spoiler);
    bar.querySelector("[data-when]:not([hidden]) button")?.focus();
  });
})();
